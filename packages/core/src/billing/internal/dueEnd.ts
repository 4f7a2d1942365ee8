/** Ends a subscription with its last period, and charges what is owed of it. Source: D60, D62, D63. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { zero } from "../../money/Amount.js"
import type { Shop } from "../../shops/Shop.js"
import * as Billing from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import * as Ending from "../../subscriptions/Ending.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { finding, gains, rechecked, takes } from "./billing.js"
import * as DueCharge from "./dueCharge.js"
import * as RecurringCharge from "./recurringCharge.js"
import { type Facts, load, stands } from "./renewalFacts.js"
import * as UnchargedRenewal from "./unchargedRenewal.js"

/** A bill that costs nothing, and what it goes by. */
interface Owed {
  readonly billed: Bills.SubscriptionBill
  readonly facts: Bills.BillFacts
}

const ending = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const charging = yield* RecurringCharge.make

  /** The period is over with which it was to end. `owed`: its bill, which costs nothing. */
  return (job: ClaimedJob, shop: Shop, known: Subscription, now: DateTime.Utc, owed?: Owed) => {
    const context = charging.contextOf(shop, now)
    const ended: Commit<Facts & Bills.FoundFacts, void, SubscriptionWriter.Conflict> = {
      name: "renew-refused",
      load: owed === undefined ? load(job) : { ...load(job), ...rechecked(known, owed.billed) },
      decide: (found) => {
        const isKnown = owed === undefined || Bills.stands(owed.billed.bill, owed.facts, found)
        if (!stands(job, known, found) || !isKnown) return refuse(new SubscriptionWriter.Conflict())
        const settled = Ending.ended(known, owed?.billed.bill, now)
        const writes: ReadonlyArray<Write> = [
          { _tag: "FinishJob", job },
          ...(owed === undefined ? [] : [...takes(shop.id, owed.billed.bill.taken), ...gains(known, owed.billed)]),
          ...(settled === undefined ? [] : SubscriptionWriter.settled(known, settled, context))
        ]
        return decided(writes, undefined, { wakeAt: now.epochMillis })
      }
    }
    return Effect.catchTag(write(charging.entitling(shop, known, now, ended)), "Conflict", () => new Stale())
  }
})

/** For a subscription whose job this process holds. */
export const make = Effect.gen(function* () {
  const charging = yield* RecurringCharge.make
  const uncharged = yield* UnchargedRenewal.make
  const findFacts = yield* finding
  const begin = yield* DueCharge.make
  const over = yield* ending

  return Effect.fnUntraced(function* (job: ClaimedJob, shop: Shop, known: Subscription, now: DateTime.Utc) {
    const zone = charging.zoneFor(shop)
    const facts = yield* findFacts(known)
    const made = Ending.billOf(known, facts, now, zone)
    if (Either.isLeft(made)) return yield* uncharged.refused(job, shop, known, known, now, { _tag: "Errored" }, true)
    const { right: billed } = made
    if (billed === undefined) return yield* over(job, shop, known, now)
    const { bill } = billed
    if (bill.total === zero) return yield* over(job, shop, known, now, { billed, facts })
    if (known.card === null) return yield* over(job, shop, known, now)
    const earliest = Billing.chargeableAt(known, now, zone)
    if (DateTime.greaterThan(earliest, now)) return yield* uncharged.wait(job, shop, known, earliest, now)
    const due = Ending.due(known)
    const context = charging.contextOf(shop, now)
    const wanted: DueCharge.DueSpec = {
      name: "accept-renewal",
      purpose: "end",
      next: { amount: bill.total, kind: "payment", plan: known.plan },
      bill,
      card: { _tag: "CardToken", token: known.card.token },
      load: { ...load(job), ...rechecked(known, billed) },
      attach: (found, begun) =>
        stands(job, known, found) && Bills.stands(bill, facts, found)
          ? Either.right([
              { _tag: "SuspendJob", job },
              ...charging.written(shop, known, due, begun, context, bill, Ending.settleUnpaid)
            ])
          : Either.left(new SubscriptionWriter.Conflict())
    }
    yield* begin(job, shop, known, due, wanted, now)
  })
})
