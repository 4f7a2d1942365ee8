/** Claiming and finishing due jobs that do nothing, on one PostgreSQL. */
import { randomUUID } from "node:crypto"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import { type JobHandler, JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import * as Worker from "@florin/core/due-work/Worker"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import * as Scheduler from "@florin/scheduler/Scheduler"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Logger, run as runGraphile, runMigrations } from "graphile-worker"
import PgBoss from "pg-boss"
import { postgres } from "../florin.js"
import { type Figures, measure, timed, warmUp } from "../measure.js"
import { shopId } from "../orders.js"
import { database, query } from "../places.js"
import { contest } from "../report.js"

/** Connections, and where each of them does one job at a time, also jobs. */
const connections = 32

/** `all` ends when so many have been counted. */
const countdown = (count: number) => {
  let left = count
  let finished = () => {}
  const all = new Promise<void>((resolve) => {
    finished = resolve
  })
  const counted = (jobs: number) => {
    left -= jobs
    if (left === 0) finished()
  }
  return { all, counted }
}

/** Handles jobs by finishing them; the commits of those that were claimed together are one. */
const finishing = (counted: (jobs: number) => void) =>
  Effect.map(CommitStore, (store) => {
    const write = commit(store)
    const finish = (jobs: ReadonlyArray<ClaimedJob>) => {
      const writes = jobs.map((job) => ({ _tag: "FinishJob", job }) as const)
      return write({ name: "expire", load: {}, decide: () => decided(writes, undefined) })
    }
    const run: JobHandler["run"] = (job) => Effect.map(finish([job]), () => counted(1))
    const runAll: JobHandler["runAll"] = (jobs, ended) =>
      Effect.map(finish(jobs), () => {
        for (const job of jobs) ended(job, Exit.void)
        counted(jobs.length)
      })
    return [{ kind: "expire", pool: "commits", run, runAll } as const]
  })

const florin = async (count: number): Promise<Figures> => {
  const address = await database()
  const { all, counted } = countdown(count)
  const store = ManagedRuntime.make(postgres(address, connections))
  // Migrated and connected beforehand, as the others' tables are.
  const { context } = await store.runtime()
  await query(
    address,
    `INSERT INTO florin_jobs (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)
      SELECT $1, 'expire', name, '|' || $1, 1, place, NULL, 1, 0 FROM unnest($2::text[]) WITH ORDINALITY AS t(name, place)`,
    [shopId, Array.from({ length: count }, () => randomUUID())]
  )
  const loop = ManagedRuntime.make(
    Scheduler.layerLive.pipe(
      Layer.provide(Layer.effect(JobHandlers, finishing(counted))),
      Layer.provide(Layer.mergeAll(Worker.layer, Layer.scoped(Lease.Lease, Lease.make()))),
      Layer.provide(Layer.succeedContext(context)),
      Layer.orDie
    )
  )
  const figures = await timed(count, async () => {
    await loop.runPromise(Effect.void)
    await all
  })
  await loop.dispose()
  await store.dispose()
  return figures
}

const pgBoss = async (count: number): Promise<Figures> => {
  const boss = new PgBoss({ connectionString: await database(), max: connections })
  await boss.start()
  const name = "bench"
  await boss.createQueue(name)
  await boss.insert(Array.from({ length: count }, () => ({ name, data: {} })))
  // Its own loop waits half a second between two looks; asked directly it is as fast as it can be.
  const figures = await measure(count, connections, async () => {
    for (const { id } of await boss.fetch(name)) await boss.complete(name, id)
  })
  await boss.stop({ graceful: false })
  return figures
}

const graphile = async (count: number): Promise<Figures> => {
  const connectionString = await database()
  await runMigrations({ connectionString })
  const jobs = `array_agg(json_populate_record(NULL::graphile_worker.job_spec, '{"identifier":"noop"}'))`
  await query(connectionString, `SELECT graphile_worker.add_jobs(${jobs}) FROM generate_series(1, $1::int)`, [count])
  const { all, counted } = countdown(count)
  let stop = async () => {}
  const figures = await timed(count, async () => {
    const runner = await runGraphile({
      ...{ connectionString, concurrency: connections, maxPoolSize: connections, noHandleSignals: true },
      logger: new Logger(() => () => {}),
      taskList: { noop: async () => counted(1) }
    })
    stop = () => runner.stop()
    await all
  })
  await stop()
  return figures
}

export const jobs = (scale: number): Promise<string> => {
  const count = Math.ceil(4000 * scale)
  return contest({
    what: `claims and finishes, PostgreSQL, ${count} due jobs, ${connections} connections`,
    sides: [
      { name: "Florin", work: florin },
      { name: "pg-boss 10.4.2", work: pgBoss },
      { name: "graphile-worker 0.16.6", work: graphile }
    ],
    ...{ warmUp: warmUp * scale, count, rate: 2 }
  })
}
