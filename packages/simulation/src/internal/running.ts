import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import type { Process } from "../Process.js"

const text = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part))

/** Starts an effect as a fiber of the process; it goes on whenever the process runs. */
export const runIn = <A>(process: Process, effect: Effect.Effect<A>): void => {
  const logger = Logger.make(({ message }) =>
    process.log((Array.isArray(message) ? message : [message]).map(text).join(" "))
  )
  const inside = effect.pipe(
    Effect.locally(FiberRef.currentLoggers, HashSet.make(logger)),
    Effect.withTracerEnabled(false),
    Effect.withClock(process.clock)
  )
  Effect.runFork(inside, { scheduler: process.scheduler, immediate: false })
}

/** Runs what needs no waiting. */
export const runNow: <A, E>(effect: Effect.Effect<A, E>) => A = Effect.runSync
