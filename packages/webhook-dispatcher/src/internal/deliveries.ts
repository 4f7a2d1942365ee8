import { type Commit, CommitStore, commit, decided, Stale } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { type JobEnded, runningEach } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import type { ShopId } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { calling, FaultPoints } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Post, Sender } from "../Sender.js"
import * as Signature from "../Signature.js"
import { signedAt, WebhookSettings } from "../WebhookSettings.js"
import { attemptOf, awaiting, type Ended, exitOf, recording, shopUnknown, watching } from "./deliveryRecord.js"

const late = () => new StorageError({ operation: "shops", reason: "unavailable", detail: "time limit" })

/** Loads a shop and builds the signed request for a notification. */
export const signing = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const shops = yield* ShopDirectory
  return {
    // Read at every attempt: a secret may have been changed since the last one.
    shopOf: (id: ShopId) =>
      Effect.timeoutFail(shops.find(id), { duration: settings.deliveryTimeLimit, onTimeout: late }),
    timestamp: signedAt(settings),
    sign: (shop: Shop, notification: Reads.NotificationToSend, timestamp: DateTime.Utc) => {
      const { body, id, sequence, url } = notification
      const { headers, unusable } = Signature.sign(shop, { id, timestamp, sequence, body })
      const post: Post = { url, headers, body, timeLimit: settings.deliveryTimeLimit }
      return { post, unusable }
    }
  }
})

/** Proves that this process still holds a job's lease. */
const proving = Effect.zipWith(Lease.Lease, CommitStore, Lease.confirmHeld)

type UnsafePost = NonNullable<Sender["Type"]["unsafePost"]>

/** A job and its subject's waiting notification. */
interface Delivery {
  readonly job: ClaimedJob
  readonly notification: Reads.NotificationToSend
}

const nameOf = ({ shop, subject }: Pick<ClaimedJob, "shop" | "subject">): string => `${shop} ${subject}`

/** In a map: a shop may be called `__proto__`, which is no member of an object. */
const byShop = (deliveries: ReadonlyArray<Delivery>): ReadonlyMap<ShopId, ReadonlyArray<Delivery>> => {
  const shops = new Map<ShopId, Array<Delivery>>()
  for (const delivery of deliveries) {
    const { shop } = delivery.job
    const known = shops.get(shop)
    if (known === undefined) shops.set(shop, [delivery])
    else known.push(delivery)
  }
  return shops
}

/** A delivery and its request. */
interface Posting extends Delivery {
  readonly post: Post
}

type Attempted = Exit.Exit<Ended, Stale>

/** Starts an attempt and returns a function that cancels it. */
type Attempting = (posting: Posting, now: () => number, ended: (exit: Attempted) => void) => () => void

/** Attempts without an effect per attempt. */
const attempting = (unsafePost: UnsafePost) =>
  Effect.zipWith(
    Effect.all({ lease: Lease.Lease, proven: proving }),
    watching,
    ({ lease, proven }, watch): Attempting =>
      ({ job, notification, post }, now, ended) => {
        let isGivenUp = false
        let isStale = false
        let giveUp = (): void => {
          isGivenUp = true
        }
        // Proves the lease last, so that a process that was suspended doesn't post a job that another one has taken
        // over.
        proven(job, (owner) => {
          if (isGivenUp) return
          if (owner === undefined) return ended(Exit.fail(new Stale()))
          const end = watch(notification)
          // A process that is suspended while it connects must not send when it goes on what another one has sent since.
          const mayLeave = (): boolean => {
            isStale = !lease.isSure(owner)
            return !isStale
          }
          giveUp = unsafePost({ ...post, mayLeave }, now, (outcome) => {
            const made = end(attemptOf(outcome))
            ended(isStale ? Exit.fail(new Stale()) : Exit.succeed(made))
          })
        })
        return () => giveUp()
      }
  )

