/** What merchants ask for by instant bank transfer, and how they find it again. Source: D1, D4, D13, D27, D39. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { code, data, payment, payout } from "./internal/merchant.js"
import { proof } from "./internal/proof.js"

const errors = (sentences: Readonly<Record<string, unknown>>) => ({ request: sentences })

stories("a request by bank transfer", (it) => {
  it.effect.each([
    { amount: 49_999, expected: ["can't be less than 50000"] },
    { amount: 50_000, expected: undefined },
    { amount: 15_000_000, expected: undefined },
    { amount: 15_000_001, expected: ["can't be greater than 15000000"] }
  ])("Limits | Instant bank-transfer (`sbp_data`) amount: $amount", ({ amount, expected }) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const [status, body] = yield* tries("payments", payment({ amount }))
      assert.deepStrictEqual(
        [status, body.errors],
        expected === undefined ? [200, undefined] : [422, errors({ amount: expected })]
      )
    })
  )

  it.effect.each([
    { amount: 0, status: 422 },
    { amount: 1, status: 200 },
    { amount: 15_000_001, status: 200 }
  ])("D27: an sbp amount of $amount is answered $status", ({ amount, status }) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      assert.strictEqual((yield* tries("payments", payment({ amount, method: code })))[0], status)
    })
  )

  it.effect.each([
    ["channel", { method: { type: "sbp_data" } }, { method: { channel: ["can't be blank"] } }],
    ["channel", { method: { type: "sbp_data", channel: "sbp" } }, { method: { channel: ["must be SBP"] } }],
    ["return_url", { return_url: undefined }, { return_url: ["can't be blank"] }]
  ] as const)("Payment request additions for method `sbp_data` | %s: %j is refused", ([, changes, expected]) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const [status, body] = yield* tries("payments", payment(changes))
      assert.deepStrictEqual([status, body.errors], [422, errors(expected)])
    })
  )

  it.effect.each([
    ["payments", payment({ currency: "EUR" })],
    ["payments", payment({ method: code, currency: "USD" })],
    ["payouts", payout({ currency: "KZT" })]
  ] as const)("D27: %s in another currency than RUB are refused", ([path, request]) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const [status, body] = yield* tries(path, request)
      const expected = errors({ currency: ["is not supported. Only RUB is"] })
      assert.deepStrictEqual([status, body.errors], [422, expected])
    })
  )

  it.effect(
    "Endpoints | Instant bank-transfer payment (`sbp`, `sbp_data`), Payout (`sbp`): have singular paths too (D1)",
    () =>
      Effect.gen(function* () {
        const { bank, tries } = yield* Journey
        const [paid, { transaction }] = yield* tries("payment", payment())
        yield* bank.pay(transaction.uid)
        const [refunded] = yield* tries("refund", { parent_uid: transaction.uid, reason: "Returned" })
        const [paidOut] = yield* tries("payout", payout())
        assert.deepStrictEqual([paid, refunded, paidOut], [200, 200, 200])
      })
  )

  it.effect("D1: both status queries answer a transfer, and the transfers' one no card transaction", () =>
    Effect.gen(function* () {
      const { get, pay, post } = yield* Journey
      const { uid } = yield* pay({ tracking_id: "mine" })
      const own = yield* get(`/beyag/transactions/${uid}`)
      assert.deepStrictEqual([own.status, own.text], [200, (yield* get(`/transactions/${uid}`)).text])
      assert.strictEqual((yield* get("/transactions/tracking_id/mine")).text, own.text)
      assert.deepStrictEqual((yield* get("/v2/transactions/tracking_id/mine")).body, {
        transactions: [own.body.transaction]
      })
      const card = {
        number: "4200000000000000",
        verification_value: "123",
        holder: "Jane",
        exp_month: "12",
        exp_year: "2040"
      }
      const request = { amount: 1000, currency: "EUR", description: "An order", credit_card: card }
      const paid = yield* post("/transactions/payments", { request })
      const card_uid = paid.body.transaction.uid
      assert.strictEqual((yield* get(`/transactions/${card_uid}`)).status, 200)
      const other = yield* get(`/beyag/transactions/${card_uid}`)
      assert.deepStrictEqual([other.status, other.text], [404, '{"message":"Not found."}'])
    })
  )

  it.effect(
    "Endpoints | Instant bank-transfer status query: finds the ten newest by one value of the tracking id",
    () =>
      Effect.gen(function* () {
        const { get, pass, pay } = yield* Journey
        const uids: Array<string> = []
        for (let index = 0; index < 11; index++) {
          uids.unshift((yield* pay({ tracking_id: `order-${index}; basket-7` })).uid)
          yield* pass("PT0.001S")
        }
        const found = (id: string) =>
          Effect.map(get(`/beyag/transactions/tracking_id/${id}`), ({ body, status }) => {
            assert.strictEqual(status, 200)
            return (body.transactions as ReadonlyArray<{ readonly uid: string }>).map(({ uid }) => uid)
          })
        assert.deepStrictEqual(yield* found("basket-7"), uids.slice(0, 10))
        assert.deepStrictEqual(yield* found("order-3"), [uids[7]])
        assert.deepStrictEqual(yield* found("nobody"), [])
      })
  )

  it.effect("D1: recover asks the bank at once, and renotify tells again how the transfer stands", () =>
    Effect.gen(function* () {
      const { pay, paySilently, post, reported } = yield* Journey
      const payment = yield* pay({ method: code })
      yield* reported(payment)
      yield* paySilently(payment.uid)
      const recovered = yield* post(`/transactions/${payment.uid}/recover`)
      assert.deepStrictEqual(recovered.body, { response: { message: `Transaction ${payment.uid} was updated` } })
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
      yield* post(`/transactions/${payment.uid}/renotify`)
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
    })
  )

  it.effect.each(["captures", "voids", "refunds"])("D10: the cards' %s know no transfer", (path) =>
    Effect.gen(function* () {
      const { bank, pay, post } = yield* Journey
      const payment = yield* pay({ method: code })
      yield* bank.pay(payment.uid)
      const request = { parent_uid: payment.uid, amount: 100, reason: "Returned" }
      const { body, status } = yield* post(`/transactions/${path}`, { request })
      assert.deepStrictEqual([status, body.response.message], [400, "Parent uid Parent transaction is not found."])
    })
  )

  it.effect(
    "Authentication | proof and confirm endpoints: another shop's transfer is one that nobody has, as on every route (D2)",
    () =>
      Effect.gen(function* () {
        const { bank, get, pass, pay, payOut, post, refund } = yield* Journey
        const payment = yield* pay({ tracking_id: "mine" })
        yield* pass("PT16M")
        const paid = yield* pay()
        yield* bank.pay(paid.uid)
        const own = {
          payment: payment.uid,
          paid: paid.uid,
          refund: (yield* refund(paid)).uid,
          payout: (yield* payOut()).uid
        }
        const nobody = "01dedcc0-f280-7182-8bb8-7662372ab02a"
        const asOther = { as: "other" } as const
        const routes: ReadonlyArray<readonly [uid: string, ask: (uid: string) => ReturnType<typeof get>]> = [
          [own.payment, (uid) => get(`/beyag/transactions/${uid}`, asOther)],
          [own.payment, (uid) => get(`/transactions/${uid}`, asOther)],
          [own.payment, (uid) => post(`/beyag/transactions/${uid}/proof`, { request: proof() }, asOther)],
          [own.payment, (uid) => post(`/beyag/transactions/${uid}/confirm`, undefined, asOther)],
          [
            own.paid,
            (uid) => post("/beyag/transactions/refunds", { request: { parent_uid: uid, reason: "Mine" } }, asOther)
          ],
          [own.payment, (uid) => post(`/transactions/${uid}/renotify`, undefined, asOther)],
          [own.payment, (uid) => post(`/transactions/${uid}/recover`, undefined, asOther)],
          [own.paid, (uid) => post(`/sandbox/transfers/${uid}/pay`, undefined, asOther)],
          [own.payment, (uid) => post(`/sandbox/transfers/${uid}/proof/approve`, undefined, asOther)],
          [own.payment, (uid) => post(`/sandbox/transfers/${uid}/proof/decline`, undefined, asOther)],
          [own.refund, (uid) => post(`/sandbox/refunds/${uid}/complete`, undefined, asOther)],
          [own.refund, (uid) => post(`/sandbox/refunds/${uid}/fail`, undefined, asOther)],
          [own.payout, (uid) => post(`/sandbox/payouts/${uid}/complete`, undefined, asOther)],
          [own.payout, (uid) => post(`/sandbox/payouts/${uid}/fail`, undefined, asOther)]
        ]
        for (const [uid, ask] of routes) {
          const [another, unknown] = [yield* ask(uid), yield* ask(nobody)]
          assert.deepStrictEqual([another.status, another.text], [unknown.status, unknown.text])
          assert.include([404, 422], another.status)
        }
        const { text } = yield* get("/beyag/transactions/tracking_id/mine", asOther)
        assert.strictEqual(text, '{"transactions":[]}')
      })
  )

  it.effect("D13: every POST that is accepted repeats its first answer byte for byte, and refuses another body", () =>
    Effect.gen(function* () {
      const { bank, pass, pay, post } = yield* Journey
      const late = yield* pay()
      yield* pass("PT16M")
      const paid = yield* pay()
      yield* bank.pay(paid.uid)
      const base = "/beyag/transactions"
      const refunded = (amount: number) => ({ parent_uid: paid.uid, reason: "Returned", amount })
      const sent: ReadonlyArray<readonly [path: string, body: object, other: object]> = [
        [`${base}/payments`, { request: payment() }, { request: payment({ amount: 100_001 }) }],
        [`${base}/payments`, { request: payment({ amount: 1 }) }, { request: payment() }],
        [`${base}/payouts`, { request: payout() }, { request: payout({ amount: 700_100 }) }],
        [`${base}/refunds`, { request: refunded(400) }, { request: refunded(500) }],
        [`${base}/${late.uid}/confirm`, {}, { skip_duplicate_check: true }],
        [`${base}/${late.uid}/proof`, { request: proof() }, { request: proof({ amount: 200 }) }],
        [`${base}/${late.uid}/proof`, { request: proof({ amount: 150 }) }, { request: proof() }],
        [`${base}/01dedcc0-f280-7182-8bb8-7662372ab02a/confirm`, {}, { skip_duplicate_check: true }]
      ]
      const statuses: Array<number> = []
      for (const [index, [path, body, other]] of sent.entries()) {
        const key = { key: `key-${index}` }
        const first = yield* post(path, body, key)
        const again = yield* post(path, body, key)
        assert.deepStrictEqual([again.status, again.text], [first.status, first.text], path)
        // A refusal leaves its key free.
        assert.deepStrictEqual(
          [first, again].map(({ headers }) => headers.get("idempotency-replayed")),
          [null, first.status === 200 ? "true" : null],
          path
        )
        const isUsed =
          (yield* post(path, other, key)).body.message === "The idempotency key was used for another request"
        assert.strictEqual(isUsed, first.status === 200, path)
        statuses.push(first.status)
      }
      assert.deepStrictEqual(statuses, [200, 422, 200, 200, 200, 200, 422, 404])
    })
  )

  it.effect("D13: the first answer stays what it was, whatever becomes of the transfer", () =>
    Effect.gen(function* () {
      const { bank, pay, post, reported } = yield* Journey
      const sent = { key: "stays" }
      const { uid } = yield* pay({}, sent)
      yield* bank.pay(uid)
      const again = yield* post("/beyag/transactions/payments", { request: payment() }, sent)
      assert.deepStrictEqual([again.body.transaction.uid, again.body.transaction.status], [uid, "pending"])
      assert.deepStrictEqual(yield* reported({ uid }), ["3 payment successful 100000"])
    })
  )
})

stories(
  "a gateway without a provider",
  (it) => {
    it.effect("D6: ends every transfer failed, F.2011, and tells it", () =>
      Effect.gen(function* () {
        const { pay, payOut, reported } = yield* Journey
        for (const transfer of [yield* pay(), yield* pay({ method: code }), yield* payOut()]) {
          assert.deepStrictEqual([transfer.status, transfer.code], ["failed", "F.2011"])
          assert.deepStrictEqual(yield* reported(transfer), [`1 ${transfer.type} failed ${transfer.amount}`])
        }
      })
    )
  },
  { providers: () => [] }
)

const real = 7

stories(
  "a gateway with a real provider",
  (it) => {
    it.effect("D39: asks the simulated one for test transfers", () =>
      Effect.gen(function* () {
        const { get, pay } = yield* Journey
        for (const [test, gatewayId] of [
          [true, 2],
          [false, real]
        ] as const) {
          const { uid } = yield* pay({ test, method: data })
          const { body } = yield* get(`/beyag/transactions/${uid}`)
          assert.deepStrictEqual([body.transaction.test, body.transaction.payment.gateway_id], [test, gatewayId])
        }
      })
    )
  },
  { providers: (bank) => [{ ...bank, gatewayId: real, simulated: false }, bank] }
)

stories(
  "a gateway with a real provider alone",
  (it) => {
    it.effect("D39: never asks it for a test transfer", () =>
      Effect.gen(function* () {
        const { books, pay, payOut } = yield* Journey
        for (const transfer of [yield* pay({ test: true }), yield* payOut({ test: true, description: "DONE" })]) {
          assert.deepStrictEqual([transfer.status, transfer.code], ["failed", "F.2011"])
          assert.deepStrictEqual(yield* books(transfer.uid), [])
        }
      })
    )
  },
  { providers: (bank) => [{ ...bank, simulated: false }] }
)
