/** The sections of a transaction's document. */

import type { Authentication } from "@florin/core/cards/Authentication"
import type { CardTransaction, ShownCard } from "@florin/core/cards/CardTransaction"
import { memoized } from "@florin/core/memory/Memoized"
import type { BillingAddress, Customer } from "@florin/core/party/Buyer"
import * as Fields from "@florin/core/request/Fields"
import { given } from "@florin/core/request/Given"
import type { TransactionType } from "@florin/core/transaction-base/TransactionBase"
import { lastCharge } from "@florin/core/transaction-base/TransactionBase"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type * as DateTime from "effect/DateTime"
import type * as Schemas from "./sectionSchemas.js"
import type { Written } from "./written.js"

/** Undefined members are not written. */
export type Members = Record<string, unknown>

// As many as there are: names come from this project's schemas only.
const interfaceName = memoized(
  (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  Number.POSITIVE_INFINITY
)

/**
 * Renames members to the interface's names, recursively. Values are texts, numbers, flags and lists of them, and stay
 * as they are.
 */
export const withInterfaceNames = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(withInterfaceNames)
  const spelled: Record<string, unknown> = {}
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) spelled[interfaceName(name)] = withInterfaceNames(member)
  }
  return spelled
}

/** In UTC with milliseconds. Source: interface, "Conventions | Timestamps of card responses"; D8. */
export const timestamp = (instant: DateTime.Utc | null): string | null =>
  instant === null ? null : Fields.timestamp(instant)

const names: Readonly<Record<TransactionType, string>> = {
  authorization: "Authorization",
  payment: "Payment",
  tokenization: "Tokenization",
  capture: "Capture",
  void: "Void",
  refund: "Refund",
  credit: "Credit",
  payout: "Payout",
  proof: "Proof"
}

/** The top-level `message`. Null while there is no result. Source: D6; D10 for a hold that lapsed. */
export const message = ({
  closedBy,
  status,
  type
}: Pick<Transaction, "status" | "type"> & Partial<Pick<CardTransaction, "closedBy">>): string | null => {
  switch (status) {
    case "successful":
      return closedBy === "HoldLapsed" ? "The hold was released" : "Successfully processed"
    case "failed":
      return `${names[type]} was declined`
    case "expired":
      return `${names[type]} has expired`
    case "incomplete":
    case "pending":
      return null
  }
}

const ownWords = ({ status, type }: CardTransaction): string | null => {
  switch (status) {
    case "successful":
      return `${names[type]} was approved`
    case "failed":
      return `${names[type]} was declined`
    case "incomplete":
    case "pending":
    case "expired":
      return null
  }
}

/** Which checkout a transaction is an attempt of, and what its shop has said of the order. Source: D49. */
export const vendor = ({ checkout, orderData = {} }: Pick<Transaction, "checkout" | "orderData">) => {
  if (checkout === undefined) return {}
  const { integrationData, meta, platformData } = orderData
  return {
    vendor: { name: "checkout" as const, token: checkout },
    // Names within it are the shop's.
    ...given({ meta, platform_data: platformData, integration_data: integrationData })
  }
}

/** The request's section, with the wallet's result and the checkout added. */
export const additionalData = (transaction: CardTransaction): unknown => {
  const { details, wallet } = transaction
  const sent = details.additionalData ?? {}
  const all =
    wallet === undefined ? sent : { ...sent, wallet: { ...("wallet" in sent ? sent.wallet : {}), result: wallet } }
  return { ...(withInterfaceNames(all) as object), ...vendor(transaction) }
}

/** The acquirer's message, or a standard one where it gave none. Source: shapes, "Messages inside". */
const acquirerMessage = (transaction: CardTransaction): string | null =>
  transaction.status === "incomplete" ? null : (transaction.report?.message ?? ownWords(transaction))

/** `authorization`, `payment`, `credit`, `payout`. Only the status is known while `incomplete`. */
export const chargeResult = (transaction: CardTransaction): Members => {
  const { amount, currency, report, status } = transaction
  const { gatewayId } = lastCharge(transaction)
  const open = status === "incomplete"
  const shown = open ? null : report
  return {
    auth_code: shown?.authCode ?? null,
    bank_code: shown?.bankCode ?? null,
    rrn: shown?.rrn ?? null,
    ref_id: shown?.refId ?? null,
    message: acquirerMessage(transaction),
    amount: open ? null : amount,
    currency: open ? null : currency,
    billing_descriptor: shown?.billingDescriptor ?? null,
    gateway_id: open ? null : gatewayId,
    status
  }
}

/** `capture`, `void`, `refund`. Source: D10. */
export const childResult = (transaction: CardTransaction): Members => ({
  message: acquirerMessage(transaction),
  ref_id: transaction.report?.refId ?? null,
  rrn: transaction.report?.rrn ?? null,
  auth_code: transaction.report?.authCode ?? null,
  bank_code: transaction.report?.bankCode ?? null,
  gateway_id: transaction.gatewayId,
  status: transaction.status
})

