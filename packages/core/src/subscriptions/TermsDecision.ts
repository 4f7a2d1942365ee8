/** What the command does that changes what a subscription consists of. Source: D60. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { zero } from "../money/Amount.js"
import type { Plan } from "../plans/Plan.js"
import { InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { RetryTable } from "../time/RetryTimes.js"
import type { SubscriptionTransition } from "./Billing.js"
import type * as Bills from "./Bills.js"
import type { ChangeRequest } from "./ChangeRequest.js"
import type { ChangeSummary, Subscription } from "./Subscription.js"
import * as TermsChanges from "./TermsChanges.js"

export interface TermsDecision {
  readonly transition: SubscriptionTransition
  readonly summary: ChangeSummary
  /** Its bill, where it is carried out by the command's own commit. */
  readonly one?: Bills.SubscriptionBill
  /** A charge follows. */
  readonly isCharged: boolean
}

/** A command. `plan`: the stored plan of the request, if it names one. */
export interface Command {
  readonly request: ChangeRequest
  readonly plan: Plan | undefined
}

const nothing = { amount: zero, lines: [], gained: zero } as const

/**
 * From the renewal on nothing moves today. At once it is carried out by the command itself where it costs nothing; otherwise,
 * and while a charge is in doubt, it is kept as a wish.
 *
 * `table`: the shop's own times of retries. Errors: what is refused, by the member that is wrong; an amount beyond 2^53 − 1.
 */
export const of = (
  known: Subscription,
  { plan, request }: Command,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): Either.Either<TermsDecision, InvalidRequest> =>
  Either.gen(function* () {
    const refused = TermsChanges.changeRefusal(known)
    if (refused !== undefined) return yield* Either.left(refused)
    const terms = yield* TermsChanges.wantedTerms(known, request, plan)
    const { onDecline, proration, when } = TermsChanges.timing(known, terms, request)
    if (when === "renewal") {
      const transition = TermsChanges.fromRenewal(known, terms, now, zone)
      return { transition, summary: { ...nothing, when, proration }, isCharged: false }
    }
    const wish = TermsChanges.queuedTerms(known, terms, { onDecline, proration }, now)
    const one = yield* Either.mapLeft(TermsChanges.billOf(known, wish, facts, zone), (error) =>
      error instanceof InvalidRequest ? error : invalid([], error.message)
    )
    const { lines, total: amount } = one.bill
    const summary = { when, proration, amount, lines, gained: one.gained }
    if (known.charging === null && amount === zero) {
      const transition = TermsChanges.appliedWithoutCharge({ ...known, wished: undefined }, one, now, zone, table)
      return { transition, summary, one, isCharged: false }
    }
    return { transition: TermsChanges.withQueuedTerms(known, wish, now), summary, isCharged: known.charging === null }
  })
