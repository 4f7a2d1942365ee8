import { assert, it } from "@effect/vitest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import {
  authorize,
  cancel,
  capture,
  card,
  charge,
  child,
  credit,
  morning,
  pay,
  payOut,
  refund,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

const reason = "Goods came back"
const otherNumber = "9112300000000000"
const saved = (number = card.number) =>
  Effect.map(tokenize(charge({ amount: 77, credit_card: { ...card, number } })), (_) => ({ token: _.card?.token }))
const payout = (amount: number, recipient_credit_card: object, changes: object = {}) =>
  payOut({ request: { amount, currency: "EUR", description: "Winnings", recipient_credit_card, ...changes } })

/** Every card operation, parameterized by amount. */
const operations = [
  { operation: "authorization", ready: Effect.succeed((amount: number) => authorize(charge({ amount }))) },
  { operation: "payment", ready: Effect.succeed((amount: number) => pay(charge({ amount }))) },
  { operation: "tokenization", ready: Effect.succeed((amount: number) => tokenize(charge({ amount }))) },
  {
    operation: "capture",
    ready: Effect.map(authorize(charge()), (parent) => (amount: number) => capture(child(parent, amount)))
  },
  {
    operation: "void",
    ready: Effect.map(authorize(charge()), (parent) => (amount: number) => cancel(child(parent, amount)))
  },
  {
    operation: "refund",
    ready: Effect.map(pay(charge()), (parent) => (amount: number) => refund(child(parent, amount, { reason })))
  },
  {
    operation: "credit",
    ready: Effect.map(saved(), (credit_card) => (amount: number) => credit(charge({ amount, credit_card })))
  },
  { operation: "payout", ready: Effect.succeed((amount: number) => payout(amount, card)) }
] as const

describeOnContract("an equal request", () => {
  // Source: D12: sliding, half-open; a refused request is no original.
  it.effect.each(operations)(
    "Limits | Duplicate-check window of card requests: a second $operation is refused after 29.999 s, taken after 30 s",
    ({ ready }) =>
      Effect.gen(function* () {
        yield* morning
        const send = yield* ready
        yield* send(1)
        yield* send(2)
        yield* TestClock.adjust("29999 millis")
        assert.strictEqual(yield* verdict(send(1)), "DuplicateRequest")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* verdict(send(1)), "accepted")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* verdict(send(2)), "accepted")
        yield* TestClock.adjust("29998 millis")
        assert.strictEqual(yield* verdict(send(1)), "DuplicateRequest")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* verdict(send(1)), "accepted")
      }).pipe(Effect.provide(world()))
  )
})

describeOnContract("what makes requests equal", () => {
  // Source: D12: children by operation, shop, parent and amount; the reason is ignored.
  it.effect("D12: captures, voids and refunds are compared by operation, parent and amount", () =>
    Effect.gen(function* () {
      yield* morning
      const [one, two] = [yield* authorize(charge()), yield* authorize(charge({ amount: 2000 }))]
      yield* capture(child(one, 100))
      const seen = {
        equal: yield* verdict(capture(child(one, 100, { tracking_id: "another" }))),
        unchecked: yield* verdict(capture(child(one, 100, { duplicate_check: false }))),
        amount: yield* verdict(capture(child(one, 101))),
        operation: yield* verdict(cancel(child(one, 100))),
        parent: yield* verdict(capture(child(two, 100)))
      }
      assert.deepStrictEqual(seen, {
        equal: "DuplicateRequest",
        unchecked: "accepted",
        amount: "accepted",
        operation: "accepted",
        parent: "accepted"
      })
      const paid = yield* pay(charge())
      yield* refund(child(paid, 10, { reason }))
      assert.strictEqual(yield* verdict(refund(child(paid, 10, { reason: "Another" }))), "DuplicateRequest")
      assert.strictEqual(yield* verdict(refund(child(paid, 11, { reason }))), "accepted")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D12: credits and payouts are compared by operation, amount and card, named by number or token", () =>
    Effect.gen(function* () {
      yield* morning
      const [token, other] = [yield* saved(), yield* saved(otherNumber)]
      yield* credit(charge({ credit_card: token }))
      yield* payout(1000, card)
      const seen = {
        credit: yield* verdict(credit(charge({ credit_card: token, description: "Another" }))),
        uncheckedCredit: yield* verdict(credit(charge({ credit_card: token, duplicate_check: false }))),
        creditOfAnotherAmount: yield* verdict(credit(charge({ credit_card: token, amount: 1001 }))),
        creditToAnotherCard: yield* verdict(credit(charge({ credit_card: other }))),
        payout: yield* verdict(payout(1000, token)),
        uncheckedPayout: yield* verdict(payout(1000, token, { duplicate_check: false })),
        payoutOfAnotherAmount: yield* verdict(payout(1001, token)),
        payoutToAnotherCard: yield* verdict(payout(1000, other))
      }
      assert.deepStrictEqual(seen, {
        credit: "DuplicateRequest",
        uncheckedCredit: "accepted",
        creditOfAnotherAmount: "accepted",
        creditToAnotherCard: "accepted",
        payout: "DuplicateRequest",
        uncheckedPayout: "accepted",
        payoutOfAnotherAmount: "accepted",
        payoutToAnotherCard: "accepted"
      })
    }).pipe(Effect.provide(world()))
  )

  it.effect("Tokenization request | duplicate_check: another card number of the same amount is taken", () =>
    Effect.gen(function* () {
      yield* morning
      yield* tokenize(charge())
      const other = charge({ credit_card: { ...card, number: otherNumber } })
      assert.strictEqual(yield* verdict(tokenize(charge())), "DuplicateRequest")
      assert.strictEqual(yield* verdict(tokenize(charge({ duplicate_check: false }))), "accepted")
      assert.strictEqual(yield* verdict(tokenize(other)), "accepted")
      assert.strictEqual(yield* verdict(tokenize(charge(), { shop: "flags" })), "accepted")
    }).pipe(Effect.provide(world()))
  )
})
