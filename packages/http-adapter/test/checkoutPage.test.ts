// The page of an order, request by request: what it shows of its customer and takes from whoever pays, and when it ends.
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { listening, open, type PayingShop, portOf } from "./internal/payingShop.js"

const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type Fields = Readonly<Record<string, string>>

const html = { authorization: "", accept: "text/html" }
const card = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123" }
const order = { amount: 1995, currency: "EUR", description: "Books" }

/** As a browser asks: with a form, and without one. */
const visit = (address: string, fields?: Fields, more: Fields = {}) => {
  const { pathname, search } = new URL(address, shop.baseUrl)
  return Effect.map(
    shop.ask(`${pathname}${search}`, {
      headers: {
        ...html,
        ...more,
        ...(fields === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
      },
      ...(fields === undefined ? {} : { method: "POST", body: new URLSearchParams(fields).toString() })
    }),
    ({ headers: { location }, status, text }) => ({
      ...{ status, text },
      location: location === undefined ? undefined : new URL(location, new URL(address, shop.baseUrl)).href
    })
  )
}

const unescaped = (text: string): string => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"')

/** The form with that button: where it leads, and what it sends. */
const formWith = (page: string, button: string) => {
  const forms = [...page.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([one]) => one)
  const form = forms.find((one) => one.includes(`>${button}<`)) ?? ""
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return {
    action: unescaped(/ action="([^"]*)"/.exec(form)?.[1] ?? ""),
    fields: Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, unescaped(value)]))
  }
}

describe("the page of an order", () => {
  it.scopedLive(
    "D2, D45, D47: shows what is known masked, takes corrections, save of what is read-only, and asks nothing twice",
    () =>
      Effect.gen(function* () {
        const requested = ["email", "first_name", "last_name", "country"]
        const { checkout } = yield* shop.post(
          "/ctp/api/checkouts",
          {
            checkout: {
              transaction_type: "payment",
              attempts: 3,
              order,
              settings: { customer_fields: { visible: requested, read_only: ["first_name"] } },
              customer: { email: "jane@shop.example", first_name: "Jane", country: "US", state: "CA" }
            }
          },
          "plain"
        )
        const path = `/checkout?token=${checkout.token}`
        const shown = Effect.map(visit(path), ({ text }) => text)
        const send = (fields: Fields) => visit(path, { ...card, ...fields })
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
        for (const text of ["j•••@m•••.example is used", "D••• is used", "Belarus is used"])
          assert.include(second, text)
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

  it.live(
    "D47: depends on no Host header: not in what it shows, nor where it leads, nor in the address that a shop gets",
    () =>
      Effect.gen(function* () {
        const sent = { checkout: { transaction_type: "payment", attempts: 2, order } }
        const evil = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" }
        const { text } = yield* shop.ask("/ctp/api/checkouts", {
          method: "POST",
          body: JSON.stringify(sent),
          headers: { ...evil, authorization: shop.authorizationOf("secure") }
        })
        const { redirect_url, token } = JSON.parse(text).checkout
        assert.strictEqual(redirect_url, `${shop.baseUrl}/checkout?token=${token}`)
        const paying = { ...card, number: "4012 0000 0000 1097", after: "0" }
        const paths = ["", "v2/", "widget/"].map(
          (at) => `/${at}${at === "widget/" ? "hpp.html" : "checkout"}?token=${token}`
        )
        for (const path of paths) {
          const [plain, forged] = [yield* visit(path), yield* visit(path, undefined, evil)]
          assert.strictEqual(forged.status, 200)
          assert.strictEqual(forged.text, plain.text)
        }
        const [first = ""] = paths
        const paid = yield* visit(first, paying, evil)
        assert.strictEqual(paid.location, redirect_url)
        const onward = yield* visit(first, undefined, evil)
        const process = yield* visit(onward.location ?? "", undefined, evil)
        assert.strictEqual(process.status, 200)
        assert.include(process.text, shop.baseUrl)
        assert.notInclude(process.text, "evil.example")
      })
  )

  it.live.each(["/checkout", "/v2/checkout", "/widget/hpp.html"])(
    "D47: is opened by a form with a token and others beside it, too, which charges nothing: %s",
    (path) =>
      Effect.gen(function* () {
        const { checkout } = yield* shop.post("/ctp/api/checkouts", {
          checkout: { transaction_type: "payment", order }
        })
        const { token } = checkout
        // What a form of our own sends, but for what says that it was ours.
        const posted = yield* visit(path, { ...card, token, lang: "en", method: "credit_card" })
        assert.deepEqual([posted.status, posted.location], [303, `${shop.baseUrl}${path}?token=${token}`])
        const opened = yield* visit(posted.location ?? "")
        assert.strictEqual(opened.status, 200)
        assert.strictEqual(opened.text, (yield* visit(`/checkout?token=${token}`)).text)
        const { checkout: document } = yield* shop.get(`/ctp/api/checkouts/${token}`)
        assert.deepInclude(document, { state: "open", gateway_response: null })
      })
  )

  it.scopedLive(
    "D44, D49: whose time is over in the middle of a challenge charges nothing when it is confirmed, says so, and tells the shop",
    () =>
      Effect.gen(function* () {
        const reported = yield* Queue.unbounded<Readonly<Record<string, unknown>>>()
        const receiver = createServer(async (request, answer) => {
          const parts: Array<Buffer> = []
          for await (const part of request) parts.push(part as Buffer)
          answer.end()
          reported.unsafeOffer(JSON.parse(Buffer.concat(parts).toString()))
        })
        const notification_url = `http://127.0.0.1:${portOf(yield* listening(receiver))}/`
        const { now } = yield* shop.get("/sandbox/clock")
        const expired_at = new Date(Date.parse(now) + 5 * 60_000).toISOString()
        const { checkout } = yield* shop.post("/ctp/api/checkouts", {
          checkout: {
            transaction_type: "payment",
            attempts: 3,
            order: { ...order, amount: 71_099, expired_at },
            settings: { notification_url, fail_url: "https://shop.example/failed", language: "en" }
          }
        })
        const page = `/checkout?token=${checkout.token}`
        yield* visit(page, { ...card, number: "4012 0000 0000 1097", after: "0" })
        const { location: process = "" } = yield* visit(page)
        assert.match(process, /\/process\/[\da-f-]{36}$/)
        const step = formWith((yield* visit(process)).text, "Continue to your bank")
        const issuer = yield* visit(step.action, step.fields)
        yield* shop.post("/sandbox/clock", { advance: "PT6M" })
        const confirm = formWith(issuer.text, "Confirm")
        assert.strictEqual(confirm.action, `${process}/return`)
        yield* visit(confirm.action, confirm.fields)
        const ended = yield* visit(page)
        for (const part of ["<h1>The time to pay is over</h1>", "https://shop.example/failed?token="])
          assert.include(ended.text, part)
        const received = [yield* Queue.take(reported), yield* Queue.take(reported)]
        const transaction = received.find((one) => one.transaction !== undefined)?.transaction
        const flat = received.find((one) => one.transaction === undefined)
        assert.deepInclude(transaction, { status: "expired", amount: 71_099 })
        assert.deepInclude(flat, { token: checkout.token, status: "error", message: "Token is expired." })
        const { checkout: document } = yield* shop.get(`/ctp/api/checkouts/${checkout.token}`)
        assert.deepInclude(document, { state: "expired", finished: true, expired: true })
        const { movements } = yield* shop.get("/sandbox/ledger")
        assert.isUndefined(movements.find(({ amount }: { amount: number }) => amount === 71_099))
      })
  )
})
