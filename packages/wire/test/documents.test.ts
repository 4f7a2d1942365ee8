import { assert, describe, it } from "@effect/vitest"
import type { CardBrand } from "@florin/core/cards/CardBrand"
import { type Transaction, TransactionStatus, TransactionType } from "@florin/core/transactions/Transaction"
import * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import * as Schemas from "../src/Schemas.js"
import { at, charge, followUp, report, shownCard, uid } from "./internal/transactions.js"

const options = { baseUrl: "https://pay.example" }
const documentOf = (transaction: Transaction): Record<string, unknown> =>
  JSON.parse(Documents.encode(transaction, options)).transaction

const describes = Schema.is(Schemas.TransactionDocument, { onExcessProperty: "error" })
const isFollowUp = (type: string) => type === "capture" || type === "void" || type === "refund"
const any = (parts: Partial<Transaction> & Pick<Transaction, "type">) =>
  isFollowUp(parts.type) ? followUp(parts) : charge(parts)

const types = TransactionType.literals
const cases = types.flatMap((type) => TransactionStatus.literals.map((status) => ({ type, status })))

describe("Transaction", () => {
  it.each(cases)("Transaction | all members: a $type that is $status is as its schema describes it", (parts) => {
    assert.isTrue(describes({ transaction: documentOf(any(parts)) }))
  })

  it.each(types.map((type) => ({ type })))("Transaction | uid: a $type shows it, also as id", ({ type }) => {
    assert.deepInclude(documentOf(any({ type })), { uid, id: uid })
  })

  it("Transaction | status: is shown as it is", () => {
    for (const status of TransactionStatus.literals)
      assert.strictEqual(documentOf(any({ type: "payment", status })).status, status)
  })

  // Source: D6.
  it.each([
    { type: "authorization", declined: "Authorization was declined" },
    { type: "payment", declined: "Payment was declined" },
    { type: "tokenization", declined: "Tokenization was declined" },
    { type: "capture", declined: "Capture was declined" },
    { type: "void", declined: "Void was declined" },
    { type: "refund", declined: "Refund was declined" },
    { type: "credit", declined: "Credit was declined" },
    { type: "payout", declined: "Payout was declined" }
  ] as const)("Transaction | message: of a $type follows from its status", ({ declined, type }) => {
    const messages = TransactionStatus.literals.map((status) => [status, documentOf(any({ type, status })).message])
    assert.deepStrictEqual(Object.fromEntries(messages), {
      incomplete: null,
      pending: null,
      successful: "Successfully processed",
      failed: declined,
      expired: declined.replace("was declined", "has expired")
    })
  })

  it("Transaction | tracking_id: is the request's value, or null", () => {
    assert.strictEqual(documentOf(charge({ type: "payment", trackingId: "a;b" })).tracking_id, "a;b")
    assert.strictEqual(documentOf(charge({ type: "payment" })).tracking_id, null)
  })

  it("Transaction | created_at and the other timestamps: are UTC with milliseconds, or null", () => {
    const instants = {
      createdAt: at("2029-01-02T03:04:05+03:00"),
      updatedAt: at("2029-01-02T03:04:05.1Z"),
      paidAt: at("2029-01-02T03:04:05.12Z"),
      expiredAt: at("2029-01-02T03:04:05.123Z"),
      closedAt: at("2029-12-31T23:59:59-01:00"),
      settledAt: at("2028-02-29T00:00:00Z"),
      manuallyCorrectedAt: at("2029-01-02T03:04:05Z")
    }
    const shown = {
      created_at: "2029-01-02T00:04:05.000Z",
      updated_at: "2029-01-02T03:04:05.100Z",
      paid_at: "2029-01-02T03:04:05.120Z",
      expired_at: "2029-01-02T03:04:05.123Z",
      closed_at: "2030-01-01T00:59:59.000Z",
      settled_at: "2028-02-29T00:00:00.000Z",
      manually_corrected_at: "2029-01-02T03:04:05.000Z"
    }
    assert.deepInclude(documentOf(charge({ type: "payment", ...instants })), shown)
    const none = { paidAt: null, expiredAt: null, closedAt: null, settledAt: null, manuallyCorrectedAt: null }
    assert.deepInclude(documentOf(charge({ type: "payment", ...none })), {
      paid_at: null,
      expired_at: null,
      closed_at: null,
      settled_at: null,
      manually_corrected_at: null
    })
  })

  it.each(["https://pay.example", "https://pay.example/"])(
    "Transaction | redirect_url, receipt_url: are pages under %s",
    (baseUrl) => {
      assert.deepInclude(Documents.toDocument(charge({ type: "payment" }), { baseUrl }).transaction, {
        redirect_url: `https://pay.example/process/${uid}`,
        receipt_url: `https://pay.example/receipts/${uid}`
      })
    }
  )

  it("Transaction | redirect_url: keeps the path that the gateway is mounted under", () => {
    const { transaction } = Documents.toDocument(charge({ type: "payment" }), { baseUrl: "https://a.example/pay" })
    assert.strictEqual(transaction.redirect_url, `https://a.example/pay/process/${uid}`)
  })

  it("Transaction | recurring_type: is initial, recurring or null", () => {
    for (const recurringType of ["initial", "recurring", null] as const) {
      assert.strictEqual(documentOf(charge({ type: "payment", recurringType })).recurring_type, recurringType)
    }
  })

  it("Transaction | smart_routing_verification: holds the status of the check", () => {
    for (const routing of ["successful", "failed", "skipped"] as const) {
      const shown = documentOf(charge({ type: "payment", routing })).smart_routing_verification
      assert.deepStrictEqual(shown, { status: routing })
    }
  })

  it("Transaction | additional_data: is what was sent, and an empty object when nothing was", () => {
    const details = { additionalData: { receiptText: ["a"], contract: ["recurring" as const] } }
    assert.deepStrictEqual(documentOf(charge({ type: "payment", details })).additional_data, {
      receipt_text: ["a"],
      contract: ["recurring"]
    })
    assert.deepStrictEqual(documentOf(charge({ type: "payment" })).additional_data, {})
  })

  it("Transaction | customer: four members are null when not sent, others are absent", () => {
    assert.deepStrictEqual(documentOf(charge({ type: "payment" })).customer, {
      ip: null,
      email: null,
      device_id: null,
      birth_date: null
    })
    const details = { customer: { email: "a@b.example", taxpayerId: "T-1", externalId: "C-1" } }
    assert.deepStrictEqual(documentOf(charge({ type: "payment", details })).customer, {
      ip: null,
      email: "a@b.example",
      device_id: null,
      birth_date: null,
      taxpayer_id: "T-1",
      external_id: "C-1"
    })
  })

  it("Transaction | billing_address: has eight members, null when not sent", () => {
    const nothing = {
      first_name: null,
      last_name: null,
      address: null,
      country: null,
      city: null,
      zip: null,
      state: null,
      phone: null
    }
    assert.deepStrictEqual(documentOf(charge({ type: "payment" })).billing_address, nothing)
    const details = { billingAddress: { city: "Riga" } }
    assert.deepStrictEqual(documentOf(charge({ type: "payment", details })).billing_address, {
      ...nothing,
      city: "Riga"
    })
  })

  it("Transaction | avs_cvc_verification: is there when the acquirer reported a result (D18)", () => {
    const shown = (avsResult: string | null, cvcResult: string | null) =>
      documentOf(charge({ type: "payment", report: { ...report, avsResult, cvcResult } })).avs_cvc_verification
    const results = (avs: string | null, cvc: string | null) => ({
      avs_verification: { result_code: avs },
      cvc_verification: { result_code: cvc }
    })
    assert.strictEqual(shown(null, null), undefined)
    assert.deepStrictEqual(shown("N", "M"), results("N", "M"))
    assert.deepStrictEqual(shown("N", null), results("N", null))
    assert.deepStrictEqual(shown(null, "M"), results(null, "M"))
    assert.notProperty(documentOf(charge({ type: "payment", report: null })), "avs_cvc_verification")
  })

  it("Transaction | friendly_message: is in the request's language", () => {
    const english = documentOf(charge({ type: "payment", language: "en" })).friendly_message
    const russian = documentOf(charge({ type: "payment", language: "ru" })).friendly_message
    assert.match(String(english), /^[ -~]+$/)
    assert.match(String(russian), /[А-я]/)
  })

  it("D10 | children: have no description, payment_method_type, customer or credit_card", () => {
    for (const type of ["capture", "void", "refund"] as const) {
      assert.doesNotHaveAnyKeys(documentOf(followUp({ type, description: "x", card: shownCard })), [
        "description",
        "payment_method_type",
        "customer",
        "billing_address",
        "credit_card"
      ])
    }
  })

  it("D10 | children: what was taken over from the parent is not echoed", () => {
    const details = { notificationUrl: "https://shop.example/notify", duplicateCheck: false }
    const document = documentOf(followUp({ type: "capture", details }))
    assert.notProperty(document, "notification_url")
    assert.strictEqual(document.duplicate_check, false)
  })
})

