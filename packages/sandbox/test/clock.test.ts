import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { ClockTarget, parseDuration } from "../src/ClockTarget.js"
import * as SandboxClock from "../src/SandboxClock.js"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import { databases, inFile, type Place } from "./databases.js"
import { temporaryPath } from "./files.js"

const at = (text: string) => DateTime.unsafeMake(text)
const by = (text: string) => ClockTarget.Advance({ duration: Option.getOrThrow(parseDuration(text)) })
const start = at("2031-01-01T00:00:00Z")

const build = (place: Place = SandboxDatabase.layerMemory) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start.epochMillis)
    const file = yield* Layer.build(place)
    return yield* Effect.provide(SandboxClock.make, file)
  })

/** The clock of a server that starts on a database at a given real time. */
const started = (place: Place, real: string) =>
  Effect.zipRight(
    TestClock.setTime(at(real).epochMillis),
    Effect.flatMap(Layer.build(place), (file) => Effect.provide(SandboxClock.make, file))
  )

const shown = Effect.map(DateTime.formatIso)

/** Due instants, each of which may add others when it runs. Records the runs. */
const work = (first: ReadonlyArray<string>, adds: (at: string) => ReadonlyArray<string> = () => []) =>
  Effect.map(Ref.make({ due: [...first].sort(), log: [] as ReadonlyArray<string> }), (ref) => ({
    log: Effect.map(Ref.get(ref), ({ log }) => log),
    nextDue: Effect.map(Ref.get(ref), ({ due }) => Option.map(Option.fromNullable(due[0]), at)),
    runDue: (now: DateTime.Utc) =>
      Ref.modify(ref, ({ due, log }) => {
        const text = DateTime.formatIso(now)
        const ready = due.filter((instant) => at(instant).epochMillis <= now.epochMillis)
        const rest = due.filter((instant) => !ready.includes(instant))
        const next = [...rest, ...ready.flatMap(adds)].sort()
        return [ready.length, { due: next, log: [...log, ...ready.map((one) => `${one} at ${text}`)] }]
      })
  }))

