/** Instant bank transfers. Source: D1, D4, D27 to D32. */

import { Transactions } from "@florin/core/queries/Transactions"
import { isTransfer } from "@florin/core/transactions/Transaction"
import * as Confirmation from "@florin/core/transfer-operations/Confirmation"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import * as TransferRequest from "@florin/core/transfers/TransferRequest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Confirmations from "../Confirmations.js"
import { Documents } from "../Documents.js"
import { parentUid } from "../internal/cardSamples.js"
import * as Samples from "../internal/transferSamples.js"
import type * as Requests from "../Requests.js"
import * as TransferRequests from "../TransferRequests.js"
import { command, kept, read } from "./Operation.js"
import { byUid, ofTransfer } from "./Parts.js"
import { ofConfirmations, ofTransfers } from "./RefusalForm.js"

const base = "/beyag/transactions"

const services = Effect.all({ transfers: Transfers, transactions: Transactions, document: Documents })

const common = {
  group: "transfers",
  permission: "shop",
  record: "transfer",
  form: ofTransfers,
  uses: services
} as const

const one = { ...common, subject: byUid, answer: "TransferDocument", member: "transaction" } as const

export const transferOperations = {
  payByTransfer: kept({
    ...common,
    name: "transfers.pay",
    id: "payByTransfer",
    at: `POST ${base}/payments`,
    aliases: { payByTransferSingular: `${base}/payment` },
    title: "Payment by bank transfer",
    description:
      "Opens a payment: sbp with a QR code on the page at form.action, sbp_data with a phone number and 15 minutes to pay. It is pending until the bank reports.",
    body: { schema: TransferRequest.TransferPaymentRequest, decode: TransferRequests.payment, wrapper: "request" },
    answer: "TransferDocument",
    member: "transaction",
    example: () => ({
      request: {
        ...Samples.order,
        return_url: "https://shop.example/thanks",
        method: { type: "sbp_data", channel: "SBP" }
      },
      answer: Samples.answered(Samples.opened)
    }),
    run: ({ transfers }, { key, request, shop }) => transfers.pay(shop, request, key)
  }),
  payOutByTransfer: kept({
    ...common,
    moves: ({ request: { amount, currency } }) => ({ amount, currency }),
    name: "transfers.payOut",
    id: "payOutByTransfer",
    at: `POST ${base}/payouts`,
    aliases: { payOutByTransferSingular: `${base}/payout` },
    title: "Payout by bank transfer",
    description:
      "Pays out to a phone number. The amount of the answer, of the status query and of the webhook is what was really paid.",
    body: { schema: TransferRequest.TransferPayoutRequest, decode: TransferRequests.payout, wrapper: "request" },
    answer: "TransferDocument",
    member: "transaction",
    example: () => ({
      request: {
        ...Samples.order,
        method: { type: "sbp", account_number: "+7 (000) 123-45-67", bank_code: "100000000004" }
      },
      answer: Samples.answered(Samples.transfer("payout", "pending", Samples.recipient))
    }),
    run: ({ transfers }, { key, request, shop }) => transfers.payOut(shop, request, key)
  }),
  refundTransfer: kept({
    ...common,
    moves: ({ request }) => ({ uid: request.parentUid, amount: request.amount }),
    name: "transfers.refund",
    id: "refundTransfer",
    at: `POST ${base}/refunds`,
    aliases: { refundTransferSingular: `${base}/refund` },
    title: "Refund of a payment by bank transfer",
    description: "Returns a payment, wholly or in part. It is pending until the bank reports.",
    body: { schema: TransferRequest.TransferRefundRequest, decode: TransferRequests.refund, wrapper: "request" },
    answer: "TransferDocument",
    member: "transaction",
    example: () => ({
      request: { parent_uid: parentUid, amount: Samples.rubles(2000), reason: "Returned goods" },
      answer: Samples.answered(Samples.transfer("refund", "pending", { amount: Samples.rubles(2000) }))
    }),
    run: ({ transfers }, { key, request, shop }) => transfers.refund(shop, request, key)
  }),
  findTransfer: read({
    ...one,
    name: "transfers.find",
    id: "findTransfer",
    at: `GET ${base}/:uid`,
    title: "Get a transfer",
    description: "Answers the transfer as it stands, with its last proof; asks no bank.",
    example: () => ({ answer: Samples.answered(Samples.transfer("payment", "successful")) }),
    run: ({ document, transfers }, { id, shop }) =>
      Effect.map(transfers.find(shop, id), (transfer) => ({ transaction: ofTransfer(document, transfer) }))
  }),
  findTransfersByTrackingId: read({
    ...common,
    subject: { name: "id", schema: Schema.String, description: "Tracking id, or one value of it." },
    name: "transfers.findByTrackingId",
    id: "findTransfersByTrackingId",
    at: `GET ${base}/tracking_id/:id`,
    title: "Find transfers by tracking id",
    description: "Newest first, at most 10. Any single value of the id matches.",
    // Readers of OpenAPI hold its path for ambiguous beside `/{uid}/proof`.
    isHidden: true,
    isHttpOnly: true,
    answer: "TransferListDocument",
    run: ({ document, transactions }, { id, shop }) =>
      Effect.map(transactions.findByTrackingId(shop, id), (found) => ({
        transactions: found.filter(isTransfer).map((transfer) => ofTransfer(document, transfer))
      }))
  }),
  proveTransfer: kept({
    ...one,
    name: "transfers.prove",
    id: "proveTransfer",
    at: `POST ${base}/:uid/proof`,
    title: "Prove a failed payment",
    description:
      "Sends a document that proves an sbp_data payment which failed. An operator decides; the webhook of the payment says how. Answers the proof.",
    body: {
      schema: TransferRequest.SentProof,
      decode: TransferRequests.proof as Requests.Decoder<unknown> as Requests.Decoder<TransferRequest.ProofRequest>,
      wrapper: "request",
      hasDocument: true
    },
    example: () => ({
      request: {
        amount: Samples.rubles(5000),
        currency: "RUB",
        document: {
          content_type: "application/pdf",
          file_name: "receipt.pdf",
          file_size: 15,
          content: "JVBERi0xLjQKJSVFT0YK",
          checksum: "8d6962a152aee235ba824c41758b8da2371b7077b4ea0afaaec94014e16e3bc7"
        }
      },
      answer: Samples.answered(Samples.transfer("proof", "pending", { method: "sbp_data", parentUid }))
    }),
    run: ({ transfers }, { id, key, request, shop }) => transfers.prove(shop, id, request, key)
  }),
  confirmTransfer: command({
    ...common,
    subject: byUid,
    form: ofConfirmations,
    name: "transfers.confirm",
    id: "confirmTransfer",
    at: `POST ${base}/:uid/confirm`,
    title: "Confirm a payment",
    description:
      "Asks the bank now whether the customer has paid. Optional: the payment is found to be paid without it.",
    body: { schema: TransferRequest.ConfirmRequest, decode: TransferRequests.confirm, isOptional: true },
    answer: "ConfirmationDocument",
    member: "response",
    example: () => ({
      request: { skip_duplicate_check: false },
      answer: Confirmations.toDocument(Confirmation.resultOf(Samples.transfer("payment", "successful"), Samples.at(4)))
    }),
    run: ({ transfers }, { id, request, shop }) =>
      Effect.map(transfers.confirm(shop, id, request), Confirmations.toDocument)
  })
}
