/** Due work: ends a checkout when its time is over. Source: D44. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Checkout, isFinal } from "../checkouts/Checkout.js"
import * as CheckoutRules from "../checkouts/CheckoutRules.js"
import { CheckoutDocuments } from "../checkouts/CheckoutStore.js"
import { type Commit, CommitStore, commit, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { CheckoutToken, makeNotificationId } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { ShopDirectory } from "../shops/Shop.js"
import * as CheckoutWriter from "./CheckoutWriter.js"

interface Facts {
  readonly checkout: Checkout | undefined
}

/**
 * An attempt that is under way ends it when its outcome is known. A clock that was set back runs the job before its
 * time. A shop that its directory no longer knows hears nothing.
 */
export const expire = (
  job: ClaimedJob,
  now: DateTime.Utc,
  context: CheckoutWriter.Context | undefined
): Commit<Facts, void, never> => ({
  name: "checkout-expire",
  load: { checkout: Reads.checkout(job.shop, CheckoutToken.make(job.subject, { disableValidation: true })) },
  decide: ({ checkout }) => {
    if (checkout === undefined || isFinal(checkout) || context === undefined) {
      return decided([{ _tag: "FinishJob", job }], undefined)
    }
    const { expiresAt } = checkout
    if (DateTime.greaterThan(expiresAt, now)) {
      const runAt = expiresAt.epochMillis
      return decided([{ _tag: "PostponeJob", job, runAt }], undefined, { wakeAt: runAt })
    }
    const expired = CheckoutRules.expired(checkout, now)
    return decided(
      [{ _tag: "FinishJob", job }, ...(expired === undefined ? [] : CheckoutWriter.replaced(expired, context))],
      undefined,
      { wakeAt: now.epochMillis }
    )
  }
})

export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const shops = yield* ShopDirectory
  const { encode } = yield* CheckoutDocuments
  const newNotificationId = yield* makeNotificationId

  return {
    kind: CheckoutWriter.kind,
    pool: "commits",
    run: Effect.fnUntraced(function* (job: ClaimedJob) {
      const shop = Option.getOrUndefined(yield* shops.find(job.shop))
      const now = yield* DateTime.now
      const notification = newNotificationId(now.epochMillis)
      yield* write(expire(job, now, shop === undefined ? undefined : { shop, encode, notification }))
    })
  } satisfies JobHandler
})
