/** Example requests and answers of the sandbox's controls. */
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Documents from "@florin/wire/Documents"
import * as DateTime from "effect/DateTime"

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as Transfer["uid"]
const parentUid = "0190b6a0-4b21-7c55-8a10-94d3f7e2c601" as Transfer["uid"]
const acceptedAt = DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
const decidedAt = DateTime.unsafeMake("2035-03-01T12:04:00.000Z")

const report = { refId: "A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6", message: null }

const transfer = (type: Transfer["type"], status: Transfer["status"], more: Partial<Transfer> = {}): Transfer => ({
  shop: "shop" as Transfer["shop"],
  uid,
  type,
  method: "sbp",
  status,
  reason: status === "failed" ? "provider" : null,
  amount: 500_000 as Transfer["amount"],
  currency: "RUB" as Transfer["currency"],
  test: false,
  language: "en",
  trackingId: "order-42",
  ...(type === "refund" ? { parentUid, refundReason: "Returned goods" } : { description: "Order 42" }),
  details: {},
  gatewayId: 2,
  acquirerKey: uid as string as Transfer["acquirerKey"],
  report,
  order: null,
  payBy: null,
  evidence: [],
  createdAt: acceptedAt,
  updatedAt: decidedAt,
  paidAt: status === "successful" ? decidedAt : null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 3,
  ...more
})

const answered = (shown: Transfer) => Documents.toDocument(shown, { baseUrl: "https://pay.example" })

const proven = (status: "successful" | "failed", message: string): Transfer =>
  transfer("payment", status, {
    method: "sbp_data",
    reason: status === "failed" ? "not-proven" : null,
    payBy: DateTime.unsafeMake("2035-03-01T12:15:00.000Z"),
    proof: { uid: parentUid, status, message, count: 1 }
  })

const recipient = { recipient: { account: "+70001234567", bankCode: "100000000004" } }

const refund = { amount: 200_000 as Transfer["amount"] }

/** What happens to transfers, by route. Source: D38. */
export const transferExamples = () => ({
  payTransfer: {
    request: { amount: 500_000, paid_at: "2035-03-01T12:04:00Z" },
    answer: answered(transfer("payment", "successful"))
  },
  approveProof: {
    request: { amount: 500_000, message: "The money has arrived" },
    answer: answered(proven("successful", "The money has arrived"))
  },
  declineProof: {
    request: { message: "No such payment" },
    answer: answered(proven("failed", "No such payment"))
  },
  completePayout: { request: { amount: 500_000 }, answer: answered(transfer("payout", "successful", recipient)) },
  failPayout: {
    request: { message: "The account is closed" },
    answer: answered(
      transfer("payout", "failed", { ...recipient, report: { ...report, message: "The account is closed" } })
    )
  },
  completeRefund: { request: {}, answer: answered(transfer("refund", "successful", refund)) },
  failRefund: { request: {}, answer: answered(transfer("refund", "failed", refund)) }
})
