import { assert, describe, it } from "@effect/vitest"
import { english } from "@florin/core/language/CustomerMessages"
import type { ProofState, Transfer } from "@florin/core/transfers/Transfer"
import { TransferReason } from "@florin/core/transfers/TransferReason"
import * as Codes from "../src/Codes.js"
import * as Documents from "../src/Documents.js"
import { parentUid } from "./internal/samples.js"
import { at, uid } from "./internal/transactions.js"

const options = { baseUrl: "https://pay.example" }

const transferOf = (changes: Partial<Transfer> = {}): Transfer => ({
  shop: "shop-1" as Transfer["shop"],
  uid: uid as Transfer["uid"],
  type: "payment",
  method: "sbp_data",
  status: "pending",
  reason: null,
  amount: 100_000 as Transfer["amount"],
  currency: "RUB" as Transfer["currency"],
  description: "Order 17",
  test: false,
  language: "en",
  details: {},
  gatewayId: 7,
  acquirerKey: uid as Transfer["acquirerKey"],
  report: null,
  order: null,
  payBy: at("2029-01-02T03:19:05.006Z"),
  evidence: [],
  createdAt: at("2029-01-02T03:04:05.006Z"),
  updatedAt: at("2029-01-02T03:04:06.999Z"),
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1,
  ...changes
})

const written = (changes: Partial<Transfer> = {}, given: Documents.Options = options): Record<string, unknown> =>
  JSON.parse(Documents.encode(transferOf(changes), given)).transaction

const names = (value: unknown): ReadonlyArray<string> => Object.keys(value as object).sort()

const code = { method: "sbp", payBy: null } as const
const order = { payload: "https://qr.example/1", account: "+79990000000", mark: "17", bank: "Bank" }
const proofOf = (changes: Partial<ProofState> = {}): { readonly proof: ProofState } => ({
  proof: {
    uid: parentUid as ProofState["uid"],
    status: "pending",
    message: "Proof was initialized",
    count: 1,
    ...changes
  }
})
const refund = { ...code, type: "refund", parentUid: parentUid as Transfer["uid"], refundReason: "Returned" } as const
const recipient = { account: "+79990000000", bankCode: "100000000004" }
const payout = { ...code, type: "payout", recipient } as const
const proof = { type: "proof", parentUid: parentUid as Transfer["uid"], payBy: null } as const

const own = ["amount", "code", "created_at", "currency", "friendly_message", "language", "manually_corrected_at"]
const common = [
  ...own,
  "message",
  "method_type",
  "paid_at",
  "receipt_url",
  "status",
  "test",
  "tracking_id",
  "type",
  "uid",
  "updated_at"
]
const whole = [...common, "additional_data", "billing_address", "customer", "description", "expired_at", "gateway"]

