// What is answered of a checkout, in each of its states, to its shop and to whoever has the token. Source: D46, D49.
import type { Checkout } from "@florin/core/checkouts/Checkout"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { CheckoutDocuments as CheckoutTexts } from "@florin/core/checkouts/CheckoutStore"
import type { CheckoutToken, ShopId } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import * as CheckoutDocuments from "@florin/wire/CheckoutDocuments"
import * as Requests from "@florin/wire/CheckoutRequests"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { transaction, uid } from "../src/internal/cardSamples.js"

const now = DateTime.unsafeMake("2035-01-31T09:00:00.000Z")
const token = "ab".repeat(32) as CheckoutToken
const order = { amount: 1995, currency: "EUR", description: "Order 42" }
const secrets = {
  order: { ...order, tracking_id: "secret-tracking", additional_data: { meta: "secret-meta" } },
  settings: {
    notification_url: "https://shop.example/secret-hook",
    verification_url: "https://shop.example/secret-check",
    return_url: "https://shop.example/back",
    language: "de",
    credit_card_fields: { holder: "Secret Doe" }
  },
  customer: { email: "secret@example.com", first_name: "Secret", ip: "203.0.113.9", external_id: "secret-7" },
  test: true,
  version: 2.1
}

const made = (more: object = {}): Checkout => {
  const sent = { transaction_type: "payment", order, ...more }
  const request = Either.getOrThrow(Requests.checkout({ checkout: sent }))
  return CheckoutRules.created({ shop: "42" as ShopId, token, now }, request).checkout
}

const shop = (id = "42") => ({ id, name: "Books" }) as Shop

const answered = (
  state: Checkout["state"],
  last?: ReturnType<typeof transaction>,
  more: object = {},
  isOwn = true
): Record<string, unknown> => {
  const checkout = { ...made(more), state, uid: last === undefined ? null : uid }
  return CheckoutDocuments.status({ checkout, shop: shop(), last, isOwn }, ["credit_card"]).checkout
}

const failed = transaction("payment", { status: "failed" })
const late = transaction("payment", { status: "pending", paidAt: null })

