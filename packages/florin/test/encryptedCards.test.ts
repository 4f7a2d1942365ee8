// Cards whose fields a browser has encrypted under the shop's public key, over HTTP.

import { constants, generateKeyPairSync, publicEncrypt } from "node:crypto"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const encrypt = (text: string): string => {
  const message = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text))
  return `$begatewaycsejs_1_0_0$${message.toString("base64")}`
}

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2049"
}

const encrypted = (changes: object = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...card, ...changes }).map(([name, value]) => [name, encrypt(value)]))

const order = { amount: 1995, currency: "EUR", description: "Order 42" }

const authorization = `Basic ${btoa("shop:the-secret-of-the-shop-of-a-test")}`

const post = async ({ fetch }: TestFlorin, path: string, request: object, more: object = {}) => {
  const headers = { authorization, "content-type": "application/json", ...more }
  const init = { method: "POST", headers, body: JSON.stringify({ request }) }
  const answer = await documentedFetch(fetch, "/pay")(new Request(`https://shop.example/pay${path}`, init))
  return { status: answer.status, text: await answer.text() }
}

const refusal = (text: string): unknown => JSON.parse(text).response.errors

const shop = { notificationPrivateKey: privateKey }

const unread = {
  encrypted_credit_card: [
    "can't be read: encrypt each field with the public key of this shop, and check the number, the date and the code"
  ]
}