// Source: shapes, "Transfer"; interface, "Payment response (`transaction`) for `sbp_data`", "Payout response".
describe("the document of a transfer", () => {
  it.each<readonly [string, Partial<Transfer>, ReadonlyArray<string>]>([
    ["a payment to a phone number", {}, [...whole, "payment", "sbp_data"]],
    ["a payment by code", code, [...whole, "payment", "sbp", "form"]],
    ["a proven payment", proofOf(), [...whole, "payment", "sbp_data", "proof"]],
    ["a payout", payout, [...whole, "payout", "sbp"]],
    ["a refund", refund, [...common, "description", "parent_uid", "reason", "refund"]],
    ["a proof", proof, [...common, "description", "parent_uid", "proof"]]
  ])("D1, D29, D31, D32: of %s has these members", (_, changes, expected) => {
    assert.deepStrictEqual(names(written(changes)), [...expected].sort())
  })

  it("D9: names who gave what, and what is not known is null", () => {
    assert.deepInclude(written(), {
      ...{ uid, type: "payment", status: "pending", amount: 100_000, currency: "RUB", description: "Order 17" },
      ...{ tracking_id: null, test: false, language: "en", method_type: "sbp_data", manually_corrected_at: null },
      ...{ gateway: { iframe: false }, additional_data: { payment_method: { type: "alternative" } } },
      receipt_url: `https://pay.example/receipts/${uid}`
    })
    assert.deepInclude(written({ trackingId: "t-1", test: true, language: "ru" }, { ...options, framed: true }), {
      ...{ tracking_id: "t-1", test: true, language: "ru", gateway: { iframe: true } }
    })
  })

  it.each<readonly [string, Partial<Transfer>]>([
    ["a refund", refund],
    ["a proof", proof]
  ])("D33a: of %s shows its own tracking id, and not that of its payment", (_, changes) => {
    const inherited = { ...changes, trackingId: "order-1", trackingIdFrom: "parent" } as const
    assert.isNull(written(inherited).tracking_id)
    assert.strictEqual(written({ ...inherited, trackingIdFrom: undefined }).tracking_id, "order-1")
  })

  it.each<readonly [string, Partial<Transfer>, string]>([
    ["a payment that is open", { order }, english.order],
    ["a payment whose order is not open yet", {}, english.pending],
    ["a refund", refund, english.pending],
    ["a payout", payout, english.pending],
    ["a proof", proof, english.pending]
  ])(
    "Transaction | friendly_message: of %s asks its customer for payment or for patience (D27)",
    (_, changes, says) => {
      assert.strictEqual(written(changes).friendly_message, says)
    }
  )

  it("D9: echoes what was sent, and people without members are nobody", () => {
    const urls = { notificationUrl: "https://shop.example/1", returnUrl: "https://shop.example/2" }
    const customer = { email: "jane@shop.example", ip: "203.0.113.7", deviceId: "d" }
    const details = { ...urls, verificationUrl: "https://shop.example/3", customer, billingAddress: { city: "Riga" } }
    const document = written({ details })
    assert.deepInclude(document, {
      notification_url: "https://shop.example/1",
      return_url: "https://shop.example/2",
      verification_url: "https://shop.example/3"
    })
    assert.deepInclude(document.customer, { email: "jane@shop.example", ip: "203.0.113.7", device_id: "d" })
    assert.deepInclude(document.billing_address, { city: "Riga", zip: null })
    assert.deepInclude(written().customer, { email: null, ip: null })
    assert.deepInclude(written().billing_address, { city: null })
  })

  it.each<readonly [member: string, key: keyof Transfer, instant: string, expected: string]>([
    ["created_at", "createdAt", "2029-01-02T03:04:05.006Z", "2029-01-02T03:04:05Z"],
    ["updated_at", "updatedAt", "2029-01-02T03:04:05.999Z", "2029-01-02T03:04:05Z"],
    ["paid_at", "paidAt", "2029-01-02T03:04:05+05:30", "2029-01-01T21:34:05Z"],
    ["expired_at", "expiredAt", "2029-12-31T23:59:59-01:00", "2030-01-01T00:59:59Z"],
    ["manually_corrected_at", "manuallyCorrectedAt", "2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"]
  ])("D8: shows %s of %s at %s as %s", (member, key, instant, expected) => {
    assert.strictEqual(written({ [key]: at(instant) })[member], expected)
  })

  it("D28: of sbp_data says how to pay, and until when", () => {
    const expired_at = "2029-01-02T03:19:05Z"
    const unknown = { type: "sbp_data", mark: null, target_card: null, bank_type: null, expired_at }
    assert.deepStrictEqual(written().sbp_data, unknown)
    const known = { ...unknown, mark: "17", target_card: "+79990000000", bank_type: "Bank" }
    assert.deepStrictEqual(written({ order }).sbp_data, known)
    assert.deepStrictEqual(written({ status: "expired", expiredAt: at("2029-01-02T03:05:00Z") }).sbp_data, unknown)
  })

  it("D27: of sbp leads to the page with the code", () => {
    const { form, sbp } = written({ ...code, order })
    assert.deepStrictEqual(sbp, { type: "sbp" })
    assert.deepStrictEqual(form, { action: `https://pay.example/transfers/${uid}`, method: "GET", fields: [] })
    assert.notInclude(JSON.stringify(written({ ...code, order })), "qr.example")
  })

  const report = { refId: "bank-1", message: "Accepted" }
  it.each<readonly [string, Partial<Transfer>, string, object]>([
    ["a payment", {}, "payment", {}],
    ["a refund", refund, "refund", {}],
    ["a payout", payout, "payout", { bank_code: "100000000004" }]
  ])("D9: of %s holds what the provider says", (_, changes, section, more) => {
    const reply = written({ ...changes, report })
    assert.deepStrictEqual(reply[section], {
      ...{ status: "pending", gateway_id: 7, ref_id: "bank-1", message: "Accepted", ...more }
    })
    assert.strictEqual(reply.message, "Accepted")
    assert.deepInclude(written({ ...changes, gatewayId: null })[section], { gateway_id: null, ref_id: null })
  })

  it.each<readonly [string, Partial<Transfer>, string]>([
    ["a pending payment", {}, "Waiting for the customer to pay"],
    ["a pending refund", refund, "The bank is processing the transfer"],
    ["a pending payout", payout, "The bank is processing the transfer"],
    ["a pending proof", proof, "The proof was initialized. Processing takes 1 hour to 2 business days"],
    ["a successful payment", { status: "successful" }, "Successfully processed"],
    ["a failed payment", { status: "failed", reason: "unpaid" }, "Payment was declined"],
    ["an expired payment", { status: "expired" }, "Payment has expired"],
    ["a failed payout", { ...payout, status: "failed", reason: "provider" }, "Payout was declined"],
    ["a failed refund", { ...refund, status: "failed", reason: "provider" }, "Refund was declined"],
    ["a declined proof", { ...proof, status: "failed", reason: "not-proven" }, "Proof was declined"]
  ])("D6: of %s has a message where the provider gave none", (_, changes, expected) => {
    assert.strictEqual(written(changes).message, expected)
    const empty = { refId: "bank-1", message: null }
    assert.strictEqual(written({ ...changes, report: empty }).message, expected)
  })

  // Source: interface, "`proof` object in status query responses".
  it.each(["pending", "failed", "successful"] as const)("D29: of a payment shows its last proof, %s", (status) => {
    const payment = written({ status: status === "successful" ? "successful" : "failed", ...proofOf({ status }) })
    assert.deepStrictEqual(payment.proof, {
      ...{ ref_id: parentUid, gateway_id: 7, status, message: "Proof was initialized" }
    })
    assert.notProperty(written(), "proof")
  })

  it.each(["pending", "failed", "successful"] as const)("D29: of a proof that is %s says so twice", (status) => {
    const message = status === "pending" ? "Proof was initialized" : "Checked"
    const document = written({ ...proof, status, report: { refId: null, message } })
    assert.deepInclude(document, { type: "proof", parent_uid: parentUid, status, message })
    assert.deepStrictEqual(document.proof, { ref_id: uid, gateway_id: 7, status, message })
  })

  it("D31: of a payout shows no phone number", () => {
    assert.notInclude(JSON.stringify(written(payout)), recipient.account)
  })

  it("D32: of a refund names its payment and why", () => {
    assert.deepInclude(written({ ...refund, paidAt: at("2029-01-02T03:04:05Z") }), {
      ...{ type: "refund", parent_uid: parentUid, reason: "Returned", method_type: "sbp" },
      paid_at: "2029-01-02T03:04:05Z"
    })
  })

  it("D33a: of a refund has the address that its own request sent", () => {
    const notificationUrl = "https://shop.example/own"
    assert.propertyVal(written({ ...refund, details: { notificationUrl } }), "notification_url", notificationUrl)
  })

  it("D28: shows no evidence", () => {
    const evidence = [
      {
        said: "paid",
        refId: "bank-77",
        amount: 77_777 as Transfer["amount"],
        paidAt: at("2027-07-07T07:07:07Z"),
        reportedAt: at("2027-07-07T07:07:07Z")
      }
    ] as const
    const text = JSON.stringify(written({ status: "failed", reason: "unpaid", evidence }))
    assert.notInclude(text, "77777")
    assert.notInclude(text, "bank-77")
    assert.notInclude(text, "2027")
  })
})

describe("the code of a transfer", () => {
  // Source: D6, D28.
  const codes = {
    ...{ unpaid: "F.0205", "not-proven": "F.0205", "account-funds": "F.0207", provider: "F.0208" },
    ...{ "no-provider": "F.2011", "verification-refused": "F.7001" }
  } as const

  it.each(TransferReason.literals)("D6: of one that failed, %s, is its reason's", (reason) => {
    assert.strictEqual(Codes.ofTransfer({ status: "failed", reason }), codes[reason])
    assert.strictEqual(written({ status: "failed", reason }).code, codes[reason])
  })

  it.each([
    ["successful", "S.0000"],
    ["pending", "P.9999"],
    ["expired", "F.0205"],
    ["failed", "F.0208"]
  ] as const)("D6: of one that is %s is %s", (status, expected) => {
    assert.strictEqual(Codes.ofTransfer({ status, reason: null }), expected)
  })
})
