// The customer of the test kit, who pays an order on its page.
import { OptionRefused, RecordMissing } from "florin"
import { cards, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const order = { amount: 1995, currency: "EUR", description: "Order 42", trackingId: "order-42" }
const back = "https://shop.example/orders/42?x=1#top"
const settings = {
  returnUrl: back,
  cancelUrl: back,
  failUrl: back,
  customerFields: { visible: ["email", "zip"] }
} as const

describe("D48, D52: a customer of a test", () => {
  it.each([
    ["pays", cards.approved, {}, "paid", "successful"],
    ["is declined, and may try again", cards.declined, {}, "open", "failed"],
    ["approves the issuer's challenge", cards.threeDSecure, {}, "paid", "successful"],
    ["is not asked by the issuer", cards.threeDSecureFrictionless, {}, "paid", "successful"],
    ["refuses the challenge", cards.threeDSecure, { challenge: "refuse" }, "open", "failed"],
    ["abandons the challenge", cards.threeDSecure, { challenge: "abandon" }, "paying", "incomplete"],
    ["is charged, and nobody knows", cards.lostAnswer, {}, "paying", "pending"],
    ["is asked for a postcode", cards.approved, { customer: { zip: "79098" } }, "paid", "successful"]
  ] as const)("%s", async (_, card, visit, state, status) => {
    await using florin = await testFlorin({ shop: { threeDSecure: true } })
    const { token, url } = await florin.checkouts.create({ transactionType: "payment", attempts: 2, order, settings })
    assert.include(url, token)
    const seen = await florin.checkouts.pay(token, card, visit)
    assert.deepInclude(seen, { state, status })
    const uid = seen.gatewayResponse?.payment?.uid
    const expected = `https://shop.example/orders/42?x=1&token=${token}&uid=${uid}&status=${status}#top`
    assert.strictEqual(seen.backUrl, state === "paying" ? undefined : expected)
    const [charge] = await florin.transactions.list()
    assert.isTrue(charge !== undefined && "customer" in charge && charge.customer?.email === "jane@example.com")
  })

  it("learns from the page what it does not take, and nothing was charged", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    const card = { ...cards.approved, number: "4200 0000 0000 0001", verificationValue: "" }
    const error = await florin.checkouts.pay(token, card).catch((reason: unknown) => reason)
    assert.match(String(error), /The page does not take this: \S/)
    assert.notInclude(String(error), "4200")
    assert.deepStrictEqual(await florin.transactions.list(), [])
    assert.strictEqual((await florin.checkouts.pay(token, cards.approved)).state, "paid")
    // Another tab.
    assert.strictEqual((await florin.checkouts.pay(token, cards.declined)).state, "paid")
    assert.deepStrictEqual(florin.ledger.kinds, ["payment"])
  })

  it("leaves the page, and the order waits", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, settings })
    const { backUrl, state } = await florin.checkouts.leave(token)
    assert.deepStrictEqual(
      [state, backUrl],
      ["open", `https://shop.example/orders/42?x=1&token=${token}&status=error#top`]
    )
    const missing = await florin.checkouts.leave("0".repeat(64)).catch((reason: unknown) => reason)
    assert.instanceOf(missing, RecordMissing)
  })
})

it.each([
  [{ challenge: "refused" }, /challenge must be "approve", "refuse" or "abandon"/],
  [{ chalenge: "refuse" }, /chalenge is not an option/]
])("D52: a visit that is mistyped does not go another way: %j", async (visit, message) => {
  await using florin = await testFlorin()
  const { token } = await florin.checkouts.create({ transactionType: "payment", order })
  const error = await florin.checkouts.pay(token, cards.approved, visit as never).catch((reason: unknown) => reason)
  assert.instanceOf(error, OptionRefused)
  assert.match(error.message, message)
  assert.strictEqual((await florin.checkouts.find(token)).state, "open")
})

