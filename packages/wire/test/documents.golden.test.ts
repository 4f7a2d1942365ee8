import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Either from "effect/Either"
import * as Documents from "../src/Documents.js"
import * as Requests from "../src/Requests.js"
import { fullCharge, parentUid, visa } from "./internal/samples.js"
import { accepted, at, charge, childOf, report, shownCard, uid } from "./internal/transactions.js"

const documentOf = (transaction: CardTransaction) =>
  JSON.parse(Documents.encode(transaction, { baseUrl: "https://pay.example" })).transaction

const times = {
  created_at: "2029-01-02T03:04:05.006Z",
  updated_at: "2029-01-02T03:04:06.000Z",
  paid_at: "2029-01-02T03:04:06.000Z",
  closed_at: null,
  settled_at: null
}

const success = {
  status: "successful",
  message: "Successfully processed",
  code: "S.0000",
  friendly_message: "The operation was completed successfully.",
  status_code: null
}

const approved = {
  auth_code: "654321",
  bank_code: "05",
  rrn: "999",
  ref_id: "777888",
  amount: 3245,
  currency: "USD",
  billing_descriptor: null,
  gateway_id: 7,
  status: "successful"
}

const card = {
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
}

const noCustomer = { ip: null, email: null, device_id: null, birth_date: null }
const noAddress = {
  first_name: null,
  last_name: null,
  address: null,
  country: null,
  city: null,
  zip: null,
  state: null,
  phone: null
}

const bare = {
  uid,
  id: uid,
  ...success,
  payment_method_type: "credit_card",
  amount: 3245,
  currency: "USD",
  description: "Order 17",
  tracking_id: null,
  language: "en",
  test: false,
  mute_notifications: null,
  ...times,
  expired_at: null,
  manually_corrected_at: null,
  recurring_type: null,
  redirect_url: `https://pay.example/process/${uid}`,
  receipt_url: `https://pay.example/receipts/${uid}`,
  gateway: { iframe: false },
  additional_data: {},
  smart_routing_verification: { status: "skipped" }
}

const ofCustomer = { credit_card: card, customer: noCustomer, billing_address: noAddress }

