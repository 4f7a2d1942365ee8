import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commit, decided, refuse, Stale } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { SubscriptionId } from "../../ids/Ids.js"
import type { ClaimedJob, JobName } from "../../jobs/Job.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import * as Billing from "../../subscriptions/Billing.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionRules from "../../subscriptions/SubscriptionRules.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import * as RecurringCharge from "./recurringCharge.js"

export interface Facts {
  /** The subscription's version. */
  readonly version: number | undefined
  readonly held: Reads.JobRecord | undefined
}

/** Whether the commit may charge: nothing has changed since the subscription was read, and this process holds the job. */
const stands = (job: ClaimedJob, known: Subscription, { held, version }: Facts): boolean =>
  version === known.version && held?.fence === job.fence

export const load = (job: JobName): Reads.Reads<Facts> => ({
  version: Reads.subscriptionVersion(job.shop, SubscriptionId.make(job.subject, { disableValidation: true })),
  held: Reads.job(job)
})

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
    const after = SubscriptionWriter.next(known, { ...known, renewAt: until, updatedAt: now })
    const writes: ReadonlyArray<Write> = [
      { _tag: "PostponeJob", job, runAt },
      SubscriptionWriter.replaced(known, after)
    ]
    return decided(writes, undefined, { wakeAt: runAt })
  }
})

/** The card was erased. Another one may be charged: what is declined is retried. Source: D51a. */
export const isMissingCard = ({ errors }: InvalidRequest): boolean =>
  errors.some(({ path, sentence }) => path.join(".") === "credit_card.token" && sentence === "does not exist")

/** Charges a subscription whose job this process holds, or ends it with its period. */
export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const charging = yield* RecurringCharge.make

  /** The gateway itself refuses the charge: its card is erased, or may not be charged any more. */
  const refused = (
    job: ClaimedJob,
    shop: Shop,
    known: Subscription,
    now: DateTime.Utc,
    error: InvalidRequest
  ): Commit<Facts, void, never> => {
    const context = charging.contextOf(shop, now)
    return charging.entitling(shop, known, now, {
      name: "renew-refused",
      load: load(job),
      decide: (facts) => {
        if (!stands(job, known, facts)) return decided([], undefined)
        const outcome = { _tag: "Declined", isForbidden: !isMissingCard(error) } as const
        const settled = Billing.settle(known, outcome, now, charging.zoneFor(shop))
        const more = settled === undefined ? [] : SubscriptionWriter.settled(known, settled, context)
        return decided([{ _tag: "FinishJob", job }, ...more], undefined, { wakeAt: now.epochMillis })
      }
    })
  }

  /** The period is over with which it was to end. */
  const end = (job: ClaimedJob, shop: Shop, known: Subscription, reason: string, now: DateTime.Utc) => {
    const context = charging.contextOf(shop, now)
    const ending: Commit<Facts, void, SubscriptionWriter.Conflict> = {
      name: "renew-refused",
      load: load(job),
      decide: (facts) => {
        if (!stands(job, known, facts)) return refuse(new SubscriptionWriter.Conflict())
        const settled = SubscriptionRules.canceled(known, reason, now)
        const more = Either.isLeft(settled) ? [] : SubscriptionWriter.settled(known, settled.right, context)
        return decided([{ _tag: "FinishJob", job }, ...more], undefined, { wakeAt: now.epochMillis })
      }
    }
    return Effect.catchTag(write(charging.entitling(shop, known, now, ending)), "Conflict", () => new Stale())
  }

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
      return yield* Effect.catchTag(write(waits(job, known, earliest, now)), "Conflict", () => new Stale())
    }
    const subscription = Billing.renewed(known, zone)
    const { plan } = subscription
    const wanted: RecurringCharge.ChargeSpec<Facts, SubscriptionWriter.Conflict> = {
      name: "accept-renewal",
      purpose: "renewal",
      next: { amount: plan.amount, kind: "payment", plan },
      card: { _tag: "CardToken", token: card.token },
      load: load(job),
      attach: (facts, begun) =>
        stands(job, known, facts)
          ? Either.right([{ _tag: "SuspendJob", job }, ...charging.written(shop, known, subscription, begun, context)])
          : Either.left(new SubscriptionWriter.Conflict())
    }
    yield* charging.charge(shop, subscription, wanted, yield* Effect.clock).pipe(
      Effect.catchAll((error): Effect.Effect<unknown, Stale | StorageError> => {
        if (error instanceof StorageError) return Effect.fail(error)
        if (error instanceof InvalidRequest) return write(refused(job, shop, known, now, error))
        // The job's next holder finds what has changed. A vault that cannot open the card is an operator's matter.
        return error._tag === "Conflict" ? new Stale() : Effect.die(error)
      })
    )
  })

  return { charge, end }
})
