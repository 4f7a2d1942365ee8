// Where no acquirer takes card numbers, no page of ours shows a field for one, and none reads one that is sent (D58).
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { open, openWithoutFields } from "./internal/fieldsShop.js"

type Opened = Effect.Effect.Success<typeof open> | Effect.Effect.Success<typeof openWithoutFields>

const scope = Effect.runSync(Scope.make())
const shops = {} as Record<"with" | "without", Opened>
beforeAll(async () => {
  shops.with = await Effect.runPromise(Scope.extend(open, scope))
  shops.without = await Effect.runPromise(Scope.extend(openWithoutFields, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const anonymous = { authorization: "", accept: "text/html" }
const form = { ...anonymous, "content-type": "application/x-www-form-urlencoded" }

const digits = "4200000000000000"
const typed = { number: digits, expiry: "12/35", code: "123", holder: "Jane Doe" }
const token = { provider: "payrail", value: "tok_approved" }

let amount = 81_000

/** The pages by which customers enter a card: the path of each, and what its form sends besides the card. */
const pages = {
  order: (shop: Opened) =>
    Effect.map(shop.order(amount++), (url) => ({ path: url.slice(shop.baseUrl.length), more: { after: "0" } })),
  plan: Effect.fnUntraced(function* (shop: Opened) {
    const plan = yield* planOf(shop)
    const { id } = JSON.parse((yield* shop.post("/subscriptions", { plan: { id: plan } })).text)
    return { path: `/plans/${plan}/pay?subscription=${id}`, more: { subscription: id } }
  }),
  "another card": Effect.fnUntraced(function* (shop: Opened) {
    const { id } = yield* subscribed(shop)
    const url = new URL(yield* shop.cardPages.urlOf(id as never, yield* DateTime.now))
    return { path: `${url.pathname}${url.search}`, more: {} }
  }),
  portal: Effect.fnUntraced(function* (shop: Opened) {
    const { customer, id } = yield* subscribed(shop)
    const made = yield* shop.post(`/customers/${customer}/portal`, { return_url: "https://shop.example/account" })
    const path = String(JSON.parse(made.text).url).slice(shop.baseUrl.length)
    return { path: `${path}?subscription=${id}&view=card`, more: { subscription: id, action: "card" } }
  })
} satisfies Record<string, (shop: Opened) => Effect.Effect<{ path: string; more: Record<string, string> }, unknown>>

const planOf = (shop: Opened) => {
  const plan = { amount: amount++, interval: 1, interval_unit: "month" }
  return Effect.map(shop.post("/plans", { title: "Books", currency: "EUR", plan }), ({ text }) => JSON.parse(text).id)
}

const subscribed = Effect.fnUntraced(function* (shop: Opened) {
  const customer = JSON.parse(
    (yield* shop.post("/customers", { email: "jane@example.com", ip: "203.0.113.7" })).text
  ).id
  const request = { plan: { id: yield* planOf(shop) }, customer: { id: customer }, card: { provider_token: token } }
  const { id, state } = JSON.parse((yield* shop.post("/subscriptions", request)).text)
  assert.strictEqual(state, "active")
  return { customer: customer as string, id: id as string }
})

type PageName = keyof typeof pages

const names = Object.keys(pages) as ReadonlyArray<PageName>

const sending = (shop: Opened, path: string, fields: Readonly<Record<string, string>>) =>
  shop.ask(path, { method: "POST", headers: form, body: new URLSearchParams(fields).toString() })

const noNumber = (text: string) => {
  assert.notMatch(text, /name="(?:number|expiry|code|holder)"/)
  assert.notInclude(text, digits)
}

describe.each(names)("D58: where acquirers take tokens only, the page of: %s", (name) => {
  it.live("has the provider's fields, believes no number, and takes the token", () =>
    Effect.gen(function* () {
      const shop = shops.with
      const { more, path } = yield* pages[name](shop)
      const shown = yield* shop.ask(path, { headers: anonymous })
      noNumber(shown.text)
      assert.include(shown.text, 'id="provider-fields"')
      assert.include(shown.headers["content-security-policy"], "frame-src http://localhost:")
      const refused = yield* sending(shop, path, { ...more, ...typed })
      assert.strictEqual(refused.status, name === "order" ? 200 : 422)
      assert.include(refused.text, "Enter your card details.")
      noNumber(refused.text)
      assert.include((yield* sending(shop, path, { ...more, provider_token: digits })).text, "Enter your card details.")
      const taken = yield* sending(shop, path, { ...more, provider_token: "tok_approved" })
      assert.strictEqual(taken.status, 303, taken.text)
    })
  )

  it.live("says without fields that cards cannot be entered, and believes nothing that is sent", () =>
    Effect.gen(function* () {
      const shop = shops.without
      const { more, path } = yield* pages[name](shop)
      const shown = yield* shop.ask(path, { headers: anonymous })
      assert.strictEqual(shown.status, 200)
      assert.include(shown.text, "Cards cannot be entered on this page.")
      noNumber(shown.text)
      assert.notMatch(shown.text, /<button class="action[^"]*" type="submit"/)
      const before = shop.charges(0)
      for (const sent of [typed, { provider_token: "tok_approved" }]) {
        const refused = yield* sending(shop, path, { ...more, ...sent })
        assert.include(refused.text, "Cards cannot be entered on this page.")
        noNumber(refused.text)
      }
      assert.strictEqual(shop.charges(0), before)
    })
  )
})

describe("D58: where acquirers take tokens only, a shop", () => {
  it.live("cannot keep a card by its number, nor charge one", () =>
    Effect.gen(function* () {
      const card = { number: digits, holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
      const kept = yield* shops.without.post("/credit_cards", { request: card })
      assert.strictEqual(kept.status, 400)
      assert.include(kept.text, "take tokens of their provider only")
      const order = { amount: 100, currency: "EUR", description: "Order", credit_card: card }
      const charged = yield* shops.without.post("/transactions/payments", { request: order })
      assert.strictEqual(charged.status, 400)
      for (const { text } of [kept, charged]) assert.notInclude(text, digits)
    })
  )
})
