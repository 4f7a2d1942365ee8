/** Journeys of confirmations. Source: interface, "Confirm request", "Confirm response"; D12, D30. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { code, type Shown } from "./internal/merchant.js"

const opened = "2 payment pending 100000"

/** Status and response of a confirmation. */
const confirm = ({ uid }: Pick<Shown, "uid">, body?: object) =>
  Effect.flatMap(Journey, ({ post }) =>
    Effect.map(post(`/beyag/transactions/${uid}/confirm`, body), (reply) => [reply.status, reply.body] as const)
  )

/** Status of the response alone. */
const verdict = (payment: Shown, body?: object) =>
  Effect.map(confirm(payment, body), ([status, stated]) => [status, stated.response?.status] as const)

stories("a confirmation", (it) => {
  it.effect("Confirm response | status: failed where nothing is paid, which changes and tells nothing", () =>
    Effect.gen(function* () {
      const { find, history, pay, reported } = yield* Journey
      const payment = yield* pay()
      assert.deepStrictEqual(yield* reported(payment), [opened])
      const [status, { response }] = yield* confirm(payment)
      assert.strictEqual(status, 200)
      assert.match(response.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
      assert.deepStrictEqual(
        { ...response, created_at: "" },
        {
          parent_uid: payment.uid,
          type: "confirm",
          status: "failed",
          message: "Confirm was failed",
          created_at: "",
          amount: 100_000,
          currency: "RUB"
        }
      )
      assert.deepStrictEqual([(yield* find(payment.uid)).status, yield* reported(payment)], ["pending", []])
      assert.deepStrictEqual(yield* history(payment.uid), [
        "none → pending, Accepted",
        "pending → pending, Waiting",
        "pending → pending, ConfirmAsked"
      ])
    })
  )

  it.effect("Endpoints | rule 2: asks the bank, and the payment is successful at once", () =>
    Effect.gen(function* () {
      const { find, pay, paySilently, reported } = yield* Journey
      for (const method of [{ type: "sbp_data", channel: "SBP" }, code]) {
        const payment = yield* pay({ method })
        yield* reported(payment)
        yield* paySilently(payment.uid, { amount: 99_000 })
        const [status, { response }] = yield* confirm(payment)
        const { amount, message, status: stated } = response
        const expected = [200, "successful", "Confirm was successfully processed", 99_000]
        assert.deepStrictEqual([status, stated, message, amount], expected)
        assert.strictEqual((yield* find(payment.uid)).status, "successful")
        assert.deepStrictEqual(yield* reported(payment), ["4 payment successful 99000"])
      }
    })
  )

  it.effect("D30: of a paid payment is successful; of a failed one it is failed, also after a late payment", () =>
    Effect.gen(function* () {
      const { bank, evidence, pass, pay, paySilently, reported } = yield* Journey
      const paid = yield* pay()
      yield* bank.pay(paid.uid)
      assert.deepStrictEqual(yield* verdict(paid), [200, "successful"])
      const unpaid = yield* pay()
      yield* pass("PT16M")
      yield* reported(unpaid)
      assert.deepStrictEqual(yield* verdict(unpaid), [200, "failed"])
      yield* paySilently(unpaid.uid)
      assert.deepStrictEqual(yield* verdict(unpaid, { skip_duplicate_check: true }), [200, "failed"])
      assert.lengthOf(yield* evidence(unpaid.uid), 1)
      assert.deepStrictEqual(yield* reported(unpaid), [])
    })
  )

  it.effect("D30: never fails the payment, whatever the bank says then", () =>
    Effect.gen(function* () {
      const { ahead, find, pass, pay, paySilently, reported } = yield* Journey
      const late = yield* pay()
      const expired = yield* pay({ expired_at: yield* ahead({ minutes: 1 }) })
      yield* reported(late)
      yield* reported(expired)
      yield* paySilently(late.uid, { paid_at: yield* ahead({ minutes: 15, millis: 1 }) })
      yield* paySilently(expired.uid, { paid_at: yield* ahead({ minutes: 1, millis: 1 }) })
      for (const payment of [late, expired]) {
        assert.deepStrictEqual(yield* verdict(payment), [200, "failed"])
        assert.strictEqual((yield* find(payment.uid)).status, "pending")
        assert.deepStrictEqual(yield* reported(payment), [])
      }
      yield* pass("PT16M")
      assert.deepStrictEqual(yield* reported(late), ["4 payment failed 100000"])
      assert.deepStrictEqual(yield* reported(expired), ["4 payment expired 100000"])
    })
  )

  it.effect("Errors | Confirm for an unknown transaction: is 404 in the cards' form, also for other transfers", () =>
    Effect.gen(function* () {
      const { payOut } = yield* Journey
      const expected = [404, { response: { message: "Record not found" } }] as const
      assert.deepStrictEqual(yield* confirm({ uid: "01dedcc0-f280-7182-8bb8-7662372ab02a" }), expected)
      assert.deepStrictEqual(yield* confirm({ uid: "no-uid" }), expected)
      assert.deepStrictEqual(yield* confirm(yield* payOut()), expected)
    })
  )

  it.effect.each([
    { after: "PT29.999S", skips: false, status: 422 },
    { after: "PT30S", skips: false, status: 200 },
    { after: "PT29.999S", skips: true, status: 200 }
  ])(
    "Limits | Duplicate-check window of proof and confirm: a second confirmation after $after, skip_duplicate_check $skips: $status",
    ({ after, skips, status }) =>
      Effect.gen(function* () {
        const { pass, pay } = yield* Journey
        const payment = yield* pay()
        yield* confirm(payment, {})
        yield* pass(after)
        const [answered, body] = yield* confirm(payment, { request: { skip_duplicate_check: skips } })
        assert.strictEqual(answered, status)
        if (status === 422) assert.deepStrictEqual(body.errors, { base: ["Duplicate transaction"] })
      })
  )

  it.effect("D12: one that skips the check counts for the next, one that was refused does not", () =>
    Effect.gen(function* () {
      const { pass, pay } = yield* Journey
      const payment = yield* pay()
      yield* confirm(payment, { skip_duplicate_check: true })
      yield* pass("PT29S")
      assert.deepStrictEqual(yield* verdict(payment), [422, undefined])
      yield* pass("PT1S")
      assert.deepStrictEqual(yield* verdict(payment), [200, "failed"])
    })
  )

  it.effect("Endpoints | Transaction confirmation: takes a bare, a wrapped and no body, of no other type (D3)", () =>
    Effect.gen(function* () {
      const { pay } = yield* Journey
      for (const body of [undefined, {}, { request: {} }, { skip_duplicate_check: "true" }]) {
        assert.deepStrictEqual(yield* verdict(yield* pay(), body), [200, "failed"])
      }
      const [status, { errors }] = yield* confirm(yield* pay(), { skip_duplicate_check: 1 })
      assert.deepStrictEqual([status, Object.keys(errors.request)], [422, ["skip_duplicate_check"]])
    })
  )
})
