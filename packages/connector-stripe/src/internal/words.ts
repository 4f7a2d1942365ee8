/** What Stripe's documents say of an operation. Pure. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import { Unclear } from "@florin/exchange/Exchange"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { reasonOf, refusalOf } from "./declines.js"
import type { Charge, Intent, Refund, Setup, StripeError } from "./documents.js"
import * as Reports from "./reports.js"

/** Whose tokens these are. */
export const provider = "stripe"

/** What Stripe has decided, or what is underway there: an answer and a status alike. */
export type Word = Extract<AcquirerAnswer, { readonly _tag: "Approved" | "Declined" | "ActionNeeded" | "Accepted" }>

type Verdict = Either.Either<Word, Unclear>

const unclear = (because: string): Verdict => Either.left(new Unclear({ because, isAlarm: true }))

const word = (of: AcquirerAnswer): Verdict => Either.right(of as Word)

/** An operation on an intent that was done. */
export const done = (reference: string): Word =>
  AcquirerAnswer.Approved({ report: Reports.referring(reference) }) as Word

/** Declined for a reason of our own. */
export const refused = (reason: DeclineReason, reference: string | null = null): Word =>
  AcquirerAnswer.Declined({ reason, report: Reports.declined(reference, {} as StripeError) }) as Word

/** Stripe did not process the request, and would not process an equal one. */
export const notProcessed = (error: StripeError): Word =>
  AcquirerAnswer.Declined({ reason: refusalOf(error), report: Reports.declined(null, error) }) as Word

const declinedBy = (reference: string | null, error: StripeError): Word => {
  const { billing_details: details, card: facts } = error.payment_method ?? {}
  const card = Reports.cardOf(facts, details?.name)
  return AcquirerAnswer.Declined({
    reason: reasonOf(error),
    report: Reports.declined(reference, error),
    ...(card === undefined ? {} : { card })
  }) as Word
}

/** A card that Stripe refused before there was an intent. */
export const cardRefused = (error: StripeError): Word => declinedBy(null, error)

const webAddress = /^https?:\/\/[^\s"'<>]{1,2000}$/

const actionOf = ({ id, next_action }: Pick<Intent, "id" | "next_action">): Verdict => {
  const url = next_action?.redirect_to_url?.url ?? ""
  if (!webAddress.test(url)) return unclear("it asks for an action that is no redirect")
  return word(AcquirerAnswer.ActionNeeded({ reference: id, action: { _tag: "Redirect", url } }))
}

const tokenOf = (paymentMethod: string | null | undefined, customer: string | null | undefined) => {
  if (typeof paymentMethod !== "string" || typeof customer !== "string") return {}
  const token: ProviderToken = { provider, value: Redacted.make(paymentMethod), customer }
  return { token }
}

const chargeIn = ({ latest_charge: charge }: Intent): Charge | undefined =>
  typeof charge === "object" && charge !== null ? charge : undefined

const approvedBy = (intent: Intent): Verdict => {
  const charge = chargeIn(intent)
  const facts = charge?.payment_method_details?.card
  const card = Reports.cardOf(facts, charge?.billing_details?.name)
  const network = facts?.network_transaction_id
  const isKept = typeof intent.setup_future_usage === "string"
  return word(
    AcquirerAnswer.Approved({
      report: Reports.approved(intent.id, charge),
      ...(card === undefined ? {} : { card }),
      ...(typeof network === "string" ? { networkTransactionId: network } : {}),
      ...(isKept ? tokenOf(intent.payment_method, intent.customer) : {})
    })
  )
}

/** It was approved before it was canceled, or it never was. Without its charge that cannot be told. */
const canceled = (intent: Intent): Verdict => {
  const { id, last_payment_error: error, latest_charge: charge } = intent
  if (typeof charge === "string") return Either.left(new Unclear({ because: "it was canceled" }))
  if (charge?.status === "succeeded") return approvedBy(intent)
  return Either.right(error ? declinedBy(id, error) : refused("order-expired", id))
}

/** What became of a charge. An intent that is captured, canceled or refunded later was approved all the same. */
export const ofIntent = (intent: Intent): Verdict => {
  switch (intent.status) {
    case "requires_capture":
    case "succeeded":
      return approvedBy(intent)
    case "processing":
      return word(AcquirerAnswer.Accepted({ reference: intent.id }))
    case "requires_action":
      return actionOf(intent)
    case "requires_payment_method":
      return intent.last_payment_error
        ? Either.right(declinedBy(intent.id, intent.last_payment_error))
        : unclear("it has an intent that was never tried")
    case "canceled":
      return canceled(intent)
    default:
      return unclear("its intent is in a state that Stripe does not document")
  }
}

/** What became of a check without an amount. */
export const ofSetup = (setup: Setup): Verdict => {
  const { customer, id, last_setup_error: error, payment_method: method } = setup
  switch (setup.status) {
    case "succeeded": {
      const isExpanded = typeof method === "object" && method !== null
      const card = isExpanded ? Reports.cardOf(method.card, method.billing_details?.name) : undefined
      return word(
        AcquirerAnswer.Approved({
          report: Reports.referring(id),
          ...(card === undefined ? {} : { card }),
          ...tokenOf(isExpanded ? method.id : method, customer)
        })
      )
    }
    case "processing":
      return word(AcquirerAnswer.Accepted({ reference: id }))
    case "requires_action":
      return actionOf(setup)
    case "requires_payment_method":
      return error ? Either.right(declinedBy(id, error)) : unclear("it has a check that was never tried")
    case "canceled":
      return Either.right(error ? declinedBy(id, error) : refused("order-expired", id))
    default:
      return unclear("its check is in a state that Stripe does not document")
  }
}

/** What became of a refund. */
export const ofRefund = ({ failure_reason, id, status }: Refund): Verdict => {
  switch (status) {
    case "succeeded":
      return Either.right(done(id))
    case "pending":
    case "requires_action":
      return word(AcquirerAnswer.Accepted({ reference: id }))
    case "failed":
    case "canceled":
      return word(
        AcquirerAnswer.Declined({
          reason: "acquirer-permanent",
          report: Reports.declined(id, { message: failure_reason } as StripeError)
        })
      )
    default:
      return unclear("its refund is in a state that Stripe does not document")
  }
}