/** Concurrent attempts. Each one is reported and recorded as it ends. */
const attemptingAll = Effect.fnUntraced(function* (unsafePost: UnsafePost) {
  const { record } = yield* recording
  const attempt = yield* attempting(unsafePost)
  const call = yield* calling
  const isWatched = (yield* FaultPoints) !== undefined

  const recordOf = ({ job, notification }: Posting, exit: Attempted, now: () => number, ended: JobEnded) => {
    if (Exit.isFailure(exit)) return ended(job, exit)
    record(job, notification, exit.value, DateTime.unsafeMake(now()), (recorded) => ended(job, exitOf(recorded)))
  }

  const unwatched = (postings: ReadonlyArray<Posting>, now: () => number, ended: JobEnded) =>
    Effect.async<void>((resume) => {
      let left = postings.length
      const end: JobEnded = (job, exit) => {
        ended(job, exit)
        left -= 1
        if (left === 0) resume(Effect.void)
      }
      const giveUps = postings.map((posting) => attempt(posting, now, (exit) => recordOf(posting, exit, now, end)))
      return Effect.sync(() => {
        for (const giveUp of giveUps) giveUp()
      })
    })

  // Fault points are effects around a single call, so a watched attempt needs an effect.
  const watched = (postings: ReadonlyArray<Posting>, now: () => number, ended: JobEnded) =>
    Effect.forEach(
      postings,
      (posting) =>
        call("webhook.send")(Effect.async<Ended, Stale>((resume) => Effect.sync(attempt(posting, now, resume)))).pipe(
          Effect.exit,
          Effect.flatMap((exit) =>
            Effect.async<void>((resume) =>
              recordOf(posting, exit, now, (job, end) => {
                ended(job, end)
                resume(Effect.void)
              })
            )
          )
        ),
      { concurrency: "unbounded", discard: true }
    )

  return isWatched ? watched : unwatched
})

/** Attempts to deliver the notifications of one shop. */
const deliveringOfShop = Effect.fnUntraced(function* (unsafePost: UnsafePost) {
  const { shopOf, sign, timestamp } = yield* signing
  const { record } = yield* recording
  const attemptAll = yield* attemptingAll(unsafePost)
  const watch = yield* watching

  return Effect.fnUntraced(function* (id: ShopId, deliveries: ReadonlyArray<Delivery>, ended: JobEnded) {
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    // Read at every attempt: the shop's secrets may have changed. A failing lookup of one shop must not delay the
    // others.
    const found = yield* Effect.exit(shopOf(id))
    if (Exit.isFailure(found)) {
      for (const { job } of deliveries) ended(job, Exit.failCause(found.cause))
      return
    }
    const { value: shop } = found
    if (Option.isNone(shop)) {
      const unknown = ({ job, notification }: Delivery) => {
        const made = watch(notification)(shopUnknown)
        return awaiting((done) => record(job, notification, made, DateTime.unsafeMake(now()), done))
      }
      return yield* Effect.forEach(
        deliveries,
        (delivery) => Effect.map(Effect.exit(unknown(delivery)), (exit) => ended(delivery.job, exit)),
        { concurrency: "unbounded", discard: true }
      )
    }
    const at = yield* timestamp
    const signed = deliveries.map(({ job, notification }) => {
      const { post, unusable } = sign(shop.value, notification, at)
      return { job, notification, post, unusable }
    })
    yield* Signature.reportUnusable(shop.value, signed[0]?.unusable ?? [])
    yield* attemptAll(signed, now, ended)
  })
})

/** The waiting notifications of these jobs' subjects. */
const waitingOf = (
  jobs: ReadonlyArray<ClaimedJob>
): Commit<
  { readonly waiting: ReadonlyArray<Reads.NotificationToSend> },
  ReadonlyArray<Reads.NotificationToSend>,
  never
> => ({
  name: "delivery-result",
  load: { waiting: Reads.waitingOf(jobs) },
  decide: ({ waiting }) => decided([], waiting)
})

/** Attempts of many jobs at once, with an effect per shop instead of per job. */
export const deliveringTogether = Effect.fnUntraced(function* (unsafePost: UnsafePost) {
  const write = commit(yield* CommitStore)
  const { nothing } = yield* recording
  const ofShop = yield* deliveringOfShop(unsafePost)

  return Effect.fnUntraced(function* (jobs: ReadonlyArray<ClaimedJob>, ended: JobEnded) {
    const found = yield* write(waitingOf(jobs))
    const waiting = new Map(found.map((notification) => [nameOf(notification), notification]))
    const now = yield* DateTime.now
    const [idle, deliveries] = Arr.partitionMap(jobs, (job): Either.Either<Delivery, ClaimedJob> => {
      const notification = waiting.get(nameOf(job))
      return notification === undefined ? Either.left(job) : Either.right({ job, notification })
    })
    const ends = runningEach((job) => awaiting((done) => nothing(job, now, done)))(idle, ended)
    // A failure or defect of one shop's deliveries must not affect another shop's.
    const sends = Effect.forEach(
      byShop(deliveries),
      ([shop, all]) =>
        Effect.catchAllCause(ofShop(shop, all, ended), (cause) =>
          Effect.sync(() => {
            for (const { job } of all) ended(job, Exit.failCause(cause))
          })
        ),
      { concurrency: "unbounded", discard: true }
    )
    yield* Effect.all([ends, sends], { concurrency: "unbounded", discard: true })
  })
})