// D38.
describe("The sandbox's clock", () => {
  it.scoped("follows real time until it is moved, and then stands still", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const clock = yield* build(inFile(path))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* shown(clock.now), "2031-01-01T00:00:05.000Z")
      assert.isFalse(yield* clock.stands)
      yield* clock.set(at("2031-02-01T00:00:00Z"))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* shown(clock.now), "2031-02-01T00:00:00.000Z")
      assert.strictEqual(clock.clock.unsafeCurrentTimeNanos(), BigInt(Date.UTC(2031, 1, 1)) * 1_000_000n)
      assert.isTrue(yield* clock.stands)
    })
  )

  it.scoped("stands where it stood after a restart", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const before = yield* Effect.scoped(
        Effect.flatMap(build(inFile(path)), ({ set }) => set(at("2035-06-01T00:00:00Z")))
      )
      const after = yield* Effect.scoped(Effect.flatMap(build(inFile(path)), ({ now }) => now))
      assert.deepStrictEqual([after, DateTime.formatIso(after)], [before, "2035-06-01T00:00:00.000Z"])
    })
  )

  it.scoped("sleeps in real time while it stands still", () =>
    Effect.gen(function* () {
      const { clock, set } = yield* build()
      yield* set(at("2040-01-01T00:00:00Z"))
      const fiber = yield* Effect.fork(clock.sleep(Duration.seconds(2)))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
    })
  )

  it.scoped.each([
    { name: "the same instant", to: "2031-01-01T00:00:00Z", expected: "2031-01-01T00:00:00.000Z" },
    { name: "a millisecond back", to: "2030-12-31T23:59:59.999Z", expected: "backwards" },
    { name: "the last instant", to: "9999-12-31T23:59:59.999Z", expected: "9999-12-31T23:59:59.999Z" },
    { name: "after the last instant", to: "+010000-01-01T00:00:00Z", expected: "out-of-range" }
  ])("asked to go to $name: $expected", ({ expected, to }) =>
    Effect.gen(function* () {
      const clock = yield* build()
      const went = yield* Effect.match(clock.set(at(to)), {
        onFailure: (error) => (error._tag === "ClockRefused" ? error.reason : error._tag),
        onSuccess: DateTime.formatIso
      })
      assert.strictEqual(went, expected)
      assert.strictEqual(yield* clock.stands, expected.endsWith("Z"))
    })
  )

  it.scoped("goes from due instant to due instant and runs what falls due, the target's own included", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2031-02-01T00:00:00.000Z", "2031-01-10T00:00:00.000Z", "2031-02-01T00:00:00.001Z"])
      const moved = yield* clock.advance(by("P1M"), due)
      assert.deepStrictEqual(yield* due.log, [
        "2031-01-10T00:00:00.000Z at 2031-01-10T00:00:00.000Z",
        "2031-02-01T00:00:00.000Z at 2031-02-01T00:00:00.000Z"
      ])
      assert.deepStrictEqual([DateTime.formatIso(moved.now), moved.ran], ["2031-02-01T00:00:00.000Z", 2])
    })
  )

  it.scoped("runs what is overdue without going back to it", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2030-06-01T00:00:00.000Z"])
      yield* clock.advance(by("PT0S"), due)
      assert.deepStrictEqual(yield* due.log, ["2030-06-01T00:00:00.000Z at 2031-01-01T00:00:00.000Z"])
    })
  )

  it.scoped("stands still already while the first work runs", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2030-06-01T00:00:00.000Z"])
      const slow = {
        ...due,
        runDue: (now: DateTime.Utc) => Effect.zipRight(TestClock.adjust("5 seconds"), due.runDue(now))
      }
      yield* clock.advance(by("PT0S"), slow)
      assert.strictEqual(yield* shown(clock.now), DateTime.formatIso(start))
      const failing = { ...slow, nextDue: Effect.zipRight(TestClock.adjust("5 seconds"), Effect.fail("no" as const)) }
      const fresh = yield* build()
      yield* Effect.flip(fresh.advance(by("PT0S"), failing))
      assert.strictEqual(yield* shown(fresh.now), DateTime.formatIso(start))
    })
  )

  it.scoped("runs a year of daily work, each day added by the one before", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2031-01-01T00:00:00.000Z"], (day) => [
        DateTime.formatIso(DateTime.add(at(day), { days: 1 }))
      ])
      const { ran } = yield* clock.advance(by("P1Y"), due)
      assert.strictEqual(ran, 366)
      assert.strictEqual((yield* due.log).at(-1), "2032-01-01T00:00:00.000Z at 2032-01-01T00:00:00.000Z")
    })
  )

  it.scoped.each([
    { name: "is run but comes back", count: 1, rounds: SandboxClock.roundsPerInstant },
    { name: "is never run", count: 0, rounds: SandboxClock.idleRoundsPerInstant }
  ])("stops with an error where work $name at one instant", ({ count, rounds }) =>
    Effect.gen(function* () {
      const clock = yield* build()
      const runs = yield* Ref.make(0)
      const stuck = {
        nextDue: Effect.succeedSome(at("2031-01-10T00:00:00Z")),
        runDue: () =>
          Effect.as(
            Ref.update(runs, (times) => times + 1),
            count
          )
      }
      const error = yield* Effect.flip(clock.advance(by("P1M"), stuck))
      assert.strictEqual(error._tag, "DueWorkStuck")
      assert.strictEqual(yield* Ref.get(runs), rounds)
      assert.strictEqual(yield* shown(clock.now), "2031-01-10T00:00:00.000Z")
    })
  )

  it.scoped("stands where work failed, and goes on from there", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2031-01-10T00:00:00.000Z", "2031-01-20T00:00:00.000Z"])
      const failing = { ...due, runDue: () => Effect.fail("no" as const) }
      assert.strictEqual(yield* Effect.flip(clock.advance(by("P1M"), failing)), "no")
      assert.strictEqual(yield* shown(clock.now), "2031-01-10T00:00:00.000Z")
      assert.strictEqual((yield* clock.advance(by("P1M"), due)).ran, 2)
    })
  )

  it.scoped("moves one step at a time: two moves at once add up", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      const due = yield* work(["2031-01-10T00:00:00.000Z", "2031-02-10T00:00:00.000Z"])
      yield* Effect.all([clock.advance(by("P1M"), due), clock.advance(by("P1M"), due)], { concurrency: "unbounded" })
      assert.strictEqual(yield* shown(clock.now), "2031-03-01T00:00:00.000Z")
      assert.strictEqual((yield* due.log).length, 2)
    })
  )

  it.scoped("has moved before what falls due runs: a restart in the middle does not go back", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const clock = yield* build(inFile(path))
      const restarted = Effect.flatMap(Effect.scoped(build(inFile(path))), ({ now }) => now)
      const due = yield* work(["2031-01-10T00:00:00.000Z"])
      const seen = yield* Ref.make("")
      const looking = {
        ...due,
        runDue: (now: DateTime.Utc) =>
          Effect.zipRight(
            Effect.flatMap(shown(restarted), (text) => Ref.set(seen, text)),
            due.runDue(now)
          )
      }
      yield* clock.advance(by("P1M"), looking)
      assert.strictEqual(yield* Ref.get(seen), "2031-01-10T00:00:00.000Z")
    })
  )

  it.scoped("has no instant twice and leaves none out when it follows again", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      yield* clock.set(at("2040-01-01T00:00:00Z"))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* shown(clock.follow), "2040-01-01T00:00:00.000Z")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* shown(clock.now), "2040-01-01T00:00:00.001Z")
      // The test clock counts nanoseconds in a number, which is not exact.
      const micros = (clock.clock.unsafeCurrentTimeNanos() + 500n) / 1_000n
      assert.strictEqual(micros, BigInt(Date.UTC(2040, 0, 1, 0, 0, 0, 1)) * 1_000n)
    })
  )

  it.scoped("ignores follow when it already follows", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      assert.strictEqual(yield* shown(clock.follow), "2031-01-01T00:00:00.000Z")
      yield* clock.set(at("2040-01-01T00:00:00Z"))
      yield* clock.follow
      yield* TestClock.adjust("1 minute")
      yield* clock.follow
      assert.strictEqual(yield* shown(clock.now), "2040-01-01T00:01:00.000Z")
      assert.isFalse(yield* clock.stands)
    })
  )

  it.scoped("stands again once it is moved again, also where it is behind real time", () =>
    Effect.gen(function* () {
      const clock = yield* build()
      yield* clock.advance(by("PT0S"), yield* work([]))
      yield* TestClock.adjust("1 day")
      yield* clock.follow
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* shown(clock.now), "2031-01-01T00:00:01.000Z")
      yield* clock.advance(by("PT1S"), yield* work([]))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* shown(clock.now), yield* clock.stands], ["2031-01-01T00:00:02.000Z", true])
    })
  )

  it.live("is Effect's clock for whatever runs with its layer", () =>
    Effect.gen(function* () {
      const layer = Layer.provide(SandboxClock.layer, SandboxDatabase.layerMemory)
      const moved = Effect.gen(function* () {
        const clock = yield* SandboxClock.SandboxClock
        yield* clock.set(at("2040-01-01T00:00:00Z"))
        return [DateTime.formatIso(yield* DateTime.now), yield* shown(Fiber.join(yield* Effect.fork(DateTime.now)))]
      })
      const expected = ["2040-01-01T00:00:00.000Z", "2040-01-01T00:00:00.000Z"]
      assert.deepStrictEqual(yield* Effect.provide(moved, layer), expected)
      const runtime = ManagedRuntime.make(layer)
      assert.deepStrictEqual(yield* Effect.promise(() => runtime.runPromise(moved)), expected)
      yield* runtime.disposeEffect
    })
  )
})

