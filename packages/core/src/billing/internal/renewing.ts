import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { commit, decided, type Operation, OperationStore, refuse, Stale } from "../../commits/Operation.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { SubscriptionId } from "../../ids/Ids.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import * as Billing from "../../subscriptions/Billing.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import * as Charging from "./charging.js"

/** Another process or command has changed the subscription, or holds its job. */
class Moved {
  readonly _tag = "Moved"
}

interface Facts {
  /** The subscription's version. */
  readonly version: number | undefined
  readonly held: Reads.JobRecord | undefined
}

/** Whether the commit may charge: nothing has changed since the subscription was read, and this process holds the job. */
const stands = (job: ClaimedJob, known: Subscription, { held, version }: Facts): boolean =>
  version === known.version && held?.fence === job.fence

const load = (job: ClaimedJob): Reads.Reads<Facts> => ({
  version: Reads.subscriptionVersion(job.shop, SubscriptionId.make(job.subject, { disableValidation: true })),
  held: Reads.job(job)
})

/** Waits for the morning: by the rules of its plan and zone as they are now, it may not be charged yet. */
const waits = (
  job: ClaimedJob,
  known: Subscription,
  until: DateTime.Utc,
  now: DateTime.Utc
): Operation<Facts, void, Moved> => ({
  name: "renew-nothing",
  load: load(job),
  decide: (facts) => {
    if (!stands(job, known, facts)) return refuse(new Moved())
    const runAt = until.epochMillis
    const after = SubscriptionWriter.next(known, { ...known, renewAt: until, updatedAt: now })
    const writes: ReadonlyArray<Write> = [
      { _tag: "PostponeJob", job, runAt },
      SubscriptionWriter.replaced(known, after)
    ]
    return decided(writes, undefined, { wakeAt: runAt })
  }
})

/** Charges a subscription whose job this process holds. */
export const make = Effect.gen(function* () {
  const write = commit(yield* OperationStore)
  const charging = yield* Charging.make

  /** The gateway itself refuses the charge: its card may not be charged any more. */
  const refused = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc
  ): Operation<Facts, void, never> => {
    const regime = charging.regimeOf(shop, now)
    return {
      name: "renew-refused",
      load: load(job),
      decide: (facts) => {
        if (!stands(job, known, facts)) return decided([], undefined)
        const outcome = { _tag: "Declined", isForbidden: true } as const
        const settled = Billing.settle(known, outcome, now, charging.zoneFor(shop))
        const more = settled === undefined ? [] : SubscriptionWriter.settled(known, settled, regime)
        return decided([{ _tag: "FinishJob", job }, ...more], undefined, { wakeAt: now.epochMillis })
      }
    }
  }

  return Effect.fnUntraced(function* (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    card: NonNullable<Subscription["card"]>,
    now: DateTime.Utc
  ) {
    const regime = charging.regimeOf(shop, now)
    const zone = charging.zoneFor(shop)
    const earliest = Billing.chargeableAt(known, now, zone)
    if (DateTime.greaterThan(earliest, now)) {
      return yield* Effect.catchTag(write(waits(job, known, earliest, now)), "Moved", () => new Stale())
    }
    const subscription = Billing.renewed(known, zone)
    const { plan } = subscription
    const wanted: Charging.Wanted<Facts, Moved> = {
      name: "accept-renewal",
      purpose: "renewal",
      next: { amount: plan.amount, kind: "payment", plan },
      card: { _tag: "CardToken", token: card.token },
      load: load(job),
      attach: (facts, begun) =>
        stands(job, known, facts)
          ? Either.right([{ _tag: "ParkJob", job }, ...charging.written(shop, known, subscription, begun, regime)])
          : Either.left(new Moved())
    }
    yield* charging.charge(shop, subscription, wanted, yield* Effect.clock).pipe(
      Effect.catchAll((error): Effect.Effect<unknown, Stale | StorageError> => {
        if (error instanceof StorageError) return Effect.fail(error)
        if (error instanceof InvalidRequest) return write(refused(job, shop, known, now))
        // The job's next holder finds what has changed. A vault that cannot open the card is an operator's matter.
        return error._tag === "Moved" ? new Stale() : Effect.die(error)
      })
    )
  })
})
