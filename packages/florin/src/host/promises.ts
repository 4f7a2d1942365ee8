/** Conversions between promises and effects. */
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import { failureOf } from "../faces/refusals.js"

/** Starts an effect. A synchronous effect has completed when this returns. */
export const start =
  <R>(runtime: Runtime.Runtime<R>) =>
  <A, E>(effect: Effect.Effect<A, E, R>): Fiber.RuntimeFiber<A, E> =>
    // biome-ignore lint/plugin/runners: the face of promises, where a host's call becomes an effect
    Runtime.runFork(runtime)(effect)

/** Resolves or rejects when the fiber ends. Rejects with the error itself. */
export const promiseOf = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Promise<A> =>
  new Promise((resolve, reject) =>
    fiber.addObserver((exit) => (exit._tag === "Success" ? resolve(exit.value) : reject(Cause.squash(exit.cause))))
  )

/** Resolves or rejects when a host's call ends. */
export const answerOf = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Promise<A> =>
  promiseOf(fiber).catch((error: unknown) => {
    throw failureOf(error)
  })

/** Unwraps the rejection of an Effect promise. */
export const reasonOf = (error: unknown): unknown =>
  Runtime.isFiberFailure(error) ? Cause.squash(error[Runtime.FiberFailureCauseId]) : error

/** The result of an effect that neither waits nor fails. */
export const nowOf = <A>(effect: Effect.Effect<A>): A =>
  // biome-ignore lint/plugin/runners: what a test of a host reads at once
  Runtime.runSync(Runtime.defaultRuntime)(effect)
