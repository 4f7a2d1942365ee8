// A provider's token as a saved card, on a subscription, in a checkout and on its page. Source: D53, "The source".
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { RecordMissing, RequestRefused } from "florin"
import { cards, type TestFlorin, testFlorin, tokens } from "florin/testing"
import { assert, describe, it } from "vitest"

const customer = { externalId: "customer-7" }

const value = tokens.approved.providerToken.value

const rejection = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((reason) => reason)

/** The values of the tokens in the database. */
const stored = (florin: TestFlorin): ReadonlyArray<string> =>
  florin.query("SELECT provider_token FROM florin_cards").map((row) => JSON.parse(String(row.provider_token)).value)

const asking =
  ({ authorization, fetch }: TestFlorin) =>
  async (path: string, request: object, by: object = { authorization }) => {
    const headers = { ...by, "content-type": "application/json" }
    const sent = new Request(`https://shop.example/pay${path}`, {
      method: "POST",
      body: JSON.stringify({ request }),
      headers
    })
    const answer = await documentedFetch(fetch, "/pay")(sent)
    return { status: answer.status, text: await answer.text() }
  }

const page = async ({ fetch }: TestFlorin, token: string): Promise<string> => {
  const request = new Request(`https://shop.example/pay/checkout?token=${token}`, { headers: { accept: "text/html" } })
  return (await fetch(request)).text()
}

const unknown = { brand: "unknown", last4: null, first1: null, bin: null, expMonth: null, expYear: null }

describe("a saved card by a provider's token", () => {
  it("D51, D53: is kept without a charge, listed once, changed, and erased with all that has the token", async () => {
    await using florin = await testFlorin()
    const kept = await florin.cards.create({ ...tokens.approved, customer, contract: ["card_on_file"] })
    assert.deepInclude(kept, { ...unknown, holder: null, tokenProvider: "sandbox" })
    assert.strictEqual((await florin.cards.update(kept.token, { holder: "Jane Roe" })).holder, "Jane Roe")
    const paid = await florin.pay({ amount: 1995, card: tokens.approved, customer })
    assert.strictEqual(paid.card.stamp, kept.stamp)
    assert.lengthOf(await florin.cards.list({ customer: "customer-7" }), 1)
    assert.deepStrictEqual(stored(florin), [value, value])
    await florin.cards.delete(kept.token)
    assert.deepStrictEqual(stored(florin), [])
    assert.instanceOf(await rejection(florin.cards.find(paid.card.token)), RecordMissing)
    assert.deepInclude(await florin.transactions.find(paid.uid), { card: paid.card })
  })

  it("D53: is known from its first charge on", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.cards.create({ ...tokens.once, customer, contract: ["card_on_file"] })
    const paid = await florin.pay({ amount: 1995, card: { token }, customer })
    assert.deepInclude(paid.card, { brand: "visa", last4: "4242", bin: "424242", expMonth: 12, expYear: 2049 })
    assert.deepInclude(await florin.cards.find(token), { brand: "visa", last4: "4242", expYear: 2049 })
    assert.deepStrictEqual(stored(florin), [value])
  })

  it.each([
    { ...tokens.approved, number: cards.approved.number },
    { ...tokens.approved, token: "a".repeat(64) },
    { ...tokens.approved, expMonth: 12 }
  ])("D53: is refused with what it stands for, %#", async (request) => {
    await using florin = await testFlorin()
    const refused = await rejection(florin.cards.create(request))
    assert.instanceOf(refused, RequestRefused)
    assert.include(String(refused), "can't be sent together")
    assert.notInclude(String(refused), value)
  })

  it("D51a: of a guest is erased with its charge", async () => {
    await using florin = await testFlorin({ shop: { forgetGuestCards: true } })
    const guest = await florin.pay({ amount: 1995, card: tokens.once })
    assert.deepStrictEqual([guest.status, guest.card.last4, stored(florin).length], ["successful", "4242", 0])
  })

  it("D53: no webhook, answer or log line has the token", async () => {
    await using florin = await testFlorin()
    const ask = asking(florin)
    const order = {
      amount: 1995,
      currency: "EUR",
      description: "Order 42",
      notification_url: "https://shop.example/hook"
    }
    const headers = { authorization: florin.authorization, "idempotency-key": "order-42" }
    const once = { credit_card: { provider_token: { provider: "sandbox", value: "tok_visa_once" } } }
    const first = await ask("/transactions/payments", { ...order, ...once }, headers)
    const again = await ask("/transactions/payments", { ...order, ...once }, headers)
    const other = await ask("/transactions/payments", { ...order, ...once, amount: 5 }, headers)
    assert.deepStrictEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.notStrictEqual(other.status, 200)
    const texts = [
      first.text,
      other.text,
      JSON.stringify(florin.webhooks),
      JSON.stringify(florin.query("SELECT * FROM florin_idempotency_keys"))
    ]
    for (const text of texts) assert.notInclude(text, "tok_visa")
  })
})

describe("a subscription by a provider's token", () => {
  it("D53: renews by the token that replaced the one-time one, and shows what is known of the card", async () => {
    await using florin = await testFlorin()
    const plan = {
      title: "Reader",
      currency: "EUR",
      plan: { amount: 990, interval: 1, intervalUnit: "month" }
    } as const
    const { id } = await florin.subscriptions.create({ plan, card: tokens.once, customer })
    assert.deepInclude((await florin.subscriptions.find(id)).card as object, {
      last4: "4242",
      tokenProvider: "sandbox"
    })
    await florin.clock.advance({ months: 2 })
    const subscription = await florin.subscriptions.find(id)
    assert.deepInclude(subscription, { state: "active", paidBillingCycles: 3 })
    assert.deepInclude(subscription.card as object, { last4: "4242", expYear: 2049 })
    assert.deepStrictEqual(stored(florin), [value])
    const changed = await florin.subscriptions.changeCard(id, { card: tokens.mastercard })
    assert.deepInclude(changed.card as object, { brand: "master", last4: "4444" })
  })
})

describe("a checkout by a provider's token", () => {
  it("D53: is paid by an app, and the card is then offered on the page", async () => {
    await using florin = await testFlorin()
    const order = {
      amount: 1995,
      currency: "EUR",
      description: "Order 42",
      additionalData: { contract: ["card_on_file"] }
    }
    const checkout = () => florin.checkouts.create({ transactionType: "payment", order, customer })
    const { token } = await checkout()
    const credit_card = { provider_token: { provider: "sandbox", value: "tok_visa_once" } }
    const answer = await asking(florin)("/ctp/api/payments", { token, credit_card }, {})
    assert.strictEqual(answer.status, 200)
    assert.notInclude(answer.text, "tok_visa")
    assert.strictEqual((await florin.checkouts.find(token)).status, "successful")
    assert.include(await page(florin, (await checkout()).token), "Visa •••• 4242")
  })

  it("D53: a card of which nothing is known is offered as a card", async () => {
    await using florin = await testFlorin()
    await florin.cards.create({ ...tokens.approved, customer, contract: ["card_on_file"] })
    const order = { amount: 1995, currency: "EUR", description: "Order 42" }
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, customer })
    const text = await page(florin, token)
    assert.include(text, ">Card</label>")
    assert.notInclude(text, "••••")
  })
})
