import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { declineTable } from "@florin/testing/acquirers/DeclineTable"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { fromVendor, toVendor } from "../src/internal/currencies.js"
import { codesByReason, reasonOf, reasonOfRefusal } from "../src/internal/reasons.js"
import { chargeBody, chargedAmount } from "../src/internal/requests.js"
import { settingsOf } from "../src/internal/settings.js"
import { card, charged } from "./internal/opened.js"

const inReadme = () => declineTable(readFileSync(new URL("../README.md", import.meta.url), "utf8"))

describe("An amount", () => {
  it.each<readonly [currency: string, amount: number, vendor: number | undefined]>([
    ["EUR", 3245, 3245],
    ["JPY", 100, 100],
    ["ISK", 100, 100],
    ["KWD", 1230, 1230],
    ["KWD", 1231, undefined],
    ["CLP", 100, 10_000],
    ["UYI", 1, 100],
    ["CLF", 10_000, 100],
    ["CLF", 10_001, undefined],
    ["CLP", Number.MAX_SAFE_INTEGER, undefined]
  ])("in %s of %s is told as %s", (currency, amount, vendor) => {
    assert.strictEqual(toVendor(amount as Amount, currency as Currency), vendor)
    if (vendor !== undefined) assert.strictEqual(fromVendor(vendor, currency as Currency), amount)
  })

  it("of a fraction of a minor unit is none", () => {
    assert.isUndefined(fromVendor(10_050, "CLP" as Currency))
  })
})

describe("A response code", () => {
  it.each([
    ["20005", "do-not-honour"],
    ["20014", "not-allowed"],
    ["20051", "funds"],
    ["20054", "card-expired"],
    ["200N7", "security-code"],
    ["20059", "fraud-issuer"],
    ["20061", "issuer-limit"],
    ["20091", "issuer-temporary"],
    ["20096", "acquirer-temporary"],
    ["20106", "currency"],
    ["20150", "not-enrolled"],
    ["20151", "authentication-failed"],
    ["20152", "order-expired"],
    ["20153", "authentication-technical"],
    ["30043", "fraud-issuer"],
    ["41301", "fraud-acquirer"],
    ["43102", "fraud-acquirer"],
    ["50599", "acquirer-permanent"],
    ["2ZZZZ", "unspecified"],
    [null, "unspecified"]
  ] as const)("%s means %s", (code, reason) => {
    assert.strictEqual(reasonOf(code), reason)
  })

  it("has its line in the README, by itself or in the table that the last line leads to", () => {
    const listed = inReadme()
    const elsewhere = ["not-allowed", "acquirer-permanent", "duplicate-at-acquirer"]
    for (const [reason, codes] of codesByReason) {
      assert.isTrue(listed.has(reason), reason)
      assert.deepStrictEqual(listed.get(reason), elsewhere.includes(reason) ? [] : codes, reason)
    }
    const known = new Set<string>([...codesByReason.map(([reason]) => reason), "fraud-acquirer", "unspecified"])
    assert.deepStrictEqual([...listed.keys()].sort(), [...known].sort())
  })

  it("stands under one reason only", () => {
    const all = codesByReason.flatMap(([, codes]) => codes)
    assert.lengthOf(new Set(all), all.length)
    for (const code of all) assert.match(code, /^[0-9A-Z]{5}$/)
  })

  it.each([
    [["card_expired"], "card-expired"],
    [["cvv_invalid"], "security-code"],
    [["currency_invalid"], "currency"],
    [["reference_invalid", "card_expired"], "card-expired"],
    [["constructor"], "not-allowed"],
    [[], "not-allowed"]
  ] as const)("of a refused request, %s, means %s", (codes, reason) => {
    assert.strictEqual(reasonOfRefusal(codes), reason)
  })
})

const wording = { threeDSecure: true, cardNumbers: true }

const bodyOf = (
  request: Effect.Effect.Success<ReturnType<typeof charged>>,
  options = wording
): Record<string, unknown> => JSON.parse(chargeBody(request, chargedAmount(request) ?? 0, options))

const token = (value: string, customer?: string) => ({
  source: "token" as const,
  token: { provider: "checkout", value: Redacted.make(value), ...(customer === undefined ? {} : { customer }) }
})

const proof = {
  transStatus: "Y",
  eci: "05",
  cavv: "AAABAVIREQAAAAAAAAAAAAAAAAA=",
  cavvAlgorithm: null,
  xid: "ds-1",
  message: null
} as const

