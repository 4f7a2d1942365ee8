/** A charge in Adyen's words. All that is sent under one key is the same: nothing comes from a clock or from randomness. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { nothing, toAdyen } from "./amounts.js"
import * as Buyer from "./buyer.js"
import type { Settings } from "./settings.js"
import { type Source, sourceOf } from "./sources.js"
import type { PaymentBody } from "./vendor.js"

export type Charge = Extract<AcquirerRequest, { readonly _tag: "Charge" }>

type Model = NonNullable<PaymentBody["recurringProcessingModel"]>

/** What the card is kept for, or was. */
const modelOf = ({ initiatedBy, transaction }: Charge): Model => {
  const contracts = transaction.details.additionalData?.contract ?? []
  if (transaction.subscription !== undefined || contracts.includes("recurring")) return "Subscription"
  return initiatedBy === "merchant" ? "UnscheduledCardOnFile" : "CardOnFile"
}

const isKept = ({ kind, onFile }: Charge): boolean => onFile !== "no" || kind === "tokenization"

/**
 * What is said of a card on file. Encrypted fields become a stored payment method, which is what can be charged later; it
 * belongs to a shopper of its own, named by our key, unless the token names one.
 */
const filing = (charge: Charge, source: Source) => {
  const isAgain = charge.onFile === "again" || charge.initiatedBy === "merchant"
  const stores = source.isOneTime && isKept(charge) && charge.onFile !== "again"
  return {
    shopperInteraction: isAgain ? ("ContAuth" as const) : ("Ecommerce" as const),
    recurringProcessingModel: isKept(charge) ? modelOf(charge) : undefined,
    shopperReference: source.customer ?? (stores ? charge.key : undefined),
    storePaymentMethod: stores ? true : undefined
  }
}

/** 3-D Secure as it was done elsewhere. Source: D16. */
const proofOf = ({ authentication }: CardTransaction): PaymentBody["mpiData"] => {
  const { proof, version } = authentication ?? {}
  if (proof == null) return undefined
  const isFirst = version === 1
  const status = proof.transStatus
  const wasChallenged = authentication?.challenge != null
  return {
    cavv: proof.cavv ?? undefined,
    cavvAlgorithm: isFirst ? (proof.cavvAlgorithm ?? undefined) : undefined,
    eci: proof.eci ?? undefined,
    xid: isFirst ? (proof.xid ?? undefined) : undefined,
    dsTransID: isFirst ? undefined : (proof.xid ?? undefined),
    directoryResponse: wasChallenged && !isFirst ? "C" : status,
    authenticationResponse: wasChallenged && status !== "R" ? status : undefined,
    threeDSVersion: isFirst ? "1.0.2" : "2.2.0"
  }
}

/** Without a customer, with a proof and where the merchant says so, Adyen asks for no authentication. */
const authenticating = (charge: Charge, { threeDSecure }: Settings) => {
  const { details } = charge.transaction
  const mpiData = proofOf(charge.transaction)
  const isDone = charge.initiatedBy === "merchant" || mpiData !== undefined
  if (isDone || details.skipThreeDSecureVerification === true) {
    return { mpiData, authenticationData: { attemptAuthentication: "never" as const } }
  }
  const isNative = threeDSecure === "native"
  return {
    authenticationData: {
      attemptAuthentication: details.forceThreeDSecureVerification === true ? ("always" as const) : undefined,
      threeDSRequestData: { nativeThreeDS: isNative ? ("preferred" as const) : ("disabled" as const) }
    },
    threeDS2RequestData: isNative ? { notificationURL: charge.returnUrl } : undefined
  }
}

/** An authorization waits for its captures, a payment is captured at once, whatever the account's default is. */
const capturing = ({ kind }: Charge): Pick<PaymentBody, "additionalData" | "captureDelayHours"> => {
  if (kind === "authorization") return { additionalData: { manualCapture: "true" } }
  return kind === "payment" ? { captureDelayHours: 0 } : {}
}

/** Absent where Adyen cannot be asked for it: a token that is none, or an amount that it cannot express. */
export const bodyOf = (charge: Charge, settings: Settings): PaymentBody | undefined => {
  const { amount, currency, key, kind, returnUrl, transaction } = charge
  const source = sourceOf(charge)
  const theirs = kind === "tokenization" ? nothing(currency) : toAdyen(amount, currency)
  if (source === undefined || theirs === undefined) return undefined
  return {
    merchantAccount: settings.merchantAccount,
    reference: key,
    amount: theirs,
    channel: "Web",
    returnUrl,
    paymentMethod: source.paymentMethod,
    ...filing(charge, source),
    ...authenticating(charge, settings),
    ...capturing(charge),
    ...Buyer.of(transaction),
    ...source.browser
  }
}
