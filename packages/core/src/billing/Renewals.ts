/** Charges subscriptions when they are due. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Commit, CommitStore, commit, decided, type Stale } from "../commits/Commit.js"
import * as Claim from "../due-work/Claim.js"
import { type JobHandler, runningEach } from "../due-work/JobHandlers.js"
import { Lease, type Renewal } from "../due-work/Lease.js"
import { Worker } from "../due-work/Worker.js"
import { Entropy, makeFence, SubscriptionId } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import * as DueTask from "../subscriptions/DueTask.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import { SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import * as IdleRenewal from "./IdleRenewal.js"
import * as DueChange from "./internal/dueChange.js"
import * as DueEnd from "./internal/dueEnd.js"
import * as DueRenewal from "./internal/dueRenewal.js"
import * as RenewalFacts from "./internal/renewalFacts.js"
import * as SubscriptionWriter from "./SubscriptionWriter.js"

export class Renewals extends Context.Tag("@florin/core/Renewals")<
  Renewals,
  {
    /** Charges a subscription that is due. A charge in doubt blocks the next one until it is resolved. */
    readonly handler: JobHandler
    /** Charges a subscription now, unless this or another process is doing so. What has changed meanwhile is left to due work. */
    readonly now: (subscription: Subscription) => Effect.Effect<void, StorageError>
  }
>() {}

/** A shop that its directory no longer knows is looked for again. Unit: milliseconds. */
const lookAgainAfter = 3_600_000

/** A subscription becomes due now, and its job is claimed: if this process dies, another one charges it at once. */
const claimed = (
  subscription: Subscription,
  fence: number,
  now: DateTime.Utc,
  renewal: Renewal
): Commit<RenewalFacts.Facts, ClaimedJob | undefined, never> => {
  const job = SubscriptionWriter.job(subscription)
  const claim = {
    job,
    fence,
    renewal,
    now: now.epochMillis,
    share: PartitionKey.ofAcquirer(subscription.shop, subscription.gatewayId)
  }
  const isDue = SubscriptionWriter.replaced(
    subscription,
    SubscriptionWriter.next(subscription, { ...subscription, renewAt: now })
  )
  return {
    name: "renew-claim",
    load: RenewalFacts.load(job),
    decide: ({ held, version }) => {
      const isHeld = held !== undefined && held.owner !== null
      if (version !== subscription.version || isHeld) return decided([], undefined)
      const { job, writes } = Claim.claimed({ ...claim, held })
      return decided([isDue, ...writes], job)
    }
  }
}

export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const subscriptions = yield* SubscriptionStore
  const shops = yield* ShopDirectory
  const renewing = yield* DueRenewal.make
  const changing = yield* DueChange.make
  const ending = yield* DueEnd.make
  const worker = yield* Worker
  const lease = yield* Lease
  const entropy = yield* Entropy

  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const id = SubscriptionId.make(job.subject, { disableValidation: true })
    const found = Option.getOrUndefined(yield* subscriptions.find(job.shop, id))
    const now = yield* DateTime.now
    const task = DueTask.of(found, now)
    if (task._tag === "Nothing") return yield* write(IdleRenewal.finishWithoutCharge(job, found))
    const shop = yield* shops.find(job.shop)
    if (task._tag === "Later" || Option.isNone(shop)) {
      const runAt = task._tag === "Later" ? task.at.epochMillis : now.epochMillis + lookAgainAfter
      return yield* write(IdleRenewal.finishWithoutCharge(job, found, runAt))
    }
    if (task._tag === "Change") return yield* changing.terms(job, shop.value, task.subscription, task.wish, now)
    if (task._tag === "Lines") return yield* changing.lines(job, shop.value, task.subscription, task.lines, now)
    if (task._tag === "End") return yield* ending(job, shop.value, task.subscription, now)
    yield* renewing(job, shop.value, task.subscription, task.card, now)
  })

  const claim = Effect.fnUntraced(function* (subscription: Subscription) {
    const fence = makeFence(entropy)
    const renewal = lease.renewal("now")
    const job = yield* write(claimed(subscription, fence, yield* DateTime.now, renewal))
    renewal.committed()
    return job
  })

  /** The job is still held if something has changed meanwhile that the charge is decided by. */
  const charged = (subscription: Subscription): Effect.Effect<ClaimedJob | undefined, Stale | StorageError> =>
    Effect.flatMap(claim(subscription), (job) =>
      job === undefined
        ? Effect.succeed(undefined)
        : Effect.catchTag(Effect.as(run(job), undefined), "Stale", () => Effect.succeed(job))
    )

  return Renewals.of({
    handler: {
      kind: SubscriptionWriter.kind,
      pool: "calls",
      run,
      // Their commits are shared: what starts together is decided in groups.
      runAll: runningEach(run)
    },
    // Marked as running before the commit: otherwise the job would look held but idle until the commit returns.
    now: (subscription) =>
      worker
        .working(SubscriptionWriter.job(subscription))(charged(subscription))
        .pipe(
          Effect.map((held) => (held === undefined ? undefined : worker.abandon(held))),
          Effect.catchTag("Stale", () => Effect.void)
        )
  })
})
