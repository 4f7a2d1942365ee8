import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ClaimedJob } from "../../jobs/Job.js"
import type { Shop } from "../../shops/Shop.js"
import * as Bills from "../../subscriptions/Bills.js"
import * as PeriodDue from "../../subscriptions/PeriodDue.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { finding, rechecked } from "./billing.js"
import * as DueCharge from "./dueCharge.js"
import * as RecurringCharge from "./recurringCharge.js"
import { load, stands } from "./renewalFacts.js"
import * as UnchargedRenewal from "./unchargedRenewal.js"

/** Charges a subscription whose job this process holds. */
export const make = Effect.gen(function* () {
  const charging = yield* RecurringCharge.make
  const uncharged = yield* UnchargedRenewal.make
  const findFacts = yield* finding
  const begin = yield* DueCharge.make

  const charge = Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    card: NonNullable<Subscription["card"]>,
    now: DateTime.Utc
  ) {
    const facts = yield* findFacts(known)
    const due = PeriodDue.ofRenewal(known, facts, now, charging.zoneFor(shop))
    if (due._tag === "Waits") return yield* uncharged.wait(job, shop, known, due.until, now)
    if (due._tag === "Refused") {
      return yield* uncharged.refused(job, shop, known, due.subscription, now, { _tag: "Errored" })
    }
    if (due._tag === "Settled") {
      return yield* uncharged.free(job, shop, known, due.subscription, { billed: due.one, facts, now })
    }
    const { amount, one, plan, subscription } = due
    const context = charging.contextOf(shop, now)
    const bill = one?.bill
    const wanted: DueCharge.DueSpec = {
      name: "accept-renewal",
      purpose: "renewal",
      next: { amount, kind: "payment", plan },
      bill,
      card: { _tag: "CardToken", token: card.token },
      load: one === undefined ? load(job) : { ...load(job), ...rechecked(known, one) },
      attach: (found, begun) =>
        stands(job, known, found) && (bill === undefined || Bills.isUpToDate(bill, facts, found))
          ? Either.right([
              { _tag: "SuspendJob", job },
              ...charging.written(shop, known, subscription, begun, context, bill)
            ])
          : Either.left(new SubscriptionWriter.Conflict())
    }
    yield* begin(job, shop, known, subscription, wanted, now)
  })

  return charge
})
