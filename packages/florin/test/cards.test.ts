// Card operations in process. Source: D1 (one set of operations), D10, D11, D12, D13.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import {
  type ChargeRequest,
  createFlorin,
  KeyRefused,
  RecordMissing,
  RequestRefused,
  type SimulatedFlorin
} from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-cards-"))
const secret = "a-long-random-secret"
const baseUrl = "http://127.0.0.1:8080/pay"

let florin: SimulatedFlorin

beforeAll(async () => {
  const database = `sqlite:${join(directory, "florin.db")}` as const
  florin = await createFlorin({ database, sandbox: true, baseUrl, shops: [{ id: "books", secretKey: secret }] })
})
afterAll(async () => {
  await florin.close()
  rmSync(directory, { recursive: true })
})

const card = {
  number: "4200000000000000",
  verificationValue: "123",
  holder: "Jane Doe",
  expMonth: "12",
  expYear: "2035"
}
let amount = 1000
/** Another order than all before. */
const order = (changes: object = {}): ChargeRequest => ({
  ...{ amount: amount++, currency: "EUR", description: "Order 42", trackingId: "42", card },
  ...changes
})

const shop = () => florin.shop("books")

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

/** Over HTTP, for comparison. */
const post = async (path: string, body: unknown, key?: string) => {
  const headers = {
    authorization: `Basic ${Buffer.from(`books:${secret}`).toString("base64")}`,
    "content-type": "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key })
  }
  const answer = await documentedFetch(
    florin.fetch,
    "/pay"
  )(new Request(`${baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) }))
  return { status: answer.status, body: await answer.json() }
}

describe("a shop's cards in process", () => {
  it("D10: hold, capture, release and refund", async () => {
    const { authorize, capture, refund } = shop()
    const held = await authorize(order({ amount: 10_000 }))
    assert.deepInclude(held, { type: "authorization", status: "successful", amount: 10_000, trackingId: "42" })
    assert.deepInclude(held.card, { last4: "0000", brand: "visa", expMonth: 12 })
    const captured = await capture({ parentUid: held.uid, amount: 6000 })
    const released = await shop().void({ parentUid: held.uid, amount: 4000 })
    const refunded = await refund({ parentUid: captured.uid, amount: 1000, reason: "Returned" })
    assert.deepStrictEqual(
      [captured, released, refunded].map(({ amount, parentUid, status, type }) => [type, status, amount, parentUid]),
      [
        ["capture", "successful", 6000, held.uid],
        ["void", "successful", 4000, held.uid],
        ["refund", "successful", 1000, captured.uid]
      ]
    )
  })

  it("D11: pay by a token, and pay out to it and to a card", async () => {
    const { credit, pay, payOut, tokenize } = shop()
    const { card: saved, tokenization } = await tokenize({ amount: 0, currency: "EUR", description: "A card", card })
    assert.isNotNull(tokenization)
    const token = saved.token
    assert.isString(token)
    const paid = await pay(order({ card: { token } }))
    const credited = await credit({ amount: 500, currency: "EUR", description: "Bonus", card: { token: token! } })
    const { recipientCard, type } = await payOut({
      ...{ amount: 700, currency: "EUR", description: "Prize", recipientCard: card }
    })
    assert.deepStrictEqual([paid.type, credited.type, type], ["payment", "credit", "payout"])
    assert.strictEqual(recipientCard.last4, "0000")
  })

  it("a decline is an answer, and so is one without an outcome yet", async () => {
    const declined = await shop().pay(order({ card: { ...card, holder: "DECLINE" } }))
    assert.strictEqual(declined.status, "failed")
    const open = await shop().pay(order({ card: { ...card, holder: "LOST" } }))
    assert.include(["pending", "successful"], open.status)
  })

  it("holds what the HTTP interface answers, name by name", async () => {
    const made = await shop().pay(order())
    const answer = await documentedFetch(
      florin.fetch,
      "/pay"
    )(
      new Request(`${baseUrl}/transactions/${made.uid}`, {
        headers: { authorization: `Basic ${Buffer.from(`books:${secret}`).toString("base64")}` }
      })
    )
    const { transaction } = (await answer.json()) as { transaction: Record<string, unknown> }
    assert.strictEqual(made.card.stamp, (transaction.credit_card as { stamp: string }).stamp)
    assert.strictEqual(Object.keys(made).length, Object.keys(transaction).length)
  })

  it("D5: a request that cannot be is refused, by its members as the host spells them and without their values", async () => {
    const wrong = { ...order(), amount: -7, card: { ...card, number: "4200000000000001", expMonth: "13" } }
    const reason = await reasonOf(shop().authorize(wrong))
    assert.instanceOf(reason, RequestRefused)
    assert.deepStrictEqual((reason as RequestRefused).errors.map(({ path }) => path.join(".")).sort(), [
      "amount",
      "card.expMonth",
      "card.number"
    ])
    assert.notInclude(String((reason as Error).message), "420000000000000")
    assert.deepInclude(await reasonOf(florin.shop("nobody").pay(order())), { _tag: "RecordMissing", kind: "shop" })
    assert.instanceOf(await reasonOf(florin.shop("nobody").pay(order())), RecordMissing)
  })

  it("D12: an equal request within 30 seconds is refused", async () => {
    const once = order()
    await shop().pay(once)
    const reason = await reasonOf(shop().pay(once))
    assert.deepInclude(reason, { _tag: "RequestRefused", code: "duplicate-request" })
  })
})

describe("a call under an idempotency key (D13)", () => {
  it("resolves as the first one did, at once and later", async () => {
    const requested = order()
    const options = { idempotencyKey: "order-1" }
    const first = await shop().pay(requested, options)
    assert.deepStrictEqual(await shop().pay(requested, options), first)
    await shop().refund({ parentUid: first.uid, amount: 1, reason: "A unit" })
    assert.deepStrictEqual(await shop().pay(requested, options), first)
  })

  it("of twenty at once charges once", async () => {
    const requested = order()
    const calls = Array.from({ length: 20 }, () => reasonOf(shop().pay(requested, { idempotencyKey: "order-2" })))
    const ended = (await Promise.all(calls)).filter((one) => !(one instanceof KeyRefused))
    assert.deepStrictEqual(new Set(ended), new Set(["resolved"]))
    const found = await shop().pay(requested, { idempotencyKey: "order-2" })
    assert.strictEqual(found.status, "successful")
  })

  it("D13 | Idempotency: is carried out once the request has become good: a refusal keeps no key", async () => {
    const requested = order()
    await shop().pay(requested)
    const options = { idempotencyKey: "order-3" }
    const first = await reasonOf(shop().pay(requested, options))
    assert.deepInclude(first, { _tag: "RequestRefused", code: "duplicate-request" })
    await florin.sandbox.advance({ seconds: 31 })
    const paid = await shop().pay(requested, options)
    assert.strictEqual(paid.status, "successful")
    const bad = { ...order(), card: { ...card, number: "1" } }
    const refused = await reasonOf(shop().pay(bad, { idempotencyKey: "order-4" }))
    assert.deepStrictEqual((refused as RequestRefused).errors[0].path, ["card", "number"])
    assert.strictEqual((await shop().pay(order(), { idempotencyKey: "order-4" })).status, "successful")
  })

  it("of another request, another operation or the HTTP interface is refused", async () => {
    const requested = order()
    const options = { idempotencyKey: "order-5" }
    await shop().pay(requested, options)
    for (const call of [shop().pay(order(), options), shop().authorize(requested, options)]) {
      assert.deepInclude(await reasonOf(call), { _tag: "KeyRefused", reason: "another-request" })
    }
    const { status } = await post("/transactions/payments", { request: {} }, "order-5")
    assert.strictEqual(status, 422)
  })

  it.each(["", "a b", "ü", "x".repeat(256), 42, true, null, ["a"], { toString: () => "a" }])(
    "D13 | Idempotency: %j is no key",
    async (key) => {
      const reason = await reasonOf(shop().pay(order(), { idempotencyKey: key as string }))
      assert.deepStrictEqual((reason as RequestRefused).errors[0].path, ["idempotencyKey"])
    }
  )
})

describe("the number of a card in the texts of its own request", () => {
  const number = "4111111111111111"
  const spelled = "4111\u00a01111 1111-1111"

  it.each<readonly [path: string, more: object]>([
    ["card.holder", { card: { ...card, number, holder: number } }],
    ["trackingId", { trackingId: spelled }],
    ["description", { description: `Order ${spelled}` }],
    ["customer.deviceId", { customer: { deviceId: number } }],
    ["billingAddress.address", { billingAddress: { address: spelled } }],
    ["returnUrl", { returnUrl: `https://shop.example/?card=${number}` }],
    ["dynamicBillingDescriptor", { dynamicBillingDescriptor: spelled }],
    ["additionalData.receiptText.0", { additionalData: { receipt_text: [spelled] } }],
    ["travel.airline.passengers.0.lastName", { travel: { airline: { passengers: [{ lastName: spelled }] } } }]
  ])("D3: is refused in %s", async (path, more) => {
    const reason = await reasonOf(shop().pay({ ...order(), card: { ...card, number }, ...more }))
    assert.deepInclude(reason, { _tag: "RequestRefused" })
    assert.strictEqual((reason as RequestRefused).errors[0].path.join("."), path)
    assert.notInclude(JSON.stringify(reason), "1111")
  })

  it("D3: is refused where the card comes as a token, and in a payout", async () => {
    const paid = await shop().pay({ ...order(), card: { ...card, number } })
    const saved = { token: paid.card!.token }
    const again = await reasonOf(shop().pay({ ...order(), card: saved, trackingId: spelled }))
    assert.deepStrictEqual((again as RequestRefused).errors[0].path, ["trackingId"])
    const recipientCard = { ...card, number }
    const out = await reasonOf(shop().payOut({ ...order(), recipientCard, recipient: { deviceId: number } }))
    assert.deepStrictEqual((out as RequestRefused).errors[0].path, ["recipient", "deviceId"])
    const credit = await reasonOf(shop().credit({ ...order(), card: saved, description: number }))
    assert.deepStrictEqual((credit as RequestRefused).errors[0].path, ["description"])
  })

  it("D3: is refused where a subscription begins", async () => {
    const plan = { title: "Books", currency: "EUR", plan: { amount: 100, interval: 1, intervalUnit: "month" } } as const
    const texts = { customer: { firstName: number }, additionalData: { note: [spelled] }, trackingId: number }
    const reason = await reasonOf(shop().subscriptions.create({ plan, card: { ...card, number }, ...texts }))
    const paths = (reason as RequestRefused).errors.map(({ path }) => path.join("."))
    assert.sameMembers(paths, ["customer.firstName", "additionalData.note.0", "trackingId"])
  })
})
