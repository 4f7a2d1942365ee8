// The way of a customer to the acquirer's page and back, without a script. Source: D53.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { open, type PayingShop } from "./internal/payingShop.js"

// One gateway for all: each customer has a payment of its own.
const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 300_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const card = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }

const order = (holder: string, more: object = {}) =>
  shop.order(card.number, { credit_card: { ...card, holder }, ...more }, "plain")

type Fields = Readonly<Record<string, string>>

const visit = (address: string, fields?: Fields) =>
  Effect.map(
    shop.ask(address.replace(shop.baseUrl, ""), {
      ...(fields === undefined ? {} : { method: "POST", body: new URLSearchParams(fields).toString() }),
      headers: {
        ...{ authorization: "", accept: "text/html" },
        ...(fields === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
      }
    }),
    ({ headers, status, text }) => ({
      status,
      text,
      policy: String(headers["content-security-policy"]),
      location: headers.location === undefined ? "" : new URL(headers.location, new URL(address, shop.baseUrl)).href
    })
  )

const text = (attribute: string): string => attribute.replaceAll("&amp;", "&").replaceAll("&quot;", '"')

const fieldsIn = (html: string): Fields =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? "",
      text(value ?? "")
    ])
  )

/** The fields of the page's form whose choice is this one. */
const choosing = (html: string, choice: string): Fields => {
  const form = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)]
    .map(([form]) => form)
    .find((form) => form.includes(choice))
  return fieldsIn(form ?? "")
}

const paid = (uid: string, redirect_url: string) =>
  Effect.gen(function* () {
    const there = yield* visit(redirect_url)
    assert.strictEqual(there.status, 303)
    const page = yield* visit(there.location)
    assert.strictEqual(page.status, 200)
    return { page, uid, there }
  })

describe("a customer whom the acquirer needs", () => {
  it.live.each([
    { choice: "pay", status: "successful" },
    { choice: "decline", status: "failed" }
  ])("D53: is led there, chooses to $choice, and comes back to the shop with $status", ({ choice, status }) =>
    Effect.gen(function* () {
      const { redirect_url, status: first, uid } = yield* order("ACTION")
      assert.strictEqual(first, "incomplete")
      const { page } = yield* paid(uid, redirect_url)
      const left = yield* visit("/sandbox/pay", choosing(page.text, `value="${choice}"`))
      assert.strictEqual(left.status, 303)
      assert.strictEqual(left.location, `${shop.baseUrl}/process/${uid}/return?choice=${choice}`)
      const back = yield* visit(left.location)
      assert.deepStrictEqual([back.status, back.location], [303, `${shop.baseUrl}/process/${uid}`])
      const end = yield* visit(back.location)
      const { searchParams } = new URL(end.location)
      assert.deepStrictEqual([end.status, searchParams.get("status")], [303, status])
      // Again, and late: the same.
      assert.strictEqual((yield* visit(left.location)).status, 303)
      assert.strictEqual((yield* visit(back.location)).location, end.location)
    })
  )

  it.live("D53: is led by a form and comes back with one, with and without a script", () =>
    Effect.gen(function* () {
      const { redirect_url, uid } = yield* order("ACTION FORM")
      const shown = yield* visit(redirect_url)
      assert.strictEqual(shown.status, 200)
      assert.include(shown.text, `action="${shop.baseUrl}/sandbox/pay"`)
      assert.include(shown.text, "/assets/verification.js")
      assert.match(shown.policy, /form-action https: http:/)
      const page = yield* visit("/sandbox/pay", fieldsIn(shown.text))
      const left = yield* visit("/sandbox/pay", choosing(page.text, 'value="pay"'))
      assert.deepStrictEqual([left.status, left.location], [307, `${shop.baseUrl}/process/${uid}/return`])
      const back = yield* visit(left.location, choosing(page.text, 'value="pay"'))
      assert.deepStrictEqual([back.status, back.location], [303, `${shop.baseUrl}/process/${uid}`])
      assert.strictEqual(new URL((yield* visit(back.location)).location).searchParams.get("status"), "successful")
    })
  )

  it.live("D53: who comes back with nothing done goes on by hand, so that no browser is sent around for ever", () =>
    Effect.gen(function* () {
      for (const [holder, element] of [
        ["ACTION", '<a id="step" class="action" href="'],
        ["ACTION FORM", '<form id="step" class="actions" method="post"']
      ] as const) {
        const { redirect_url, uid } = yield* order(holder)
        const back = yield* visit(`/process/${uid}/return?status=paid`)
        assert.strictEqual(back.status, 303)
        const again = yield* visit(redirect_url)
        assert.strictEqual(again.status, 200)
        assert.include(again.text, element)
        assert.notInclude(again.text, "/assets/verification.js")
      }
    })
  )

  it.live("D53: another payment's secret, or none, opens nothing", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* order("ACTION"), yield* order("ACTION")]
      const address = new URL((yield* visit(one.redirect_url)).location)
      address.searchParams.set("payment", other.uid)
      assert.strictEqual((yield* visit(address.href)).status, 404)
      assert.strictEqual((yield* visit("/sandbox/pay", { payment: one.uid, token: "", choice: "pay" })).status, 404)
      assert.strictEqual((yield* visit("/sandbox/pay")).status, 404)
    })
  )

  it.live("D53: subscribes there too, and nothing is renewed with a question", () =>
    Effect.gen(function* () {
      const price = { currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } }
      const plan = yield* shop.post("/plans", { ...price, title: "Books" }, "plain")
      const made = yield* shop.post(
        "/subscriptions",
        { plan: { id: plan.id }, card: { ...card, holder: "ACTION" }, return_url: `${shop.shopUrl}/thanks` },
        "plain"
      )
      const uid = made.last_transaction.uid
      const { page } = yield* paid(uid, `${shop.baseUrl}/process/${uid}`)
      const left = yield* visit("/sandbox/pay", choosing(page.text, 'value="pay"'))
      yield* visit(left.location)
      yield* shop.post("/sandbox/clock", { advance: "P1M1D" })
      const authorization = `Basic ${Buffer.from("plain:secure-secret-0001").toString("base64")}`
      const { text } = yield* shop.ask(`/subscriptions/${made.id}`, { headers: { authorization } })
      const { last_transaction, state } = JSON.parse(text)
      assert.strictEqual(state, "active")
      assert.strictEqual(last_transaction.status, "successful")
      assert.notStrictEqual(last_transaction.uid, uid)
    })
  )
})
