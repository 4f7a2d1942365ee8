/** Due work: ends what a customer was entitled to until an instant. Source: D66. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Commit, CommitStore, commit, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import * as Entitlements from "../entitlements/Entitlements.js"
import { CustomerId } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { ShopDirectory } from "../shops/Shop.js"
import * as Entitling from "./internal/entitling.js"

interface Facts {
  readonly entitled: Entitlements.Entitlements | undefined
}

/**
 * A clock that was set back runs the job before its time; more may have been given since. A shop that its directory no
 * longer knows hears nothing: its customers are entitled by the time alone.
 */
export const expireGrants = (
  job: ClaimedJob,
  now: DateTime.Utc,
  context: Entitling.EntitlingContext | undefined
): Commit<Facts, void, never> => ({
  name: "entitlements-lapse",
  load: {
    entitled: Reads.entitlements({
      shop: job.shop,
      customer: CustomerId.make(job.subject, { disableValidation: true })
    })
  },
  decide: ({ entitled }) => {
    if (entitled === undefined || context === undefined) return decided([{ _tag: "FinishJob", job }], undefined)
    const change = Entitlements.afterTime(entitled, now)
    const writes = change === undefined ? [] : Entitling.written(entitled, change, context)
    const end = Entitlements.nextEnd(change?.entitlements ?? entitled)?.epochMillis
    const wakeAt = writes.length > 0 ? now.epochMillis : end
    return decided(
      [...writes, end === undefined ? { _tag: "FinishJob", job } : { _tag: "PostponeJob", job, runAt: end }],
      undefined,
      { wakeAt }
    )
  }
})

export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const shops = yield* ShopDirectory
  const contextOf = yield* Entitling.make

  return {
    kind: Entitling.kind,
    pool: "commits",
    run: Effect.fnUntraced(function* (job: ClaimedJob) {
      const shop = Option.getOrUndefined(yield* shops.find(job.shop))
      const now = yield* DateTime.now
      const customer = CustomerId.make(job.subject, { disableValidation: true })
      yield* write(expireGrants(job, now, shop === undefined ? undefined : contextOf(shop, customer, now)))
    })
  } satisfies JobHandler
})
