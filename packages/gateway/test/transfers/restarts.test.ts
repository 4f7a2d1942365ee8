/** Journeys over a restart: what one gateway has begun, another one on the same database finishes. Source: D40. */
import { assert, it } from "@effect/vitest"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import type { TransferAnswer, TransferProvider } from "@florin/core/transfers/TransferProvider"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { makePlace } from "./internal/gateway.js"
import { openIn } from "./internal/journey.js"
import { code } from "./internal/merchant.js"

/** Leases follow the sandbox's clock, which is common to both gateways. */
const settings = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

const noAnswer: TransferAnswer = { _tag: "NoAnswer" }

/** A bank whose answers nobody hears before they are let go; `done` says whether it does what it is asked for. */
const deaf = Effect.fnUntraced(function* (done: boolean) {
  const requested = yield* Deferred.make<string>()
  const answers = yield* Deferred.make<void>()
  const wait = Effect.as(Deferred.await(answers), noAnswer)
  const providers = (bank: TransferProvider) => [
    {
      ...bank,
      perform: (request: Parameters<TransferProvider["perform"]>[0]) =>
        (done ? bank.perform(request) : Effect.void).pipe(
          Effect.zipRight(Deferred.succeed(requested, request.key)),
          Effect.zipRight(wait)
        )
    }
  ]
  // Shutdown waits for calls in flight.
  yield* Effect.addFinalizer(() => Deferred.succeed(answers, undefined))
  return { answers, requested: Deferred.await(requested), providers }
})

describeOnStores("a gateway that is gone", () => {
  it.scopedLive.each([
    { how: "was done", done: true },
    { how: "never reached the bank", done: false }
  ])("D40: leaves a payout whose call $how to the next one, which makes it once", ({ done }) =>
    Effect.gen(function* () {
      const place = yield* Effect.orDie(makePlace)
      const bank = yield* deaf(done)
      const first = yield* openIn(place, { providers: bank.providers, settings })
      yield* first.pass("PT0S")
      const waiting = yield* Effect.fork(first.payOut())
      const uid = yield* bank.requested
      const second = yield* openIn(place, { settings })
      yield* second.pass("PT5S")
      yield* second.pass("PT1M")
      const { status } = yield* second.find(uid)
      assert.strictEqual(status, "pending")
      const webhooks = yield* second.reported({ uid })
      assert.match(webhooks.join(), /^\d payout pending 700000$/)
      yield* second.bank.completePayout(uid)
      assert.match((yield* second.reported({ uid })).join(), /^\d payout successful 700000$/)
      assert.deepStrictEqual(yield* second.books(uid), ["payout 700000"])
      // The first one wakes up, and has nothing left to say.
      yield* Deferred.succeed(bank.answers, undefined)
      assert.strictEqual((yield* Fiber.join(waiting)).status, "successful")
      assert.deepStrictEqual([yield* second.reported({ uid }), yield* first.reported({ uid })], [[], []])
    })
  )

  it.scopedLive("D28: leaves payments to the next one, which finds what was paid and ends what was not", () =>
    Effect.gen(function* () {
      const place = yield* Effect.orDie(makePlace)
      const scope = yield* Scope.make()
      const first = yield* Scope.extend(openIn(place), scope)
      yield* first.pass("PT0S")
      const byCode = yield* first.pay({ method: code })
      const paid = yield* first.pay()
      const unpaid = yield* first.pay()
      yield* Scope.close(scope, Exit.void)
      const second = yield* openIn(place)
      for (const payment of [byCode, paid, unpaid]) {
        assert.deepStrictEqual(yield* second.reported(payment), ["2 payment pending 100000"])
      }
      yield* second.paySilently(byCode.uid)
      yield* second.paySilently(paid.uid)
      yield* second.pass("PT15M0.001S")
      assert.deepStrictEqual(yield* second.reported(byCode), ["3 payment successful 100000"])
      assert.deepStrictEqual(yield* second.reported(paid), ["3 payment successful 100000"])
      assert.deepStrictEqual(yield* second.reported(unpaid), ["3 payment failed 100000"])
    })
  )

  it.scopedLive("D29: leaves a proof and a refund to the next one, with what nobody was told yet", () =>
    Effect.gen(function* () {
      const place = yield* Effect.orDie(makePlace)
      const scope = yield* Scope.make()
      const first = yield* Scope.extend(openIn(place), scope)
      const late = yield* first.pay()
      yield* first.pass("PT16M")
      const sent = yield* first.prove(late)
      const paid = yield* first.pay({ method: code })
      yield* first.bank.pay(paid.uid)
      const back = yield* first.refund(paid)
      const untold = yield* first.payOut({ description: "DONE" })
      yield* Scope.close(scope, Exit.void)
      const second = yield* openIn(place)
      assert.deepStrictEqual(yield* second.reported(untold), ["2 payout successful 700000"])
      assert.deepStrictEqual(yield* second.reported(back), ["2 refund pending 100000"])
      assert.deepStrictEqual(
        (yield* second.proofs).map(({ proof }) => proof.uid),
        [sent.uid]
      )
      yield* second.operator.approve(late.uid)
      yield* second.bank.completeRefund(back.uid)
      assert.deepStrictEqual(yield* second.reported(late), ["5 payment successful 100000, proof successful"])
      assert.deepStrictEqual(yield* second.reported(back), ["3 refund successful 100000"])
      assert.deepStrictEqual(yield* second.books(back.uid), ["refund 100000"])
    })
  )
})