describe("an encrypted card", () => {
  it("D51: is charged, authorized, checked and kept like one in clear, in place of it or beside it", async () => {
    await using florin = await testFlorin({ shop })
    const whole = { encrypted_credit_card: encrypted() }
    const paths = ["payments", "authorizations", "tokenizations"].map((name) => `/transactions/${name}`)
    for (const path of [...paths, "/services/credit_cards/charges"]) {
      const { status, text } = await post(florin, path, {
        ...order,
        ...whole,
        duplicate_check: false
      })
      assert.strictEqual(status, 200)
      const { transaction } = JSON.parse(text)
      assert.strictEqual(transaction.status, "successful")
      assert.deepInclude(transaction.credit_card, { last_4: "0000", holder: "Jane Doe", exp_month: 12, exp_year: 2049 })
    }
    const { number, verification_value, ...clear } = card
    const beside = {
      credit_card: clear,
      encrypted_credit_card: { number: encrypt(number), verification_value: encrypt(verification_value) }
    }
    const paid = await post(florin, "/transactions/payments", { ...order, ...beside, duplicate_check: false })
    const { token } = JSON.parse(paid.text).transaction.credit_card
    const code = { credit_card: { token }, encrypted_credit_card: { verification_value: encrypt("123") } }
    const again = await post(florin, "/transactions/payments", { ...order, ...code, duplicate_check: false })
    assert.strictEqual(JSON.parse(again.text).transaction.status, "successful")
    const charged = await post(florin, "/services/credit_cards/charges", { ...order, ...whole, amount: 2995 })
    assert.strictEqual(JSON.parse(charged.text).transaction.charge.status, "successful")
    const { token: checkout } = await florin.checkouts.create({ transactionType: "payment", order })
    const paidFor = await post(florin, "/ctp/api/payments", { token: checkout, ...whole })
    assert.strictEqual(JSON.parse(paidFor.text).response.status, "successful")
    const kept = await post(florin, "/credit_cards", whole)
    assert.strictEqual(JSON.parse(kept.text).last_4, "0000")
  })

  it("D51, D13: is not charged twice under its key", async () => {
    await using florin = await testFlorin({ shop })
    const request = { ...order, encrypted_credit_card: encrypted() }
    const key = { "idempotency-key": "order-42" }
    const [first, second] = [
      await post(florin, "/transactions/payments", request, key),
      await post(florin, "/transactions/payments", request, key)
    ]
    assert.strictEqual(first.text, second.text)
    assert.lengthOf(await florin.transactions.list(), 1)
  })

  it("D51: that can't be read is one refusal, whatever is wrong with it", async () => {
    await using florin = await testFlorin({ shop })
    const altered = (text: string) => `${text.slice(0, 40)}${text[40] === "A" ? "B" : "A"}${text.slice(41)}`
    const cases: Readonly<Record<string, object>> = {
      "an altered number": { ...encrypted(), number: altered(encrypt(card.number)) },
      "an altered code": { ...encrypted(), verification_value: altered(encrypt("123")) },
      "no prefix": { ...encrypted(), number: encrypt(card.number).slice(22) },
      "a number in clear": { ...encrypted(), number: card.number },
      "a number with a wrong digit": encrypted({ number: "4200000000000001" }),
      "a month that there is not": encrypted({ exp_month: "13" }),
      "no number": { ...encrypted(), number: undefined }
    }
    const texts = new Set<string>()
    for (const [why, sent] of Object.entries(cases)) {
      const { status, text } = await post(florin, "/transactions/payments", { ...order, encrypted_credit_card: sent })
      assert.strictEqual(status, 400, why)
      assert.deepStrictEqual(refusal(text), unread, why)
      texts.add(text)
    }
    assert.strictEqual(texts.size, 1)
    // What else is wrong is said beside it.
    const wrong = { ...order, amount: 0, encrypted_credit_card: cases["an altered number"] }
    const { text } = await post(florin, "/transactions/payments", wrong)
    assert.deepStrictEqual(refusal(text), { amount: ["must be greater than 0"], ...unread })
    const none = await post(florin, "/transactions/payments", { ...order, encrypted_credit_card: "text" })
    assert.deepStrictEqual(refusal(none.text), { encrypted_credit_card: ["must be an object"] })
    assert.deepStrictEqual(await florin.transactions.list(), [])
  })

  it("D51: of a shop without a key pair is the same refusal", async () => {
    await using florin = await testFlorin()
    const { text } = await post(florin, "/transactions/payments", { ...order, encrypted_credit_card: encrypted() })
    assert.deepStrictEqual(refusal(text), unread)
  })

  it("D51: pays a checkout by an app that has nothing but its token, or the shop's public key", async () => {
    await using florin = await testFlorin({ shop: { ...shop, allowPublicKey: true } })
    const key = publicKey.replace(/-----[^-]+-----|\s/g, "")
    for (const authorization of ["", `Bearer ${key}`]) {
      const { token } = await florin.checkouts.create({ transactionType: "payment", order })
      const request = { token, payment_method: "credit_card", encrypted_credit_card: encrypted() }
      const { text } = await post(florin, "/ctp/api/payments", request, { authorization })
      assert.deepInclude(JSON.parse(text).response, { status: "successful" }, authorization)
    }
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    const wrong = { token, payment_method: "credit_card", encrypted_credit_card: encrypted({ number: "1" }) }
    const { status, text } = await post(florin, "/ctp/api/payments", wrong, { authorization: "" })
    assert.strictEqual(status, 422)
    assert.include(text, "encrypted_credit_card")
    assert.lengthOf(await florin.transactions.list(), 2)
  })

  it.each([
    ["its number", "4200000000000000"],
    ["its number, grouped", "4200 0000 0000 0000"],
    ["its code", "987"],
    ["the number of another card", "4111111111111111"]
  ])("D51: %s is read by nobody who sends it in the place of the name", async (_, text) => {
    await using florin = await testFlorin({ shop })
    const holder = { encrypted_credit_card: { holder: encrypt(text) } }
    const beside = { ...card, number: "5555555555554444", holder: "Thief" }
    const paid = await post(florin, "/transactions/payments", { ...order, credit_card: beside, ...holder })
    assert.deepStrictEqual([paid.status, refusal(paid.text)], [400, unread])
    const kept = await post(florin, "/credit_cards", { ...beside, ...holder })
    assert.strictEqual(kept.status, 400)
    assert.notInclude(kept.text, text)
    assert.deepStrictEqual(await florin.transactions.list(), [])
  })
})
