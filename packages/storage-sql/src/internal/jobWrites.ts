/** Writes of jobs, and of the processes that hold them. */
import { type JobName, never } from "@florin/core/jobs/Job"
import { about } from "./rowNames.js"
import { guarded, insert, statement } from "./statement.js"
import { step } from "./values.js"
import type { WriteTable } from "./writeTable.js"

const columns = "shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts"

const enqueue = insert("jobs.enqueue", "{jobs} AS jobs", columns, {
  key: ["shop_id", "kind", "subject"],
  conflict: `
  ON CONFLICT (shop_id, kind, subject) DO UPDATE
    SET run_at = excluded.run_at, place = excluded.place, share = excluded.share
  WHERE jobs.run_at > excluded.run_at`
})
const hold = insert("jobs.hold", "{jobs}", columns)

const name = ["shop", "kind", "subject"] as const
const named = "WHERE shop_id = [shop] AND kind = [kind] AND subject = [subject]"
const held = `${named} AND fence = [fence:bigint]` as const
const due = "run_at = [runAt:bigint], place = [place:bigint]"

const claim = guarded("jobs.claim", `UPDATE {jobs} SET lease_owner = [owner], fence = fence + 1 ${held}`, name)
const finish = guarded("jobs.finish", `DELETE FROM {jobs} ${held}`, name)
const postpone = guarded(
  "jobs.postpone",
  `UPDATE {jobs} SET ${due}, lease_owner = NULL, attempts = attempts + 1 ${held}`,
  name
)
const suspend = guarded("jobs.park", `UPDATE {jobs} SET ${due}, lease_owner = NULL, attempts = 0 ${held}`, name)
const keep = guarded("jobs.keep", `UPDATE {jobs} SET ${due} ${held}`, name)
const release = statement("jobs.release", `UPDATE {jobs} SET lease_owner = NULL ${held}`)
const cancel = statement("jobs.cancel", `DELETE FROM {jobs} ${named}`)

const register = statement(
  "workers.register",
  "INSERT INTO {workers} (owner, heartbeats) VALUES ([owner], 0) ON CONFLICT (owner) DO NOTHING"
)
const heartbeat = guarded(
  "workers.heartbeat",
  "UPDATE {workers} SET heartbeats = heartbeats + 1 WHERE owner = [owner]",
  ["owner"]
)
const deregister = statement("workers.deregister", "DELETE FROM {workers} WHERE owner = [owner]")
const deregisterSilent = statement(
  "workers.deregister",
  "DELETE FROM {workers} WHERE owner = [owner] AND heartbeats = [heartbeats]"
)

// Few workers hold jobs, but one may hold a thousand: this skips from owner to owner instead of scanning the jobs.
const orphans = `
      WITH RECURSIVE holders (name) AS (
        SELECT MIN(lease_owner) FROM {jobs} WHERE lease_owner IS NOT NULL
        UNION ALL
        SELECT (SELECT MIN(lease_owner) FROM {jobs} WHERE lease_owner > name) FROM holders WHERE name IS NOT NULL
      )
      SELECT name FROM holders WHERE name IS NOT NULL AND name NOT IN (SELECT owner FROM {workers})`

// A process that hangs in a transaction keeps its rows locked, and waiting for them would block this worker. The next
// run releases them.
const releaseOrphans = {
  ...statement("jobs.releaseOrphans", `UPDATE {jobs} SET lease_owner = NULL WHERE lease_owner IN (${orphans})`),
  unlocked: `UPDATE {jobs} SET lease_owner = NULL WHERE (shop_id, kind, subject) IN (
      SELECT shop_id, kind, subject FROM {jobs} WHERE lease_owner IN (${orphans}) FOR UPDATE SKIP LOCKED)`
}

const ofJob = ({ job: { shop, subject } }: { readonly job: JobName }): ReadonlyArray<string> => [about(shop, subject)]

// A heartbeat only increments a counter. Commits that end a worker read all workers, which claims everything.
const nothing = (): ReadonlyArray<string> => []

const added = ({ kind, shop, subject }: JobName, share: string, runAt: number, place: number) => ({
  shop_id: shop,
  kind,
  subject,
  share,
  run_at: runAt,
  place,
  attempts: 0
})

export const jobWrites = {
  EnqueueJob: {
    touches: ofJob,
    steps: ({ job, runAt, share }, { fence, place }) => [
      step(enqueue, { lease_owner: null, fence: fence(), ...added(job, share, runAt, place()) })
    ]
  },
  HoldJob: {
    touches: ofJob,
    steps: ({ job, owner, runAt, share }, { place }) => [
      step(hold, { lease_owner: owner, fence: job.fence, ...added(job, share, runAt, place()) })
    ]
  },
  ClaimJob: { touches: ofJob, steps: ({ job, owner }) => [step(claim, { ...job, owner })] },
  FinishJob: { touches: ofJob, steps: ({ job }) => [step(finish, job)] },
  PostponeJob: {
    touches: ofJob,
    steps: ({ job, runAt }, { place }) => [step(postpone, { ...job, runAt, place: place() })]
  },
  SuspendJob: {
    touches: ofJob,
    steps: ({ job }, { place }) => [step(suspend, { ...job, runAt: never, place: place() })]
  },
  ExtendLease: {
    touches: ofJob,
    steps: ({ job, runAt }, { place }) => [step(keep, { ...job, runAt, place: place() })]
  },
  ReleaseJob: { touches: ofJob, steps: ({ job }) => [step(release, job)] },
  CancelJob: { touches: ofJob, steps: ({ job }) => [step(cancel, job)] },
  RegisterWorker: { touches: nothing, steps: (write) => [step(register, write)] },
  Heartbeat: { touches: nothing, steps: (write) => [step(heartbeat, write)] },
  DeregisterWorker: {
    touches: nothing,
    steps: ({ heartbeats, owner }) => [
      heartbeats === undefined ? step(deregister, { owner }) : step(deregisterSilent, { owner, heartbeats })
    ]
  },
  ReleaseOrphans: { touches: nothing, steps: () => [step(releaseOrphans, {})] }
} satisfies Partial<WriteTable>
