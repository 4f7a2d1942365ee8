import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import type { JobKind, JobName } from "@florin/core/jobs/Job"
import { look, millis, perform, shop, write } from "../StoreUnderTest.js"

export const named = (subject: string, kind: JobKind = "recover"): JobName => ({ shop, kind, subject })

export const enqueueing = (job: JobName, offset: number, share = "a share"): Write => ({
  _tag: "EnqueueJob",
  job,
  runAt: millis(offset),
  share
})

export const add = (subject: string, offset: number, kind?: JobKind, share?: string) =>
  write(enqueueing(named(subject, kind), offset, share))

export const holding = (job: HeldJob, offset: number, owner: string): Write => ({
  _tag: "HoldJob",
  job,
  runAt: millis(offset),
  share: "a share",
  owner
})

export const register = (owner: string) => write({ _tag: "RegisterWorker", owner })
export const heartbeat = (owner: string) => write({ _tag: "Heartbeat", owner })

export const everyKind = ["recover", "notify"]

export const request = (offset: number, options: Partial<Reads.DueRequest> = {}) =>
  Reads.dueJobs({ now: millis(offset), kinds: everyKind, limit: 100, perShare: 100, ...options })

export const due = (offset: number, options?: Partial<Reads.DueRequest>) => look(request(offset, options))

export const claiming = (jobs: ReadonlyArray<Reads.JobRecord>, owner: string) =>
  decided(
    jobs.map((job): Write => ({ _tag: "ClaimJob", job, owner })),
    jobs.map((job) => ({ ...job, fence: job.fence + 1 }))
  )

export const claimDue = (owner: string, offset: number, options?: Partial<Reads.DueRequest>) =>
  perform({ jobs: request(offset, options) }, ({ jobs }) => claiming(jobs, owner))

export const present = (subject: string) => look(Reads.job(named(subject)))

export const subjects = (jobs: ReadonlyArray<JobName>) => jobs.map((_) => _.subject)
