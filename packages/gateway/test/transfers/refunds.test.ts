/** Journeys of refunds by bank transfer. Source: interface, "Endpoints | Instant bank-transfer refund"; D32. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { code } from "./internal/merchant.js"

/** A paid payment of which everything has been told. */
const paid = (changes: object = {}) =>
  Effect.gen(function* () {
    const { bank, pay, reported } = yield* Journey
    const payment = yield* pay({ method: code, ...changes })
    yield* bank.pay(payment.uid)
    yield* reported(payment)
    return payment
  })

/** What a refund of so much is answered; `accepted`, or the error. */
const attempt = (parent_uid: string, amount?: number, more: object = {}) =>
  Effect.gen(function* () {
    const { tries } = yield* Journey
    const requested = { parent_uid, reason: "Returned", ...(amount === undefined ? {} : { amount }), ...more }
    const [status, body] = yield* tries("refunds", requested)
    return status === 200 ? "accepted" : (body.message as string)
  })

const twice = { duplicate_check: false }

stories("a refund", (it) => {
  it.effect(
    "Endpoints | Instant bank-transfer refund: is pending until the bank has paid it back, of all by default",
    () =>
      Effect.gen(function* () {
        const { bank, books, documents, find, refund, reported } = yield* Journey
        const payment = yield* paid({ tracking_id: "order-1" })
        const pending = yield* refund(payment)
        assert.deepStrictEqual(
          [pending.type, pending.status, pending.parent_uid, pending.amount],
          ["refund", "pending", payment.uid, 100_000]
        )
        assert.deepStrictEqual(yield* reported(pending), ["2 refund pending 100000"])
        const done = yield* bank.completeRefund(pending.uid)
        assert.deepStrictEqual([done.status, done.code], ["successful", "S.0000"])
        assert.isNotNull(done.paid_at)
        const [document, ...more] = yield* documents(pending)
        assert.deepStrictEqual([document?.transaction, more.length], [yield* find(pending.uid), 0])
        assert.deepStrictEqual(yield* books(pending.uid), ["refund 100000"])
        assert.deepStrictEqual([(yield* find(payment.uid)).status, yield* reported(payment)], ["successful", []])
      })
  )

  it.effect("D32: that the bank refuses has failed, and its amount is left again", () =>
    Effect.gen(function* () {
      const { bank, books, find, refund, reported } = yield* Journey
      const payment = yield* paid()
      const pending = yield* refund(payment)
      yield* reported(pending)
      yield* bank.failRefund(pending.uid, { message: "Account closed" })
      const { code: ended, message, status } = yield* find(pending.uid)
      assert.deepStrictEqual([status, ended, message], ["failed", "F.0208", "Account closed"])
      assert.deepStrictEqual(yield* reported(pending), ["3 refund failed 100000"])
      assert.deepStrictEqual(yield* books(pending.uid), [])
      assert.strictEqual(yield* attempt(payment.uid, 100_000, twice), "accepted")
    })
  )

  it.effect.each([
    { reason: "DONE", status: "successful", code: "S.0000" },
    { reason: "DECLINE", status: "failed", code: "F.0208" },
    { reason: "FUNDS", status: "failed", code: "F.0207" }
  ])("D6: that the bank decides at once ($reason) is $status, $code", ({ code: ended, reason, status }) =>
    Effect.gen(function* () {
      const { refund, reported } = yield* Journey
      const decided = yield* refund(yield* paid(), { reason })
      assert.deepStrictEqual([decided.status, decided.code], [status, ended])
      assert.deepStrictEqual(yield* reported(decided), [`2 refund ${status} 100000`])
    })
  )

  it.effect("D32: in parts, pending ones included, never exceeds what was paid", () =>
    Effect.gen(function* () {
      const { bank, refund } = yield* Journey
      const payment = yield* paid()
      const first = yield* refund(payment, { amount: 30_000 })
      const second = yield* refund(payment, { amount: 50_000 })
      assert.strictEqual(yield* attempt(payment.uid, 20_001), "Amount can't be greater than 20000.")
      yield* bank.completeRefund(first.uid)
      assert.strictEqual(yield* attempt(payment.uid, 20_001), "Amount can't be greater than 20000.")
      const rest = yield* refund(payment)
      assert.strictEqual(rest.amount, 20_000)
      assert.strictEqual(yield* attempt(payment.uid), "Parent uid Parent transaction is refunded already.")
      yield* bank.failRefund(second.uid)
      assert.strictEqual(yield* attempt(payment.uid, 50_001), "Amount can't be greater than 50000.")
      assert.strictEqual(yield* attempt(payment.uid, 50_000, twice), "accepted")
    })
  )

  it.effect("D32: of which the bank paid back less leaves the rest; of what the bank received counts its amount", () =>
    Effect.gen(function* () {
      const { bank, pay, refund } = yield* Journey
      const payment = yield* pay({ method: code })
      yield* bank.pay(payment.uid, { amount: 90_000 })
      assert.strictEqual(yield* attempt(payment.uid, 90_001), "Amount can't be greater than 90000.")
      const whole = yield* refund(payment)
      assert.strictEqual(whole.amount, 90_000)
      yield* bank.completeRefund(whole.uid, { amount: 80_000 })
      assert.strictEqual(yield* attempt(payment.uid, 10_001), "Amount can't be greater than 10000.")
      assert.strictEqual((yield* refund(payment, twice)).amount, 10_000)
    })
  )

  it.effect("D29: of a proven payment counts what was approved", () =>
    Effect.gen(function* () {
      const { operator, pass, pay, prove } = yield* Journey
      const payment = yield* pay()
      yield* pass("PT16M")
      yield* prove(payment)
      yield* operator.approve(payment.uid, { amount: 70_000 })
      assert.strictEqual(yield* attempt(payment.uid, 70_001), "Amount can't be greater than 70000.")
      assert.strictEqual(yield* attempt(payment.uid, 70_000), "accepted")
    })
  )

  it.effect("D32: is of a successful payment by transfer only", () =>
    Effect.gen(function* () {
      const { pay, payOut, refund } = yield* Journey
      const parent = (says: string) => `Parent uid Parent transaction ${says}.`
      const pending = yield* pay()
      const failed = yield* pay({ description: "DECLINE" })
      const paidOut = yield* payOut({ description: "DONE" })
      const done = yield* refund(yield* paid(), { reason: "DONE" })
      assert.strictEqual(yield* attempt(pending.uid), parent("is not successful"))
      assert.strictEqual(yield* attempt(failed.uid), parent("is not successful"))
      assert.strictEqual(yield* attempt(paidOut.uid), parent("can't be followed by a refund"))
      assert.strictEqual(yield* attempt(done.uid), parent("can't be followed by a refund"))
      assert.strictEqual(yield* attempt("01dedcc0-f280-7182-8bb8-7662372ab02a"), parent("is not found"))
    })
  )

  it.effect("D32: needs a reason", () =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const { uid } = yield* paid()
      const [status, { errors }] = yield* tries("refunds", { parent_uid: uid, amount: 100 })
      assert.deepStrictEqual([status, errors], [422, { request: { reason: ["can't be blank"] } }])
    })
  )

  it.effect.each([
    { after: "PT29.999S", amount: 1000, more: {}, expected: "Duplicate transaction." },
    { after: "PT30S", amount: 1000, more: {}, expected: "accepted" },
    { after: "PT29.999S", amount: 1001, more: {}, expected: "accepted" },
    { after: "PT29.999S", amount: 1000, more: { duplicate_check: false }, expected: "accepted" }
  ])("D12: of $amount $after after one of 1000, with $more: $expected", ({ after, amount, expected, more }) =>
    Effect.gen(function* () {
      const { pass } = yield* Journey
      const payment = yield* paid()
      assert.strictEqual(yield* attempt(payment.uid, 1000), "accepted")
      yield* pass(after)
      assert.strictEqual(yield* attempt(payment.uid, amount, more), expected)
    })
  )
})
