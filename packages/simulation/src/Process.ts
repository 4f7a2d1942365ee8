/** A process of the simulation: fibers of its own, which run only when the simulation lets them. */
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import type * as Scheduler from "effect/Scheduler"

/** Where fibers run. */
interface Place {
  readonly clock: VirtualClock.VirtualClock
  readonly scheduler: Scheduler.Scheduler
  readonly log: (message: string) => void
}

/** Starts an effect as a fiber, with the services that it needs. */
type Start = <R>(services: Context.Context<R>) => (effect: Effect.Effect<void, never, R>) => void

const text = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part))

// The metrics of a simulation are never read.
const runtimeFlags = RuntimeFlags.disable(Runtime.defaultRuntimeFlags, RuntimeFlags.RuntimeMetrics)

/** A fiber inherits the scheduler, the clock and the log of its place, so all of them stop with it. */
export const starting = ({ clock, log, scheduler }: Place): Start => {
  const logger = Logger.make(({ message }) => log((Array.isArray(message) ? message : [message]).map(text).join(" ")))
  // biome-ignore lint/plugin/runners: a simulated process has fibers of its own
  const fiberRefs = Effect.runSync(
    Effect.getFiberRefs.pipe(
      Effect.locally(FiberRef.currentLoggers, HashSet.make(logger)),
      Effect.withTracerEnabled(false),
      Effect.withClock(clock)
    )
  )
  return (context) => {
    // biome-ignore lint/plugin/runners: its fibers go on when the world decides
    const runFork = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }))
    return (effect) => void runFork(effect, { scheduler, immediate: false })
  }
}

/**
 * - `running`: it runs what is ready
 * - `paused`: it stands still and does not know it, as when its machine is suspended
 * - `dead`: it was killed; nothing of it ever runs again, no finalizer either
 */
type State = "running" | "paused" | "dead"

interface Options extends Pick<Place, "log"> {
  readonly name: string
  /** How far its clock on the wall is ahead of the true time. Unit: milliseconds. */
  readonly ahead: number
  readonly now: () => number
}

export type Process = ReturnType<typeof make>

/**
 * Runs a task to which the process's own tasks are the event loop: what gives way to a later turn, as long work does, goes
 * on behind them. Within a simulation, which runs in one turn, no other ever comes.
 */
const inOwnTurns = (tasks: Array<Scheduler.Task>, run: Scheduler.Task): void => {
  // biome-ignore lint/style/noRestrictedGlobals: the turns of a simulated process are the simulation's
  const place: { setImmediate: unknown } = globalThis
  const { setImmediate: ofAll } = place
  place.setImmediate = (task: Scheduler.Task): void => void tasks.push(task)
  try {
    run()
  } finally {
    place.setImmediate = ofAll
  }
}

export const make = ({ ahead, log, name, now }: Options) => {
  const clock = VirtualClock.make(now() + ahead)
  const start = now()
  const tasks: Array<Scheduler.Task> = []
  let state: State = "running"
  const scheduler: Scheduler.Scheduler = {
    // Fibers give way where the simulation wants them to, not after a number of operations.
    shouldYield: () => false,
    scheduleTask: (task) => void tasks.push(task)
  }

  return {
    ...{ name, log, clock, ahead, scheduler },
    /** The name under which it holds leases: it registers one when it starts, and another after it was taken for dead. */
    owner: undefined as string | undefined,
    /** What its monotonic clock shows: the true time, which goes on while it stands still. */
    monotonic: (): number => now() - start,
    /** The true instant at which the next of its sleepers wants to be woken. */
    nextDue: (): number | undefined => {
      const due = clock.nextDue()
      return due === undefined ? undefined : due - ahead
    },
    /** Sets its clock to a true instant, and wakes the fibers that slept until then. */
    goTo: (instant: number): void => clock.jumpTo(instant + ahead),
    state: (): State => state,
    isReady: (): boolean => state === "running" && tasks.length > 0,
    /** Runs a ready fiber until it waits for something. */
    step: (): void => {
      const task = tasks.shift()
      if (task !== undefined) inOwnTurns(tasks, task)
    },
    /** What is dead stays dead. */
    become: (next: State): void => {
      if (state !== "dead") state = next
    }
  }
}

/** Runs what needs no waiting. */
// biome-ignore lint/plugin/runners: what never waits runs at once
export const runNow: <A, E>(effect: Effect.Effect<A, E>) => A = Effect.runSync

/**
 * Runs a simulation and forgets its fibers. Those of a process that died never end, and Effect keeps each fiber
 * without an observer until it does: half a megabyte a simulation, which every later collection looks through. Timers
 * of the real time keep another two, such as those of heartbeats: none is set, as none ever fires within one turn.
 */
export const forgetting = <A>(simulate: () => A): A => {
  const scope = Symbol.for("effect/FiberScope/Global")
  const { roots } = GlobalValue.globalValue(scope, () => ({ roots: new Set<Fiber.RuntimeFiber<unknown, unknown>>() }))
  const others = new Set(roots)
  // biome-ignore lint/style/noRestrictedGlobals: the real time's timers are not the simulation's
  const real: { setTimeout: unknown } = globalThis
  const { setTimeout: ofAll } = real
  real.setTimeout = () => undefined
  try {
    return simulate()
  } finally {
    real.setTimeout = ofAll
    for (const fiber of roots) if (!others.has(fiber)) roots.delete(fiber)
  }
}
