/** Ends a subscription with its last period, and charges what is owed of it. Source: D60, D62, D63. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import type { Shop } from "../../shops/Shop.js"
import * as Bills from "../../subscriptions/Bills.js"
import * as Ending from "../../subscriptions/Ending.js"
import * as PeriodDue from "../../subscriptions/PeriodDue.js"
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
        const isKnown = owed === undefined || Bills.isUpToDate(owed.billed.bill, owed.facts, found)
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
    const facts = yield* findFacts(known)
    const due = PeriodDue.ofEnd(known, facts, now, charging.zoneFor(shop))
    if (due._tag === "Waits") return yield* uncharged.wait(job, shop, known, due.until, now)
    if (due._tag === "Refused") {
      return yield* uncharged.refused(job, shop, known, due.subscription, now, { _tag: "Errored" }, true)
    }
    if (due._tag === "Over") return yield* over(job, shop, known, now)
    if (due._tag === "Settled") return yield* over(job, shop, known, now, { billed: due.one, facts })
    const { card, one, subscription } = due
    const { bill } = one
    const context = charging.contextOf(shop, now)
    const wanted: DueCharge.DueSpec = {
      name: "accept-renewal",
      purpose: "end",
      next: { amount: bill.total, kind: "payment", plan: known.plan },
      bill,
      card: { _tag: "CardToken", token: card.token },
      load: { ...load(job), ...rechecked(known, one) },
      attach: (found, begun) =>
        stands(job, known, found) && Bills.isUpToDate(bill, facts, found)
          ? Either.right([
              { _tag: "SuspendJob", job },
              ...charging.written(shop, known, subscription, begun, context, bill, Ending.settleUnpaid)
            ])
          : Either.left(new SubscriptionWriter.Conflict())
    }
    yield* begin(job, shop, known, subscription, wanted, now)
  })
})
