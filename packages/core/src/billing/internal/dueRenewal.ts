import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ClaimedJob } from "../../jobs/Job.js"
import { zero } from "../../money/Amount.js"
import type { Shop } from "../../shops/Shop.js"
import * as Billing from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
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
    const context = charging.contextOf(shop, now)
    const zone = charging.zoneFor(shop)
    const earliest = Billing.chargeableAt(known, now, zone)
    if (DateTime.greaterThan(earliest, now)) {
      return yield* uncharged.wait(job, shop, known, earliest, now)
    }
    const subscription = Billing.renewed(known, zone)
    const { plan } = subscription
    const facts = yield* findFacts(known)
    const made = Bills.ofRenewal(known, subscription, facts, now, zone)
    // The amount is beyond what can be written: nobody has decided, and it is tried again.
    if (Either.isLeft(made)) return yield* uncharged.refused(job, shop, known, subscription, now, { _tag: "Errored" })
    const billed = made.right
    if (billed?.bill.total === zero)
      return yield* uncharged.free(job, shop, known, subscription, { billed, facts, now })
    const bill = billed?.bill
    const wanted: DueCharge.DueSpec = {
      name: "accept-renewal",
      purpose: "renewal",
      next: { amount: bill?.total ?? plan.amount, kind: "payment", plan },
      bill,
      card: { _tag: "CardToken", token: card.token },
      load: billed === undefined ? load(job) : { ...load(job), ...rechecked(known, billed) },
      attach: (found, begun) =>
        stands(job, known, found) && (bill === undefined || Bills.stands(bill, facts, found))
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
