/** Requests to the other gateway: routes and bodies. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { ChargeDetails } from "@florin/core/cards/CardRequest"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { BillingAddress, Customer } from "@florin/core/party/Buyer"
import * as Schema from "effect/Schema"
import { chargedCard, paidCard } from "./secrets.js"

/** One operation of the interface. Equal requests have byte-equal bodies, so that repetitions are recognized. */
export interface Operation {
  readonly key: AcquirerKey
  readonly trackingId: string
  readonly path: string
  readonly body: string
}

interface Requested {
  readonly type: CardTransactionType
  readonly amount: number
  readonly currency: string
  /** The parent's uid at the other gateway. */
  readonly parentUid?: string | undefined
}

/**
 * Our key and the request's terms, so that a transaction found by the key shows whether it matches the request. Source:
 * interface, "Authorization request | tracking_id", values separated by semicolons.
 */
export const trackingIdOf = (key: string, { amount, currency, parentUid, type }: Requested): string =>
  `${key};${type} ${amount} ${currency}${parentUid === undefined ? "" : ` of ${parentUid}`}`

/** The key in one of our tracking ids. */
export const keyIn = (trackingId: string): string => trackingId.split(";", 1)[0] ?? ""

/** The requested type in one of our tracking ids, which a child may have inherited. */
export const typeIn = (trackingId: string): string => /^[^;]*;([a-z]+) /.exec(trackingId)?.[1] ?? ""

type OnCard = Extract<AcquirerRequest, { readonly source: "card" }>
export type OnParent = Extract<AcquirerRequest, { readonly parent: AcquirerKey }>

const encodeDetails = Schema.encodeSync(ChargeDetails)
const encodeCustomer = Schema.encodeSync(Customer)
const encodeAddress = Schema.encodeSync(BillingAddress)

interface Members {
  readonly [name: string]: unknown
  readonly parent_uid?: string
}

const operation = (
  type: CardTransactionType,
  { amount, currency, key }: AcquirerRequest,
  members: Members
): Operation => {
  const trackingId = trackingIdOf(key, { type, amount, currency, parentUid: members.parent_uid })
  // Our own gateway has already checked for duplicates within the requesting shop.
  const request = { amount, tracking_id: trackingId, duplicate_check: false, ...members }
  return { key, trackingId, path: `/transactions/${type}s`, body: JSON.stringify({ request }) }
}

/** The details that concern an acquirer. Mail, pages and routing are handled by our own gateway. */
const circumstances = ({ details }: CardTransaction): object => {
  const { additional_data, billing_address, customer, dynamic_billing_descriptor, travel } = encodeDetails(details)
  const { avs_cvc_verification, card_on_file, contract } = additional_data ?? {}
  return {
    dynamic_billing_descriptor,
    customer,
    billing_address,
    travel,
    additional_data: { contract, card_on_file, avs_cvc_verification }
  }
}

const order = ({ currency, transaction }: OnCard, notificationUrl: string | undefined): object => ({
  currency,
  description: transaction.description ?? transaction.type,
  language: transaction.language,
  test: transaction.test,
  notification_url: notificationUrl
})

const recipient = ({ recipient, recipientBillingAddress }: CardTransaction): object => ({
  recipient: recipient === undefined ? undefined : encodeCustomer(recipient),
  recipient_billing_address: recipientBillingAddress === undefined ? undefined : encodeAddress(recipientBillingAddress)
})

/** A charge of a card or a payout to one. A credit is sent as a payout, because the other gateway lacks our token. */
export const onCard = (request: OnCard, notificationUrl: string | undefined): Operation => {
  const { card, transaction } = request
  const ordered = order(request, notificationUrl)
  return request._tag === "Charge"
    ? operation(request.kind, request, {
        ...ordered,
        // Its customer may have to run 3-D Secure there, and comes back here.
        return_url: request.initiatedBy === "customer" ? request.returnUrl : undefined,
        ...circumstances(transaction),
        credit_card: chargedCard(card)
      })
    : operation("payout", request, { ...ordered, ...recipient(transaction), recipient_credit_card: paidCard(card) })
}

/** A void of an authorization is sent as a void, a void of captured money as a refund. Source: D10. */
const childType = ({ _tag }: OnParent, parent: CardTransactionType): "capture" | "void" | "refund" => {
  switch (_tag) {
    case "Capture":
      return "capture"
    case "Refund":
      return "refund"
    case "Void":
      return parent === "authorization" ? "void" : "refund"
  }
}

/** A capture, void or refund of the other gateway's transaction `parent`. Only a capture has its address: D33a. */
export const child = (
  request: OnParent,
  parent: { readonly uid: string; readonly type: CardTransactionType },
  notificationUrl: string | undefined
): Operation => {
  const type = childType(request, parent.type)
  const reason = type === "refund" ? request._tag : undefined
  const own = type === "capture" ? undefined : notificationUrl
  return operation(type, request, { parent_uid: parent.uid, reason, notification_url: own })
}
