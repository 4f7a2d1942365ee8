/** Requests in the vendor's words. Equal requests have byte-equal bodies: nothing in them comes from a clock. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { toVendor } from "./currencies.js"
import { cardSource, tokenSource } from "./secrets.js"

export type Charge = Extract<AcquirerRequest, { readonly _tag: "Charge" }>

/** What of the settings stands in requests. */
export interface Wording {
  /** The channel that payments go through; accounts with several need it. */
  readonly processingChannelId?: string
  /** Beside a merchant's own text on the statement the vendor wants a city. Absent: the text is not sent. */
  readonly descriptorCity?: string
  /** The vendor authenticates customers who are present. */
  readonly threeDSecure: boolean
  /** The account takes card numbers. */
  readonly cardNumbers: boolean
}

/** Unit: characters. */
const longest = { description: 100, descriptor: 25, city: 13 }

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("")

const addressOf = ({ details: { billingAddress } }: CardTransaction) =>
  billingAddress === undefined
    ? undefined
    : {
        address_line1: billingAddress.address,
        city: billingAddress.city,
        state: billingAddress.state,
        zip: billingAddress.zip,
        country: billingAddress.country
      }

const sourceOf = (request: Charge): object => {
  const { onFile, transaction } = request
  const kept = onFile === "first" ? { store_for_future_use: true } : {}
  const address = { billing_address: addressOf(transaction) }
  if (request.source === "card") {
    return { ...cardSource(request.card), ...address, ...kept, ...(onFile === "again" ? { stored: true } : {}) }
  }
  const source = tokenSource(request.token)
  return source.type === "token" ? { ...source, ...address, ...kept } : source
}

const customerOf = (request: Charge): object | undefined => {
  if (request.source === "token" && request.token.customer !== undefined) return { id: request.token.customer }
  const { billingAddress, customer } = request.transaction.details
  const name = [billingAddress?.firstName, billingAddress?.lastName].filter(Boolean).join(" ")
  return customer?.email === undefined ? undefined : { email: customer.email, ...(name === "" ? {} : { name }) }
}

const isRecurring = ({ details, recurringType, subscription }: CardTransaction): boolean =>
  subscription !== undefined ||
  recurringType !== null ||
  details.additionalData?.contract?.includes("recurring") === true

const paymentType = ({ initiatedBy, onFile, transaction }: Charge): string => {
  if (onFile !== "no" && isRecurring(transaction)) return "Recurring"
  const isUnscheduled =
    initiatedBy === "merchant" || transaction.details.additionalData?.contract?.includes("card_on_file")
  return isUnscheduled ? "Unscheduled" : "Regular"
}

/** 3-D Secure 2 is passed on as 2.2, whichever of its versions it was: the proof does not say. */
const versions = { 1: "1.0.2", 2: "2.2.0" } as const

/** What our own 3-D Secure server has proved. */
const proofOf = ({ authentication }: CardTransaction): object | undefined => {
  const proof = authentication?.proof
  if (proof?.cavv == null || proof.eci === null) return undefined
  const version = versions[authentication?.version ?? 2]
  return { enabled: true, eci: proof.eci, cryptogram: proof.cavv, xid: proof.xid ?? undefined, version }
}

const indicatorOf = (isForced: boolean, onFile: Charge["onFile"]): object => {
  if (onFile === "first") return { challenge_indicator: "challenge_requested_mandate" }
  return isForced ? { challenge_indicator: "challenge_requested" } : {}
}

const threeDSOf = ({ initiatedBy, onFile, transaction }: Charge, { threeDSecure }: Wording): object | undefined => {
  const proof = proofOf(transaction)
  if (proof !== undefined) return proof
  const { forceThreeDSecureVerification: isForced = false, skipThreeDSecureVerification: isSkipped = false } =
    transaction.details
  if (!threeDSecure || isSkipped || initiatedBy === "merchant") return undefined
  // A card that is not enrolled is charged without, unless 3-D Secure is forced.
  return { enabled: true, attempt_n3d: !isForced, ...indicatorOf(isForced, onFile) }
}

const descriptorOf = ({ details }: CardTransaction, { descriptorCity }: Wording): object | undefined =>
  details.dynamicBillingDescriptor === undefined || descriptorCity === undefined
    ? undefined
    : {
        name: cut(details.dynamicBillingDescriptor, longest.descriptor),
        city: cut(descriptorCity, longest.city)
      }

/** A check of a card has no amount. */
export const chargedAmount = ({ amount, currency, kind }: Charge): number | undefined =>
  kind === "tokenization" ? 0 : toVendor(amount, currency)

/** `POST /payments`. `amount`: in the vendor's units. */
export const chargeBody = (request: Charge, amount: number, wording: Wording): string => {
  const { currency, initiatedBy, key, kind, networkTransactionId, onFile, returnUrl, transaction } = request
  const description = transaction.description ?? undefined
  return JSON.stringify({
    source: sourceOf(request),
    amount,
    currency,
    reference: key,
    capture: kind === "payment",
    payment_type: paymentType(request),
    merchant_initiated: initiatedBy === "merchant" ? true : undefined,
    previous_payment_id: onFile === "again" ? networkTransactionId : undefined,
    description: description === undefined ? undefined : cut(description, longest.description),
    customer: customerOf(request),
    payment_ip: transaction.details.customer?.ip,
    billing_descriptor: descriptorOf(transaction, wording),
    "3ds": threeDSOf(request, wording),
    success_url: returnUrl,
    failure_url: returnUrl,
    processing_channel_id: wording.processingChannelId
  })
}
