/** Starting fibers that run only where the simulation lets them. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import type { Place } from "../Process.js"

/** Starts an effect as a fiber, with the services that it needs. */
export type Start = <R>(services: Context.Context<R>) => (effect: Effect.Effect<void, never, R>) => void

const text = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part))

// The metrics of a simulation are never read.
const runtimeFlags = RuntimeFlags.disable(Runtime.defaultRuntimeFlags, RuntimeFlags.RuntimeMetrics)

/** A fiber inherits the scheduler, the clock and the log of its place, so all of them stop with it. */
export const make = ({ clock, log, scheduler }: Place): Start => {
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

/** Runs what needs no waiting. */
// biome-ignore lint/plugin/runners: what never waits runs at once
export const runNow: <A, E>(effect: Effect.Effect<A, E>) => A = Effect.runSync

interface Roots {
  readonly roots: Set<Fiber.RuntimeFiber<unknown, unknown>>
}

/**
 * Runs a simulation and forgets its fibers. Those of a process that died never end, and Effect keeps each fiber
 * without an observer until it does: half a megabyte a simulation, which every later collection looks through.
 */
export const forgetting = <A>(simulate: () => A): A => {
  const { roots } = GlobalValue.globalValue(Symbol.for("effect/FiberScope/Global"), (): Roots => ({ roots: new Set() }))
  const others = new Set(roots)
  try {
    return simulate()
  } finally {
    for (const fiber of roots) if (!others.has(fiber)) roots.delete(fiber)
  }
}