/** `tokenization`. Source: interface, "`tokenization` object". */
export const tokenizationResult = (transaction: CardTransaction): Members => ({
  status: transaction.status,
  message: acquirerMessage(transaction),
  gateway_id: transaction.status === "incomplete" ? null : lastCharge(transaction).gatewayId
})

/** A verification whose customer never came back has failed with its charge. */
const verificationStatus = (
  { stage }: Authentication,
  { status }: CardTransaction
): "failed" | "incomplete" | "successful" | "not_enrolled" => {
  switch (stage) {
    case "asked":
    case "method":
    case "challenge":
      return status === "expired" ? "failed" : "incomplete"
    case "authenticated":
      return "successful"
    case "not-enrolled":
      return "not_enrolled"
    case "failed":
      return "failed"
  }
}

/** Why it failed: in the server's words, or in ours. */
const failReason = ({ proof }: Authentication, { reason, status }: CardTransaction): string => {
  if (status === "expired") return "The customer did not return in time"
  if (reason === "not-enrolled") return "The card does not take part in 3-D Secure"
  if (reason === "authentication-unavailable" && proof === null) return "3-D Secure is not available"
  return proof?.message ?? "The customer was not authenticated"
}

/** Whether the card takes part, once that is known. */
const enrolment = ({ reference, stage }: Authentication, { reason }: CardTransaction): "Y" | "N" | null => {
  if (reference !== null) return "Y"
  return stage === "not-enrolled" || reason === "not-enrolled" ? "N" : null
}

/**
 * `three_d_secure_verification`, where the charge goes through 3-D Secure. `page` is the page of the transaction.
 *
 * Source: interface, "`three_d_secure_verification` object"; D16.
 */
export const threeDSecureVerification = (
  transaction: CardTransaction,
  page: string
): Written<typeof Schemas.ThreeDSecureVerification.Encoded> | undefined => {
  const { authentication } = transaction
  if (authentication === undefined) return undefined
  const { challenge, method, proof } = authentication
  const one = challenge?.version === 1 ? challenge : undefined
  const two = challenge?.version === 2 ? challenge : undefined
  const status = verificationStatus(authentication, transaction)
  return {
    status,
    message: proof?.message ?? null,
    ve_status: enrolment(authentication, transaction),
    acs_url: challenge?.acsUrl ?? null,
    pa_req: one?.paReq ?? null,
    md: one?.md ?? two?.sessionData ?? null,
    pa_res_url: challenge === null ? null : `${page}/return`,
    eci: proof?.eci ?? null,
    pa_status: proof?.transStatus ?? null,
    xid: proof?.xid ?? null,
    cavv: proof?.cavv ?? null,
    cavv_algorithm: proof?.cavvAlgorithm ?? null,
    fail_reason: status === "failed" ? failReason(authentication, transaction) : null,
    method_process_url: method === null ? null : `${page}/method`,
    creq: two?.creq ?? null
  }
}

/** `avs_cvc_verification`, where the acquirer reported a result. Source: D18. */
export const avsCvcResult = ({ report }: CardTransaction): Written<typeof Schemas.AvsCvcResult.Encoded> | undefined =>
  report === null || (report.avsResult === null && report.cvcResult === null)
    ? undefined
    : {
        avs_verification: { result_code: report.avsResult },
        cvc_verification: { result_code: report.cvcResult }
      }

/** `credit_card`. An unrecognised brand is `unknown`, because the member is not nullable. */
export const creditCard = (card: ShownCard): Written<typeof Schemas.CreditCard.Encoded> => ({
  holder: card.holder,
  stamp: card.stamp,
  brand: card.facts.brand ?? "unknown",
  product: card.product,
  last_4: card.facts.last4,
  first_1: card.facts.first1,
  bin: card.facts.bin,
  bin_8: card.facts.bin8,
  issuer_country: card.issuerCountry,
  issuer_name: card.issuerName,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  token_provider: card.tokenProvider,
  token: card.token
})

/** `customer` and `recipient`. Four members are always present, the others when they were sent. */
export const customer = (sent: typeof Customer.Type = {}): Written<typeof Schemas.Customer.Encoded> => ({
  ip: sent.ip ?? null,
  email: sent.email ?? null,
  device_id: sent.deviceId ?? null,
  birth_date: sent.birthDate ?? null,
  taxpayer_id: sent.taxpayerId,
  external_id: sent.externalId
})

/** `billing_address` and `recipient_billing_address`. All eight members are always present. */
export const billingAddress = (
  sent: typeof BillingAddress.Type = {}
): Written<typeof Schemas.BillingAddress.Encoded> => ({
  first_name: sent.firstName ?? null,
  last_name: sent.lastName ?? null,
  address: sent.address ?? null,
  country: sent.country ?? null,
  city: sent.city ?? null,
  zip: sent.zip ?? null,
  state: sent.state ?? null,
  phone: sent.phone ?? null
})
