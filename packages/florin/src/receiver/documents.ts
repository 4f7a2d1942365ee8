/** The documents that messages carry, with members in camelCase. A message may have members that are not listed. */
import type { AdditionalData, Travel } from "./sentData.js"

export type * from "./sentData.js"

type Text = string | null
/** ISO 8601 in UTC. */
type Timestamp = string | null
type Members = Readonly<Record<string, unknown>>

/** `pending`: the outcome is not known yet. `incomplete`: waits for the customer. */
export type TransactionStatus = "incomplete" | "pending" | "successful" | "failed" | "expired"

interface Common {
  readonly uid: string
  readonly status: TransactionStatus
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  readonly trackingId: Text
  readonly test: boolean
  /** Null while there is no result. */
  readonly message: Text
  /** `S.0000`, `P.` while under way, `F.` with the reason of a decline. */
  readonly code: string
  /** For the customer, in the transaction's language. */
  readonly friendlyMessage: string
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  readonly paidAt: Timestamp
  readonly receiptUrl: string
}

interface CardCommon extends Common {
  readonly id: string
  readonly statusCode: Text
  /** When nothing was left of an authorization: captured, voided or released. */
  readonly closedAt: Timestamp
  readonly settledAt: Timestamp
  readonly duplicateCheck?: boolean
}

export interface CreditCard {
  readonly holder: Text
  /** The same for one number, whatever its expiry and holder. */
  readonly stamp: string
  readonly brand: string
  readonly product: Text
  readonly last4: string
  readonly first1: string
  readonly bin: string
  readonly bin8: Text
  readonly issuerCountry: Text
  readonly issuerName: Text
  readonly expMonth: number
  readonly expYear: number
  readonly tokenProvider: Text
  /** For later requests. */
  readonly token: string
}

export interface Customer {
  readonly ip: Text
  readonly email: Text
  readonly deviceId: Text
  readonly birthDate: Text
  readonly taxpayerId?: string
  readonly externalId?: string
}

export interface BillingAddress {
  readonly firstName: Text
  readonly lastName: Text
  readonly address: Text
  readonly country: Text
  readonly city: Text
  readonly zip: Text
  readonly state: Text
  readonly phone: Text
}

/** What the acquirer answered to a capture, a void or a refund. */
export interface ChildResult {
  readonly authCode: Text
  readonly bankCode: Text
  readonly rrn: Text
  readonly refId: Text
  readonly message: Text
  readonly gatewayId: number | null
  readonly status: TransactionStatus
}

/** What the acquirer answered to a charge. */
export interface ChargeResult extends ChildResult {
  readonly amount: number | null
  readonly currency: Text
  readonly billingDescriptor: Text
}

export interface ThreeDSecureVerification {
  readonly status: "incomplete" | "successful" | "failed" | "not_enrolled"
  readonly message: Text
  readonly veStatus: "Y" | "N" | null
  readonly acsUrl: Text
  readonly paReq: Text
  readonly md: Text
  readonly paResUrl: Text
  readonly eci: Text
  readonly paStatus: "Y" | "A" | "N" | "R" | "U" | null
  readonly xid: Text
  readonly cavv: Text
  readonly cavvAlgorithm: Text
  readonly failReason: Text
  readonly methodProcessUrl: Text
  readonly creq: Text
}

interface ResultCode {
  readonly resultCode: Text
}

interface Charge extends CardCommon {
  readonly paymentMethodType: "credit_card"
  readonly description: Text
  readonly language: string
  readonly muteNotifications: null
  readonly expiredAt: Timestamp
  readonly manuallyCorrectedAt: Timestamp
  readonly recurringType: "initial" | "recurring" | null
  readonly redirectUrl: string
  readonly gateway: { readonly iframe: boolean }
  readonly additionalData: AdditionalData
  readonly threeDSecureVerification?: ThreeDSecureVerification
  readonly smartRoutingVerification: { readonly status: "successful" | "failed" | "skipped" }
  readonly dynamicBillingDescriptor?: string
  readonly notificationUrl?: string
  readonly verificationUrl?: string
  readonly returnUrl?: string
  readonly skipThreeDSecureVerification?: boolean
  readonly forceThreeDSecureVerification?: boolean
  readonly threeDSecure?: { readonly advanced?: boolean }
  readonly travel?: Travel
  readonly avsCvcVerification?: { readonly avsVerification: ResultCode; readonly cvcVerification: ResultCode }
}

interface Bought extends Charge {
  readonly card: CreditCard
  readonly customer: Customer
  readonly billingAddress: BillingAddress
}

export interface Authorization extends Bought {
  readonly type: "authorization"
  readonly authorization: ChargeResult
}

export interface Payment extends Bought {
  readonly type: "payment"
  readonly payment: ChargeResult
}

export interface Tokenization extends Bought {
  readonly type: "tokenization"
  readonly tokenization: Pick<ChildResult, "status" | "message" | "gatewayId">
}

export interface Credit extends Bought {
  readonly type: "credit"
  readonly credit: ChargeResult
}

