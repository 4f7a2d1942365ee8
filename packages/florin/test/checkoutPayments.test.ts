// Orders that are paid by apps with forms of their own. Source: D51.

import { generateKeyPairSync } from "node:crypto"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const notificationPrivateKey = privateKey.export({ format: "pem", type: "pkcs8" }).toString()
const key = publicKey.export({ format: "der", type: "spki" }).toString("base64")

const order = { amount: 1995, currency: "EUR", description: "Order 42" }

const returnUrl = "https://shop.example/back?x=1"

const customer = { externalId: "customer-7", firstName: "Ann" }

const typed = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2049"
}

const { verificationValue: _, ...saved } = cards.approved

interface Answer {
  readonly message?: string
  readonly errors?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly response: Readonly<Record<string, unknown>> & { readonly credit_card: Readonly<Record<string, unknown>> }
}

/** An app asks, by the token alone unless an authorization is named. */
const asking =
  ({ fetch }: TestFlorin) =>
  async (path: string, body: object, authorization?: string, headers: object = {}) => {
    const own = authorization === undefined ? {} : { authorization }
    const init = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...own, ...headers }
    }
    const answer = await documentedFetch(fetch, "/pay")(new Request(`https://shop.example/pay${path}`, init))
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      body: (await answer.json()) as Answer
    }
  }

const started = (more: object = {}) => testFlorin({ shop: { allowPublicKey: true, notificationPrivateKey, ...more } })

const checkout = ({ checkouts }: TestFlorin, more: object = {}) =>
  checkouts.create({ transactionType: "payment", order, customer, settings: { returnUrl }, ...more })

