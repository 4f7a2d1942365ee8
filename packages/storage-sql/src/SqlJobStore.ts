/**
 * Due work in SQL.
 *
 * @since 0.1.0
 */
import { Entropy } from "@florin/core/ids/Entropy"
import type { ShopId } from "@florin/core/ids/Ids"
import { type ClaimedJob, JobKind, type JobName, JobStore, LeaseLost } from "@florin/core/jobs/Job"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { instant, number, text } from "./internal/rows.js"
import { limit, read, tell, write } from "./internal/statement.js"

const millis = DateTime.toEpochMillis

// Jobs of one instant stand in line: a job that comes to an instant takes the place behind the last one there.
const lastPlace = "(SELECT COALESCE(MAX(place), 0) + 1 FROM jobs WHERE run_at = ?)"

const alive = "(SELECT owner FROM job_owners WHERE alive_until > ?)"

const heldByNobodyAlive = `(lease_owner IS NULL OR lease_owner NOT IN ${alive})`

// Few hold anything, and one of them may hold a thousand jobs: from one name to the next, not from job to job.
const heldByTheDead = `lease_owner IN (
  WITH RECURSIVE holders (name) AS (
    SELECT MIN(lease_owner) FROM jobs WHERE lease_owner IS NOT NULL
    UNION ALL SELECT (SELECT MIN(lease_owner) FROM jobs WHERE lease_owner > name) FROM holders WHERE name IS NOT NULL
  )
  SELECT name FROM holders WHERE name IS NOT NULL AND name NOT IN ${alive})`

const insert = tell(
  "jobs.add",
  `INSERT INTO jobs (shop_id, kind, subject, run_at, place, lease_owner, fence, attempts)
  VALUES (?, ?, ?, ?, ${lastPlace}, NULL, ?, 0)
  ON CONFLICT (shop_id, kind, subject) DO UPDATE SET run_at = excluded.run_at, place = excluded.place
  WHERE jobs.run_at > excluded.run_at`
)

const insertClaimed = tell(
  "jobs.addClaimed",
  `INSERT INTO jobs (shop_id, kind, subject, run_at, place, lease_owner, fence, attempts)
  VALUES (?, ?, ?, ?, ${lastPlace}, ?, ?, 0)`
)

const kinds = JobKind.literals.map(() => "?").join(", ")

const freeDead = tell("jobs.claimDue", `UPDATE jobs SET lease_owner = NULL WHERE ${heldByTheDead}`)

const claimFree = (skipLocked: string) =>
  write(
    "jobs.claimDue",
    `WITH due (due_shop, due_kind, due_subject) AS (
      SELECT shop_id, kind, subject FROM jobs
      WHERE lease_owner IS NULL AND run_at <= ? AND kind IN (${kinds})
      ORDER BY run_at, place, shop_id, kind, subject ${limit}${skipLocked}
    )
    UPDATE jobs SET lease_owner = ?, fence = fence + 1 FROM due
    WHERE shop_id = due_shop AND kind = due_kind AND subject = due_subject
    RETURNING shop_id, kind, subject, run_at, place, attempts, fence`
  )

const claim = write(
  "jobs.claim",
  `UPDATE jobs SET lease_owner = ?, fence = fence + 1
  WHERE shop_id = ? AND kind = ? AND subject = ? AND (lease_owner = ? OR ${heldByNobodyAlive})
  RETURNING shop_id, kind, subject, run_at, place, attempts, fence`
)

const mine = "WHERE shop_id = ? AND kind = ? AND subject = ? AND fence = ?"

const finish = write("jobs.finish", `DELETE FROM jobs ${mine} RETURNING fence`)

const postpone = write(
  "jobs.postpone",
  `UPDATE jobs SET run_at = ?, place = ${lastPlace}, lease_owner = NULL, attempts = attempts + 1 ${mine}
  RETURNING fence`
)

const cancel = tell("jobs.cancel", "DELETE FROM jobs WHERE shop_id = ? AND kind = ? AND subject = ?")

const heldDue = write(
  "jobs.releaseIdle",
  "SELECT shop_id, kind, subject, fence FROM jobs WHERE run_at <= ? AND lease_owner = ?"
)

const free = tell("jobs.releaseIdle", `UPDATE jobs SET lease_owner = NULL ${mine}`)

const beat = tell(
  "jobs.heartbeat",
  `INSERT INTO job_owners (owner, alive_until) VALUES (?, ?)
  ON CONFLICT (owner) DO UPDATE SET alive_until = excluded.alive_until`
)

const forget = tell("jobs.heartbeat", "DELETE FROM job_owners WHERE alive_until < ?")

const deregister = tell("jobs.deregister", "DELETE FROM job_owners WHERE owner = ?")

const nameOf = (row: Row): JobName => ({
  shop: text(row, "shop_id") as ShopId,
  kind: text(row, "kind") as JobKind,
  subject: text(row, "subject")
})

