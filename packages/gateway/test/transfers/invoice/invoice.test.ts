/**
 * A method that Florin does not have, "invoice by post", is added by its own value and a row in each table. The files beside
 * this one are all that it takes, and none of core's shared rooms knows of it.
 */
// The rows stand before the modules that read the tables.
import "./method.js"
import "./section.js"
import "./words.js"
import "./page.js"
import "./order.js"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "../internal/journey.js"

const invoiced = { method: { type: "invoice" }, currency: "EUR", return_url: undefined }

stories("an invoice by post", (it) => {
  it.effect("is ordered over HTTP, shown on its page and told by webhook, until it is paid", () =>
    Effect.gen(function* () {
      const { bank, documents, find, get, pay, reported } = yield* Journey
      const payment = yield* pay(invoiced)
      const { body } = yield* get(`/beyag/transactions/${payment.uid}`)
      const number = `INV-${payment.uid.slice(-4)}`
      assert.deepInclude(body.transaction, { method_type: "invoice", invoice: { type: "invoice", number } })
      assert.deepStrictEqual(yield* reported(payment), ["2 payment pending 100000"])
      const page = yield* get(`/transfers/${payment.uid}`)
      assert.include(page.text, `Its number is <strong>${number}</strong>`)
      yield* bank.pay(payment.uid)
      const [document] = yield* documents(payment)
      assert.deepStrictEqual([document?.transaction], [yield* find(payment.uid)])
      assert.strictEqual((yield* find(payment.uid)).status, "successful")
    })
  )

  it.effect("is unpaid after its fourteen days, to the millisecond, and cannot be proven", () =>
    Effect.gen(function* () {
      const { find, pass, pay, tries } = yield* Journey
      const payment = yield* pay(invoiced)
      yield* pass("P14D")
      assert.strictEqual((yield* find(payment.uid)).status, "pending")
      yield* pass("PT0.001S")
      assert.strictEqual((yield* find(payment.uid)).code, "F.0205")
      const [status] = yield* tries(`${payment.uid}/proof`, {})
      assert.strictEqual(status, 422)
    })
  )

  it.effect("is refused beyond its limits and in another currency", () =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const sent = { amount: 100_000, currency: "EUR", description: "An order", method: { type: "invoice" } }
      const refused = (changes: object) => Effect.map(tries("payments", { ...sent, ...changes }), ([status]) => status)
      assert.deepStrictEqual(
        yield* Effect.all([refused({ amount: 99 }), refused({ amount: 1_000_001 }), refused({ currency: "RUB" })]),
        [422, 422, 422]
      )
    })
  )
})
