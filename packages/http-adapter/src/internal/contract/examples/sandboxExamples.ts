/** Example requests and answers of the sandbox's controls. */
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import { answered, parentUid, recipient, report, transfer } from "./transferExamples.js"

const proven = (status: "successful" | "failed", message: string): Transfer =>
  transfer("payment", status, {
    method: "sbp_data",
    reason: status === "failed" ? "not-proven" : null,
    payBy: DateTime.unsafeMake("2035-03-01T12:15:00.000Z"),
    proof: { uid: parentUid, status, message, count: 1 }
  })

const refund = { amount: 200_000 as Transfer["amount"] }

const tooLong = { refused: { "400": { message: "Form has more than 200 fields" } } }

/** What happens to transfers, and the pages of the simulated issuer, by route. Source: D38. */
export const sandboxExamples = () => ({
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
  failRefund: { request: {}, answer: answered(transfer("refund", "failed", refund)) },
  issuer: tooLong,
  issuerMethod: tooLong
})
