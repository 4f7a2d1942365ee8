// What the page of an order shows of its customer, and takes from whoever pays.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open } from "./internal/payingShop.js"

const card = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123" }

it.scopedLive(
  "D2, D45, D47: shows what is known masked, takes corrections, save of what is read-only, and asks nothing twice",
  () =>
    Effect.gen(function* () {
      const shop = yield* open
      const asked = ["email", "first_name", "last_name", "country"]
      const { checkout } = yield* shop.post(
        "/ctp/api/checkouts",
        {
          checkout: {
            transaction_type: "payment",
            attempts: 3,
            order: { amount: 1995, currency: "EUR", description: "Books" },
            settings: { customer_fields: { visible: asked, read_only: ["first_name"] } },
            customer: { email: "jane@shop.example", first_name: "Jane", country: "US", state: "CA" }
          }
        },
        "plain"
      )
      const path = `/checkout?token=${checkout.token}`
      const html = { authorization: "", accept: "text/html" }
      const shown = Effect.map(shop.ask(path, { headers: html }), ({ text }) => text)
      const send = (fields: Readonly<Record<string, string>>) =>
        shop.ask(path, {
          method: "POST",
          headers: { ...html, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ ...card, ...fields }).toString()
        })
      const lastOf = Effect.gen(function* () {
        const authorization = shop.authorizationOf("plain")
        const found = JSON.parse(
          (yield* shop.ask(`/ctp/api/checkouts/${checkout.token}`, { headers: { authorization } })).text
        )
        const { uid } = found.checkout.gateway_response.payment
        return JSON.parse((yield* shop.ask(`/transactions/${uid}`, { headers: { authorization } })).text).transaction
      })

      const first = yield* shown
      for (const text of ["j•••@s•••.example is used", 'value="J•••"', "United States is used"])
        assert.include(first, text)
      for (const text of ["jane@shop.example", "Jane"]) assert.notInclude(first, text)

      const missing = yield* send({ after: "0", holder: "Jo Doe" })
      assert.strictEqual(missing.status, 200)
      assert.include(missing.text, '<a href="#last_name">')
      assert.include(missing.text, 'value="Jo Doe"')
      assert.notInclude(missing.text, '<a href="#email">')

      const corrected = { email: "jo@mail.example", country: "BY", last_name: "Doe", first_name: "Mallory" }
      assert.strictEqual((yield* send({ after: "0", ...corrected, holder: "DECLINE" })).status, 303)
      const declined = yield* lastOf
      assert.deepInclude(declined.customer, { email: "jo@mail.example" })
      assert.deepInclude(declined.billing_address, { first_name: "Jane", last_name: "Doe", country: "BY" })
      assert.notStrictEqual(declined.billing_address.state, "CA")

      const second = yield* shown
      for (const text of ["j•••@m•••.example is used", "D••• is used", "Belarus is used"]) assert.include(second, text)
      for (const text of ["jo@mail.example", "DECLINE", "4200"]) assert.notInclude(second, text)

      // The name on the card is that of the last attempt, by which the simulated acquirer declines.
      assert.strictEqual((yield* send({ after: "1" })).status, 303)
      const again = yield* lastOf
      assert.deepEqual([again.credit_card.holder, again.status], ["DECLINE", "failed"])
      assert.strictEqual((yield* send({ after: "2", holder: "Jo Doe", email: "joe@mail.example" })).status, 303)
      const paid = yield* lastOf
      assert.deepEqual(
        [paid.status, paid.credit_card.holder, paid.customer.email],
        ["successful", "Jo Doe", "joe@mail.example"]
      )
    })
)
