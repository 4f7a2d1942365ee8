/** Transfers that the examples of the contract are about. */
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import type { TransferDocument } from "../TransferSchemas.js"
import { documentOf, parentUid, shop, uid } from "./cardSamples.js"
import type { Written } from "./written.js"

export const openedAt = DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
export const at = (minutes: number) => DateTime.add(openedAt, { minutes })
export const rubles = (amount: number) => (amount * 100) as Transfer["amount"]

export const report = { refId: "A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6", message: null }

export const transfer = (
  type: Transfer["type"],
  status: Transfer["status"],
  more: Partial<Transfer> = {}
): Transfer => ({
  shop,
  uid,
  type,
  method: "sbp",
  status,
  reason: status === "failed" ? "provider" : null,
  amount: rubles(5000),
  currency: "RUB" as Transfer["currency"],
  test: false,
  language: "en",
  ...(type === "refund"
    ? { parentUid, refundReason: "Returned goods" }
    : { description: "Order 42", trackingId: "order-42" }),
  details: {},
  gatewayId: 2,
  acquirerKey: uid as string as Transfer["acquirerKey"],
  report,
  order: null,
  payBy: null,
  evidence: [],
  createdAt: openedAt,
  updatedAt: status === "pending" ? openedAt : at(4),
  paidAt: status === "successful" ? at(4) : null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 3,
  ...more
})

export const answered = (shown: Transfer): Written<typeof TransferDocument.Encoded> => documentOf(shown)

export const recipient = { recipient: { account: "+70001234567", bankCode: "100000000004" } }

export const order = { amount: rubles(5000), currency: "RUB", description: "Order 42", tracking_id: "order-42" }

export const opened = transfer("payment", "pending", {
  method: "sbp_data",
  payBy: at(15),
  order: { payload: null, account: "+70001234567", mark: "X8FKXF", bank: "Sandbox Bank" }
})

/** A payment whose proof the sandbox decides. */
export const proven = (status: "successful" | "failed", message: string): Transfer =>
  transfer("payment", status, {
    method: "sbp_data",
    reason: status === "failed" ? "not-proven" : null,
    payBy: at(15),
    proof: { uid: parentUid, status, message, count: 1 }
  })

export const proofUid = "0190b6a0-6d11-7f02-b3c4-5a6978f0e1d2" as Transfer["uid"]

const amount = rubles(2500)

/** A payment that came too late, and waits for an operator. */
export const unpaid = transfer("payment", "failed", {
  method: "sbp_data",
  reason: "unpaid",
  amount,
  language: "ru",
  report: { ...noReport, refId: "order-7781" },
  order: { payload: null, account: "+79990001122", mark: "4F7K", bank: "Bank" },
  payBy: at(15),
  evidence: [{ said: "paid", refId: "A503012", amount, paidAt: at(21), reportedAt: at(23) }],
  proof: { uid: proofUid, status: "pending", message: null, count: 1 },
  updatedAt: at(23),
  version: 4
})

/** The same once an operator has decided. */
export const decided = (status: "successful" | "failed", message: string, more: Partial<Transfer> = {}) =>
  answered({
    ...unpaid,
    status,
    reason: status === "failed" ? unpaid.reason : null,
    paidAt: status === "failed" ? null : at(120),
    updatedAt: at(120),
    proof: { uid: proofUid, status, message, count: 1 },
    ...more
  })