it("D52: a shop's checkouts are listed from the newest on, page by page", async () => {
  await using florin = await testFlorin()
  const postage = { name: "Postage", amount: 495 }
  const book = { name: "Book", quantity: 2, amount: 1500 }
  const create = (more = {}) =>
    florin.checkouts.create({ transactionType: "payment", order: { ...order, ...more } }).then(({ token }) => token)
  const tokens = [await create({ items: [book, postage] }), await create(), await create()]
  await florin.checkouts.pay(tokens[0]!, cards.approved)
  const [page, rest] = [await florin.checkouts.list({ limit: 2 }), await florin.checkouts.list({ after: tokens[1]! })]
  assert.deepStrictEqual(
    [...page, ...rest].map(({ token }) => token),
    tokens.toReversed()
  )
  const [first] = rest
  assert.deepInclude(first, { state: "paid", status: "successful" })
  assert.deepStrictEqual(first?.order.items, [book, { ...postage, quantity: 1 }])
})

it.each([
  [1, ["created", "paying", "underpaid"], 1],
  [100_000, ["created", "paying", "paid"], undefined],
  [200_000, ["created", "paying", "paid"], 200_000]
])("D52: of an order by bank transfer, of which %s is booked, is heard %j", async (amount, meaning, paidAmount) => {
  const received: Array<unknown> = []
  await using florin = await testFlorin({ onCommit: { checkout: ({ change }) => void received.push(change.means) } })
  const roubles = { ...order, amount: 100_000, currency: "RUB" }
  const paymentMethod = { types: ["sbp_data"] } as const
  const { token } = await florin.checkouts.create({ transactionType: "payment", order: roubles, paymentMethod })
  await florin.checkouts.pay(token, { method: "sbp_data" })
  const [transfer] = await florin.transactions.list()
  await florin.bank.transfers.pay(transfer!.uid, { amount })
  const found = await florin.checkouts.find(token)
  assert.deepStrictEqual([received, found.state, found.paidAmount], [meaning, "paid", paidAmount])
})

describe("D49: the shop hears of an order", () => {
  const vendor = (token: string) => ({ name: "checkout" as const, token })
  const own = "https://shop.example/orders/42/webhook"

  it.each([
    ["at the address of the order, with Basic", { notificationUrl: own }, true, own],
    ["at the address of the order, without", { notificationUrl: own }, false, own],
    ["at that of the shop", {}, true, "https://host.example/webhooks"]
  ] as const)("%s", async (_, settings, notificationBasic, url) => {
    await using florin = await testFlorin({ shop: { notificationBasic } })
    const received: Array<readonly [string, string | null, Record<string, unknown>]> = []
    florin.onWebhook(async (request) => {
      received.push([request.url, request.headers.get("authorization"), (await request.json()) as never])
      return new Response()
    })
    const create = () => florin.checkouts.create({ transactionType: "payment", order, settings })
    const tokens = [await create(), await create(), await create()].map(({ token }) => token)
    await florin.checkouts.pay(tokens[0]!, cards.approved)
    await florin.checkouts.cancel(tokens[1]!)
    await florin.clock.advance({ hours: 25 })
    const credentials = notificationBasic ? florin.authorization : null
    assert.deepStrictEqual(
      received.map(([at, sent]) => [at, sent]),
      tokens.map(() => [url, credentials])
    )
    const [paid, canceled, expired] = received.map(([, , body]) => body)
    assert.deepInclude(paid?.transaction, { status: "successful", additional_data: { vendor: vendor(tokens[0]!) } })
    assert.deepInclude(canceled, { token: tokens[1], status: "error", message: "Checkout was canceled." })
    assert.deepInclude(expired, { token: tokens[2], status: "error", message: "Token is expired.", amount: 1995 })
  })

  it("of a transfer, too", async () => {
    await using florin = await testFlorin()
    const meta = { order_id: 7 }
    const roubles = { ...order, amount: 100_000, currency: "RUB", additionalData: { meta } }
    const paymentMethod = { types: ["sbp"] } as const
    const { token } = await florin.checkouts.create({ transactionType: "payment", order: roubles, paymentMethod })
    await florin.checkouts.pay(token, { method: "sbp" })
    const [transfer] = await florin.transactions.list()
    assert.isTrue(transfer !== undefined && "methodType" in transfer)
    await florin.bank.transfers.pay(transfer!.uid)
    assert.deepInclude(await florin.checkouts.find(token), { state: "paid", status: "successful" })
    const [event] = florin.webhooks
    assert.isTrue(event?.type === "transfer")
    assert.deepInclude(event?.type === "transfer" && event.transaction.additionalData, { vendor: vendor(token), meta })
  })
})
