// Saved cards on the page of an order: which are offered, paying by one, keeping one. Source: D47.
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const order = { amount: 1995, currency: "EUR", description: "Order 42" }

const customer = { externalId: "customer-7" }

const { verificationValue: _, ...card } = cards.approved

/** The customer's browser sends the form. */
const send = async ({ fetch }: TestFlorin, token: string, fields: Readonly<Record<string, string>>) => {
  const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" }
  const body = new URLSearchParams({ after: "0", ...fields }).toString()
  const request = new Request(`https://shop.example/pay/checkout?token=${token}`, { headers, method: "POST", body })
  return (await fetch(request)).status
}

const checkout = ({ checkouts }: TestFlorin, more: object = {}) =>
  checkouts.create({ transactionType: "payment", order, customer, ...more })

const typed = { number: "4200 0000 0000 0000", expiry: "12/49", code: "123" }

describe("a saved card on the page of an order", () => {
  it.each<readonly [what: string, contract: "oneclick" | "card_on_file", fields: object, status: number, paid: string]>(
    [
      ["with the code that it needs", "oneclick", { code: "123" }, 303, "successful"],
      ["without it", "oneclick", {}, 200, "error"],
      ["with what is no code", "oneclick", { code: "12a" }, 200, "error"],
      ["that needs none", "card_on_file", {}, 303, "successful"]
    ]
  )("D14, D47: pays, %s", async (_, contract, fields, status, paid) => {
    await using florin = await testFlorin({ shop: { strictContracts: true } })
    const { token: saved_card } = await florin.cards.create({ ...card, customer, contract: [contract] })
    const { token } = await checkout(florin)
    assert.strictEqual(await send(florin, token, { saved_card, ...fields }), status)
    assert.strictEqual((await florin.checkouts.find(token)).status, paid)
    assert.lengthOf(await florin.transactions.list(), status === 303 ? 1 : 0)
  })

  it("D47: is taken only where it is offered", async () => {
    await using florin = await testFlorin()
    const foreign = await florin.cards.create({ ...card, customer: { externalId: "8" } })
    const nobodys = await florin.pay({ amount: 1000, card: cards.approved })
    for (const token of [foreign.token, nobodys.card!.token, "a".repeat(64)]) {
      const order = await checkout(florin)
      assert.strictEqual(await send(florin, order.token, { saved_card: token }), 200)
      assert.strictEqual((await florin.checkouts.find(order.token)).status, "error")
    }
    assert.lengthOf(await florin.transactions.list(), 1)
    const named = await checkout(florin, { paymentMethod: { creditCard: { token: foreign.token } } })
    assert.strictEqual(await send(florin, named.token, { saved_card: foreign.token }), 303)
    assert.strictEqual((await florin.checkouts.find(named.token)).status, "successful")
  })

  const settings = { saveCardToggle: { display: true } }

  /** The form, as the customer's browser gets it. */
  const shown = async ({ fetch }: TestFlorin, token: string) => {
    const request = new Request(`https://shop.example/pay/checkout?token=${token}`, {
      headers: { accept: "text/html" }
    })
    return (await fetch(request)).text()
  }

  it.each<readonly [what: string, more: object, isOffered: boolean, hasNumber: boolean, asksToKeep: boolean]>([
    ["to its customer, beside another card", { settings }, true, true, true],
    ["to its customer alone", { settings: { anotherCardToggle: { display: false } } }, true, false, false],
    ["not to another customer", { customer: { externalId: "8" } }, false, true, false],
    ["not to a guest, who is not asked to keep one", { settings, customer: {} }, false, true, false]
  ])("D47: is shown %s", async (_, more, isOffered, hasNumber, asksToKeep) => {
    await using florin = await testFlorin({ shop: { forgetGuestCards: true } })
    const { token: saved } = await florin.cards.create({ ...card, customer, contract: ["oneclick"] })
    const text = await shown(florin, (await checkout(florin, more)).token)
    const fields = [`value="${saved}"`, 'name="number"', 'name="save_card"']
    assert.deepStrictEqual(
      fields.map((field) => text.includes(field)),
      [isOffered, hasNumber, asksToKeep]
    )
    assert.include(text, 'name="code"')
  })

  it.each<readonly [what: string, more: object, fields: object, kept: number]>([
    ["where its customer asks for it", { settings }, { save_card: "1" }, 1],
    ["not where its customer does not", { settings }, {}, 0],
    ["not where the page does not ask", {}, { save_card: "1" }, 0],
    ["not of a guest", { settings, customer: {} }, { save_card: "1" }, 0]
  ])("D47: is kept %s", async (_, more, fields, kept) => {
    await using florin = await testFlorin({ shop: { forgetGuestCards: true } })
    const { token } = await checkout(florin, more)
    assert.strictEqual(await send(florin, token, { ...typed, saved_card: "", ...fields }), 303)
    assert.strictEqual((await florin.checkouts.find(token)).status, "successful")
    const found = await florin.cards.list({ customer: "customer-7" })
    assert.deepStrictEqual(
      found.map(({ contract }) => contract),
      kept === 1 ? [["oneclick"]] : []
    )
    if (kept === 0) return
    const again = await checkout(florin)
    assert.strictEqual(await send(florin, again.token, { saved_card: found[0]!.token, code: "123" }), 303)
    assert.strictEqual((await florin.checkouts.find(again.token)).status, "successful")
  })
})