describe("A charge in the vendor's words", () => {
  it.effect("has the card, the key as its reference, and asks for 3-D Secure", () =>
    Effect.gen(function* () {
      const request = yield* charged("authorization")
      assert.deepInclude(bodyOf(request), {
        source: {
          type: "card",
          number: "4242424242424242",
          expiry_month: 12,
          expiry_year: 2099,
          name: "Jane Doe",
          cvv: "739"
        },
        amount: 1000,
        currency: "EUR",
        reference: request.key,
        capture: false,
        payment_type: "Regular",
        "3ds": { enabled: true, attempt_n3d: true },
        success_url: request.returnUrl,
        failure_url: request.returnUrl
      })
    })
  )

  it.effect.each<
    readonly [name: string, kind: "authorization" | "payment" | "tokenization", change: object, expected: object]
  >([
    ["a payment is captured", "payment", {}, { capture: true }],
    ["a check has no amount", "tokenization", {}, { capture: false, amount: 0 }],
    ["a token of the fields", "payment", token("tok_abc"), { source: { type: "token", token: "tok_abc" } }],
    [
      "an instrument",
      "payment",
      token("src_abc", "cus_1"),
      { source: { type: "id", id: "src_abc" }, customer: { id: "cus_1" } }
    ],
    [
      "the first charge of a card on file",
      "payment",
      { ...token("tok_abc"), onFile: "first" },
      {
        source: { type: "token", token: "tok_abc", store_for_future_use: true },
        "3ds": { enabled: true, attempt_n3d: true, challenge_indicator: "challenge_requested_mandate" }
      }
    ],
    [
      "a later one that a merchant starts",
      "payment",
      { ...token("src_abc"), onFile: "again", initiatedBy: "merchant", networkTransactionId: "638284745624527" },
      { payment_type: "Unscheduled", merchant_initiated: true, previous_payment_id: "638284745624527" }
    ]
  ])("%s", ([, kind, change, expected]) =>
    Effect.gen(function* () {
      assert.deepInclude(bodyOf(yield* charged(kind, { amount: 1000 }, card(), change)), expected)
    })
  )

  it.effect("of a subscription is recurring, and asks no customer", () =>
    Effect.gen(function* () {
      const request = yield* charged("payment", { amount: 1000 }, card(), { onFile: "again", initiatedBy: "merchant" })
      const body = bodyOf({ ...request, transaction: { ...request.transaction, recurringType: "recurring" } })
      assert.deepInclude(body, { payment_type: "Recurring", merchant_initiated: true })
      assert.notProperty(body, "3ds")
      assert.deepInclude(body.source, { stored: true })
    })
  )

  it.effect("passes our own proof of 3-D Secure, and asks for none again", () =>
    Effect.gen(function* () {
      const request = yield* charged("payment")
      const authentication = { version: 2, proof } as unknown as NonNullable<typeof request.transaction.authentication>
      const body = bodyOf({ ...request, transaction: { ...request.transaction, authentication } })
      assert.deepStrictEqual(body["3ds"], {
        ...{ enabled: true, eci: "05", cryptogram: proof.cavv, xid: "ds-1", version: "2.2.0" }
      })
    })
  )

  it.effect("is without 3-D Secure where it is skipped or switched off, and insists where it is forced", () =>
    Effect.gen(function* () {
      const skipped = yield* charged("payment", { amount: 1000, details: { skipThreeDSecureVerification: true } })
      assert.notProperty(bodyOf(skipped), "3ds")
      assert.notProperty(bodyOf(yield* charged("payment"), { ...wording, threeDSecure: false }), "3ds")
      const forced = yield* charged("payment", { amount: 1000, details: { forceThreeDSecureVerification: true } })
      assert.deepStrictEqual(bodyOf(forced)["3ds"], {
        ...{ enabled: true, attempt_n3d: false, challenge_indicator: "challenge_requested" }
      })
    })
  )

  it.effect("cuts texts to what the vendor takes", () =>
    Effect.gen(function* () {
      const request = yield* charged("payment", { amount: 1000, details: { dynamicBillingDescriptor: "D".repeat(26) } })
      const long = { ...request, transaction: { ...request.transaction, description: "é".repeat(101) } }
      const body = bodyOf(long, { ...wording, ...{ descriptorCity: "C".repeat(14) } })
      assert.strictEqual(body.description, "é".repeat(100))
      assert.deepStrictEqual(body.billing_descriptor, { name: "D".repeat(25), city: "C".repeat(13) })
      assert.notProperty(bodyOf(long), "billing_descriptor")
    })
  )
})

describe("A setting", () => {
  const good = { apiKey: "sk_sbox_abc" }

  it.each<readonly [name: string, options: Parameters<typeof settingsOf>[0], expected: string | undefined]>([
    ["a key of the test environment", good, undefined],
    ["a sealed key", { apiKey: Redacted.make("sk_abc") }, undefined],
    ["a public key", { apiKey: "pk_sbox_abc" }, "apiKey"],
    ["no key", { apiKey: "" }, "apiKey"],
    ["a key with a line break", { apiKey: "sk_abc\nx" }, "apiKey"],
    ["the account's own address", { ...good, baseUrl: "https://vkuhvk4v.api.checkout.com" }, undefined],
    ["an address without TLS", { ...good, baseUrl: "http://api.checkout.com" }, "baseUrl"],
    ["this machine", { ...good, baseUrl: "http://127.0.0.1:8080" }, undefined],
    ["an empty signature key", { ...good, signatureKeys: "" }, "signatureKeys"],
    ["a header without a signature key", { ...good, webhookAuthorization: "agreed" }, "webhookAuthorization"],
    ["a channel", { ...good, processingChannelId: "pc_q4dbxom5jbgudnjzjpz7j2z6uq" }, undefined],
    ["no channel", { ...good, processingChannelId: "channel" }, "processingChannelId"]
  ])("%s is refused by name, if at all: %s", (_, options, expected) => {
    const refusal = Either.getOrUndefined(Either.flip(settingsOf(options)))
    assert.strictEqual(refusal?.setting, expected)
    if (refusal !== undefined) assert.notInclude(refusal.message, "abc")
  })

  it("says by the key which environment it is", () => {
    const [test, live] = ["sk_sbox_abc", "sk_abc"].map((apiKey) => Either.getOrThrow(settingsOf({ apiKey })))
    assert.deepInclude(test, { baseUrl: "https://api.sandbox.checkout.com", isTest: true, gatewayId: 5 })
    assert.deepInclude(live, { baseUrl: "https://api.checkout.com", isTest: false })
  })
})
