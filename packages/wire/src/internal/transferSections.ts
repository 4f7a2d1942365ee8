/** The document of an instant bank transfer. */
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import { methodOf } from "@florin/core/transfers/methods/Methods"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Codes from "../Codes.js"
import { documents } from "../TransferMethods.js"
import type * as Schemas from "../TransferSchemas.js"
import { billingAddress, customer, message, vendor } from "./sections.js"
import { timestamp } from "./timestamps.js"
import type { Written } from "./written.js"

/** A transfer under the interface's names. */
export type TransferDocument = Written<typeof Schemas.AnyTransfer.Encoded>

type Members = Partial<TransferDocument>

/** What the document needs beside the transfer. */
export interface TransferOptions {
  readonly framed: boolean
  readonly receiptUrl: string
  /** The page with the QR code, or with the instructions. */
  readonly payUrl: string
  readonly friendlyMessage: string
}

const pendingMessages: Readonly<Record<Transfer["type"], string>> = {
  payment: "Waiting for the customer to pay",
  refund: "The bank is processing the transfer",
  payout: "The bank is processing the transfer",
  proof: "The proof was initialized. Processing takes 1 hour to 2 business days"
}

/** The provider's words, of a proof the operator's, or ours. */
const messageOf = ({ report, status, type }: Transfer): string | null =>
  report?.message ?? (status === "pending" ? pendingMessages[type] : message({ status, type }))

/** `payment`, `refund` and `payout`. */
const result = (transfer: Transfer) => {
  const { gatewayId, recipient, report, status, type } = transfer
  const result = { status, gateway_id: gatewayId, ref_id: report?.refId ?? null, message: messageOf(transfer) }
  return type === "payout" ? { ...result, bank_code: recipient?.bankCode ?? null } : result
}

/** `proof`, of a payment and of the proof itself. Source: interface, "`proof` object in status query responses". */
const proofOf = (
  { gatewayId }: Transfer,
  { message, status, uid }: Pick<Transfer, "uid" | "status"> & { readonly message: string | null }
): TransferDocument["proof"] => ({
  ref_id: uid,
  gateway_id: gatewayId,
  // A proof waits for a decision, and has no end of its own.
  status: status as "pending" | "failed" | "successful",
  message
})

const sectionOf = (transfer: Transfer): Members => ({
  [transfer.method]: {
    type: transfer.method,
    ...(transfer.type === "payment" ? documents[methodOf(transfer).step].members(transfer) : {})
  }
})

const echo = ({ details }: Transfer): Members => ({
  notification_url: details.notificationUrl,
  verification_url: details.verificationUrl,
  return_url: details.returnUrl
})

const common = (transfer: Transfer, { friendlyMessage, receiptUrl }: TransferOptions) => ({
  uid: transfer.uid,
  type: transfer.type,
  status: transfer.status,
  amount: transfer.amount,
  currency: transfer.currency,
  description: transfer.description,
  created_at: timestamp(transfer.createdAt),
  updated_at: timestamp(transfer.updatedAt),
  paid_at: timestamp(transfer.paidAt),
  method_type: transfer.method,
  receipt_url: receiptUrl,
  message: messageOf(transfer),
  code: Codes.ofTransfer(transfer),
  friendly_message: friendlyMessage,
  tracking_id: shownTrackingId(transfer) ?? null,
  test: transfer.test,
  language: transfer.language,
  manually_corrected_at: timestamp(transfer.manuallyCorrectedAt)
})

const whole = (transfer: Transfer, options: TransferOptions): TransferDocument => ({
  ...common(transfer, options),
  expired_at: timestamp(transfer.expiredAt),
  [transfer.type]: result(transfer),
  ...sectionOf(transfer),
  customer: customer(transfer.details.customer),
  billing_address: billingAddress(transfer.details.billingAddress),
  gateway: { iframe: options.framed },
  additional_data: { payment_method: { type: "alternative" }, ...vendor(transfer) },
  ...echo(transfer)
})

/**
 * A transfer under the interface's names. Undefined members are left out by JSON.
 *
 * Source: interface, "Payment response for `sbp_data`", "Payout response"; shapes, "Transfer"; D8, D27 to D32.
 */
export const transferMembers = (transfer: Transfer, options: TransferOptions): TransferDocument => {
  const { parentUid, proof, refundReason, type } = transfer
  switch (type) {
    case "payment":
      return {
        ...whole(transfer, options),
        ...(documents[methodOf(transfer).step].hasForm
          ? { form: { action: options.payUrl, method: "GET", fields: [] } }
          : {}),
        ...(proof === undefined ? {} : { proof: proofOf(transfer, proof) })
      }
    case "payout":
      return whole(transfer, options)
    case "refund":
      return {
        ...common(transfer, options),
        parent_uid: parentUid,
        reason: refundReason,
        notification_url: transfer.details.notificationUrl,
        refund: result(transfer)
      }
    case "proof":
      return {
        ...common(transfer, options),
        parent_uid: parentUid,
        proof: proofOf(transfer, { ...transfer, message: messageOf(transfer) })
      }
  }
}
