// Saved cards: kept without a charge, listed, changed, and erased. Source: D51, D51a.
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { RecordMissing, RequestRefused } from "florin"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const { verificationValue: _, ...card } = cards.approved

const customer = { externalId: "customer-7" }

const oneclick = { additionalData: { contract: ["oneclick"] } } as const

const rejection = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((reason) => reason)

/** How many numbers are sealed in the database. */
const sealed = (florin: TestFlorin) => florin.query("SELECT token FROM florin_cards").length

const asking =
  ({ authorization, fetch }: TestFlorin) =>
  async (method: string, path: string, request?: object) => {
    const sent = request === undefined ? {} : { body: JSON.stringify({ request }) }
    const headers = { authorization, "content-type": "application/json" }
    const answer = await documentedFetch(
      fetch,
      "/pay"
    )(new Request(`https://shop.example/pay${path}`, { method, headers, ...sent }))
    return { status: answer.status, body: (await answer.json()) as { readonly token: string; readonly cards: unknown } }
  }

describe("a card that is kept without a charge", () => {
  it("D51: is made, found, listed, changed and erased under every path of older clients", async () => {
    await using florin = await testFlorin()
    const ask = asking(florin)
    const request = {
      number: "4200 0000 0000 0000".replaceAll(" ", ""),
      holder: "Jane Doe",
      exp_month: "12",
      exp_year: 2049
    }
    for (const [create, change, remove] of [
      ["/credit_cards", ["POST", "/credit_cards/"], "/v2/credit_cards/"],
      ["/v2/credit_cards", ["PUT", "/v2/credit_cards/"], "/credit_cards/"],
      ["/v2/credit_cards/", ["POST", "/v2/credit_cards/"], "/v2/credit_cards/"]
    ] as const) {
      const made = await ask("POST", create, { ...request, contract: ["oneclick"], customer: { external_id: 7 } })
      assert.strictEqual(made.status, 200, create)
      const { token } = made.body
      assert.deepInclude(made.body as object, {
        holder: "Jane Doe",
        brand: "visa",
        last_4: "0000",
        first_1: "4",
        bin: "420000",
        ...{ product: "F", issuer_country: "GB", issuer_name: "Sandbox Bank" }
      })
      assert.match(String((made.body as { readonly stamp?: unknown }).stamp), /^[0-9a-f]{64}$/)
      assert.deepInclude(made.body as object, {
        exp_month: 12,
        exp_year: 2049,
        contract: ["oneclick"],
        customer: { external_id: "7" }
      })
      const [method, path] = change
      const changed = await ask(method, `${path}${token}`, { exp_year: "2050" })
      assert.deepStrictEqual<object>(changed.body, { ...made.body, exp_year: 2050 })
      const renamed = await ask("POST", create, { token, holder: "Jane Roe" })
      assert.deepStrictEqual<object>(renamed.body, { ...changed.body, holder: "Jane Roe" })
      for (const found of ["/credit_cards", "/v2/credit_cards"]) {
        assert.deepStrictEqual((await ask("GET", `${found}/${token}`)).body, renamed.body)
        assert.deepStrictEqual((await ask("GET", `${found}?customer=7`)).body.cards, [renamed.body])
      }
      assert.strictEqual((await ask("DELETE", `${remove}${token}`)).status, 200)
      assert.strictEqual((await ask("DELETE", `${remove}${token}`)).status, 404)
      assert.strictEqual((await ask("GET", `/credit_cards/${token}`)).status, 404)
    }
    assert.strictEqual(sealed(florin), 0)
    assert.deepStrictEqual(florin.ledger.kinds, [])
  })

  it("D13, D51: is made once under a key", async () => {
    await using florin = await testFlorin()
    const options = { idempotencyKey: "card-1" }
    const made = await florin.cards.create({ ...card, customer }, options)
    assert.deepStrictEqual(await florin.cards.create({ ...card, customer }, options), made)
    assert.strictEqual(sealed(florin), 1)
  })

  const blank = "can't be blank"

  it.each<readonly [request: object, errors: Readonly<Record<string, string>>]>([
    [{}, { number: blank, expMonth: blank, expYear: blank }],
    [{ ...card, number: "4200000000000001" }, { number: "is invalid" }],
    [{ ...card, expYear: 2020 }, { expYear: "Invalid. Format should be: yyyy. Date is expired" }],
    [{ ...card, holder: `x ${card.number}` }, { holder: "can't contain the card number" }],
    [{ ...card, token: "a".repeat(64) }, { number: "can't be sent together with token" }],
    [{ token: "a".repeat(64), holder: "Jane" }, { token: "does not exist" }],
    [{ token: "a", holder: "Jane" }, { token: "does not exist" }]
  ])("D51: is refused by the names of its members: %j", async (request, errors) => {
    await using florin = await testFlorin()
    const refused = await rejection(florin.cards.create(request))
    if (!(refused instanceof RequestRefused)) return assert.fail(String(refused))
    const found = Object.fromEntries(refused.errors.map(({ path, sentence }) => [path.join("."), sentence]))
    assert.deepStrictEqual(Object.keys(found), Object.keys(errors))
    assert.notInclude(String(refused), card.number)
  })

  it("D51: can't be changed to hold its number, nor to be expired", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.cards.create(card)
    for (const change of [{ holder: card.number }, { expYear: 2020 }]) {
      assert.instanceOf(await rejection(florin.cards.update(token, change)), RequestRefused)
    }
    assert.deepInclude(await florin.cards.find(token), { holder: "Jane Doe", expYear: 2049 })
  })
})

