/** Orders and subscriptions whose charge needs its customer at the acquirer. Source: D44, D53. */
import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { TransactionUid } from "@florin/core/ids/Ids"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as CheckoutRequests from "@florin/wire/CheckoutRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { actingBank } from "./internal/actingBank.js"
import { cancel, createPlan, look, monthly, subscribe } from "./internal/billing.js"
import { acquirerWith, card, find, morning, pass, shop, world } from "./internal/world.js"

const order = { amount: 1000, currency: "EUR", description: "An order" }
const by = Either.getOrThrow(BillingRequests.cardChange({ card })).card

const returned = (uid: TransactionUid) =>
  Effect.flatMap(Cards, (cards) => Effect.map(cards.returned(uid, {}), ({ transaction }) => transaction))

const created = Effect.gen(function* () {
  const { create } = yield* Checkouts
  const request = yield* CheckoutRequests.checkout({ checkout: { transaction_type: "payment", attempts: 3, order } })
  return yield* create(yield* shop(), request)
})

describeOnContract("an order whose attempt waits for its customer at the acquirer", () => {
  it.effect(
    "D44: is paid once, whatever the tabs do, and another attempt begins only when the first cannot succeed",
    () => {
      const bank = actingBank()
      return Effect.gen(function* () {
        yield* morning
        const { findPublic, pay } = yield* Checkouts
        const merchant = yield* shop()
        const seen = yield* created
        const again = Effect.flatMap(findPublic(seen.token), (now) => Effect.either(pay(merchant, now, { by })))
        const { uid } = yield* pay(merchant, seen, { by })
        assert.strictEqual((yield* findPublic(seen.token)).state, "paying")
        // The other tab, with the form as it was.
        yield* Effect.either(pay(merchant, seen, { by }))
        yield* again
        assert.strictEqual(bank.requests.length, 1)
        yield* pass("15 minutes")
        assert.strictEqual((yield* find(uid)).status, "expired")
        yield* again
        const second = yield* findPublic(seen.token)
        assert.notStrictEqual(second.uid, uid)
        // The first page of the acquirer is still open in a tab.
        assert.strictEqual(bank.places.get(uid), "canceled")
        assert.strictEqual((yield* returned(uid)).status, "expired")
        bank.places.set(second.uid as TransactionUid, "approved")
        assert.strictEqual((yield* returned(second.uid as TransactionUid)).status, "successful")
        assert.strictEqual((yield* findPublic(seen.token)).state, "paid")
        assert.deepStrictEqual(bank.approved(), ["Void", "Charge"])
      }).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))
    }
  )

  it.effect.each([
    { does: "and refuses to take it back", refusesVoids: true, state: "paid", stands: "Charge" },
    { does: "and takes it back", refusesVoids: false, state: "open", stands: "Void" }
  ] as const)(
    "D44: an acquirer that approves after the time is over $does leaves the order $state",
    ({ refusesVoids, stands, state }) => {
      const bank = actingBank()
      bank.own.refusesVoids = refusesVoids
      return Effect.gen(function* () {
        yield* morning
        const { findPublic, pay } = yield* Checkouts
        const merchant = yield* shop()
        const { token } = yield* created
        const { uid } = yield* pay(merchant, yield* findPublic(token), { by })
        yield* pass("15 minutes")
        // Until the acquirer has called it off nobody may pay by another card.
        const now = yield* findPublic(token)
        if (refusesVoids) assert.strictEqual(now.state, "paying")
        if (refusesVoids) assert.isTrue(Either.isLeft(yield* Effect.either(pay(merchant, now, { by }))))
        bank.places.set(uid, bank.places.get(uid) === "action" ? "approved" : "canceled")
        yield* pass("1 hour")
        assert.deepStrictEqual(bank.approved(), [stands])
        assert.strictEqual((yield* findPublic(token)).state, state)
      }).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))
    }
  )

  it.effect("D53: is paid by a customer who has closed the page after paying", () => {
    const bank = actingBank()
    return Effect.gen(function* () {
      yield* morning
      const { findPublic, pay } = yield* Checkouts
      const seen = yield* created
      const { uid } = yield* pay(yield* shop(), seen, { by })
      bank.places.set(uid, "approved")
      yield* pass("15 minutes")
      assert.strictEqual((yield* findPublic(seen.token)).state, "paid")
    }).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))
  })
})

describeOnContract("a subscription whose first charge waits for its customer at the acquirer", () => {
  it.effect.each([
    { place: "approved", state: "active", status: "successful" },
    { place: "declined", state: "failed", status: "failed" }
  ] as const)("D53: is $state once the customer is back and the acquirer says $place", ({ place, state, status }) => {
    const bank = actingBank()
    return Effect.gen(function* () {
      yield* morning
      const plan = yield* createPlan(monthly())
      const { id, lastTransaction } = yield* subscribe({ id: plan.id })
      const uid = lastTransaction?.uid as TransactionUid
      bank.places.set(uid, place)
      assert.strictEqual((yield* returned(uid)).status, status)
      assert.strictEqual((yield* look(id)).state, state)
    }).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))
  })

  it.effect(
    "D53: that is cancelled meanwhile charges nothing: what the acquirer may still approve is taken back",
    () => {
      const bank = actingBank()
      return Effect.gen(function* () {
        yield* morning
        const plan = yield* createPlan(monthly())
        const { id, lastTransaction } = yield* subscribe({ id: plan.id })
        const uid = lastTransaction?.uid as TransactionUid
        yield* cancel(id, { cancel_reason: "Changed my mind" })
        assert.strictEqual((yield* find(uid)).status, "expired")
        bank.places.set(uid, "approved")
        yield* pass("1 minute")
        assert.strictEqual(bank.places.get(uid), "canceled")
        assert.strictEqual((yield* returned(uid)).status, "expired")
        assert.deepStrictEqual(bank.approved(), ["Void"])
      }).pipe(Effect.provide(world({ acquirers: acquirerWith(bank.change) })))
    }
  )
})