describe("charges", () => {
  it("shapes | card transaction: a payment that was approved", () => {
    assert.deepStrictEqual(documentOf(charge({ type: "payment" })), {
      ...bare,
      ...ofCustomer,
      type: "payment",
      payment: { ...approved, message: "Payment was approved" }
    })
  })

  it("shapes | card transaction: an authorization with every member that can be sent", () => {
    const sent = fullCharge()
    const request = Either.getOrThrow(Requests.authorization({ request: sent }))
    const { credit_card: _, ...echo } = sent
    assert.deepStrictEqual(documentOf({ ...accepted("authorization", request), recurringType: "initial" }), {
      ...bare,
      ...echo,
      type: "authorization",
      expired_at: "2030-05-01T09:00:00.000Z",
      friendly_message: "Операция успешно выполнена.",
      recurring_type: "initial",
      authorization: { ...approved, message: "Authorization was approved" },
      credit_card: card
    })
  })

  it("shapes | card transaction: a payment that was declined for want of funds", () => {
    const declined = { ...report, authCode: null, message: "Not enough money", avsResult: "N", cvcResult: null }
    const transaction = charge({ type: "payment", status: "failed", reason: "funds", report: declined, paidAt: null })
    assert.deepStrictEqual(documentOf(transaction), {
      ...bare,
      ...ofCustomer,
      type: "payment",
      status: "failed",
      message: "Payment was declined",
      code: "F.0114",
      friendly_message: "There is not enough money on your card. Please use another card.",
      paid_at: null,
      payment: { ...approved, auth_code: null, status: "failed", message: "Not enough money" },
      avs_cvc_verification: { avs_verification: { result_code: "N" }, cvc_verification: { result_code: null } }
    })
  })

  it("shapes | card transaction: an authorization that is incomplete", () => {
    const transaction = charge({ type: "authorization", status: "incomplete", report: null, paidAt: null })
    const nothing = Object.fromEntries(Object.keys(approved).map((name) => [name, null]))
    assert.deepStrictEqual(documentOf(transaction), {
      ...bare,
      ...ofCustomer,
      type: "authorization",
      status: "incomplete",
      message: null,
      code: "P.4012",
      friendly_message: "Please confirm the payment on your bank's page.",
      paid_at: null,
      authorization: { ...nothing, message: null, status: "incomplete" }
    })
  })

  it("D6 | pending: a payment whose outcome is not known yet", () => {
    const transaction = charge({ type: "payment", status: "pending", report: null, paidAt: null })
    const unknown = { auth_code: null, bank_code: null, rrn: null, ref_id: null, message: null }
    assert.deepStrictEqual(documentOf(transaction), {
      ...bare,
      ...ofCustomer,
      type: "payment",
      status: "pending",
      message: null,
      code: "P.9999",
      friendly_message: "The operation is being processed. Please wait for the result and do not try again.",
      paid_at: null,
      payment: { ...approved, ...unknown, status: "pending" }
    })
  })

  it("shapes | card transaction: an authorization that expired", () => {
    const expiredAt = at("2029-01-02T04:00:00Z")
    const transaction = charge({ type: "authorization", status: "expired", report: null, paidAt: null, expiredAt })
    const unknown = { auth_code: null, bank_code: null, rrn: null, ref_id: null, message: null }
    assert.deepStrictEqual(documentOf(transaction), {
      ...bare,
      ...ofCustomer,
      type: "authorization",
      status: "expired",
      message: "Authorization has expired",
      code: "F.0109",
      friendly_message: "The time to pay is over. Please place the order again.",
      paid_at: null,
      expired_at: "2029-01-02T04:00:00.000Z",
      authorization: { ...approved, ...unknown, status: "expired" }
    })
  })

  it.each([
    { status: "successful", says: "approved" },
    { status: "failed", says: "declined" }
  ] as const)("tokenization object | status: a tokenization that was $says", ({ says, status }) => {
    const document = documentOf(charge({ type: "tokenization", status, paidAt: null }))
    const outcome = status === "successful" ? success : { message: "Tokenization was declined", code: "F.0999" }
    assert.deepInclude(document, { ...outcome, status, type: "tokenization" })
    assert.deepStrictEqual(document.tokenization, { status, message: `Tokenization was ${says}`, gateway_id: 7 })
    assert.deepStrictEqual(document.credit_card, card)
    assert.doesNotHaveAnyKeys(document, ["authorization", "payment"])
  })

  it("shapes | children: a credit", () => {
    assert.deepStrictEqual(documentOf(charge({ type: "credit" })), {
      ...bare,
      ...ofCustomer,
      type: "credit",
      credit: { ...approved, message: "Credit was approved" }
    })
  })

  it("D11 | card payouts: a payout shows its recipient", () => {
    const transaction = charge({
      type: "payout",
      recipient: { ip: "203.0.113.7", externalId: "C-4" },
      recipientBillingAddress: { firstName: "John" }
    })
    assert.deepStrictEqual(documentOf(transaction), {
      ...bare,
      type: "payout",
      payout: { ...approved, message: "Payout was approved" },
      recipient_credit_card: card,
      recipient: { ...noCustomer, ip: "203.0.113.7", external_id: "C-4" },
      recipient_billing_address: { ...noAddress, first_name: "John" }
    })
  })
})

describe("children", () => {
  const child = {
    uid,
    id: uid,
    parent_uid: parentUid,
    ...success,
    amount: 3245,
    currency: "USD",
    tracking_id: null,
    test: false,
    ...times,
    receipt_url: `https://pay.example/receipts/${uid}`
  }
  const followed = {
    ref_id: "777888",
    rrn: "999",
    auth_code: "654321",
    bank_code: "05",
    gateway_id: 7,
    status: "successful"
  }

  it.each([
    { type: "capture", message: "Capture was approved" },
    { type: "void", message: "Void was approved" }
  ] as const)("shapes | children: a $type", ({ message, type }) => {
    assert.deepStrictEqual(documentOf(childOf({ type })), { ...child, type, [type]: { ...followed, message } })
  })

  it("shapes | children: a refund with its reason", () => {
    assert.deepStrictEqual(documentOf(childOf({ type: "refund", refundReason: "Returned", trackingId: "r-1" })), {
      ...child,
      type: "refund",
      tracking_id: "r-1",
      reason: "Returned",
      refund: { ...followed, message: "Refund was approved" }
    })
  })

  it("shapes | children: a refund that was declined", () => {
    const transaction = childOf({ type: "refund", status: "failed", reason: "do-not-honour", paidAt: null })
    assert.deepStrictEqual(documentOf(transaction), {
      ...child,
      type: "refund",
      status: "failed",
      message: "Refund was declined",
      code: "F.0105",
      friendly_message: "Your bank declined the payment. Please contact your bank or use another card.",
      paid_at: null,
      refund: { ...followed, status: "failed", message: "Refund was declined" }
    })
  })
})

describe("what is never shown", () => {
  it("D9 | card data: neither the number nor its middle digits stand in a document", () => {
    const text = Documents.encode(charge({ type: "payment", card: shownCard }), { baseUrl: "https://pay.example" })
    assert.notInclude(text, visa)
    assert.notInclude(text, "verification_value")
  })
})
