// A crash at every fault point of a payment's commits: the host's rows and the payment are both there, or neither is.
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnStores, newPlace } from "@florin/storage-postgres/testing/eitherStore"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import type { ChargeRequest } from "florin"
import { Florin } from "florin/effect"
import * as OnCommit from "../src/host/onCommit.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))

const inFlightWindow = 1000

const order: ChargeRequest = {
  ...{ amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42" },
  card: { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
}

/** A host whose listeners, one of each face, keep each change of a payment. */
const listening = Florin.onCommit(({ transaction: { status, uid } }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO told_effect VALUES (${uid}, ${status})`)
).pipe(
  Layer.provide(
    OnCommit.layer(async ({ transaction: { status, uid } }, { execute }) => {
      const reported = await execute("SELECT * FROM told_promise WHERE uid = ? AND status = ?", [uid, status])
      if (reported.length === 0) await execute("INSERT INTO told_promise VALUES (?, ?)", [uid, status])
    })
  )
)

const monotonic = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

/** A process that comes to fault points. */
type Reached = NonNullable<FaultPoints["Type"]>

const freely: Reached = () => Effect.void

/** Dies at one point, and commits, asks and sends nothing any more. */
const dyingAt = (at: string, passed: Array<string> = []): Reached => {
  let isDead = false
  return (point, moment) => {
    const here = `${moment} ${point}`
    if (!isDead) passed.push(here)
    isDead ||= here === at
    return isDead ? Effect.die("crash") : Effect.void
  }
}

/** One database and one acquirer, on which processes follow each other. */
const site = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
  const place = yield* newPlace
  const scripted = ScriptedAcquirer.make({ inFlightWindow })
  const bank = ScriptedAcquirer.service(scripted, { gatewayId: 7, name: "Bank", simulated: false, inFlightWindow })
  const host = yield* Layer.build(place.client)
  const sql = yield* Effect.provide(SqlClient.SqlClient, host)
  yield* sql`CREATE TABLE told_effect (uid TEXT, status TEXT)`
  yield* sql`CREATE TABLE told_promise (uid TEXT, status TEXT)`

  const processOf = (reached: Reached) =>
    Florin.operations.pipe(
      Layer.provideMerge(Gateway.layerOnDemand({ baseUrl: "https://pay.example", reconciliation: "on-request" })),
      Layer.provideMerge(
        Layer.mergeAll(Florin.vault, Florin.shops([{ id: "shop", secretKey: "a-long-random-secret" }]))
      ),
      Layer.provideMerge(Layer.mergeAll(place.store, Florin.keysText(ring), Florin.acquirers([bank]))),
      Layer.provide(Layer.mergeAll(monotonic, Layer.succeed(FaultPoints, reached), listening)),
      Layer.provide(Layer.succeedContext(host))
    )

  return {
    /** Runs a process to its end, whatever that is. */
    during: <A, E>(reached: Reached, work: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof processOf>>>) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const built = yield* Layer.buildWithScope(processOf(reached), scope)
        const exit = yield* Effect.exit(Effect.provide(work, built))
        yield* Effect.exit(Scope.close(scope, Exit.void))
        return exit
      }),
    /** What stands in the database now: the payment, and what each listener kept of it. */
    books: Effect.all({
      payments: sql`SELECT status FROM florin_transactions`.values,
      effect: sql`SELECT status FROM told_effect`.values,
      promise: sql`SELECT status FROM told_promise`.values
    }),
    /** How often the acquirer has charged. */
    charged: Effect.sync(() => scripted.ledger.entries.size)
  }
})

const pay = Florin.shop("shop").pay(order)

/** Runs due work until the first process is missed, and what it left is finished. */
const recovered = Effect.gen(function* () {
  const { runDue } = yield* Scheduler
  for (let round = 0; round < 12; round++) {
    yield* runDue(yield* DateTime.now)
    yield* TestClock.adjust("5 seconds")
  }
})

const steps = [
  { at: "before commit.accept-charge", left: [], reported: [], finally: [] },
  { at: "after commit.accept-charge", left: ["pending"], reported: [], finally: ["failed"] },
  { at: "before acquirer.perform", left: ["pending"], reported: [], finally: ["failed"] },
  { at: "after acquirer.perform", left: ["pending"], reported: [], finally: ["successful"] },
  { at: "before commit.record", left: ["pending"], reported: [], finally: ["successful"] },
  { at: "after commit.record", left: ["successful"], reported: ["successful"], finally: ["successful"] }
]

const rows = (values: ReadonlyArray<string>) => values.map((value) => [value])

describeOnStores("a host's rows in the commits of a payment", () => {
  it.scoped("are written in the commits that a payment comes to, and in no other", () =>
    Effect.gen(function* () {
      const passed: Array<string> = []
      const { books, during } = yield* site
      const begin = Effect.sync(() => passed.splice(0))
      const paid = Effect.zipRight(
        begin,
        Effect.zipRight(
          pay,
          Effect.sync(() => [...passed])
        )
      )
      const ours = yield* yield* during(dyingAt("nowhere", passed), paid)
      assert.deepStrictEqual(
        ours,
        steps.map(({ at }) => at)
      )
      // A payment that is accepted has changed nothing yet.
      const reported = rows(["successful"])
      assert.deepStrictEqual(yield* books, { payments: rows(["successful"]), effect: reported, promise: reported })
    })
  )

  it.scoped.each(steps)(
    "are there with the payment or not at all, after a crash $at",
    ({ at, finally: last, left, reported }) =>
      Effect.gen(function* () {
        const { books, charged, during } = yield* site
        assert.isTrue(Exit.isFailure(yield* during(dyingAt(at), pay)))
        const crashed = { payments: rows(left), effect: rows(reported), promise: rows(reported) }
        assert.deepStrictEqual(yield* books, crashed)
        yield* during(freely, recovered)
        const all = rows(last)
        assert.deepStrictEqual(yield* books, { payments: all, effect: all, promise: all })
        assert.strictEqual(yield* charged, last[0] === "successful" ? 1 : 0)
      })
  )
})
