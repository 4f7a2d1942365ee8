/** The fake's documents. Each has the type of what the connector reads, so that neither drifts from the other. */
import * as DateTime from "effect/DateTime"
import type * as Documents from "../../internal/documents.js"
import { authorizationOf, balancesOf, type FakeAction, type FakePayment } from "./books.js"

const iso = (at: number): string => DateTime.formatIso(DateTime.unsafeMake(at))

const sourceOf = ({ instrument }: FakePayment): typeof Documents.Source.Encoded => ({
  id: instrument.id,
  type: "card",
  expiry_month: instrument.expMonth,
  expiry_year: instrument.expYear,
  name: instrument.name,
  scheme: instrument.scheme,
  last4: instrument.number.slice(-4),
  bin: instrument.number.slice(0, 6),
  avs_check: "S",
  cvv_check: "Y"
})

const processingOf = (action: FakeAction) => ({
  retrieval_reference_number: `${action.at}`.slice(-9),
  acquirer_transaction_id: action.id.slice(-10)
})

/** Digits of the action's id, as an issuer's approval code has. */
const authCodeOf = ({ id }: FakeAction): string =>
  `${(id.charCodeAt(5) * 7919 + id.charCodeAt(9) * 104_729) % 1_000_000}`.padStart(6, "0")

const isSome = (amount: number): boolean => amount > 0

const afterCapture = (payment: FakePayment): string => {
  const { available_to_capture, available_to_refund, total_captured, total_refunded } = balancesOf(payment)
  if (isSome(total_refunded))
    return available_to_refund === 0 && total_refunded === total_captured ? "Refunded" : "Partially Refunded"
  return isSome(available_to_capture) ? "Partially Captured" : "Captured"
}

/** The status of the payment as a whole. */
export const statusOf = (payment: FakePayment): string => {
  const authorization = authorizationOf(payment)
  if (authorization === undefined) return "Pending"
  if (authorization.approved !== true) return "Declined"
  if (authorization.type === "Card Verification") return "Card Verified"
  const { available_to_void, total_captured, total_voided } = balancesOf(payment)
  if (isSome(total_captured)) return afterCapture(payment)
  return available_to_void === 0 && isSome(total_voided) ? "Voided" : "Authorized"
}

const linksOf = (url: string, payment: FakePayment) => ({
  self: { href: `${url}/payments/${payment.id}` },
  actions: { href: `${url}/payments/${payment.id}/actions` },
  ...(payment.session === undefined ? {} : { redirect: { href: `${url}/sessions-interceptor/${payment.session.id}` } })
})

const about = (url: string, payment: FakePayment) => ({
  id: payment.id,
  amount: payment.amount,
  currency: payment.currency,
  reference: payment.reference ?? null,
  source: sourceOf(payment),
  customer: { id: payment.customer },
  ...(payment.authentication === undefined
    ? {}
    : {
        "3ds": {
          downgraded: payment.authentication.enrolled === "N",
          enrolled: payment.authentication.enrolled,
          authentication_response: payment.authentication.response
        }
      }),
  _links: linksOf(url, payment)
})

const isAuthorization = ({ type }: FakeAction): boolean => type === "Authorization" || type === "Card Verification"

const authCode = (action: FakeAction) =>
  action.approved === true && isAuthorization(action) ? { auth_code: authCodeOf(action) } : {}

/** What is said of an action once it is decided. */
const decided = (action: FakeAction) =>
  action.approved === undefined
    ? {}
    : {
        approved: action.approved,
        response_code: action.code,
        response_summary: action.summary,
        ...authCode(action),
        processed_on: iso(action.at),
        processing: processingOf(action)
      }

/** The answer to `POST /payments`: what was decided at once. A payment that is captured by itself is only authorized yet. */
export const created = (url: string, payment: FakePayment): typeof Documents.Payment.Encoded => {
  const action = authorizationOf(payment)
  if (action === undefined) return { ...about(url, payment), status: "Pending" }
  const status =
    action.approved !== true ? "Declined" : action.type === "Authorization" ? "Authorized" : "Card Verified"
  return { ...about(url, payment), status, scheme_id: payment.schemeId, ...decided(action) }
}

/** The answer to `GET /payments/{id}`, which has no response code: that stands at its actions. */
export const details = (url: string, payment: FakePayment): typeof Documents.Payment.Encoded => ({
  ...about(url, payment),
  status: statusOf(payment),
  requested_on: iso(payment.at),
  scheme_id: payment.schemeId,
  approved: authorizationOf(payment)?.approved === true,
  balances: balancesOf(payment)
})

/** One entry of `GET /payments/{id}/actions`. */
export const action = (one: FakeAction): typeof Documents.Action.Encoded => ({
  id: one.id,
  type: one.type,
  reference: one.reference ?? null,
  amount: one.amount,
  ...decided(one)
})

/** Links are not read. */
type Linked = { readonly _links: { readonly payment: { readonly href: string } } }

/** The answer to a capture, a void or a refund. */
export const accepted = (
  url: string,
  payment: FakePayment,
  one: FakeAction
): typeof Documents.Accepted.Encoded & Linked => ({
  action_id: one.id,
  reference: one.reference ?? null,
  _links: { payment: { href: `${url}/payments/${payment.id}` } }
})

const words = { Capture: "capture", Refund: "refund", Void: "void" } as const
const done = { Capture: "payment_captured", Refund: "payment_refunded", Void: "payment_voided" } as const

const typeOf = ({ approved, type }: FakeAction): string => {
  switch (type) {
    case "Authorization":
      return approved === true ? "payment_approved" : "payment_declined"
    case "Card Verification":
      return approved === true ? "card_verified" : "card_verification_declined"
    case "Capture":
    case "Refund":
    case "Void":
      return approved === true ? done[type] : `payment_${words[type]}_declined`
  }
}

/** The webhook about a decided action. */
export const event = (id: string, url: string, payment: FakePayment, one: FakeAction, now: number): object => {
  const data: typeof Documents.EventData.Encoded = {
    id: payment.id,
    action_id: one.id,
    ...(one.reference === undefined ? {} : { reference: one.reference }),
    response_code: one.code,
    response_summary: one.summary,
    ...authCode(one),
    processing: processingOf(one),
    ...(isAuthorization(one)
      ? { source: sourceOf(payment), customer: { id: payment.customer }, scheme_id: payment.schemeId }
      : {})
  }
  const money = {
    amount: one.amount,
    currency: payment.currency,
    processed_on: iso(one.at),
    balances: balancesOf(payment)
  }
  return {
    id,
    type: typeOf(one),
    version: "1.0.47",
    created_on: iso(now),
    data: { ...data, ...money },
    _links: { payment: { href: `${url}/payments/${payment.id}` } }
  }
}
