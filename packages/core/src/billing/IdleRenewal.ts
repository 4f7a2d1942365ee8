/** The commit of a renewal for which nothing is due. */
import { type Commit, decided, refuse, Stale } from "../commits/Commit.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import { type Facts, load, stands } from "./internal/renewalFacts.js"

/**
 * Nothing is due: the work ends, or waits until `runAt`. Not where the subscription has changed since it was read: what
 * that change has enqueued is this job, which would be removed or put off with it.
 */
export const finishWithoutCharge = (
  job: ClaimedJob,
  known: Pick<Subscription, "version"> | undefined,
  runAt?: number
): Commit<Facts, void, Stale> => ({
  name: "renew-nothing",
  load: load(job),
  decide: (facts) => {
    if (!stands(job, known, facts)) return refuse(new Stale())
    return runAt === undefined
      ? decided([{ _tag: "FinishJob", job }], undefined)
      : decided([{ _tag: "PostponeJob", job, runAt }], undefined, { wakeAt: runAt })
  }
})