// D38: the state survives a restart.
describe.each(databases)("On $kind the sandbox's clock", ({ empty }) => {
  it.scoped("follows real time in a new database, also after a restart", () =>
    Effect.gen(function* () {
      const place = yield* empty
      assert.isFalse(yield* Effect.scoped(Effect.flatMap(started(place, "2031-01-01T00:00:00Z"), (_) => _.stands)))
      assert.strictEqual(
        yield* Effect.scoped(Effect.flatMap(started(place, "2032-01-01T00:00:00Z"), ({ now }) => shown(now))),
        "2032-01-01T00:00:00.000Z"
      )
    })
  )

  it.scoped("stands after a restart, however long it takes, and follows after the next, from where it stood", () =>
    Effect.gen(function* () {
      const place = yield* empty
      yield* Effect.scoped(
        Effect.flatMap(started(place, "2031-01-01T00:00:00Z"), ({ set }) => set(at("2035-06-01T00:00:00Z")))
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          const clock = yield* started(place, "2031-03-01T00:00:00Z")
          assert.deepStrictEqual([yield* shown(clock.now), yield* clock.stands], ["2035-06-01T00:00:00.000Z", true])
          yield* clock.follow
        })
      )
      const clock = yield* started(place, "2031-03-02T00:00:00Z")
      assert.deepStrictEqual([yield* shown(clock.now), yield* clock.stands], ["2035-06-02T00:00:00.000Z", false])
    })
  )

  it.scoped("D13: goes once where a named move takes it, whether it died before, on the way or after", () =>
    Effect.gen(function* () {
      const place = yield* empty
      const opened = <A, E>(use: (clock: SandboxClock.SandboxClock["Type"]) => Effect.Effect<A, E>) =>
        Effect.scoped(Effect.flatMap(started(place, "2031-01-01T00:00:00Z"), use))
      const due = yield* work(["2031-01-10T00:00:00.000Z", "2031-02-20T00:00:00.000Z"])
      const moved = (name: string, text: string, jobs: SandboxClock.DueWork<string> = due) =>
        opened((clock) =>
          Effect.map(clock.advance(by(text), jobs, name), ({ now, ran }) => [DateTime.formatIso(now), ran])
        )

      const early = { ...due, nextDue: Effect.fail("died before") }
      const midway = { ...due, runDue: () => Effect.fail("died on the way") }
      assert.strictEqual(yield* Effect.flip(moved("a", "P2M", early)), "died before")
      assert.strictEqual(yield* Effect.flip(moved("a", "P2M", midway)), "died on the way")
      const first = ["2031-03-01T00:00:00.000Z", 2]
      assert.deepStrictEqual(yield* moved("a", "P2M"), first)
      assert.deepStrictEqual(yield* moved("a", "P2M"), first)

      // Others have moved it in between.
      assert.deepStrictEqual(yield* moved("b", "P1M"), ["2031-04-01T00:00:00.000Z", 0])
      assert.deepStrictEqual(yield* moved("a", "P2M"), first)
      assert.strictEqual(yield* opened(({ now }) => shown(now)), "2031-04-01T00:00:00.000Z")
      assert.strictEqual(yield* Effect.flip(moved("c", "P1M", early)), "died before")
      yield* opened(({ advance }) => advance(by("P3M"), due))
      assert.deepStrictEqual(yield* moved("c", "P1M"), ["2031-05-01T00:00:00.000Z", 0])
      assert.strictEqual(yield* opened(({ now }) => shown(now)), "2031-07-01T00:00:00.000Z")
    })
  )

  it.scoped.each([
    { later: "30 days", expected: "2031-02-01T00:00:00.000Z" },
    { later: "30 days and a millisecond", expected: "2031-03-01T00:00:00.000Z" }
  ])("D13: a name stands for its move for 30 days of real time: $later", ({ expected, later }) =>
    Effect.gen(function* () {
      const clock = yield* started(yield* empty, "2031-01-01T00:00:00Z")
      yield* clock.advance(by("P1M"), yield* work([]), "a")
      yield* TestClock.adjust(Duration.millis(30 * 86_400_000 + (later.endsWith("millisecond") ? 1 : 0)))
      yield* clock.advance(by("P1M"), yield* work([]), "a")
      assert.strictEqual(yield* shown(clock.now), expected)
    })
  )
})