describe("credit_card in responses", () => {
  const shown = (card: Partial<typeof shownCard>) =>
    documentOf(charge({ type: "payment", card: { ...shownCard, ...card } })).credit_card as Record<string, unknown>

  it("credit_card in responses | all members: are always there", () => {
    assert.deepStrictEqual(shown({}), {
      holder: "John Doe",
      stamp: "ab".repeat(32),
      brand: "visa",
      product: null,
      last_4: "0000",
      first_1: "4",
      bin: "420000",
      bin_8: "42000000",
      issuer_country: null,
      issuer_name: null,
      exp_month: 5,
      exp_year: 2030,
      token_provider: null,
      token: "9f".repeat(32)
    })
  })

  it("credit_card in responses | brand: is the detected one, or unknown", () => {
    for (const brand of ["visa", "mir", "belkart"] as ReadonlyArray<CardBrand>) {
      assert.strictEqual(shown({ facts: { ...shownCard.facts, brand } }).brand, brand)
    }
    assert.strictEqual(shown({ facts: { ...shownCard.facts, brand: null } }).brand, "unknown")
  })

  it("credit_card in responses | bin_8, product, issuer_country, issuer_name, holder: may be null", () => {
    const facts = { ...shownCard.facts, bin8: null }
    assert.deepInclude(shown({ facts, holder: null }), { bin_8: null, holder: null })
    assert.deepInclude(shown({ product: "F", issuerCountry: "LV", issuerName: "Bank", tokenProvider: "apple" }), {
      product: "F",
      issuer_country: "LV",
      issuer_name: "Bank",
      token_provider: "apple"
    })
  })
})

