/** Carries out the terms that a subscription waits for. Source: D60. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { zero } from "../../money/Amount.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import type { SubscriptionTransition } from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import type { Subscription, WishedTerms } from "../../subscriptions/Subscription.js"
import * as TermsChanges from "../../subscriptions/TermsChanges.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { finding, gains, rechecked, takes } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"
import { type Facts, load, stands } from "./renewalFacts.js"

type Found = Facts & Bills.FoundFacts

const without = (subscription: Subscription): Subscription => ({ ...subscription, wished: undefined })

/** The writes of a change that has ended in the commit itself. */
const ended = (
  job: ClaimedJob,
  known: Subscription,
  transition: SubscriptionTransition,
  context: SubscriptionWriter.SubscriptionContext,
  more: ReadonlyArray<Write> = []
): ReadonlyArray<Write> => [
  { _tag: "SuspendJob", job },
  ...more,
  ...SubscriptionWriter.settled(known, transition, context)
]

export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const charging = yield* RecurringCharge.make
  const findFacts = yield* finding

  /** Ends a change without a charge, if the subscription is as it was. */
  const ending = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc,
    transition: SubscriptionTransition,
    billed?: { readonly one: Bills.SubscriptionBill; readonly facts: Bills.BillFacts }
  ) => {
    const context = charging.contextOf(shop, now)
    const changing: Commit<Found, void, SubscriptionWriter.Conflict> = {
      name: "subscription-change",
      load: billed === undefined ? load(job) : { ...load(job), ...rechecked(known, billed.one) },
      decide: (found) => {
        const isKnown = billed === undefined || Bills.stands(billed.one.bill, billed.facts, found)
        if (!stands(job, known, found) || !isKnown) return refuse(new SubscriptionWriter.Conflict())
        const more = billed && [...takes(shop.id, billed.one.bill.taken), ...gains(known, billed.one)]
        const wakeAt = transition.subscription.renewAt?.epochMillis
        return decided(ended(job, known, transition, context, more), undefined, { wakeAt })
      }
    }
    return Effect.catchTag(write(changing), "Conflict", () => new Stale())
  }

  const charge = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc,
    one: Bills.SubscriptionBill,
    facts: Bills.BillFacts
  ) => {
    const { bill } = one
    const context = charging.contextOf(shop, now)
    const declined = TermsChanges.declined(known, bill.ifDeclined, now, charging.zoneFor(shop), shop.retryTimes)
    if (known.card === null) return ending(job, shop, known, now, declined)
    const wanted: RecurringCharge.ChargeSpec<Found, SubscriptionWriter.Conflict> = {
      name: "accept-change",
      purpose: "change",
      next: { amount: bill.total, kind: "payment", plan: bill.after.plan ?? known.plan },
      bill,
      card: { _tag: "CardToken", token: known.card.token },
      load: { ...load(job), ...rechecked(known, one) },
      attach: (found, begun) => {
        if (!stands(job, known, found) || !Bills.stands(bill, facts, found)) {
          return Either.left(new SubscriptionWriter.Conflict())
        }
        if (begun.status === "failed") return Either.right(ended(job, known, declined, context))
        const charged = SubscriptionWriter.next(known, RecurringCharge.begun(without(known), begun))
        const writes: ReadonlyArray<Write> = [
          { _tag: "SuspendJob", job },
          ...takes(shop.id, bill.taken),
          SubscriptionWriter.replaced(known, charged)
        ]
        return Either.right(writes)
      }
    }
    return Effect.flatMap(Effect.clock, (clock) => charging.charge(shop, known, wanted, clock)).pipe(
      Effect.asVoid,
      Effect.catchAll((error): Effect.Effect<void, Stale | StorageError> => {
        if (error instanceof StorageError) return Effect.fail(error)
        if (error instanceof InvalidRequest) return ending(job, shop, known, now, declined)
        return error._tag === "Conflict" ? new Stale() : Effect.die(error)
      })
    )
  }

  /** Carries out the terms of a subscription whose job this process holds. */
  return Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    wish: WishedTerms,
    now: DateTime.Utc
  ) {
    const zone = charging.zoneFor(shop)
    const facts = yield* findFacts(known)
    const made = TermsChanges.billOf(known, wish, facts, zone)
    // What cannot be charged any more changes nothing.
    if (Either.isLeft(made)) {
      const refused = TermsChanges.declined(known, undefined, now, zone, shop.retryTimes)
      return yield* ending(job, shop, known, now, refused)
    }
    const one = made.right
    if (one.bill.total > zero) return yield* charge(job, shop, known, now, one, facts)
    const applied = TermsChanges.applied(without(known), one, now, zone, shop.retryTimes)
    yield* ending(job, shop, known, now, applied, { one, facts })
  })
})
