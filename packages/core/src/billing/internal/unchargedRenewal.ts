/** The commits of a renewal that asks no acquirer: it waits, is refused, ends or costs nothing. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import type { Shop } from "../../shops/Shop.js"
import * as Billing from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import * as Ending from "../../subscriptions/Ending.js"
import { isEnding, type Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { gains, rechecked, takes } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"
import { type Facts, load, stands } from "./renewalFacts.js"

/** Waits for the morning: by the rules of its plan and zone as they are now, it may not be charged yet. */
const waits = (
  job: ClaimedJob,
  known: Subscription,
  until: DateTime.Utc,
  now: DateTime.Utc
): Commit<Facts, void, SubscriptionWriter.Conflict> => ({
  name: "renew-nothing",
  load: load(job),
  decide: (facts) => {
    if (!stands(job, known, facts)) return refuse(new SubscriptionWriter.Conflict())
    const runAt = until.epochMillis
    // What is owed at an end gives nothing in the night.
    const waiting = isEnding(known) ? Ending.finalChargeDue(known) : known
    const after = SubscriptionWriter.next(known, { ...waiting, renewAt: until, updatedAt: now })
    const writes: ReadonlyArray<Write> = [
      { _tag: "PostponeJob", job, runAt },
      SubscriptionWriter.replaced(known, after)
    ]
    return decided(writes, undefined, { wakeAt: runAt })
  }
})

/** A renewal that costs nothing. */
interface FreeRenewal {
  readonly billed: Bills.SubscriptionBill
  readonly facts: Bills.BillFacts
  readonly now: DateTime.Utc
}

/** Ends a renewal whose job this process holds without a charge. */
export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const charging = yield* RecurringCharge.make

  /**
   * The gateway itself refuses the charge: its card is erased or may not be charged any more, or its amount is too large.
   * `subscription`: as the renewal charges it, and its retry will; `ends`: what is charged is owed at its end.
   */
  const refused = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    subscription: Subscription,
    now: DateTime.Utc,
    outcome: Billing.Failure,
    ends = false
  ) => {
    const context = charging.contextOf(shop, now)
    const refusing: Commit<Facts, void, never> = {
      name: "renew-refused",
      load: load(job),
      decide: (facts) => {
        if (!stands(job, known, facts)) return decided([], undefined)
        const settle = ends ? Ending.unpaid : Billing.settle
        const settled = settle(subscription, outcome, now, charging.zoneFor(shop), shop.retryTimes)
        const more = settled === undefined ? [] : SubscriptionWriter.settled(known, settled, context)
        return decided([{ _tag: "FinishJob", job }, ...more], undefined, { wakeAt: now.epochMillis })
      }
    }
    return write(charging.entitling(shop, known, now, refusing))
  }

  /** Nothing is to be paid: no acquirer is asked. Source: D61. */
  const free = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    subscription: Subscription,
    { billed, facts, now }: FreeRenewal
  ) => {
    const context = charging.contextOf(shop, now)
    const { bill } = billed
    const paying: Commit<Facts & Bills.FoundFacts, void, SubscriptionWriter.Conflict> = {
      name: "renew-free",
      load: { ...load(job), ...rechecked(known, billed) },
      decide: (found) => {
        if (!stands(job, known, found) || !Bills.isUpToDate(bill, facts, found)) {
          return refuse(new SubscriptionWriter.Conflict())
        }
        const paid = Bills.settled(subscription, bill, now, charging.zoneFor(shop))
        const writes: ReadonlyArray<Write> = [
          { _tag: "SuspendJob", job },
          ...takes(shop.id, bill.taken),
          ...gains(known, billed),
          ...SubscriptionWriter.settled(known, paid, context)
        ]
        return decided(writes, undefined, { wakeAt: paid.subscription.renewAt?.epochMillis })
      }
    }
    return Effect.catchTag(write(charging.entitling(shop, known, now, paying)), "Conflict", () => new Stale())
  }

  const wait = (job: ClaimedJob, shop: Shop, known: Subscription, until: DateTime.Utc, now: DateTime.Utc) => {
    const waiting = waits(job, known, until, now)
    return Effect.catchTag(write(charging.entitling(shop, known, now, waiting)), "Conflict", () => new Stale())
  }

  return { free, refused, wait }
})
