// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  AdditionalDataVendor,
  BillingAddress,
  PageGateway,
  TransactionCustomer,
  TransactionStatus
} from "./cardSections.js"

/** Processing code: S success, P under way, F refused. */
export type TransferCode = "S.0000" | "P.9999" | "F.0205" | "F.0207" | "F.0208" | "F.2011" | "F.7001"

/** Outcome of a payment. */
export interface TransferOutcome {
  /** Status at the provider. */
  readonly status: TransactionStatus
  /** Id of the provider that was asked. */
  readonly gatewayId: number | null
  /** Reference of the provider. */
  readonly refId: string | null
  /** Message of the provider, or ours where it gave none. */
  readonly message: string | null
}

/** Outcome of a payout. */
export interface TransferPayout {
  /** Status at the provider. */
  readonly status: TransactionStatus
  /** Id of the provider that was asked. */
  readonly gatewayId: number | null
  /** Reference of the provider. */
  readonly refId: string | null
  /** Message of the provider, or ours where it gave none. */
  readonly message: string | null
  /** Id of the recipient's bank. */
  readonly bankCode: string | null
}

/** The last proof of the payment. */
export interface TransferProof {
  /** UID of the proof. */
  readonly refId: string
  /** Id of the provider that was asked. */
  readonly gatewayId: number | null
  /** Whether the proof is decided, and how. */
  readonly status: "pending" | "failed" | "successful"
  /** What the operator said of it. */
  readonly message: string | null
}

/** The method. */
export interface TransferSbp {
  /** Method: sbp with a QR code, sbp_data with the details of a bank account. */
  readonly type: "sbp"
}

/** What the customer pays by. */
export interface TransferSbpData {
  /** Method: sbp with a QR code, sbp_data with the details of a bank account. */
  readonly type: "sbp_data"
  /** Code that the customer enters in the comment of the transfer. */
  readonly mark: string | null
  /** Phone number that receives the transfer. */
  readonly targetCard: string | null
  /** Bank that receives the transfer. */
  readonly bankType: string | null
  /** Until when the customer may pay. */
  readonly expiredAt: string | null
}

/** Where the customer pays. */
export interface TransferForm {
  /** Page with the QR code. Redirect the customer there. */
  readonly action: string
  /** How. */
  readonly method: "GET"
  /** Always empty. */
  readonly fields: ReadonlyArray<unknown>
}

/** The kind of the payment method. */
export interface TransferAdditionalDataPaymentMethod {
  /** Always alternative. */
  readonly type: "alternative"
}

/** What the interface adds to a transfer. */
export interface TransferAdditionalData {
  /** The kind of the payment method. */
  readonly paymentMethod: TransferAdditionalDataPaymentMethod
  /** The checkout of which the transaction is an attempt. */
  readonly vendor?: AdditionalDataVendor
  /** What the shop has sent as additionalData.meta of the order. */
  readonly meta?: { readonly [name: string]: unknown }
  /** The shop system, as sent with the order. */
  readonly platformData?: string
  /** The plugin, as sent with the order. */
  readonly integrationData?: string
}

/** What `transfers.pay` answers. */
export interface Transfer {
  /** UID of the transfer. */
  readonly uid: string
  /** What it is. */
  readonly type: "payment" | "refund" | "payout" | "proof"
  /** Where the transfer stands. pending: it is not decided yet. */
  readonly status: TransactionStatus
  /** Amount in kopecks. Of a successful transfer, what was really paid. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Short description of the order. */
  readonly description?: string
  /** When the request was accepted. */
  readonly createdAt: string | null
  /** When the transfer changed last. */
  readonly updatedAt: string | null
  /** When it was paid, by the bank's date. */
  readonly paidAt: string | null
  /** Method: sbp with a QR code, sbp_data with the details of a bank account. */
  readonly methodType: "sbp" | "sbp_data"
  /** Address of the customer's receipt. */
  readonly receiptUrl: string
  /** Result in words. */
  readonly message: string | null
  /** Processing code: S success, P under way, F refused. */
  readonly code: TransferCode
  /** What to tell the customer, in the transfer's language. */
  readonly friendlyMessage: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test: boolean
  /** Language of the customer's pages and mails. Default: en. */
  readonly language: string
  /** When an operator corrected the transfer. */
  readonly manuallyCorrectedAt: string | null
  /** ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
  readonly expiredAt?: string | null
  /** UID of the payment that a refund or a proof is about. */
  readonly parentUid?: string
  /** The merchant's reason for the refund. */
  readonly reason?: string
  /** Outcome of a payment. */
  readonly payment?: TransferOutcome
  /** Outcome of a refund. */
  readonly refund?: TransferOutcome
  /** Outcome of a payout. */
  readonly payout?: TransferPayout
  /** The last proof of the payment. */
  readonly proof?: TransferProof
  /** The method. */
  readonly sbp?: TransferSbp
  /** What the customer pays by. */
  readonly sbpData?: TransferSbpData
  /** Where the customer pays. */
  readonly form?: TransferForm
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer?: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress?: BillingAddress
  /** How the customer's page may be shown. */
  readonly gateway?: PageGateway
  /** What the interface adds to a transfer. */
  readonly additionalData?: TransferAdditionalData
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** URL that receives a verification request before the bank is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** URL to which the customer is redirected after paying. Required for sbp_data. */
  readonly returnUrl?: string
}

/** What `transfers.confirm` answers. */
export interface Confirmation {
  /** UID of the payment. */
  readonly parentUid: string
  /** What it is. */
  readonly type: "confirm"
  /** Whether the payment is paid by now. */
  readonly status: "successful" | "failed"
  /** Result in words. */
  readonly message: string
  /** When the confirmation was asked for, with offset. */
  readonly createdAt: string
  /** Amount of the payment in kopecks. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
}
