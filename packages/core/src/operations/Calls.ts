/** Calls to the outside that are under way: each in a fiber of its own, with one list of deadlines for all. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Deadlines from "../time/Deadlines.js"

/** How long stopping waits for what is under way; due work finishes the rest after the next start. */
export const drainLimit = Duration.seconds(6)

export class Calls extends Context.Tag("@florin/core/Calls")<
  Calls,
  {
    /**
     * Makes a call. `heard` is told once how it ended. Where it takes longer than `limit`, `late` is told first and the
     * call is interrupted; a call that does not let itself be interrupted may still be doing something until `heard`.
     */
    readonly start: <A>(
      call: Effect.Effect<A>,
      limit: Duration.Duration,
      heard: (exit: Exit.Exit<A>) => void,
      late: () => void
    ) => void
    /** An operation begins, which stopping waits for; what is returned ends it. */
    readonly enter: () => () => void
  }
>() {}

export const make = Effect.gen(function* () {
  const runtime = yield* Effect.runtime<never>()
  // biome-ignore lint/plugin/runners: a call to the outside becomes a fiber, so that its caller may go away
  const runFork = Runtime.runFork(runtime)
  const deadline = yield* Deadlines.make
  let underWay = 0
  let emptied: () => void = () => undefined

  const empty = Effect.async<void>((resume) => {
    emptied = () => resume(Effect.void)
    if (underWay === 0) emptied()
  })
  // A finalizer can't be interrupted; what it waits for has to be, or the limit would not hold.
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

/** What a call that takes longer than `limit` stands for, as an effect. It ends in time, whatever the call does. */
export const bounded =
  (calls: Context.Tag.Service<Calls>) =>
  <A>(call: Effect.Effect<A>, limit: Duration.Duration, otherwise: A): Effect.Effect<A> =>
    Effect.async((resume) =>
      calls.start(
        call,
        limit,
        (exit) => resume(exit._tag === "Success" ? Effect.succeed(exit.value) : Effect.succeed(otherwise)),
        () => resume(Effect.succeed(otherwise))
      )
    )
