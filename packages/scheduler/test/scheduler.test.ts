import { assert, describe, it } from "@effect/vitest"
import { ShopId } from "@florin/core/ids/Ids"
import { type ClaimedJob, type JobKind, JobStore } from "@florin/core/jobs/Job"
import { type JobHandler, JobHandlers } from "@florin/core/jobs/JobHandlers"
import * as JobQueue from "@florin/core/jobs/JobQueue"
import * as Worker from "@florin/core/jobs/Worker"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Scheduler from "@florin/scheduler/Scheduler"
import { aliveFor, SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"

const shop = ShopId.make("one")

class Done extends Context.Tag("test/Done")<Done, Ref.Ref<ReadonlyArray<string>>>() {}

const finish = (job: ClaimedJob) =>
  Effect.flatMap(UnitOfWork, (unit) => unit.run(Effect.flatMap(JobStore, (jobs) => jobs.finish(job))))

const note = (job: ClaimedJob) =>
  Effect.flatMap(Done, (done) => Ref.update(done, (subjects) => [...subjects, job.subject]))

const done = Effect.flatMap(Done, Ref.get)

const noted = (subject: string) => Effect.map(done, (subjects) => subjects.includes(subject))

const until = <R>(ready: Effect.Effect<boolean, never, R>) =>
  Effect.repeat(Effect.delay(ready, "5 millis"), { until: (is) => is, times: 1000 })

/** Every kind is noted and finished, save those whose subject says otherwise. */
const handlers = Layer.effect(
  JobHandlers,
  Effect.gen(function* () {
    const context = yield* Effect.context<UnitOfWork | JobStore | Done>()
    const handle: JobHandler = (job) =>
      Effect.gen(function* () {
        yield* note(job)
        if (job.subject.startsWith("dies") && job.attempts < 2) return yield* Effect.die("broken")
        if (job.subject === "always dies") return yield* Effect.die("broken")
        if (job.subject.startsWith("hangs")) yield* until(noted("recover"))
        yield* finish(job)
      }).pipe(Effect.provide(context))
    return {
      recover: handle,
      expire: handle,
      "release-hold": handle,
      reverse: handle,
      notify: handle,
      sweep: handle
    }
  })
)

const live = (settings = Layer.empty) =>
  Scheduler.layer.pipe(
    Layer.provideMerge(handlers),
    Layer.provideMerge(JobQueue.layer),
    Layer.provideMerge(
      Layer.mergeAll(Worker.layer, emptyStore, Layer.effect(Done, Ref.make<ReadonlyArray<string>>([])))
    ),
    Layer.provide(settings),
    Layer.orDie
  )

const add = (subject: string, inSeconds: number, kind: JobKind = "expire") =>
  Effect.gen(function* () {
    const jobQueue = yield* JobQueue.JobQueue
    const runAt = DateTime.add(yield* DateTime.now, { seconds: inSeconds })
    yield* (yield* UnitOfWork).run(jobQueue.enqueue({ shop, kind, subject }, runAt))
  })

const runDue = Effect.flatMap(Scheduler.Scheduler, (scheduler) => Effect.flatMap(DateTime.now, scheduler.runDue))

describe("runDue", () => {
  it.effect("runs what is due, in the order of its instant, and says how many", () =>
    Effect.gen(function* () {
      yield* add("third", 3)
      yield* add("first", 1)
      yield* add("second", 2)
      yield* add("later", 4)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* runDue, 3)
      assert.deepStrictEqual(yield* done, ["first", "second", "third"])
      assert.strictEqual(yield* runDue, 0)
    }).pipe(Effect.provide(live()))
  )

  it.effect("names the next instant at which there is something to do", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* Scheduler.Scheduler
      assert.isTrue(Option.isNone(yield* nextDue))
      yield* add("a", 7)
      assert.deepStrictEqual(
        Option.map(yield* nextDue, ({ epochMillis }) => epochMillis),
        Option.some(7000)
      )
    }).pipe(Effect.provide(live()))
  )

  it.effect("gives work that dies back, to be tried again after 1 and 2 seconds", () =>
    Effect.gen(function* () {
      yield* add("dies", 0)
      assert.strictEqual(yield* runDue, 1)
      assert.strictEqual(yield* runDue, 0)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(yield* runDue, 1)
      yield* TestClock.adjust("1999 millis")
      assert.strictEqual(yield* runDue, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* runDue, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* runDue, 0)
      assert.strictEqual((yield* done).length, 3)
    }).pipe(Effect.provide(live()))
  )

  it.effect("gives it back for twice as long each time, and for an hour at most", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* Scheduler.Scheduler
      yield* add("always dies", 0)
      const waits: Array<number> = []
      for (let attempt = 0; attempt < 14; attempt++) {
        assert.strictEqual(yield* runDue, 1)
        const { epochMillis } = yield* DateTime.now
        const due = Option.getOrThrow(yield* nextDue).epochMillis
        waits.push((due - epochMillis) / 1000)
        yield* TestClock.setTime(due - 1)
        assert.strictEqual(yield* runDue, 0)
        yield* TestClock.setTime(due)
      }
      assert.deepStrictEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    }).pipe(Effect.provide(live()))
  )

  // Source: reliability promise 6; figure "leases retaken".
  it.effect.each([
    { name: "almost as long as it counts as alive", wait: Duration.subtract(aliveFor, "1 millis"), ran: 0 },
    { name: "as long as it counts as alive", wait: aliveFor, ran: 1 }
  ])("of another process's work, silent for $name, takes over $ran", ({ ran, wait }) =>
    Effect.gen(function* () {
      const jobs = yield* JobStore
      const unit = yield* UnitOfWork
      const now = yield* DateTime.now
      yield* unit.run(
        Effect.zipRight(
          jobs.addClaimed({ shop, kind: "recover", subject: "theirs" }, now, "another"),
          jobs.heartbeat("another", DateTime.addDuration(now, aliveFor))
        )
      )
      yield* TestClock.adjust(wait)
      assert.strictEqual(yield* runDue, ran)
    }).pipe(Effect.provide(live()))
  )
})