describe("D46: a checkout that is asked for", () => {
  it("has every member", () => {
    const { settings, ...document } = answered("paid", transaction("payment"), secrets)
    assert.deepStrictEqual(document, {
      ...{ token, state: "paid", shop_id: 42, transaction_type: "payment" },
      order: { ...secrets.order, expired_at: "2035-02-01T09:00:00.000Z" },
      customer: secrets.customer,
      ...{ finished: true, expired: false, test: true, status: "successful", message: "Successfully processed" },
      gateway_response: {
        payment: {
          ...{ uid, status: "successful", auth_code: "654321", bank_code: "05", rrn: "999", ref_id: "777888" },
          ...{ message: "Payment was approved", gateway_id: 1, billing_descriptor: null },
          paid_at: "2035-03-01T12:00:00.412Z"
        }
      },
      payment_method: { types: ["credit_card"] },
      shop: { id: 42, name: "Books", url: null },
      company: { name: "Books", site: null },
      version: "2.1"
    })
    assert.deepStrictEqual(settings, secrets.settings)
  })

  it.each([
    [undefined, null],
    ["https://books.example", "https://books.example"]
  ])("of a shop at %s names its site", (site, expected) => {
    const at = { ...shop(), ...(site === undefined ? {} : { site }) } as Shop
    const { company } = CheckoutDocuments.created(
      { baseUrl: "https://pay.example" },
      { checkout: made(), shop: at }
    ).checkout
    const { checkout } = CheckoutDocuments.status({ checkout: made(), shop: at, last: undefined, isOwn: false }, [])
    const named = { name: "Books", site: expected }
    assert.deepStrictEqual([company, checkout.company, checkout.shop.url], [named, named, expected])
  })

  it.each([
    [undefined, true],
    [["amex"], false]
  ])("D45: names the brands that are taken when it is created, without %j", (excluded_brands, takesAmex) => {
    const checkout = made(excluded_brands === undefined ? {} : { payment_method: { excluded_brands } })
    const { brands } = CheckoutDocuments.created(
      { baseUrl: "https://pay.example" },
      { checkout, shop: shop() }
    ).checkout
    assert.deepInclude(brands, { name: "visa", alternative: false })
    assert.strictEqual(
      brands.some(({ name }) => name === "amex"),
      takesAmex
    )
  })

  it.each([
    ["open", undefined, { status: "error", finished: false, expired: false, message: null, gateway_response: null }],
    ["open", failed, { status: "failed", finished: false, expired: false, message: "Payment was declined" }],
    ["paying", late, { status: "pending", finished: false, expired: false, message: null }],
    ["paid", transaction("payment"), { status: "successful", finished: true, message: "Successfully processed" }],
    ["failed", failed, { status: "failed", finished: true, expired: false, message: "No attempt is left." }],
    ["expired", undefined, { status: "error", finished: true, expired: true, message: "Token is expired." }],
    ["expired", failed, { status: "error", finished: true, expired: true, message: "Token is expired." }],
    ["canceled", undefined, { status: "error", finished: true, expired: false, message: "Checkout was canceled." }]
  ] as const)("that is %s", (state, last, expected) => {
    assert.deepInclude(answered(state, last), expected)
  })

  it.each([
    ["payment", "payment", "payment"],
    ["charge", "payment", "charge"],
    ["authorization", "authorization", "authorization"],
    ["payment", "tokenization", "tokenization"]
  ] as const)("of the type %s tells of its %s under %s", (transaction_type, type, name) => {
    const document = answered("paid", transaction(type), { transaction_type })
    assert.strictEqual(document.transaction_type, transaction_type)
    assert.deepStrictEqual(Object.keys(document.gateway_response as object), [name])
  })

  it.each([
    ["42", 42],
    ["007", "007"],
    ["books", "books"],
    ["1234567890123456", "1234567890123456"]
  ])("of the shop %s has the id %j", (id, expected) => {
    const { checkout } = CheckoutDocuments.status(
      { checkout: made(), shop: shop(id), last: undefined, isOwn: true },
      []
    )
    assert.deepStrictEqual([checkout.shop_id, checkout.shop.id], [expected, expected])
  })

  it("has nothing secret or personal for whoever has the token alone", () => {
    const acquirer = transaction("payment", { status: "failed" })
    const own = JSON.stringify(answered("open", acquirer, secrets))
    const text = JSON.stringify(answered("open", acquirer, secrets, false))
    for (const secret of ["secret", "Secret", "203.0.113.9", "777888", '"999"', '"05"']) {
      assert.include(own, secret)
      assert.notInclude(text, secret)
    }
    const shown = JSON.parse(text)
    assert.deepInclude(shown, { status: "failed", test: true, finished: false })
    assert.deepInclude(shown.settings, { return_url: "https://shop.example/back", language: "de" })
    assert.deepInclude(shown.gateway_response.payment, { uid, status: "failed", message: "Payment was declined" })
  })
})

describe("D49: an order that nobody has paid", () => {
  it.each([
    ["expired", "Token is expired."],
    ["canceled", "Checkout was canceled."]
  ] as const)("is posted flat: %s", (state, message) => {
    const { encode } = Context.get(CheckoutDocuments.context({ baseUrl: "https://pay.example" }), CheckoutTexts)
    assert.deepStrictEqual(JSON.parse(encode({ ...made(secrets), state })), {
      ...{ token, status: "error", message, test: true },
      ...{ ...secrets.order, expired_at: "2035-02-01T09:00:00.000Z" }
    })
  })
})

describe("D46, D51: an attempt that an app has made", () => {
  const reply = transaction("payment")
  it.each([
    ["whoever has the token alone", false, "Successfully processed", null],
    ["the shop", true, "Payment was approved", 1]
  ] as const)("tells %s as much as the checkout does", (_, isOwn, message, gateway_id) => {
    const checkout = { ...made(), state: "paid" as const, uid }
    const { response } = CheckoutDocuments.payment({ baseUrl: "https://pay.example" }, { checkout, last: reply, isOwn })
    assert.deepInclude(response, { message, gateway_id })
  })
})
