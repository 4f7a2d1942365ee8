/** What the commits of a renewal read. */
import * as Reads from "../../commits/Reads.js"
import { SubscriptionId } from "../../ids/Ids.js"
import type { ClaimedJob, JobName } from "../../jobs/Job.js"
import type { Subscription } from "../../subscriptions/Subscription.js"

export interface Facts {
  /** The subscription's version. */
  readonly version: number | undefined
  readonly held: Reads.JobRecord | undefined
}

/** Whether the commit may go by it: nothing has changed since the subscription was read, and this process holds the job. */
export const stands = (
  job: ClaimedJob,
  known: Pick<Subscription, "version"> | undefined,
  { held, version }: Facts
): boolean => version === known?.version && held?.fence === job.fence

export const load = (job: JobName): Reads.Reads<Facts> => ({
  version: Reads.subscriptionVersion(job.shop, SubscriptionId.make(job.subject, { disableValidation: true })),
  held: Reads.job(job)
})
