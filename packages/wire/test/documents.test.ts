import { assert, describe, it } from "@effect/vitest"
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import * as Schemas from "../src/Schemas.js"
import { at, charge, childOf, report, shownCard, uid } from "./internal/transactions.js"

const options = { baseUrl: "https://pay.example" }
const documentOf = (transaction: CardTransaction): Record<string, unknown> =>
  JSON.parse(Documents.encode(transaction, options)).transaction

const describes = Schema.is(Schemas.TransactionDocument, { onExcessProperty: "error" })
const isChild = (type: string) => type === "capture" || type === "void" || type === "refund"
const any = (parts: Partial<CardTransaction> & Pick<CardTransaction, "type">) =>
  isChild(parts.type) ? childOf(parts) : charge(parts)

const types = CardTransactionType.literals
const cases = types.flatMap((type) => TransactionStatus.literals.map((status) => ({ type, status })))

describe("Transaction", () => {
  it.each(cases)(
    "Conventions | wrapped in transaction: a $type that is $status is, and is as its schema describes it",
    (parts) => {
      assert.isTrue(describes(JSON.parse(Documents.encode(any(parts), options))))
    }
  )

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

  // Source: D10.
  it.each([
    { closedBy: "HoldLapsed", says: "The hold was released" },
    { closedBy: "Closed", says: "Successfully processed" }
  ] as const)(
    "Transaction | message: of an authorization that $closedBy ended is: $says (D10)",
    ({ closedBy, says }) => {
      const closedAt = at("2029-01-09T03:04:05Z")
      const { message, status } = documentOf(charge({ type: "authorization", closedAt, closedBy }))
      assert.deepStrictEqual([status, message], ["successful", says])
    }
  )

  it("Transaction | type, payment_method_type: are the transaction's and credit_card", () => {
    for (const type of ["authorization", "payment", "tokenization", "credit", "payout"] as const) {
      assert.deepInclude(documentOf(charge({ type })), { type, payment_method_type: "credit_card" })
    }
  })

  it("Transaction | amount, currency, description, test, language: are those of the transaction", () => {
    const order = { amount: 100, currency: "EUR", description: "Order 18", test: true, language: "ru" } as never
    assert.deepInclude(documentOf(charge({ type: "payment", ...(order as Partial<CardTransaction>) })), order)
  })

  it("Transaction | status_code, mute_notifications, gateway: are null, null and no frame", () => {
    assert.deepInclude(documentOf(charge({ type: "authorization" })), {
      status_code: null,
      mute_notifications: null,
      gateway: { iframe: false }
    })
  })

  it("Conventions | Timestamps of card responses: a moment is shown in UTC whatever offset it was sent with", () => {
    const created = (text: string) => documentOf(charge({ type: "payment", createdAt: at(text) })).created_at
    assert.strictEqual(created("2029-01-02T03:04:05.006+05:30"), "2029-01-01T21:34:05.006Z")
    assert.strictEqual(created("2029-01-02T03:04:05Z"), "2029-01-02T03:04:05.000Z")
  })

  it("Transaction | tracking_id: is the request's value, or null", () => {
    assert.strictEqual(documentOf(charge({ type: "payment", trackingId: "a;b" })).tracking_id, "a;b")
    assert.strictEqual(documentOf(charge({ type: "payment" })).tracking_id, null)
  })

  it.each([
    ["capture", "order-1"],
    ["void", null],
    ["refund", null]
  ] as const)("D33a: a %s with its parent's tracking id shows %s", (type, shown) => {
    const followed = charge({ type, trackingId: "order-1", trackingIdFrom: "parent" })
    assert.strictEqual(documentOf(followed).tracking_id, shown)
    assert.strictEqual(documentOf({ ...followed, trackingIdFrom: undefined }).tracking_id, "order-1")
  })

  it.each([
    { row: "created_at", member: "createdAt", sent: "2029-01-02T03:04:05+03:00", shown: "2029-01-02T00:04:05.000Z" },
    { row: "updated_at", member: "updatedAt", sent: "2029-01-02T03:04:05.1Z", shown: "2029-01-02T03:04:05.100Z" },
    { row: "paid_at", member: "paidAt", sent: "2029-01-02T03:04:05.12Z", shown: "2029-01-02T03:04:05.120Z" },
    { row: "expired_at", member: "expiredAt", sent: "2029-01-02T03:04:05.123Z", shown: "2029-01-02T03:04:05.123Z" },
    { row: "closed_at", member: "closedAt", sent: "2029-12-31T23:59:59-01:00", shown: "2030-01-01T00:59:59.000Z" },
    { row: "settled_at", member: "settledAt", sent: "2028-02-29T00:00:00Z", shown: "2028-02-29T00:00:00.000Z" },
    {
      row: "manually_corrected_at",
      member: "manuallyCorrectedAt",
      sent: "2029-01-02T03:04:05Z",
      shown: "2029-01-02T03:04:05.000Z"
    }
  ] as const)("Transaction | $row: is UTC with milliseconds (D8)", ({ member, row, sent, shown }) => {
    assert.strictEqual(documentOf(charge({ type: "payment", [member]: at(sent) }))[row], shown)
  })

  it("Transaction | paid_at, expired_at, closed_at, settled_at, manually_corrected_at: may be null", () => {
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
    assert.propertyVal(transaction, "redirect_url", `https://a.example/pay/process/${uid}`)
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
      assert.doesNotHaveAnyKeys(documentOf(childOf({ type, description: "x", card: shownCard })), [
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
    const document = documentOf(childOf({ type: "capture", details }))
    assert.notProperty(document, "notification_url")
    assert.strictEqual(document.duplicate_check, false)
  })

  it.each(["void", "refund"] as const)("D33a | children: a %s has the address that its own request sent", (type) => {
    const notificationUrl = "https://shop.example/notify"
    const document = documentOf(childOf({ type, details: { notificationUrl } }))
    assert.strictEqual(document.notification_url, notificationUrl)
    assert.notProperty(documentOf(childOf({ type })), "notification_url")
  })
})

describe("credit_card in responses", () => {
  const shown = (card: Partial<typeof shownCard>) =>
    documentOf(charge({ type: "payment", card: { ...shownCard, ...card } })).credit_card as Record<string, unknown>

  const members = [
    { row: "holder", value: "John Doe" },
    { row: "brand", value: "visa" },
    { row: "product", value: null },
    { row: "last_4", value: "0000" },
    { row: "first_1", value: "4" },
    { row: "bin", value: "420000" },
    { row: "bin_8", value: "42000000" },
    { row: "issuer_country", value: null },
    { row: "issuer_name", value: null },
    { row: "exp_month", value: 5 },
    { row: "exp_year", value: 2030 },
    { row: "stamp", value: shownCard.stamp },
    { row: "token", value: shownCard.token },
    { row: "token_provider", value: null }
  ]

  it.each(members)("credit_card in responses | $row: is always there", ({ row, value }) => {
    assert.propertyVal(shown({}), row, value)
  })

  it("has no other members", () => {
    assert.hasAllKeys(
      shown({}),
      members.map(({ row }) => row)
    )
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
  const members = [
    { row: "auth_code", value: "654321" },
    { row: "bank_code", value: "05" },
    { row: "rrn", value: "999" },
    { row: "ref_id", value: "777888" },
    { row: "message", value: "Approved by the bank" },
    { row: "amount", value: 3245 },
    { row: "currency", value: "USD" },
    { row: "billing_descriptor", value: "Shop*17" },
    { row: "gateway_id", value: 7 },
    { row: "status", value: "successful" }
  ]
  const spoken = { ...report, message: "Approved by the bank", billingDescriptor: "Shop*17" }
  const resultOf = (type: CardTransaction["type"], parts: Partial<CardTransaction> = {}) =>
    documentOf(charge({ type, report: spoken, ...parts }))[type] as Record<string, unknown>
  const chargeTypes = ["authorization", "payment", "credit", "payout"] as const

  it.each(members)("authorization object | $row: is shown, and null while incomplete, save the status", (member) => {
    for (const type of chargeTypes) {
      const { row, value } = member
      assert.propertyVal(resultOf(type), row, value)
      const open = row === "status" ? "incomplete" : null
      assert.propertyVal(resultOf(type, { status: "incomplete" }), row, open)
    }
  })

  it.each(chargeTypes)("authorization object has ten members in %s", (type) => {
    const rows = members.map(({ row }) => row)
    for (const status of TransactionStatus.literals) assert.hasAllKeys(resultOf(type, { status }), rows)
  })

  it.each([
    { type: "authorization", message: "Authorization was approved" },
    { type: "payment", message: "Payment was approved" },
    { type: "credit", message: "Credit was approved" },
    { type: "payout", message: "Payout was approved" }
  ] as const)("shapes | messages inside: $message", ({ message, type }) => {
    assert.strictEqual(resultOf(type, { report }).message, message)
  })

  it("authorization object | message: is the acquirer's where it gave one", () => {
    const message = (parts: Partial<CardTransaction>) => resultOf("authorization", parts).message
    assert.strictEqual(message({ report: spoken }), "Approved by the bank")
    assert.strictEqual(message({ report: spoken, status: "failed" }), "Approved by the bank")
    assert.strictEqual(message({ status: "failed", report: null }), "Authorization was declined")
    assert.strictEqual(message({ status: "pending", report: null }), null)
    assert.strictEqual(message({ status: "expired", report: null }), null)
  })

  it("tokenization object | message, gateway_id, status: follow the transaction", () => {
    const tokenization = (parts: Partial<CardTransaction>) =>
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

  it.each(types.map((type) => ({ type })))(
    "Errors | Processing outcome of a card transaction: a $type holds the sub-object of its type and no other",
    ({ type }) => {
      const document = documentOf(any({ type }))
      assert.deepStrictEqual(
        types.filter((other) => other in document),
        [type]
      )
    }
  )
})

describe("texts", () => {
  it("the text is the document", () => {
    const transaction = charge({ type: "payment" })
    assert.strictEqual(
      Documents.encode(transaction, options),
      JSON.stringify(Documents.toDocument(transaction, options))
    )
  })
})
