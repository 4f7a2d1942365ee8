/** The claim of a job that this process does at once. */
import * as DateTime from "effect/DateTime"
import type { JobRecord } from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import type { Renewal } from "./Lease.js"

/** A job that becomes due now. `held`: its row, if there is one. `fence`: that of a new row. */
export interface Claim {
  readonly job: JobName
  readonly held: JobRecord | undefined
  readonly share: string
  readonly fence: number
  /** In milliseconds of the epoch. */
  readonly now: number
  readonly renewal: Renewal
}

/** The writes of a claim, and the job as it is held then. If this process dies, another one does the job at once. */
export const claimed = ({ fence, held, job, now, renewal, share }: Claim) => {
  const { owner, writes } = renewal
  const runAt = DateTime.unsafeMake(now)
  if (held === undefined) {
    const made: ClaimedJob = { ...job, fence, attempts: 0, runAt, owner }
    const hold: Write = { _tag: "HoldJob", job: made, runAt: now, share, owner }
    return { job: made, writes: [...writes, hold] }
  }
  const due: Write = { _tag: "EnqueueJob", job, runAt: now, share }
  const claim: Write = { _tag: "ClaimJob", job: held, owner }
  return { job: { ...held, owner, runAt, fence: held.fence + 1 } as ClaimedJob, writes: [...writes, due, claim] }
}
