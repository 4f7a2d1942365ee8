/**
 * A shop's instant bank transfers for hosts without Effect: the operations of the HTTP interface in process, with its
 * documents as plain values whose names are in camelCase. Amounts are kopecks.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused`, or an error of the storage or the vault. A
 * transfer that the bank refuses is no rejection but one that `failed`.
 */
import type * as TransferRequests from "@florin/core/transfers/TransferRequest"
import type * as TransferSchemas from "@florin/wire/TransferSchemas"
import type { CamelCased } from "./camelCase.js"
import type { CallOptions } from "./cards.js"

/** A payment that the customer then makes: `sbp` with a QR code, `sbp_data` to a phone number. */
export type TransferPaymentRequest = CamelCased<typeof TransferRequests.TransferPaymentRequest.Encoded>

export type TransferRefundRequest = CamelCased<typeof TransferRequests.TransferRefundRequest.Encoded>

export type TransferPayoutRequest = CamelCased<typeof TransferRequests.TransferPayoutRequest.Encoded>

/** The proof of a payment that failed. */
export interface ProofRequest {
  /** A multiple of 100. */
  readonly amount: number
  readonly currency: string
  /** A PDF of at most 5 MiB. `fileName`: with its extension, without a path. */
  readonly document: { readonly fileName: string; readonly content: Uint8Array }
  /** Accepts another proof within 30 seconds. Default: `false`. */
  readonly skipDuplicateCheck?: boolean
}

export type ConfirmRequest = CamelCased<typeof TransferRequests.ConfirmRequest.Encoded>

export type Transfer = CamelCased<(typeof TransferSchemas.TransferDocument.Encoded)["transaction"]>

export type Confirmation = CamelCased<(typeof TransferSchemas.ConfirmationDocument.Encoded)["response"]>

/** The transfers of one shop. */
export interface Transfers {
  /** Opens a payment. It is `pending` until the bank reports, and `form.action` is the page with the QR code. */
  readonly pay: (request: TransferPaymentRequest, options?: CallOptions) => Promise<Transfer>
  /** Returns a payment, wholly or in part. */
  readonly refund: (request: TransferRefundRequest, options?: CallOptions) => Promise<Transfer>
  /** Pays out. The amount of a `successful` payout is what the bank really paid. */
  readonly payOut: (request: TransferPayoutRequest, options?: CallOptions) => Promise<Transfer>
  /** Proves a failed `sbp_data` payment with a document, which an operator decides on. Answers with the proof. */
  readonly prove: (payment: string, request: ProofRequest, options?: CallOptions) => Promise<Transfer>
  /** Asks the bank now whether a payment is paid. */
  readonly confirm: (payment: string, request?: ConfirmRequest, options?: CallOptions) => Promise<Confirmation>
  /** A transfer as it stands now; asks no bank. */
  readonly find: (uid: string) => Promise<Transfer>
}
