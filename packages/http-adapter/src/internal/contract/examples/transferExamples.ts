/** Example requests and answers of the transfer routes. */

import * as Confirmation from "@florin/core/transfer-operations/Confirmation"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Confirmations from "@florin/wire/Confirmations"
import * as Documents from "@florin/wire/Documents"
import * as Errors from "@florin/wire/Errors"
import { ofTransfers } from "@florin/wire/operations/RefusalForm"
import * as DateTime from "effect/DateTime"
import type { Example } from "./examples.js"

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as Transfer["uid"]
export const parentUid = "0190b6a0-4b21-7c55-8a10-94d3f7e2c601" as Transfer["uid"]
const acceptedAt = DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
const decidedAt = DateTime.unsafeMake("2035-03-01T12:04:00.000Z")

export const report = { refId: "A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6", message: null }

export const transfer = (
  type: Transfer["type"],
  status: Transfer["status"],
  more: Partial<Transfer> = {}
): Transfer => ({
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

export const answered = (shown: Transfer) => Documents.toDocument(shown, { baseUrl: "https://pay.example" })

export const recipient = { recipient: { account: "+70001234567", bankCode: "100000000004" } }

const order = { amount: 500_000, currency: "RUB", description: "Order 42", tracking_id: "order-42" }

const payments = {
  request: {
    ...order,
    return_url: "https://shop.example/thanks",
    method: { type: "sbp_data", channel: "SBP" }
  }
}

const payouts = {
  request: { ...order, method: { type: "sbp", account_number: "+7 (000) 123-45-67", bank_code: "100000000004" } }
}

const proofs = {
  request: {
    amount: 500_000,
    currency: "RUB",
    document: {
      content_type: "application/pdf",
      file_name: "receipt.pdf",
      file_size: 15,
      content: "JVBERi0xLjQKJSVFT0YK",
      checksum: "8d6962a152aee235ba824c41758b8da2371b7077b4ea0afaaec94014e16e3bc7"
    }
  }
}

const opened = transfer("payment", "pending", {
  method: "sbp_data",
  updatedAt: acceptedAt,
  payBy: DateTime.unsafeMake("2035-03-01T12:15:00.000Z"),
  order: { payload: null, account: "+70001234567", mark: "X8FKXF", bank: "Sandbox Bank" }
})

const proof = transfer("proof", "pending", { method: "sbp_data", parentUid, updatedAt: acceptedAt })

const bodyOf = ({ body }: Errors.ErrorReply): unknown => JSON.parse(body)

/** The examples, by route. */
export const transferExamples = (): Readonly<Record<string, Example>> => {
  const paid = transfer("payment", "successful")
  return {
    payByTransfer: { request: payments, answer: answered(opened) },
    payOutByTransfer: {
      request: payouts,
      answer: answered(transfer("payout", "pending", { ...recipient, updatedAt: acceptedAt }))
    },
    refundTransfer: {
      request: { request: { parent_uid: parentUid, amount: 200_000, reason: "Returned goods" } },
      answer: answered(transfer("refund", "pending", { amount: 200_000 as Transfer["amount"], updatedAt: acceptedAt }))
    },
    findTransfer: { answer: answered(paid) },
    proveTransfer: { request: proofs, answer: answered(proof) },
    confirmTransfer: {
      request: { skip_duplicate_check: false },
      answer: Confirmations.toDocument(Confirmation.of(paid, decidedAt)),
      refused: { "404": bodyOf(Errors.notFound) }
    }
  }
}

/** Example bodies of refusals, by status. Source: D4. */
export const transferRefused = (): Readonly<Record<string, unknown>> => ({
  "400": bodyOf(ofTransfers.malformed),
  "401": bodyOf(ofTransfers.unauthorized),
  "404": bodyOf(ofTransfers.notFound),
  "422": bodyOf(ofTransfers.invalid([{ path: ["amount"], sentence: "can't be less than 50000" }]))
})