export interface CardPayout extends Charge {
  readonly type: "payout"
  readonly recipientCard: CreditCard
  readonly recipient: Customer
  readonly recipientBillingAddress: BillingAddress
  readonly payout: ChargeResult
}

interface Child extends CardCommon {
  readonly parentUid: Text
}

export interface Capture extends Child {
  readonly type: "capture"
  readonly capture: ChildResult
}

export interface Void extends Child {
  readonly type: "void"
  readonly notificationUrl?: string
  readonly void: ChildResult
}

export interface Refund extends Child {
  readonly type: "refund"
  readonly reason?: string
  readonly notificationUrl?: string
  readonly refund: ChildResult
}

/** A transaction of a card. Which one, says its `type`. */
export type CardTransaction = Authorization | Payment | Tokenization | Credit | CardPayout | Capture | Void | Refund

interface TransferResult {
  readonly status: TransactionStatus
  readonly gatewayId: number | null
  readonly refId: Text
  readonly message: Text
}

/** An instant bank transfer. Which one, says its `type`. Its timestamps are without milliseconds. */
export interface Transfer extends Common {
  readonly type: "payment" | "refund" | "payout" | "proof"
  readonly description?: string
  readonly methodType: "sbp" | "sbp_data"
  readonly language: string
  readonly manuallyCorrectedAt: Timestamp
  readonly expiredAt?: Timestamp
  /** The payment that a refund or a proof is about. */
  readonly parentUid?: string
  readonly reason?: string
  readonly payment?: TransferResult
  readonly refund?: TransferResult
  readonly payout?: TransferResult & { readonly bankCode: Text }
  /** The last proof of the payment. */
  readonly proof?: {
    readonly refId: string
    readonly gatewayId: number | null
    readonly status: "pending" | "failed" | "successful"
    readonly message: Text
  }
  readonly sbp?: { readonly type: "sbp" }
  readonly sbpData?: {
    readonly type: "sbp_data"
    readonly mark: Text
    readonly targetCard: Text
    readonly bankType: Text
    readonly expiredAt: Timestamp
  }
  readonly form?: { readonly action: string; readonly method: "GET"; readonly fields: ReadonlyArray<unknown> }
  readonly customer?: Customer
  readonly billingAddress?: BillingAddress
  readonly gateway?: { readonly iframe: boolean }
  readonly additionalData?: { readonly paymentMethod: { readonly type: "alternative" } }
  readonly notificationUrl?: string
  readonly verificationUrl?: string
  readonly returnUrl?: string
}

export type IntervalUnit = "hour" | "day" | "month"

/** What a payment page asks a customer for besides the card. */
type AskedField =
  | "email"
  | "first_name"
  | "last_name"
  | "phone"
  | "birth_date"
  | "address"
  | "city"
  | "state"
  | "zip"
  | "country"

export interface Plan {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly language: string
  readonly infinite: boolean
  readonly billingCycles: number | null
  readonly numberPaymentAttempts: number
  readonly preventPaymentsAtNight: boolean
  readonly test: boolean
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  readonly payUrl: string
  /** The shop's own key of the plan. */
  readonly lookupKey: Text
  readonly visibleFields?: ReadonlyArray<AskedField>
  readonly plan: { readonly amount: number; readonly interval: number; readonly intervalUnit: IntervalUnit }
  readonly trial: {
    readonly amount: number | null
    readonly interval: number | null
    readonly intervalUnit: IntervalUnit
    readonly asFirstPayment: boolean
  }
}

/** `redirecting`: waits for the customer. */
export type SubscriptionState =
  | "redirecting"
  | "trial"
  | "active"
  | "failed_attempt"
  | "error"
  | "failed"
  | "canceled"
  | "expired"

/** A charge of a subscription, in short. */
export interface LastTransaction {
  readonly uid: string
  readonly status: TransactionStatus
  readonly message: Text
  readonly createdAt: Timestamp
}

export interface Subscription {
  readonly id: string
  readonly state: SubscriptionState
  readonly trackingId: Text
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** When it is charged next. */
  readonly renewAt: Timestamp
  /** Until when it is paid. */
  readonly activeTo: Timestamp
  readonly pausedAt: Timestamp
  readonly paidBillingCycles: number
  readonly numberFailedPaymentAttempts: number
  readonly cancelReason: Text
  readonly cancelledAt: Timestamp
  readonly card: CreditCard | null
  readonly customer: { readonly id: string } | null
  readonly plan: Plan
  readonly nextPlan: Plan | null
  readonly lastTransaction: LastTransaction | null
  readonly cardCheck?: LastTransaction
  /** As it was sent, names included. */
  readonly additionalData: Members
  readonly returnUrl?: string
  readonly notificationUrl?: string
  readonly redirectUrl?: string
  readonly token?: string
}

/** What happened to a subscription. */
export type SubscriptionEventName =
  | "created.subscription"
  | "renewed.subscription"
  | "failed_attempt.subscription"
  | "canceled.subscription"
  | "expired.subscription"
  | "failed.subscription"
