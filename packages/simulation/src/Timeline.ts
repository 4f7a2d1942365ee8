/** The time of a simulation: it goes from instant to instant, and at each everything that can go on goes on. */
import type { Process } from "./Process.js"
import type { Random } from "./Random.js"

/** What the timeline asks the simulation. */
export interface Surroundings {
  /** Decides which process runs next. */
  readonly random: Random
  /** The only process that runs, while it has a transaction open: the others are kept out of the database anyway. */
  readonly alone: () => Process | undefined
  /**
   * The next instant at which something happens inside the processes. Where nothing is under way that has to be lived
   * through moment by moment, fibers that sleep only to look around may be left sleeping.
   */
  readonly nextInstant: (wakes: ReadonlyArray<number>) => number | undefined
  /** Every process waits at this instant. Says whether that gave one something to do. */
  readonly rest: () => boolean
  /** Something was found wrong: nothing goes on. */
  readonly isOver: () => boolean
}

export interface Timeline {
  readonly now: () => number
  /** Something outside all processes that happens at an instant, such as the arrival of a message. */
  readonly at: (instant: number, happen: () => void) => void
  readonly join: (process: Process) => void
  readonly leave: (process: Process) => void
  /** Runs what is ready, of all processes, until all of them wait. Says whether they came to that. */
  readonly settle: () => boolean
  /** Goes on until an instant. Says whether all processes came to rest at each on the way. */
  readonly advanceTo: (instant: number) => boolean
}

/** Many times what anything needs: fibers that run at one instant, and rounds of due work. */
const tasksAtOnce = 200_000
const roundsAtOnce = 1000

interface Event {
  readonly instant: number
  readonly happen: () => void
}

export const make = (start: number, around: Surroundings): Timeline => {
  const processes = new Set<Process>()
  const events: Array<Event> = []
  let now = start

  const ready = (): ReadonlyArray<Process> => {
    const alone = around.alone()
    if (alone !== undefined) return [alone]
    const turns: Array<Process> = []
    for (const process of processes) if (process.isReady()) turns.push(process)
    return turns
  }

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

  const nextInstant = (): number | undefined =>
    around.nextInstant(
      Array.from(processes).flatMap((process) => (process.state() === "running" ? (process.nextDue() ?? []) : []))
    )

  const goTo = (instant: number): void => {
    now = Math.max(now, instant)
    for (const process of processes) if (process.state() === "running") process.goTo(now)
    while (events[0] !== undefined && events[0].instant <= now) events.shift()!.happen()
  }

  return {
    now: () => now,
    at: (instant, happen) => {
      let place = events.length
      while (place > 0 && events[place - 1]!.instant > instant) place -= 1
      events.splice(place, 0, { instant, happen })
    },
    join: (process) => void processes.add(process),
    leave: (process) => void processes.delete(process),
    settle,
    advanceTo: (instant) => {
      let rounds = 0
      while (settle() && !around.isOver() && rounds < roundsAtOnce) {
        rounds += 1
        if (around.rest()) continue
        if (now >= instant) return true
        rounds = 0
        goTo(Math.min(instant, nextInstant() ?? instant, events[0]?.instant ?? instant))
      }
      return around.isOver()
    }
  }
}
