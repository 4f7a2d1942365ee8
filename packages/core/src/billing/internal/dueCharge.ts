/** Begins a charge that is due. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Stale } from "../../commits/Commit.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import type * as Bills from "../../subscriptions/Bills.js"
import * as ChargeOutcome from "../../subscriptions/ChargeOutcome.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import type * as SubscriptionWriter from "../SubscriptionWriter.js"
import * as RecurringCharge from "./recurringCharge.js"
import type { Facts } from "./renewalFacts.js"
import * as UnchargedRenewal from "./unchargedRenewal.js"

/** A charge that is due, by a job that this process holds. */
export type DueSpec = RecurringCharge.ChargeSpec<Facts & Bills.FoundFacts, SubscriptionWriter.Conflict>

/** `subscription`: as it is charged, in place of `known`. */
export const make = Effect.gen(function* () {
  const charging = yield* RecurringCharge.make
  const uncharged = yield* UnchargedRenewal.make

  return Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    subscription: Subscription,
    wanted: DueSpec,
    now: DateTime.Utc
  ) {
    yield* charging.charge(shop, subscription, wanted, yield* Effect.clock).pipe(
      Effect.catchAll((error): Effect.Effect<unknown, Stale | StorageError> => {
        if (error instanceof StorageError) return Effect.fail(error)
        if (error instanceof InvalidRequest) {
          const outcome = ChargeOutcome.ofRefusal(error)
          return uncharged.refused(job, shop, known, subscription, now, outcome, wanted.purpose === "end")
        }
        // The job's next holder finds what has changed. A vault that cannot open the card is an operator's matter.
        return error._tag === "Conflict" ? new Stale() : Effect.die(error)
      })
    )
  })
})