const claimedOf = (row: Row): ClaimedJob => ({
  ...nameOf(row),
  runAt: instant(row, "run_at"),
  attempts: number(row, "attempts"),
  fence: number(row, "fence")
})

const inLine = (left: Row, right: Row): number =>
  number(left, "run_at") - number(right, "run_at") || number(left, "place") - number(right, "place")

// A job that is finished and added again must not accept the fence of its former life.
const firstFence = (entropy: (bytes: number) => Uint8Array): number =>
  entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)

const unlessLost =
  (job: ClaimedJob) =>
  (rows: ReadonlyArray<Row>): Effect.Effect<void, LeaseLost> =>
    rows.length === 0 ? new LeaseLost({ kind: job.kind }) : Effect.void

/** The parameters of a condition on the kind: always as many as there are kinds. */
const everyPlace = (wanted: ReadonlyArray<JobKind>): ReadonlyArray<JobKind> =>
  JobKind.literals.map((_, index) => wanted[index] ?? wanted[0]!)

const add = (entropy: (bytes: number) => Uint8Array): JobStoreService["add"] => {
  return ({ kind, shop, subject }, runAt) =>
    insert(shop, kind, subject, millis(runAt), millis(runAt), firstFence(entropy))
}

const addClaimed = (entropy: (bytes: number) => Uint8Array): JobStoreService["addClaimed"] => {
  return ({ kind, shop, subject }, runAt, owner) => {
    const fence = firstFence(entropy)
    const claimed = { shop, kind, subject, runAt, attempts: 0, fence }
    return Effect.as(insertClaimed(shop, kind, subject, millis(runAt), millis(runAt), owner, fence), claimed)
  }
}

const releaseIdle: JobStoreService["releaseIdle"] = Effect.fnUntraced(function* ({ now, owner, running }) {
  for (const row of yield* heldDue(millis(now), owner)) {
    const { kind, shop, subject } = nameOf(row)
    if (!running({ kind, shop, subject })) yield* free(shop, kind, subject, number(row, "fence"))
  }
})

type JobStoreService = typeof JobStore.Service

/**
 * How long the row of a process that stopped without a word is kept. It holds nothing once its time is over.
 *
 * Unit: milliseconds.
 */
const ownerKeptFor = 24 * 60 * 60 * 1000

/**
 * A lease holds while `now` is before the instant its holder is alive until.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const database = yield* Database
  const entropy = yield* Entropy
  const { forUpdate, skipLocked } = database.dialect
  const claimNext = claimFree(skipLocked)
  const hold = write("jobs.hold", `SELECT fence FROM jobs ${mine}${forUpdate}`)
  const earliest = read(database)(
    "jobs.nextDue",
    `SELECT MIN(run_at) AS run_at FROM (
      SELECT MIN(run_at) AS run_at FROM jobs WHERE lease_owner IS NULL
      UNION ALL SELECT MIN(run_at) FROM jobs WHERE ${heldByTheDead}
    ) earliest`
  )

  return JobStore.of({
    add: add(entropy),
    addClaimed: addClaimed(entropy),
    claimDue: ({ kinds = JobKind.literals, limit, now, owner }) =>
      kinds.length === 0
        ? Effect.succeed([])
        : freeDead(millis(now)).pipe(
            Effect.zipRight(claimNext(millis(now), ...everyPlace(kinds), limit, owner)),
            Effect.map((rows) => Array.from(rows).sort(inLine).map(claimedOf))
          ),
    releaseIdle,
    claim: ({ job, now, owner, running }) =>
      running(job)
        ? Effect.succeedNone
        : Effect.map(claim(owner, job.shop, job.kind, job.subject, owner, millis(now)), (rows) =>
            Option.map(Option.fromNullable(rows[0]), claimedOf)
          ),
    hold: (job) => Effect.flatMap(hold(job.shop, job.kind, job.subject, job.fence), unlessLost(job)),
    finish: (job) => Effect.flatMap(finish(job.shop, job.kind, job.subject, job.fence), unlessLost(job)),
    postpone: (job, runAt) =>
      Effect.flatMap(
        postpone(millis(runAt), millis(runAt), job.shop, job.kind, job.subject, job.fence),
        unlessLost(job)
      ),
    cancel: ({ kind, shop, subject }) => cancel(shop, kind, subject),
    nextDue: (now) =>
      Effect.map(earliest(millis(now)), ([row]) =>
        row === undefined || row.run_at === null ? Option.none() : Option.some(instant(row, "run_at"))
      ),
    heartbeat: (owner, until) => Effect.zipRight(forget(millis(until) - ownerKeptFor), beat(owner, millis(until))),
    deregister: (owner) => deregister(owner)
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<JobStore, never, Database> = Layer.effect(JobStore, make)
