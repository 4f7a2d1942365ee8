/** External calls in flight: one fiber per call, one list of deadlines for all. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Deadlines from "../time/Deadlines.js"
import * as Tracing from "../tracing/Tracing.js"

/** How long shutdown waits for calls in flight; due work finishes the rest after the next start. */
export const drainLimit = Duration.seconds(6)

export class Calls extends Context.Tag("@florin/core/Calls")<
  Calls,
  {
    /**
     * Starts a call. `heard` is called once, when it ends. If it takes longer than `limit`, `late` is called first and
     * the call is interrupted; an uninterruptible call may still have effects until `heard`.
     */
    readonly start: <A>(
      call: Effect.Effect<A>,
      limit: Duration.Duration,
      heard: (exit: Exit.Exit<A>) => void,
      late: () => void
    ) => void
    /** Registers an operation that shutdown waits for; the returned function ends it. */
    readonly enter: () => () => void
  }
>() {}

export const make = Effect.gen(function* () {
  const runtime = yield* Effect.runtime<never>()
  // biome-ignore lint/plugin/runners: an external call runs in its own fiber and outlives its caller
  const runFork = Runtime.runFork(runtime)
  const deadline = yield* Deadlines.make
  let underWay = 0
  let emptied: () => void = () => undefined

  const empty = Effect.async<void>((resume) => {
    emptied = () => resume(Effect.void)
    if (underWay === 0) emptied()
  })
  // A finalizer is uninterruptible; without an interruptible wait the timeout would have no effect.
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(Effect.interruptible(empty), drainLimit)))

  return Calls.of({
    start: (call, limit, heard, late) => {
      const fiber = runFork(call)
      const done = deadline(limit, () => {
        late()
        fiber.unsafeInterruptAsFork(FiberId.none)
      })
      fiber.addObserver((exit) => {
        done()
        heard(exit)
      })
    },
    enter: () => {
      underWay += 1
      return () => {
        underWay -= 1
        if (underWay === 0) emptied()
      }
    }
  })
})

export const layer: Layer.Layer<Calls> = Layer.scoped(Calls, make)

/** A port whose answer throws when it is read has given none. Source: D41. */
export const readOr = <A>(none: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return none
  }
}

/** A call as an effect that completes within `limit`, with `otherwise` if the call fails or takes longer. */
export const bounded =
  (calls: Context.Tag.Service<Calls>) =>
  <A>(call: Effect.Effect<A>, limit: Duration.Duration, otherwise: A): Effect.Effect<A> =>
    Effect.withFiberRuntime((fiber) =>
      Effect.async((resume) =>
        calls.start(
          Tracing.within(Tracing.traceOf(fiber), call),
          limit,
          (exit) => resume(exit._tag === "Success" ? Effect.succeed(exit.value) : Effect.succeed(otherwise)),
          () => resume(Effect.succeed(otherwise))
        )
      )
    )
