/** Example requests and answers of the operators' routes, encoded by the same code as real ones. */

import type { AcquirerKey, TransactionUid } from "@florin/core/ids/Ids"
import type { Doubt } from "@florin/core/operator/OperatorRules"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Documents from "@florin/wire/Documents"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import * as DateTime from "effect/DateTime"
import type { Example } from "./examples.js"

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as TransactionUid
const proofUid = "0190b6a0-6d11-7f02-b3c4-5a6978f0e1d2" as TransactionUid
const openedAt = DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
const at = (minutes: number) => DateTime.add(openedAt, { minutes })

const amount = 250_000 as Transfer["amount"]
const currency = "RUB" as Transfer["currency"]

const late = { said: "paid", refId: "A503012", amount, paidAt: at(21), reportedAt: at(23) } as const

const payment: Transfer = {
  shop: "shop" as Transfer["shop"],
  uid,
  type: "payment",
  method: "sbp_data",
  status: "failed",
  reason: "unpaid",
  amount,
  currency,
  test: false,
  language: "ru",
  description: "Order 42",
  trackingId: "order-42",
  details: {},
  gatewayId: 2,
  acquirerKey: uid as string as AcquirerKey,
  report: { ...noReport, refId: "order-7781" },
  order: { payload: null, account: "+79990001122", mark: "4F7K", bank: "Bank" },
  payBy: at(15),
  evidence: [late],
  proof: { uid: proofUid, status: "pending", message: null, count: 1 },
  createdAt: openedAt,
  updatedAt: at(23),
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 4
}

const proof: Transfer = { ...payment, uid: proofUid, type: "proof", status: "pending", createdAt: at(60) }

const waiting = { proof, payment, document: { fileName: "receipt.pdf", size: 81_204 } }

const doubt: Doubt = {
  about: "outcome",
  transaction: { ...payment, type: "payout", status: "pending", report: null },
  attempts: 7,
  nextAt: at(90),
  since: openedAt
}

const found: Report = {
  period: { from: openedAt, to: DateTime.add(openedAt, { days: 1 }) },
  checked: 1204,
  inDoubt: 1,
  notCompared: [{ gatewayId: 3, reason: "unavailable" }],
  differences: [
    {
      kind: "other-amount",
      key: payment.acquirerKey,
      gatewayId: 2,
      uid,
      ours: { kind: "transfer", amount, currency, status: "successful" },
      theirs: { kind: "transfer", amount: 200_000 as Transfer["amount"], currency, at: at(3) }
    }
  ]
}

const parsed = (text: string): unknown => JSON.parse(text)

const decided = (status: "successful" | "failed", message: string, more: Partial<Transfer>) =>
  Documents.toDocument(
    {
      ...payment,
      status,
      reason: status === "failed" ? payment.reason : null,
      paidAt: status === "failed" ? null : at(120),
      updatedAt: at(120),
      proof: { uid: proofUid, status, message, count: 1 },
      ...more
    },
    { baseUrl: "https://pay.example" }
  )

const arrived = "The money arrived late"
const unseen = "No such payment was received"

/** The examples, by route. */
export const operatorExamples = (): Readonly<Record<string, Example>> => ({
  listProofs: { answer: OperatorDocuments.proofsOf([waiting]) },
  approveWaitingProof: { request: { amount, message: arrived }, answer: decided("successful", arrived, {}) },
  declineWaitingProof: { request: { message: unseen }, answer: decided("failed", unseen, {}) },
  listEvidence: { answer: OperatorDocuments.evidenceOf([payment]) },
  correctTransfer: {
    request: { status: "successful", amount, reason: "On the bank's statement of 1 March" },
    answer: decided("successful", arrived, { manuallyCorrectedAt: at(120) })
  },
  listDoubts: { answer: OperatorDocuments.doubtsOf([doubt], at(60)) },
  reconcile: {
    request: { from: DateTime.formatIso(found.period.from), to: DateTime.formatIso(found.period.to) },
    answer: OperatorDocuments.reportOf(found)
  }
})

/** Example bodies of refusals, by status. Source: D4. */
export const operatorRefused = (): Readonly<Record<string, unknown>> => ({
  "400": parsed(ofOperators.malformed.body),
  "401": parsed(ofOperators.unauthorized.body),
  "404": parsed(ofOperators.notFound.body),
  "422": parsed(ofOperators.invalid([{ path: ["reason"], sentence: "can't be blank" }]).body)
})