describe("a payment by an app", () => {
  it.each<readonly [what: string, card: object, status: string, returns: string | null]>([
    ["approved", typed, "successful", "https://shop.example/back?x=1&token=T&uid=U&status=successful"],
    [
      "declined",
      { ...typed, number: "4005550000000019" },
      "failed",
      "https://shop.example/back?x=1&token=T&uid=U&status=failed"
    ],
    ["without an outcome", { ...typed, holder: "TIMEOUT" }, "pending", null],
    [
      "dated as on the card",
      { ...typed, exp_month: null, exp_year: "", exp_date: "12/49" },
      "successful",
      "https://shop.example/back?x=1&token=T&uid=U&status=successful"
    ]
  ])("D51: is %s", async (_, credit_card, status, returns) => {
    await using florin = await started()
    const { token } = await checkout(florin)
    const request = {
      token,
      payment_method: "credit_card",
      credit_card,
      customer: { email: "jane@example.com", external_id: "8", first_name: "Eve" }
    }
    const answer = await asking(florin)("/ctp/api/payments", { request })
    assert.strictEqual(answer.status, 200)
    const { response } = answer.body
    const [attempt] = await florin.transactions.list()
    assert.deepInclude(response, {
      ...{ status, errors: null, token, transaction_type: "payment", uid: attempt!.uid, url: null },
      ...{
        result_url: `https://shop.example/pay/checkout?token=${token}&by=app`,
        gateway_id: null,
        finished: status !== "pending"
      },
      return_url: returns?.replace("=T", `=${token}`).replace("=U", `=${attempt!.uid}`) ?? null
    })
    assert.deepInclude(response.credit_card, {
      last_4: (credit_card as { number: string }).number.slice(-4),
      exp_year: 2049
    })
    // Only the shop can charge the card again, and only it says who its customer is.
    assert.doesNotHaveAnyKeys(response.credit_card, ["token", "stamp"])
    assert.deepInclude(attempt as object, {
      billingAddress: { ...(attempt as { billingAddress: object }).billingAddress, firstName: "Ann" }
    })
    assert.deepInclude(attempt as object, {
      customer: { ...(attempt as { customer: object }).customer, email: "jane@example.com", externalId: "customer-7" }
    })
  })

  it("D51: is incomplete with the address where the customer confirms it", async () => {
    await using florin = await started({ threeDSecure: true })
    const { token } = await checkout(florin)
    const request = {
      token,
      credit_card: { ...typed, number: cards.threeDSecure.number },
      browser: { accept_header: "*/*" }
    }
    const { body } = await asking(florin)("/ctp/api/payments", { request })
    const { status, uid, url } = body.response
    assert.deepStrictEqual([status, url], ["incomplete", `https://shop.example/pay/process/${uid}`])
  })

  it("D48, D51: ends on the page that the app watches for, also where the customer leaves at once", async () => {
    await using florin = await started({ threeDSecure: true })
    const settings = { returnUrl: "https://shop.example/back", autoReturn: 0 }
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, settings })
    const request = { token, credit_card: { ...typed, number: cards.threeDSecure.number } }
    const { result_url } = (await asking(florin)("/ctp/api/payments", { request })).body.response
    const [attempt] = await florin.transactions.list()
    // The bank leads back there.
    assert.strictEqual((attempt as { returnUrl?: string }).returnUrl, result_url)
    await florin.clock.advance({ minutes: 16 })
    const open = (url: unknown) => florin.fetch(new Request(String(url), { redirect: "manual" }))
    const watched = await open(`${result_url}&uid=${attempt!.uid}&status=failed`)
    assert.strictEqual(watched.status, 200)
    assert.include(await watched.text(), "https://shop.example/back?token=")
    assert.strictEqual((await open(String(result_url).replace("&by=app", ""))).status, 303)
  })

  it.each<readonly [by: string, authorization: string | undefined, status: number, hasToken: boolean]>([
    ["the token alone", undefined, 200, false],
    ["the public key", `Bearer ${key}`, 200, false],
    ["the public key without a scheme", key, 200, false],
    ["the token as a header, too", "token", 200, false],
    ["the token behind a scheme", "Bearer token", 200, false],
    ["another key", `Bearer ${key.replace("M", "N")}`, 401, false],
    ["the shop", "shop", 200, true]
  ])("D51: is authorized by %s", async (_, authorization, status, hasToken) => {
    await using florin = await started()
    const { token } = await checkout(florin)
    const sent = authorization === "shop" ? florin.authorization : authorization?.replace("token", token)
    const answer = await asking(florin)("/ctp/api/payments", { request: { token, credit_card: typed } }, sent)
    assert.strictEqual(answer.status, status)
    if (status === 200) assert.strictEqual("token" in answer.body.response.credit_card, hasToken)
    else assert.deepInclude(answer.body.response, { status: "error", message: "Unauthorized" })
  })

  const blank = ["can't be blank"]

  it.each<readonly [what: string, request: object, status: number, errors: Answer["errors"]]>([
    ["without a card", {}, 422, { credit_card: blank }],
    ["without a number", { credit_card: { ...typed, number: "" } }, 422, { "credit_card.number": blank }],
    [
      "with a date that is none",
      { credit_card: { ...typed, exp_month: "", exp_year: "", exp_date: "2049-12" } },
      422,
      { "credit_card.exp_month": blank, "credit_card.exp_year": blank }
    ],
    ["by a wallet", { payment_method: "apple_pay", credit_card: typed }, 422, { payment_method: ["is not available"] }],
    [
      "by a card that is not offered",
      { credit_card: { token: "a".repeat(64) } },
      422,
      { "credit_card.token": ["does not exist"] }
    ],
    ["of no checkout", { token: "a".repeat(64), credit_card: typed }, 404, undefined]
  ])("D51: is refused %s, and tries nothing", async (_, request, status, errors) => {
    await using florin = await started()
    const { token } = await checkout(florin)
    const answer = await asking(florin)("/ctp/api/payments", { request: { token, ...request } })
    assert.strictEqual(answer.status, status)
    assert.strictEqual(answer.body.response.status, "error")
    assert.deepStrictEqual(answer.body.errors, errors)
    assert.notInclude(JSON.stringify(answer.body), typed.number)
    assert.lengthOf(await florin.transactions.list(), 0)
  })

  it("D51: pays once, however often the order is sent, and says that it can be paid no more", async () => {
    await using florin = await started()
    const { token } = await checkout(florin)
    const ask = asking(florin)
    const request = { request: { token, credit_card: typed } }
    const first = await ask("/ctp/api/payments", request, undefined, { "idempotency-key": "one" })
    const again = await ask("/ctp/api/payments", request, undefined, { "idempotency-key": "one" })
    assert.deepStrictEqual(again.body, first.body)
    const other = await ask("/ctp/api/payments", request)
    assert.deepStrictEqual([other.status, other.body.message], [422, "It is paid"])
    assert.deepStrictEqual(florin.ledger.kinds, ["payment"])
  })

  it("D47, D51: by a saved card, and keeping one", async () => {
    await using florin = await started()
    const ask = asking(florin)
    const settings = { saveCardToggle: { display: true } }
    const keeping = await checkout(florin, { settings })
    const request = { token: keeping.token, credit_card: { ...typed, save_card: true } }
    assert.strictEqual((await ask("/ctp/api/payments", { request })).body.response.status, "successful")
    const [kept] = await florin.cards.list({ customer: "customer-7" })
    const { token } = await checkout(florin)
    const credit_card = { token: kept!.token, verification_value: "123" }
    assert.strictEqual(
      (await ask("/ctp/api/payments", { request: { token, credit_card } })).body.response.status,
      "successful"
    )
  })

  it("D45, D47: by no saved card, where the public key alone names the customer", async () => {
    await using florin = await started()
    const ask = asking(florin)
    const { token: card } = await florin.cards.create({ ...saved, customer })
    const details = {
      transaction_type: "payment",
      order,
      customer: { external_id: "customer-7" },
      payment_method: { credit_card: { token: card } }
    }
    const settings = { save_card_toggle: { display: true } }
    const made = await ask("/ctp/api/checkouts", { checkout: { ...details, settings } }, `Bearer ${key}`)
    const { token } = (made.body as unknown as { readonly checkout: { readonly token: string } }).checkout
    const refused = await ask("/ctp/api/payments", { request: { token, credit_card: { token: card } } })
    assert.deepStrictEqual([refused.status, refused.body.errors], [422, { "credit_card.token": ["does not exist"] }])
    const paid = await ask("/ctp/api/payments", {
      request: { token, credit_card: { ...typed, number: cards.mastercard.number, save_card: true } }
    })
    assert.strictEqual(paid.body.response.status, "successful")
    assert.lengthOf(await florin.cards.list({ customer: "customer-7" }), 1)
  })

  it.each(["apple_pay/session", "google_pay/payments"])("D51: by %s is not available", async (path) => {
    await using florin = await started()
    const answer = await asking(florin)(`/ctp/api/${path}`, {})
    assert.strictEqual(answer.status, 422)
    assert.deepInclude(answer.body.response, { status: "error", errors: { payment_method: ["is not available"] } })
  })
})
