// Documents and refusals of card routes in the third version, over HTTP.
import { type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const authorization = `Basic ${btoa("shop:the-secret-of-the-shop-of-a-test")}`

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2049"
}

const order = {
  ...{ amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42", credit_card: card },
  ...{
    customer: { ip: "203.0.113.7", email: "jane@shop.example" },
    billing_address: { first_name: "Jane", country: "DE" }
  }
}

const ask = async ({ fetch }: TestFlorin, method: string, path: string, body?: unknown, more: object = {}) => {
  const headers = { authorization, "content-type": "application/json", "x-api-version": "3", ...more }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(new Request(`https://shop.example/pay${path}`, init))
  return { status: answer.status, body: JSON.parse(await answer.text()), headers: answer.headers }
}

describe("X-Api-Version: 3", () => {
  it("D51: answers flat documents where a transaction is made, asked for and listed, and its first answer again", async () => {
    await using florin = await testFlorin()
    const key = { "idempotency-key": "order-42" }
    const paid = await ask(florin, "POST", "/transactions/payments", { request: order }, key)
    assert.strictEqual(paid.status, 200)
    assert.deepInclude(paid.body, { status: "successful", type: "payment", amount: 1995 })
    assert.deepInclude(paid.body.customer, { email: "jane@shop.example", first_name: "Jane", country: "DE" })
    assert.deepInclude(paid.body.payment_method, { payment_method_type: "credit_card", last_4: "0000" })
    assert.deepInclude(paid.body.transaction, { message: "Payment was approved" })
    const again = await ask(florin, "POST", "/transactions/payments", { request: order }, key)
    assert.deepStrictEqual(again.body, paid.body)
    const { uid } = paid.body
    assert.deepStrictEqual((await ask(florin, "GET", `/transactions/${uid}`)).body, paid.body)
    const listed = await ask(florin, "GET", "/v2/transactions/tracking_id/order-42")
    assert.deepStrictEqual(listed.body, { transactions: [paid.body] })
    const refund = { request: { parent_uid: uid, amount: 995, reason: "Returned" } }
    const refunded = await ask(florin, "POST", "/transactions/refunds", refund)
    assert.deepInclude(refunded.body, { type: "refund", parent_uid: uid })
    assert.deepInclude(refunded.body.transaction, { message: "Refund was approved" })
    const charged = await ask(florin, "POST", "/services/credit_cards/charges", { request: { ...order, amount: 5 } })
    assert.deepInclude(charged.body, { type: "charge", status: "successful" })
    assert.deepInclude(charged.body.transaction, { status: "successful" })
    // Any other version, and the webhooks, have the documents of the interface.
    const { body } = await ask(florin, "GET", `/transactions/${uid}`, undefined, { "x-api-version": "2" })
    assert.strictEqual(body.transaction.uid, uid)
  })

  it("D51: answers refusals with their codes", async () => {
    await using florin = await testFlorin()
    const { credit_card: _, ...cardless } = order
    const cases: ReadonlyArray<
      readonly [code: string, method: string, path: string, body?: unknown, headers?: object]
    > = [
      ["E.1025", "POST", "/transactions/payments", { request: cardless }],
      ["E.1017", "POST", "/transactions/payments", {}],
      ["E.1021", "POST", "/transactions/payments", { request: order }, { authorization: "Basic eDp5" }],
      ["E.1022", "GET", "/transactions/0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"],
      ["E.1022", "GET", "/transactions/not-a-uid"],
      ["E.1016", "POST", "/transactions/donations", { request: order }]
    ]
    for (const [code, method, path, body, headers] of cases) {
      const answer = await ask(florin, method, path, body, headers)
      assert.deepStrictEqual([answer.body.code, answer.status], [code, 422], `${method} ${path}`)
    }
    await ask(florin, "POST", "/transactions/payments", { request: order })
    const twice = await ask(florin, "POST", "/transactions/payments", { request: order })
    assert.strictEqual(twice.body.code, "E.1018")
    const russian = await ask(florin, "POST", "/transactions/payments", {}, { "accept-language": "ru" })
    assert.match(russian.body.friendly_message, /^Не удалось/)
  })
})
