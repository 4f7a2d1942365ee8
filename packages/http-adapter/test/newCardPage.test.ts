// Giving a subscription another card by the address of a mail, request by request.
import { assert, describe, it } from "@effect/vitest"
import type { SubscriptionId } from "@florin/core/ids/Ids"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { open, type PayingShop, type ShopName } from "./internal/payingShop.js"

const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const anonymous = { authorization: "", accept: "text/html" }
const form = { ...anonymous, "content-type": "application/x-www-form-urlencoded" }

const plan = { title: "Books", currency: "EUR", plan: { amount: 1000, interval: 1, interval_unit: "month" } }
const first = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}
const another = { number: "4111 1111 1111 1111", expiry: "11/36", code: "123", holder: "Jane Doe" }

const subscribed = (as: ShopName = "plain", more: object = {}) =>
  Effect.map(shop.post("/subscriptions", { plan, card: first, ...more }, as), ({ id }) => id as SubscriptionId)

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The address of a mail that was written some days ago. */
const addressOf = (id: SubscriptionId, daysAgo = 0) =>
  Effect.flatMap(DateTime.now, (now) =>
    Effect.map(shop.cardPages.urlOf(id, DateTime.subtract(now, { hours: 24 * daysAgo })), pathOf)
  )

const get = (path: string) => shop.ask(path, { headers: anonymous })

const post = (path: string, fields: Readonly<Record<string, string>>) =>
  shop.ask(path, { method: "POST", headers: form, body: new URLSearchParams(fields).toString() })

const leadsTo = (path: string, { headers, status }: { status: number; headers: { location?: string | undefined } }) => {
  assert.strictEqual(status, 303)
  return pathOf(new URL(headers.location ?? "", `${shop.baseUrl}${path}`).href)
}

const stored = (id: string, as: ShopName = "plain") => {
  const authorization = `Basic ${Buffer.from(`${as}:secure-secret-0001`).toString("base64")}`
  return Effect.map(shop.ask(`/subscriptions/${id}`, { headers: { authorization } }), ({ text }) => JSON.parse(text))
}

// Source: D65.
describe("the page that takes another card", () => {
  it.live("D65: shows the present card masked, takes another one, and says that it is saved", () =>
    Effect.gen(function* () {
      const id = yield* subscribed()
      const path = yield* addressOf(id)
      const shown = yield* get(path)
      assert.strictEqual(shown.status, 200)
      for (const part of ["<h1>Use another card</h1>", "•••• 0000", "€10.00 on"]) assert.include(shown.text, part)
      assert.notInclude(shown.text, "4200000000000000")
      const done = leadsTo(path, yield* post(path, another))
      const kept = yield* get(done)
      assert.strictEqual(kept.status, 200)
      for (const part of ["<h1>The card is saved</h1>", "•••• 1111"]) assert.include(kept.text, part)
      const { card, state } = yield* stored(id)
      assert.deepStrictEqual([card.last_4, state], ["1111", "active"])
      // The address stays good for one more card.
      assert.include((yield* get(path)).text, "•••• 1111")
    })
  )

  it.live("D65: sends the customer through 3-D Secure and takes the card only then", () =>
    Effect.gen(function* () {
      const id = yield* subscribed("secure", { card: { ...first, number: "4012000000003010" } })
      const path = yield* addressOf(id)
      const done = leadsTo(path, yield* post(path, another))
      const bank = leadsTo(done, yield* get(done))
      assert.match(bank, /^\/process\/[\da-f-]{36}$/)
    })
  )

  it.live("D65: shows the form again after a card that the bank refuses, and keeps the one before", () =>
    Effect.gen(function* () {
      const id = yield* subscribed()
      const path = yield* addressOf(id)
      const done = leadsTo(path, yield* post(path, { ...another, holder: "DECLINE" }))
      const again = yield* get(done)
      assert.include(again.text, "<title>Error: Use another card")
      assert.include(again.text, "The card was not saved.")
      assert.strictEqual((yield* stored(id)).card.last_4, "0000")
      const later = leadsTo(done, yield* post(done, another))
      assert.include((yield* get(later)).text, "<h1>The card is saved</h1>")
    })
  )

  it.live("D65: names what is wrong in the form, and shows neither number nor code again", () =>
    Effect.gen(function* () {
      const path = yield* addressOf(yield* subscribed())
      const { status, text } = yield* post(path, { ...another, number: "4111 1111 1111 1112", code: "9876543" })
      assert.strictEqual(status, 422)
      assert.include(text, 'href="#number"')
      for (const hidden of ["1111 1112", "9876543"]) assert.notInclude(text, hidden)
    })
  )

  it.live("D65: is not found at an address that the gateway has not made, for any method", () =>
    Effect.gen(function* () {
      const [id, other] = [yield* subscribed(), yield* subscribed()]
      const path = yield* addressOf(id)
      const until = new URL(path, shop.baseUrl).searchParams.get("until")!
      const forged = [
        `/subscriptions/${id}/new-card`,
        path.replace(id, other),
        path.replace(/seal=.*/, "seal="),
        path.replace(/seal=.{43}/, `seal=${"A".repeat(43)}`),
        path.replace(until, String(Number(until) + 1)),
        path.replace(until, "1e99"),
        path.replace(id, "sbs_0123456789abcdef"),
        path.replace(id, "x")
      ]
      for (const one of forged) {
        assert.strictEqual((yield* get(one)).status, 404, one)
        assert.strictEqual((yield* post(one, another)).status, 404, one)
      }
      assert.strictEqual((yield* stored(other)).card.last_4, "0000")
    })
  )

  it.live("D65: can be used for seven days, and says so afterwards", () =>
    Effect.gen(function* () {
      const id = yield* subscribed()
      assert.strictEqual((yield* get(yield* addressOf(id, 6))).status, 200)
      const old = yield* addressOf(id, 7)
      const { status, text } = yield* get(old)
      assert.strictEqual(status, 410)
      assert.include(text, "<h1>This link is no longer valid</h1>")
      assert.strictEqual((yield* post(old, another)).status, 410)
      assert.strictEqual((yield* stored(id)).card.last_4, "0000")
    })
  )

  it.live("D65: shows nothing of another subscription's check, and leads to the page of one that has ended", () =>
    Effect.gen(function* () {
      const [id, other] = [yield* subscribed(), yield* subscribed()]
      const path = yield* addressOf(other)
      const foreign = new URL(leadsTo(path, yield* post(path, another)), shop.baseUrl).searchParams.get("uid")!
      const own = yield* addressOf(id)
      assert.include((yield* get(`${own}&uid=${foreign}`)).text, "<h1>Use another card</h1>")
      yield* shop.post(`/subscriptions/${id}/cancel`, { cancel_reason: "Moved" }, "plain")
      const { plan } = yield* stored(id)
      const page = `/plans/${plan.id}/pay?subscription=${id}`
      assert.strictEqual(leadsTo(own, yield* get(own)), page)
      assert.strictEqual(leadsTo(own, yield* post(own, another)), page)
    })
  )
})
