/** Providers that say nothing for too long. Source: D41. */
import { assert, it } from "@effect/vitest"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  TransferProviders
} from "@florin/core/transfers/TransferProvider"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { morning, pass, soon, world } from "../internal/world.js"
import * as Bench from "./internal/bench.js"

const waiting = TransferProgress.Waiting({ report: { refId: "bank-1", message: null }, order: null })

/** A provider that is asked and says nothing before it is let go, and knows how the transfer stands. */
const silent = (hang: (answer: Effect.Effect<TransferAnswer>) => Effect.Effect<TransferAnswer>) =>
  Effect.gen(function* () {
    const requested = yield* Deferred.make<void>()
    const answer = yield* Deferred.make<TransferAnswer>()
    yield* Effect.addFinalizer(() => Deferred.succeed(answer, { _tag: "NoAnswer" }))
    const provider: TransferProvider = {
      gatewayId: 1,
      name: "Silent",
      simulated: true,
      perform: () => Effect.zipRight(Deferred.succeed(requested, undefined), hang(Deferred.await(answer))),
      status: () => Effect.succeed(waiting)
    }
    return { requested: Deferred.await(requested), answer, settings: Layer.succeed(TransferProviders, [provider]) }
  })

/** The caller was answered before the job was given back, which takes a commit. */
const untilGivenBack = Effect.repeat(
  Effect.zipRight(
    soon,
    Effect.flatMap(Scheduler, ({ nextDue }) => nextDue)
  ),
  { until: Option.exists((due) => due.epochMillis < 2_000_000_000_000) }
)

it.scoped.each([
  { how: "that can be stopped", hang: (answer: Effect.Effect<TransferAnswer>) => answer },
  { how: "that can't be stopped", hang: Effect.uninterruptible }
])(
  "D41: a call $how has 30 seconds: then the transfer is pending, and the provider is asked how it stands",
  ({ hang }) =>
    Effect.gen(function* () {
      yield* morning
      const { answer, requested, settings } = yield* silent(hang)
      yield* Effect.gen(function* () {
        const caller = yield* Effect.fork(Bench.payOut)
        yield* requested
        yield* TestClock.adjust("29999 millis")
        assert.isTrue(Option.isNone(yield* Fiber.poll(caller)))
        yield* TestClock.adjust("1 millis")
        const { report, status, uid } = yield* Fiber.join(caller)
        assert.deepStrictEqual([status, report], ["pending", null])
        yield* Deferred.succeed(answer, { _tag: "NoAnswer" })
        yield* untilGivenBack
        yield* pass("1 minutes")
        const known = yield* Bench.find(uid)
        assert.deepStrictEqual([known.status, known.report?.refId], ["pending", "bank-1"])
      }).pipe(Effect.provide(world({ settings })))
    })
)