describe("a heartbeat", () => {
  // Alive for 5 s from the first beat on, and for 5 s more from the next, which comes after 1.5 s.
  it.effect.each([
    { wait: "1499 millis", aliveUntil: 5000 },
    { wait: "1500 millis", aliveUntil: 6500 }
  ] as const)("after $wait: this process keeps what it holds until $aliveUntil ms", ({ aliveUntil, wait }) =>
    Effect.gen(function* () {
      const jobs = yield* JobStore
      const { owner } = yield* Worker.Worker
      const unit = yield* UnitOfWork
      const mine = { shop, kind: "recover", subject: "mine" } as const
      const at = DateTime.unsafeMake
      yield* unit.run(jobs.addClaimed(mine, at(9000), owner))
      yield* TestClock.adjust(wait)
      yield* runDue
      const isFree = (now: number) => Effect.map(jobs.nextDue(at(now)), Option.isSome)
      assert.deepStrictEqual([yield* isFree(aliveUntil - 1), yield* isFree(aliveUntil)], [false, true])
    }).pipe(Effect.provide(live()))
  )
})

// A loop ends before the store it asks.
describe("the live loop", () => {
  it.live("wakes for work that is added, and runs it once", () =>
    Effect.gen(function* () {
      const { live } = yield* Scheduler.Scheduler
      yield* Effect.forkScoped(live)
      yield* add("now", 0)
      yield* until(noted("now"))
      yield* add("again", 0)
      yield* until(noted("again"))
      assert.deepStrictEqual(yield* done, ["now", "again"])
    }).pipe(Effect.scoped, Effect.provide(live()))
  )

  it.live("is not held up in other work by notifications that hang", () =>
    Effect.gen(function* () {
      const { live } = yield* Scheduler.Scheduler
      yield* Effect.forkScoped(live)
      for (const subject of ["hangs 1", "hangs 2", "hangs 3"]) yield* add(subject, 0, "notify")
      yield* until(Effect.map(done, ({ length }) => length >= 2))
      yield* add("recover", 0, "recover")
      yield* until(noted("recover"))
      assert.deepStrictEqual(yield* done, ["hangs 1", "hangs 2", "recover"])
    }).pipe(
      Effect.scoped,
      Effect.provide(live(Layer.succeed(SchedulerSettings, { concurrency: 2, notifyConcurrency: 2 })))
    )
  )

  it.live("starts nothing while somebody has it to himself", () =>
    Effect.gen(function* () {
      const { exclusively, live } = yield* Scheduler.Scheduler
      yield* Effect.forkScoped(live)
      yield* exclusively(
        Effect.gen(function* () {
          yield* add("waits", 0)
          yield* Effect.sleep("100 millis")
          assert.deepStrictEqual(yield* done, [])
        })
      )
      yield* until(noted("waits"))
    }).pipe(Effect.scoped, Effect.provide(live()))
  )
})