describe("results", () => {
  const tenNull = {
    auth_code: null,
    bank_code: null,
    rrn: null,
    ref_id: null,
    message: null,
    amount: null,
    currency: null,
    billing_descriptor: null,
    gateway_id: null
  }

  it.each(["authorization", "payment", "credit", "payout"] as const)(
    "authorization object | all members: %s is all null but the status while incomplete",
    (type) => {
      const spoken = { ...report, message: "Hello", billingDescriptor: "Shop" }
      const document = documentOf(charge({ type, status: "incomplete", report: spoken }))
      assert.deepStrictEqual(document[type], { ...tenNull, status: "incomplete" })
    }
  )

  it.each([
    { type: "authorization", name: "Authorization" },
    { type: "payment", name: "Payment" },
    { type: "credit", name: "Credit" },
    { type: "payout", name: "Payout" }
  ] as const)("authorization object | all members: $type holds ten members", ({ name, type }) => {
    const document = documentOf(charge({ type, report: { ...report, billingDescriptor: "Shop*17" } }))
    assert.deepStrictEqual(document[type], {
      auth_code: "654321",
      bank_code: "05",
      rrn: "999",
      ref_id: "777888",
      message: `${name} was approved`,
      amount: 3245,
      currency: "USD",
      billing_descriptor: "Shop*17",
      gateway_id: 7,
      status: "successful"
    })
  })

  it("authorization object | message: is the acquirer's where it gave one", () => {
    const spoken = { ...report, message: "Approved by the bank" }
    const message = (parts: Partial<Transaction>) =>
      (documentOf(charge({ type: "authorization", ...parts })).authorization as { message: unknown }).message
    assert.strictEqual(message({ report: spoken }), "Approved by the bank")
    assert.strictEqual(message({ report: spoken, status: "failed" }), "Approved by the bank")
    assert.strictEqual(message({ status: "failed", report: null }), "Authorization was declined")
    assert.strictEqual(message({ status: "pending", report: null }), null)
    assert.strictEqual(message({ status: "expired", report: null }), null)
  })

  it("tokenization object | all members: message, gateway_id and status", () => {
    const tokenization = (parts: Partial<Transaction>) =>
      documentOf(charge({ type: "tokenization", ...parts })).tokenization
    assert.deepStrictEqual(tokenization({}), {
      status: "successful",
      message: "Tokenization was approved",
      gateway_id: 7
    })
    assert.deepStrictEqual(tokenization({ status: "failed" }), {
      status: "failed",
      message: "Tokenization was declined",
      gateway_id: 7
    })
    assert.deepStrictEqual(tokenization({ status: "incomplete" }), {
      status: "incomplete",
      message: null,
      gateway_id: null
    })
  })

  it.each(types.map((type) => ({ type })))("Transaction | result: a $type holds its own and no other", ({ type }) => {
    const document = documentOf(any({ type }))
    assert.deepStrictEqual(
      types.filter((other) => other in document),
      [type]
    )
  })
})

describe("texts", () => {
  it("Transaction | document: the text is the document", () => {
    const transaction = charge({ type: "payment" })
    assert.strictEqual(
      Documents.encode(transaction, options),
      JSON.stringify(Documents.toDocument(transaction, options))
    )
  })

  it("D1 | status by tracking id: the list keeps its order and may be empty", () => {
    assert.strictEqual(Documents.encodeList([], options), `{"transactions":[]}`)
    const transactions = [charge({ type: "payment" }), followUp({ type: "refund" })]
    assert.deepStrictEqual(JSON.parse(Documents.encodeList(transactions, options)), {
      transactions: transactions.map(documentOf)
    })
  })
})
