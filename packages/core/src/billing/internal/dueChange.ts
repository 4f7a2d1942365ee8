/** Carries out what a subscription waits for within its period: other terms, and lines. Source: D60, D62. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import type { SubscriptionTransition } from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import type { QueuedTerms, Subscription } from "../../subscriptions/Subscription.js"
import * as WithinPeriod from "../../subscriptions/WithinPeriod.js"
import type { WaitingLine } from "../../terms/OneOff.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { changes, finding, rechecked, takes } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"
import { type Facts, load, stands } from "./renewalFacts.js"

type Found = Facts & Bills.FoundFacts

/** What a subscription is charged for within its period. */
interface Task {
  readonly purpose: "change" | "lines"
  readonly facts: Bills.BillFacts
  readonly due: Extract<WithinPeriod.MidPeriodChange, { readonly _tag: "Charged" }>
}

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

/** Ends what is due without a charge, if the subscription is as it was. */
const endings = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const charging = yield* RecurringCharge.make

  return (
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
        const isKnown = billed === undefined || Bills.isUpToDate(billed.one.bill, billed.facts, found)
        if (!stands(job, known, found) || !isKnown) return refuse(new SubscriptionWriter.Conflict())
        const more = billed && [...takes(shop.id, billed.one.bill.taken), ...changes(known, billed.one)]
        const wakeAt = transition.subscription.renewAt?.epochMillis
        return decided(ended(job, known, transition, context, more), undefined, { wakeAt })
      }
    }
    return Effect.catchTag(write(charging.entitling(shop, known, now, changing)), "Conflict", () => new Stale())
  }
})

/** Charges what is due. */
const charges = Effect.gen(function* () {
  const charging = yield* RecurringCharge.make
  const ending = yield* endings

  return (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc,
    { due: { card, declined, left, one }, facts, purpose }: Task
  ) => {
    const { bill } = one
    const context = charging.contextOf(shop, now)
    const wanted: RecurringCharge.ChargeSpec<Found, SubscriptionWriter.Conflict> = {
      name: "accept-change",
      purpose,
      next: { amount: bill.total, kind: "payment", plan: bill.after.plan ?? known.plan },
      bill,
      card: { _tag: "CardToken", token: card.token },
      load: { ...load(job), ...rechecked(known, one) },
      attach: (found, begun) => {
        if (!stands(job, known, found) || !Bills.isUpToDate(bill, facts, found)) {
          return Either.left(new SubscriptionWriter.Conflict())
        }
        if (begun.status === "failed") return Either.right(ended(job, known, declined, context))
        const charged = SubscriptionWriter.next(known, RecurringCharge.begun(left, begun))
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
})

export const make = Effect.gen(function* () {
  const { zoneFor } = yield* RecurringCharge.make
  const findFacts = yield* finding
  const ending = yield* endings
  const charge = yield* charges

  const carryOut = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc,
    facts: Bills.BillFacts,
    due: WithinPeriod.MidPeriodChange,
    purpose: Task["purpose"]
  ): Effect.Effect<void, Stale | StorageError> => {
    switch (due._tag) {
      case "Dropped":
        return ending(job, shop, known, now, due.transition)
      case "Settled":
        return ending(job, shop, known, now, due.transition, { one: due.one, facts })
      case "Charged":
        return charge(job, shop, known, now, { purpose, facts, due })
    }
  }

  /** Carries out the terms of a subscription whose job this process holds. */
  const terms = Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    wish: QueuedTerms,
    now: DateTime.Utc
  ) {
    const facts = yield* findFacts(known)
    const due = WithinPeriod.ofTerms(known, wish, facts, now, zoneFor(shop), shop.retryTimes)
    yield* carryOut(job, shop, known, now, facts, due, "change")
  })

  /** Charges lines of a subscription whose job this process holds. */
  const lines = Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    all: ReadonlyArray<WaitingLine>,
    now: DateTime.Utc
  ) {
    const facts = yield* findFacts(known)
    const due = WithinPeriod.ofLines(known, all, facts, now, zoneFor(shop), shop.retryTimes)
    yield* carryOut(job, shop, known, now, facts, due, "lines")
  })

  return { lines, terms }
})
