/** What acquirers cannot do is refused, and nothing of it is kept; and what the shop demands of one. Source: D53. */
import { assert, it } from "@effect/vitest"
import type { AcquirerRequest, AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { Currency } from "@florin/core/money/Currency"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  acquirerWith,
  authorize,
  cancel,
  capture,
  charge,
  child,
  credit,
  morning,
  movements,
  pass,
  pay,
  refund,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

const able = (capabilities: AcquirerCapabilities, more: Partial<AcquirerService> = {}) =>
  world({ acquirers: acquirerWith(() => ({ name: "Nord", capabilities, ...more })) })

const moved = Effect.map(movements, (all) => all.map(({ amount, kind }) => `${kind} ${amount}`))

describeOnContract("an acquirer that can do little", () => {
  it.effect("D53: is sent nothing that it cannot do, and nothing is kept of what is refused", () =>
    Effect.gen(function* () {
      yield* morning
      assert.strictEqual(yield* verdict(pay(charge({ currency: "USD" }))), "currency is not taken by the acquirer Nord")
      assert.strictEqual(
        yield* verdict(tokenize(charge())),
        "Cards are not checked without an amount by the acquirer Nord"
      )
      const { card } = yield* pay(charge())
      assert.strictEqual(
        yield* verdict(credit(charge({ credit_card: { token: card?.token }, amount: 500 }))),
        "Credits to saved cards are not paid by the acquirer Nord"
      )
      const parent = yield* authorize(charge())
      assert.match(yield* verdict(cancel(child(parent, 400))), /^amount must be the whole amount: the acquirer Nord /)
      const taken = yield* capture(child(parent, 400))
      assert.match(
        yield* verdict(capture(child(parent, 100))),
        /^parent_uid can't be captured again: the acquirer Nord /
      )
      assert.strictEqual(
        yield* verdict(refund(child(taken, 100, { reason: "returned" }))),
        "parent_uid can't be refunded by the acquirer Nord"
      )
      assert.deepStrictEqual(yield* moved, ["payment 1000", "authorization 1000", "capture 400"])
      // What the capture has left goes back with it.
      yield* pass("8 days")
      assert.deepStrictEqual(yield* moved, ["payment 1000", "authorization 1000", "capture 400"])
    }).pipe(
      Effect.provide(
        able({
          ...{ captures: "one", partialVoids: false, refunds: false, credits: false, zeroAmountChecks: false },
          currencies: [Currency.make("EUR")]
        })
      )
    )
  )

  it.effect.each([
    { name: "wants it", flags: {}, id: "flags", expected: "wanted" },
    { name: "forces it", flags: { force_three_d_secure_verification: true }, id: "flags", expected: "forced" },
    { name: "skips it", flags: { skip_three_d_secure_verification: true }, id: "flags", expected: undefined },
    { name: "has none", flags: {}, id: "plain", expected: undefined }
  ])("D53: that authenticates customers itself is told that the shop $name", ({ expected, flags, id }) => {
    const requests: Array<AcquirerRequest> = []
    const acquirers = acquirerWith((real) => ({
      capabilities: { authenticates: true },
      perform: (request) => {
        requests.push(request)
        return real.perform(request)
      }
    }))
    return Effect.gen(function* () {
      yield* morning
      yield* pay(charge(flags), { shop: id })
      const [request] = requests
      assert(request?._tag === "Charge")
      assert.strictEqual(request.authenticate, expected)
    }).pipe(Effect.provide(world({ acquirers })))
  })

  it.effect("D53: forced authentication is refused where nobody can do it", () =>
    Effect.gen(function* () {
      yield* morning
      const forced = charge({ force_three_d_secure_verification: true })
      assert.strictEqual(
        yield* verdict(pay(forced, { shop: "flags" })),
        "force_three_d_secure_verification is not available"
      )
      assert.deepStrictEqual(yield* moved, [])
    }).pipe(Effect.provide(able({})))
  )
})
