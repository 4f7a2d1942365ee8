/** The vendor's types as JSON carries them. Types alone: nothing of the vendor's library is loaded. */
import type { CardDetails as CardDetailsType } from "@adyen/api-library/lib/src/typings/checkout/cardDetails.js"
import type { CheckoutRedirectAction } from "@adyen/api-library/lib/src/typings/checkout/checkoutRedirectAction.js"
import type { CheckoutThreeDS2Action } from "@adyen/api-library/lib/src/typings/checkout/checkoutThreeDS2Action.js"
import type { PaymentCancelRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentCancelRequest.js"
import type { PaymentCancelResponse } from "@adyen/api-library/lib/src/typings/checkout/paymentCancelResponse.js"
import type { PaymentCaptureRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentCaptureRequest.js"
import type { PaymentCaptureResponse } from "@adyen/api-library/lib/src/typings/checkout/paymentCaptureResponse.js"
import type { PaymentDetailsRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentDetailsRequest.js"
import type { PaymentRefundRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentRefundRequest.js"
import type { PaymentRefundResponse } from "@adyen/api-library/lib/src/typings/checkout/paymentRefundResponse.js"
import type { PaymentRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentRequest.js"
import type { PaymentResponse } from "@adyen/api-library/lib/src/typings/checkout/paymentResponse.js"
import type { PaymentReversalRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentReversalRequest.js"
import type { PaymentReversalResponse } from "@adyen/api-library/lib/src/typings/checkout/paymentReversalResponse.js"
import type { ServiceError as ServiceErrorType } from "@adyen/api-library/lib/src/typings/checkout/serviceError.js"
import type { StandalonePaymentCancelRequest } from "@adyen/api-library/lib/src/typings/checkout/standalonePaymentCancelRequest.js"
import type { StandalonePaymentCancelResponse } from "@adyen/api-library/lib/src/typings/checkout/standalonePaymentCancelResponse.js"
import type { NotificationRequestItem } from "@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js"

/** A vendor's type in JSON: enums and dates are texts, and a member without a value is left out. */
export type Plain<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined
    ? T
    : T extends Date
      ? string
      : T extends ReadonlyArray<infer Element>
        ? ReadonlyArray<Plain<Element>>
        : { readonly [K in keyof T]: {} extends Pick<T, K> ? Plain<T[K]> | undefined : Plain<T[K]> }

export type CardDetails = Plain<CardDetailsType>

type PaymentMembers =
  | "additionalData"
  | "amount"
  | "authenticationData"
  | "billingAddress"
  | "browserInfo"
  | "captureDelayHours"
  | "channel"
  | "dateOfBirth"
  | "merchantAccount"
  | "mpiData"
  | "origin"
  | "recurringProcessingModel"
  | "reference"
  | "returnUrl"
  | "shopperEmail"
  | "shopperIP"
  | "shopperInteraction"
  | "shopperLocale"
  | "shopperName"
  | "shopperReference"
  | "shopperStatement"
  | "storePaymentMethod"
  | "telephoneNumber"
  | "threeDS2RequestData"

/** `POST /payments`, as far as it is used. */
export type PaymentBody = Plain<Pick<PaymentRequest, PaymentMembers>> & { readonly paymentMethod: CardDetails }

type PaymentAnswerMembers =
  | "additionalData"
  | "amount"
  | "merchantReference"
  | "paymentMethod"
  | "pspReference"
  | "refusalReason"
  | "refusalReasonCode"
  | "resultCode"

export type RedirectAction = Plain<CheckoutRedirectAction>

export type NativeAction = Plain<CheckoutThreeDS2Action>

/** The answer to `POST /payments`. */
export type PaymentAnswer = Plain<Pick<PaymentResponse, PaymentAnswerMembers>> & {
  readonly action?: RedirectAction | NativeAction
}

export type DetailsBody = Plain<PaymentDetailsRequest>

/** What is asked about a payment that exists. */
export type ModificationBody =
  | Plain<Omit<PaymentCaptureRequest, "enhancedSchemeData">>
  | Plain<Omit<PaymentRefundRequest, "enhancedSchemeData">>
  | Plain<PaymentCancelRequest>
  | Plain<PaymentReversalRequest>
  | Plain<StandalonePaymentCancelRequest>

/** The answer to it: the outcome comes in a notification. */
export type ModificationAnswer =
  | Plain<PaymentCaptureResponse>
  | Plain<PaymentRefundResponse>
  | Plain<PaymentCancelResponse>
  | Plain<PaymentReversalResponse>
  | Plain<StandalonePaymentCancelResponse>

export type ServiceError = Plain<ServiceErrorType>

export type NotificationItem = Plain<NotificationRequestItem>

/** The body of a notification. */
export interface NotificationBody {
  readonly live: "true" | "false"
  readonly notificationItems: ReadonlyArray<{ readonly NotificationRequestItem: NotificationItem }>
}
