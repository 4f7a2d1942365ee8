/** Whom Adyen is to charge: a card number, a stored payment method, or the encrypted fields of a component. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { provider } from "./references.js"
import { cardDetails, tokenText } from "./secrets.js"
import type { CardDetails, PaymentBody } from "./vendor.js"

export interface Source {
  readonly paymentMethod: CardDetails
  /** It can be charged once: to charge it later, Adyen has to store it. */
  readonly isOneTime: boolean
  /** The shopper at Adyen to whom a stored payment method belongs. */
  readonly customer: string | undefined
  /** What a component says of the browser. */
  readonly browser?: Pick<PaymentBody, "browserInfo" | "origin">
}

/** The members of a component's state that a payment may have. A card number in clear is none of them. */
const fields = [
  "brand",
  "checkoutAttemptId",
  "encryptedCard",
  "encryptedCardNumber",
  "encryptedExpiryMonth",
  "encryptedExpiryYear",
  "encryptedPassword",
  "encryptedSecurityCode",
  "fundingSource",
  "holderName",
  "sdkData",
  "storedPaymentMethodId"
] as const

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined

const parsed = (text: string): Members | undefined => {
  try {
    return membersOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

const browserOf = ({ browserInfo, origin }: Members): NonNullable<Source["browser"]> => ({
  ...(membersOf(browserInfo) === undefined ? {} : { browserInfo: browserInfo as PaymentBody["browserInfo"] }),
  ...(typeof origin === "string" ? { origin } : {})
})

/** The state of a component: `state.data`, or its `paymentMethod` alone. */
const ofComponent = (text: string, customer: string | undefined): Source | undefined => {
  const state = parsed(text)
  const method = membersOf(state?.["paymentMethod"]) ?? state
  if (state === undefined || method === undefined) return undefined
  const sent = Object.fromEntries(
    fields.flatMap((name) => (typeof method[name] === "string" ? [[name, method[name]]] : []))
  ) as CardDetails
  const isStored = sent.storedPaymentMethodId !== undefined
  const isWhole = isStored || sent.encryptedCardNumber !== undefined || sent.encryptedCard !== undefined
  if (!isWhole) return undefined
  return {
    paymentMethod: { type: "scheme", ...sent },
    isOneTime: !isStored,
    customer,
    browser: method === state ? {} : browserOf(state)
  }
}

/** A reusable token of ours is the id and nothing else. */
const storedId = /^[A-Za-z0-9]{8,64}$/

/** Absent where a token is none of Adyen's. A token of another provider goes to that provider only. */
export const sourceOf = (charge: Extract<AcquirerRequest, { readonly _tag: "Charge" }>): Source | undefined => {
  if (charge.source === "card") {
    const paymentMethod = { ...cardDetails(charge.card), networkPaymentReference: charge.networkTransactionId }
    return { paymentMethod, isOneTime: false, customer: undefined }
  }
  const { customer, provider: owner } = charge.token
  if (owner !== provider) return undefined
  const text = tokenText(charge.token)
  if (!storedId.test(text)) return ofComponent(text, customer)
  return { paymentMethod: { type: "scheme", storedPaymentMethodId: text }, isOneTime: false, customer }
}
