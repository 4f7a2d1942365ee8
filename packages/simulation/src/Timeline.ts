/** The time of a simulation: it goes from instant to instant, and at each everything that can go on goes on. */
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import type { Random } from "@florin/testing/parties/Random"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Process, starting } from "./Process.js"

/** What the timeline asks the simulation. */
interface Surroundings {
  /** Decides which process runs next. */
  readonly random: Random
  /** The only process that runs, while it has a transaction open: the others are kept out of the database anyway. */
  readonly alone: () => Process | undefined
  /**
   * The next instant at which something happens inside the processes. Where nothing is under way that has to be lived
   * through moment by moment, fibers that sleep only to look around may be left sleeping.
   */
  readonly nextInstant: (wakes: ReadonlyArray<number>) => number
  /** Something was found wrong: nothing goes on. */
  readonly isOver: () => boolean
}

export type Timeline = ReturnType<typeof make>

/** Many times as many fibers as run at one instant. */
const tasksAtOnce = 200_000

/** Whatever is ready outside runs at once: only its sleep takes time. */
const atOnce = { shouldYield: () => false as const, scheduleTask: (task: () => void) => task() }

export const make = (start: number, around: Surroundings) => {
  const processes = new Set<Process>()
  const clock = VirtualClock.make(start)
  const happen = starting({ clock, scheduler: atOnce, log: () => undefined })(Context.empty())
  const now = clock.unsafeCurrentTimeMillis

  const ready = (): ReadonlyArray<Process> => {
    const alone = around.alone()
    return alone === undefined ? Array.from(processes).filter((process) => process.isReady()) : [alone]
  }

  /** Runs what is ready, of all processes, until all of them wait. Says whether they came to that. */
  const settle = (): boolean => {
    for (let count = 0; count < tasksAtOnce && !around.isOver(); count++) {
      const turns = ready()
      const next = turns.length > 1 ? around.random.pick(turns) : turns[0]
      if (next === undefined) return true
      if (!next.isReady()) return false
      next.step()
    }
    return around.isOver()
  }

  const running = () => Array.from(processes).filter((process) => process.state() === "running")

  return {
    now,
    /** Has something happen outside all processes, at its true time; the caller hears of it if it still lives. */
    outside: <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
      Effect.async((resume) => happen(Effect.flatMap(Effect.exit(effect), (exit) => Effect.sync(() => resume(exit))))),
    /** The same at an instant, for the simulation itself. */
    at: (instant: number, act: () => void): void => happen(Effect.delay(Effect.sync(act), instant - now())),
    join: (process: Process) => void processes.add(process),
    leave: (process: Process) => void processes.delete(process),
    settle,
    /** Goes on until an instant. Says whether all processes came to rest at each on the way. */
    advanceTo: (instant: number): boolean => {
      while (settle() && !around.isOver()) {
        if (now() >= instant) return true
        const inside = around.nextInstant(running().flatMap((process) => process.nextDue() ?? []))
        const next = Math.max(now(), Math.min(instant, inside, clock.nextDue() ?? instant))
        for (const process of running()) process.goTo(next)
        clock.jumpTo(next)
      }
      return around.isOver()
    }
  }
}