describe("a deletion", () => {
  it("D51a: erases the number under every token of its customer, and leaves what the transactions show", async () => {
    await using florin = await testFlorin()
    const first = await florin.pay({ amount: 1995, card: cards.approved, customer, ...oneclick })
    const second = await florin.pay({ amount: 2995, card: cards.approved, customer })
    const stranger = await florin.pay({ amount: 3995, card: cards.approved, customer: { externalId: "8" } })
    await florin.clock.advance({ seconds: 1 })
    const other = await florin.pay({ amount: 1995, card: cards.mastercard, customer, ...oneclick })
    const kept = await florin.cards.list({ customer: "customer-7" })
    assert.deepStrictEqual(
      kept.map(({ token }) => token),
      [other.card?.token, first.card?.token]
    )
    await florin.cards.delete(first.card!.token)
    assert.strictEqual(sealed(florin), 2)
    for (const { card } of [first, second]) {
      const again = { amount: 1000, card: { token: card!.token, verificationValue: "123" } }
      assert.instanceOf(await rejection(florin.pay(again)), RequestRefused)
    }
    assert.deepInclude(await florin.transactions.find(first.uid), { card: first.card })
    assert.strictEqual((await florin.pay({ amount: 1000, card: { token: stranger.card!.token } })).status, "successful")
    assert.instanceOf(await rejection(florin.cards.delete(first.card!.token)), RecordMissing)
    assert.lengthOf(await florin.cards.list({ customer: "customer-7" }), 1)
  })

  it("D51a: waits for a payout to the card whose outcome is unknown", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.cards.create(card)
    florin.acquirer.next("lose the request")
    assert.strictEqual((await florin.credit({ amount: 500, card: { token } })).status, "pending")
    assert.instanceOf(await rejection(florin.cards.delete(token)), RequestRefused)
    await florin.clock.advance({ minutes: 1 })
    assert.deepStrictEqual(florin.ledger.kinds, ["credit"])
    await florin.cards.delete(token)
    assert.strictEqual(sealed(florin), 0)
  })

  it("D51a: tells a subscription, whose next charge is declined until it has another card", async () => {
    await using florin = await testFlorin()
    const price = { amount: 990, interval: 1, intervalUnit: "month" } as const
    const plan = await florin.plans.create({ title: "Reader", currency: "EUR", plan: price })
    const notificationUrl = "https://shop.example/hook"
    const start = { plan: { id: plan.id }, card: cards.approved, notificationUrl }
    const [mended, left] = [await florin.subscriptions.create(start), await florin.subscriptions.create(start)]
    const events = (id: string) =>
      florin.webhooks.flatMap((one) => (one.type === "subscription" && one.subscription.id === id ? [one.event] : []))
    for (const { card } of [mended, left]) await florin.cards.delete(card!.token)
    assert.deepInclude(await florin.subscriptions.find(mended.id), { state: "active", card: mended.card })
    assert.strictEqual(events(mended.id).at(-1), "card_deleted.subscription")
    await florin.clock.advance({ days: 31 })
    assert.strictEqual((await florin.subscriptions.find(mended.id)).state, "failed_attempt")
    await florin.subscriptions.changeCard(mended.id, { card: cards.mastercard })
    await florin.clock.advance({ days: 20 })
    assert.deepInclude(await florin.subscriptions.find(mended.id), { state: "active", paidBillingCycles: 2 })
    assert.deepInclude(await florin.subscriptions.find(left.id), {
      state: "canceled",
      cancelReason: "The payment attempts ran out",
      paidBillingCycles: 1
    })
  })
})

describe("a shop that forgets guests' cards", () => {
  const shop = { forgetGuestCards: true }
  const threeDSecure = { card: cards.threeDSecure, returnUrl: "https://shop.example" }

  it.each<readonly [what: string, charge: object, kept: number]>([
    ["a guest's payment", {}, 0],
    ["a guest's declined payment", { card: cards.declined }, 0],
    ["a guest's payment that waits for its customer", threeDSecure, 1],
    ["a customer's payment", { customer }, 1],
    ["a payment that sets up a contract", oneclick, 1]
  ])("D51a: has, after %s, so many numbers", async (_, charge, kept) => {
    await using florin = await testFlorin({ shop: { ...shop, threeDSecure: true } })
    const { card } = await florin.pay({ amount: 1995, card: cards.approved, ...charge })
    assert.strictEqual(sealed(florin), kept)
    assert.isString(card?.last4)
    if (charge !== threeDSecure) return
    // Its customer never comes back.
    await florin.clock.advance({ minutes: 16 })
    assert.strictEqual(sealed(florin), 0)
  })

  it("D51a: keeps the number of a charge whose outcome is unknown, until it is known", async () => {
    await using florin = await testFlorin({ shop })
    florin.acquirer.next("lose the answer after the charge")
    await florin.pay({ amount: 1995, card: cards.approved })
    assert.strictEqual(sealed(florin), 1)
    await florin.clock.advance({ seconds: 2 })
    assert.strictEqual(sealed(florin), 0)
  })

  it("D51a: does not erase a card that was kept, when it is charged by its token", async () => {
    await using florin = await testFlorin({ shop })
    const { token } = await florin.cards.create(card)
    await florin.pay({ amount: 1995, card: { token } })
    assert.strictEqual(sealed(florin), 1)
  })
})
