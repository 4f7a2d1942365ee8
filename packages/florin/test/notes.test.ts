// A merchant's private note on a transaction, in process and over HTTP.

import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { RecordMissing, RequestRefused } from "florin"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const order = { amount: 1995, card: cards.approved, customer: { email: "jane@example.com" } }
const secret = "Customer called twice"

const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason
  )
  assert.instanceOf(error, RequestRefused)
  return error.errors.map(({ path, sentence }) => `${path.join(".")} ${sentence}`).join("; ")
}

const over = async ({ authorization, fetch }: TestFlorin, path: string, body?: object) => {
  const headers = { authorization, "content-type": "application/json" }
  const given = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) }
  const answer = await documentedFetch(fetch, "/pay")(new Request(`https://shop.example/pay${path}`, given))
  return { status: answer.status, text: await answer.text() }
}

describe("a note on a transaction", () => {
  it("D1: is kept, replaced and removed, and read back by its shop, in process and over HTTP", async () => {
    await using florin = await testFlorin()
    const { uid } = await florin.pay(order)
    assert.isNull(await florin.transactions.findNote(uid))
    assert.strictEqual(await florin.transactions.note(uid, { note: secret }), secret)
    assert.deepStrictEqual(await over(florin, `/transactions/${uid}/note`), {
      ...{ status: 200, text: JSON.stringify({ note: secret }) }
    })
    const replaced = await over(florin, `/transactions/${uid}/note`, { note: "Shipped" })
    assert.deepStrictEqual(replaced, { status: 200, text: '{"note":"Shipped"}' })
    assert.strictEqual(await florin.transactions.findNote(uid), "Shipped")
    assert.isNull(await florin.transactions.note(uid, { note: "" }))
    assert.isNull(await florin.transactions.findNote(uid))
  })

  it("D1: is private: no webhook, mail, page or other answer has it", async () => {
    await using florin = await testFlorin()
    const { uid } = await florin.authorize(order)
    await florin.transactions.note(uid, { note: secret })
    await florin.capture({ parentUid: uid, amount: 1995 })
    await florin.transactions.renotify(uid)
    const pages = [`/transactions/${uid}`, `/process/${uid}`, `/receipts/${uid}`, `/transactions/${uid}/explanation`]
    const answers = await Promise.all(pages.map(async (path) => (await over(florin, path)).text))
    const reported = JSON.stringify([answers, florin.webhooks, florin.mails, await florin.transactions.list()])
    assert.include(reported, uid)
    assert.notInclude(reported, secret)
  })

  it.each([
    ["no note", {}, "note can't be blank"],
    ["too long a note", { note: "x".repeat(2001) }, "note is too long (maximum is 2000 characters)"],
    ["a card number", { note: "Paid with 4200000000000000" }, "note can't contain a card number"],
    ["a card number in groups", { note: "4200 0000 0000 0000, he said" }, "note can't contain a card number"]
  ])("D3: is refused with %s", async (_, request, reply) => {
    await using florin = await testFlorin()
    const { uid } = await florin.pay(order)
    assert.strictEqual(await refusalOf(florin.transactions.note(uid, request as { note: string })), reply)
    assert.isNull(await florin.transactions.findNote(uid))
  })

  it("takes an order number, and the longest text that there is", async () => {
    await using florin = await testFlorin()
    const { uid } = await florin.pay(order)
    for (const note of ["Order 1234567890123456", "🎁".repeat(2000)]) {
      assert.strictEqual(await florin.transactions.note(uid, { note }), note)
    }
  })

  it("D2: is of the shop's own transactions only", async () => {
    await using florin = await testFlorin()
    const nobody = "0190b6a0-0000-7000-8000-000000000000"
    const { findNote, note } = florin.transactions
    for (const call of [() => note(nobody, { note: "?" }), () => findNote(nobody)]) {
      assert.instanceOf(await call().catch((error: unknown) => error), RecordMissing)
    }
  })
})
