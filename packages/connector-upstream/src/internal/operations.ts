/** What the other gateway is asked: routes and bodies. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { BillingAddress, Customer } from "@florin/core/cards/Buyer"
import { ChargeDetails } from "@florin/core/cards/CardRequest"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Transaction, TransactionType } from "@florin/core/transactions/Transaction"
import * as Schema from "effect/Schema"
import { chargedCard, paidCard } from "./secrets.js"

/** One operation of the interface. The same request makes the same text, so that a repetition is known as one. */
export interface Operation {
  readonly key: AcquirerKey
  readonly trackingId: string
  readonly path: string
  readonly body: string
}

interface Asked {
  readonly type: TransactionType
  readonly amount: number
  readonly currency: string
  /** What it follows, under its uid there. */
  readonly parentUid?: string | undefined
}

/**
 * Our key, and what was asked for under it: a transaction that is found by the key says itself whether it is what was
 * asked for. Source: interface, "Authorization request | tracking_id", values separated by semicolons.
 */
export const trackingIdOf = (key: string, { amount, currency, parentUid, type }: Asked): string =>
  `${key};${type} ${amount} ${currency}${parentUid === undefined ? "" : ` of ${parentUid}`}`

/** The key in a tracking id of ours. */
export const keyIn = (trackingId: string): string => trackingId.split(";", 1)[0] ?? ""

/** The type in a tracking id of ours: that of the transaction which was asked for, whatever took the text over. */
export const typeIn = (trackingId: string): string => /^[^;]*;([a-z]+) /.exec(trackingId)?.[1] ?? ""

type OnCard = Extract<AcquirerRequest, { readonly _tag: "Charge" | "Payout" }>
export type OnParent = Exclude<AcquirerRequest, OnCard>

const encodeDetails = Schema.encodeSync(ChargeDetails)
const encodeCustomer = Schema.encodeSync(Customer)
const encodeAddress = Schema.encodeSync(BillingAddress)

interface Members {
  readonly [name: string]: unknown
  readonly parent_uid?: string
}

const operation = (type: TransactionType, { amount, currency, key }: AcquirerRequest, members: Members): Operation => {
  const trackingId = trackingIdOf(key, { type, amount, currency, parentUid: members.parent_uid })
  // Our own gateway has looked for duplicates already, within the shop that asked.
  const request = { amount, tracking_id: trackingId, duplicate_check: false, ...members }
  return { key, trackingId, path: `/transactions/${type}s`, body: JSON.stringify({ request }) }
}

/** What concerns an acquirer. Mail, pages, 3-D Secure and routing are the business of the gateway that was asked first. */
const circumstances = ({ details }: Transaction): object => {
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

const recipient = ({ recipient, recipientBillingAddress }: Transaction): object => ({
  recipient: recipient === undefined ? undefined : encodeCustomer(recipient),
  recipient_billing_address: recipientBillingAddress === undefined ? undefined : encodeAddress(recipientBillingAddress)
})

/** A charge of a card, or a payout to one: a credit too, for a token of ours is none of the other gateway's. */
export const onCard = (request: OnCard, notificationUrl: string | undefined): Operation => {
  const { card, transaction } = request
  const ordered = order(request, notificationUrl)
  return request._tag === "Charge"
    ? operation(request.kind, request, { ...ordered, ...circumstances(transaction), credit_card: chargedCard(card) })
    : operation("payout", request, { ...ordered, ...recipient(transaction), recipient_credit_card: paidCard(card) })
}

/** An authorization is voided; what has been taken is given back. Source: D10. */
const childType = ({ _tag }: OnParent, parent: TransactionType): "capture" | "void" | "refund" => {
  switch (_tag) {
    case "Capture":
      return "capture"
    case "Refund":
      return "refund"
    case "Void":
      return parent === "authorization" ? "void" : "refund"
  }
}

/** A capture, void or refund of what the other gateway knows as `parent`. */
export const child = (
  request: OnParent,
  parent: { readonly uid: string; readonly type: TransactionType }
): Operation => {
  const type = childType(request, parent.type)
  const reason = type === "refund" ? request._tag : undefined
  return operation(type, request, { parent_uid: parent.uid, reason })
}
