/** Two processes on one store: one is paused while it sends, and the other finishes its work. Source: D40. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import { takeOver, twoProcesses } from "./internal/twoProcesses.js"
import { acquirerWith, authorize, charge, find, morning, pass, world } from "./internal/world.js"

const approved = { report: noReport }

describeOnStores("a charge whose processes die one after the other, each within the window", () => {
  it.scoped("D40: is asked for again soon where an answer is lost then", () =>
    Effect.gen(function* () {
      yield* morning
      const store = Layer.succeedContext(yield* Layer.build(emptyStore))
      let known: AcquirerStatus = AcquirerStatus.NotFound()
      const acquirers = acquirerWith(() => ({
        perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
        status: () => Effect.sync(() => known),
        inFlightWindow: Duration.seconds(5)
      }))
      const process = world({ store, acquirers })
      const { uid } = yield* Effect.provide(authorize(charge()), process)
      /** A process that asks, and dies. Seconds until the next question. */
      const asks = Effect.gen(function* () {
        yield* TestClock.adjust("5 seconds")
        const { nextDue, runDue } = yield* Scheduler
        const now = yield* DateTime.now
        yield* runDue(now)
        assert.strictEqual((yield* find(uid)).status, "pending")
        return Option.map(yield* nextDue, (next) => (next.epochMillis - now.epochMillis) / 1000)
      }).pipe(Effect.provide(process))
      const waits = yield* Effect.replicateEffect(asks, 7)
      known = AcquirerStatus.Unknown()
      // The questions that only wait for the window are none of the schedule: after 2 and 5 come 15 s.
      assert.deepStrictEqual([...waits, yield* asks].map(Option.getOrUndefined), [5, 5, 5, 5, 5, 5, 5, 15])
    })
  )
})

describeOnStores("a charge whose process stands still while it sends", () => {
  it.scoped("D40: is not done once the window has passed since nobody can be sending it", () =>
    Effect.gen(function* () {
      yield* morning
      const { answers, url } = yield* receiver
      const runtime = yield* Effect.runtime()
      answers.after = () => Runtime.runPromise(runtime)(TestClock.adjust("20 seconds"))
      const { first, second, uid } = yield* twoProcesses({
        status: () => Effect.succeed(AcquirerStatus.NotFound()),
        inFlightWindow: Duration.seconds(60)
      })
      yield* Effect.fork(Effect.provide(authorize(charge({ verification_url: url })), first))
      const sent = yield* uid
      yield* Effect.gen(function* () {
        yield* takeOver
        yield* pass("59999 millis")
        assert.strictEqual((yield* find(sent)).status, "pending")
        yield* pass("1 millis")
        assert.strictEqual((yield* find(sent)).status, "failed")
      }).pipe(Effect.provide(second))
    })
  )

  // Source: D40, Corrected: the acquirer's ledger never contradicts the latest announced state.
  it.scoped("D40: becomes successful, and is announced so, where its late approval is not taken back", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const reported: Array<string> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => void reported.push(String([message].flat()[0])))
      )
      const requested: Array<string> = []
      let known: AcquirerStatus = AcquirerStatus.NotFound()
      const { answer, first, second, uid } = yield* twoProcesses({
        status: () => Effect.sync(() => known),
        perform: ({ _tag, key }) => {
          requested.push(`${_tag} ${key}`)
          return Effect.succeed(AcquirerAnswer.Declined({ reason: "unspecified", report: noReport }))
        },
        inFlightWindow: Duration.zero
      })
      const waiting = yield* Effect.fork(Effect.provide(authorize(charge({ notification_url: url })), first))
      const sent = yield* uid
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("2 seconds")
        yield* takeOver
        assert.strictEqual((yield* find(sent)).status, "failed")
        known = AcquirerStatus.Approved(approved)
        yield* Deferred.succeed(answer, AcquirerAnswer.Approved(approved))
        assert.strictEqual((yield* Fiber.join(waiting)).status, "failed", "the first answer stays")
        yield* pass("1 second")
        assert.deepStrictEqual(requested, [`Void ${sent}:reverse`])
        const corrected = yield* find(sent)
        assert.deepStrictEqual([corrected.status, corrected.reason], ["successful", null])
        assert.deepStrictEqual(reported, ["The acquirer refused to reverse an approval"])
        // The version in between began the reversal.
        const announced = deliveries.map(({ document: { transaction }, headers }) => [
          transaction.status,
          headers["florin-sequence"]
        ])
        assert.deepStrictEqual(announced, [
          ["failed", "2"],
          ["successful", "4"]
        ])
        const history = yield* Effect.flatMap(TransactionStore, (_) => _.history(corrected.shop, corrected.uid))
        assert.deepStrictEqual(
          history.slice(1).map(({ from, to, trigger }) => `${from}, ${trigger}: ${to}`),
          ["pending, NotDone: failed", "failed, ReversalBegun: failed", "failed, Corrected: successful"]
        )
        // Source: D10: the hold period counts from when the approval was known.
        yield* pass("604798999 millis")
        assert.isNull((yield* find(sent)).closedAt)
        yield* pass("1 millis")
        yield* pass("1 second")
        // Under its own key: the acquirer refused the first.
        assert.deepStrictEqual(requested, [`Void ${sent}:reverse`, `Void ${sent}:reverse-2`])
        // It refuses this one, too: what was told as released is held.
        const after = yield* Effect.flatMap(TransactionStore, (_) => _.history(corrected.shop, corrected.uid))
        assert.deepStrictEqual(
          after.slice(history.length).map(({ trigger }) => trigger),
          ["HoldLapsed", "ReversalBegun", "Corrected"]
        )
        assert.isNull((yield* find(sent)).closedAt)
      }).pipe(Effect.provide(second), Effect.provide(log))
    })
  )
})
