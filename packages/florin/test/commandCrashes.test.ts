/** A command that died before its answer was kept answers what it did. Source: D13. */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnContract, newPlace } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { Florin } from "florin/effect"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
const other = { ...card, number: "5555555555554444" }
const plan = (amount: number) => ({ title: "Monthly", currency: "EUR", plan: monthly(amount), infinite: true })
const monthly = (amount: number) => ({ amount, interval: 1, intervalUnit: "month" as const })

/** An acquirer that counts what it is asked. */
const bank = () => {
  const asked: Array<string> = []
  const books = { declines: false }
  const service: AcquirerService = {
    gatewayId: 7,
    name: "Bank",
    simulated: false,
    inFlightWindow: Duration.seconds(1),
    perform: (request) =>
      Effect.sync(() => {
        asked.push(request.key)
        return books.declines
          ? AcquirerAnswer.Declined({ reason: "funds", report: noReport })
          : AcquirerAnswer.Approved({ report: noReport })
      }),
    status: () => Effect.succeed(AcquirerStatus.NotFound())
  }
  return { asked, books, service }
}

const monotonic = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

const isDying = { now: false }

/** Dies before the answer of a command is kept. */
const reached: NonNullable<FaultPoints["Type"]> = (point, moment) =>
  isDying.now && point === "commit.key-answer" && moment === "before" ? Effect.die("crash") : Effect.void

const { subscriptions } = Florin.shop("shop")
const due = Effect.flatMap(Scheduler, (scheduler) => Effect.flatMap(DateTime.now, scheduler.runDue))
const nextMonth = Effect.zipRight(TestClock.adjust("31 days"), due)
const options = { idempotencyKey: "a-key" }

interface Case {
  readonly name: string
  readonly command: (id: string) => ReturnType<typeof subscriptions.pause>
  /** The acquirer declines a renewal before the command, and what the command charges. */
  readonly declines?: boolean
  readonly before?: (id: string) => ReturnType<typeof subscriptions.pause>
  readonly asks: number
}

const cases: ReadonlyArray<Case> = [
  { name: "pause", command: (id) => subscriptions.pause(id, options), asks: 0 },
  {
    name: "resume",
    before: (id) => subscriptions.pause(id),
    command: (id) => subscriptions.resume(id, options),
    asks: 0
  },
  { name: "cancel", command: (id) => subscriptions.cancel(id, { cancelReason: "Moved" }, options), asks: 0 },
  { name: "cancel at the end", command: (id) => subscriptions.cancel(id, { atPeriodEnd: true }, options), asks: 0 },
  {
    name: "uncancel",
    before: (id) => subscriptions.cancel(id, { atPeriodEnd: true }),
    command: (id) => subscriptions.uncancel(id, options),
    asks: 0
  },
  { name: "change", command: (id) => subscriptions.change(id, { quantity: 2 }, options), asks: 1 },
  {
    name: "undo of a change",
    before: (id) => subscriptions.change(id, { quantity: 2, when: "renewal" }),
    command: (id) => subscriptions.undoChange(id, options),
    asks: 0
  },
  { name: "change of card", command: (id) => subscriptions.changeCard(id, { card: other }, options), asks: 1 },
  { name: "charge", declines: true, command: (id) => subscriptions.charge(id, options), asks: 1 }
]

describeOnContract("a command", () => {
  it.scoped.each(cases)("D13: to $name that died before its answer was kept answers what it did", (row) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      isDying.now = false
      const { asked, books, service } = bank()
      const place = yield* newPlace
      const gateway = Florin.operations.pipe(
        Layer.provideMerge(Gateway.layerOnDemand({ baseUrl: "https://pay.example", reconciliation: "on-request" })),
        Layer.provideMerge(
          Layer.mergeAll(Florin.vault, Florin.shops([{ id: "shop", secretKey: "a-long-random-secret" }]))
        ),
        Layer.provideMerge(Layer.mergeAll(place.store, Florin.keysText(ring), Florin.acquirers([service]))),
        Layer.provide(Layer.merge(monotonic, Layer.succeed(FaultPoints, reached)))
      )
      yield* Effect.gen(function* () {
        const { id } = yield* subscriptions.create({ plan: plan(1000), card })
        if (row.declines === true) {
          books.declines = true
          yield* nextMonth
        }
        if (row.before !== undefined) yield* row.before(id)
        const already = asked.length
        isDying.now = true
        assert.isTrue(Exit.isFailure(yield* Effect.exit(row.command(id))), "it has no answer")
        isDying.now = false
        yield* TestClock.adjust("61 seconds")
        const stands = yield* subscriptions.find(id)
        const again = yield* row.command(id)
        assert.deepInclude<unknown>(again, stands)
        assert.strictEqual("cardCheck" in again, row.name === "change of card")
        assert.strictEqual(asked.length - already, row.asks)
        assert.deepStrictEqual(yield* row.command(id), again)
      }).pipe(Effect.provide(gateway))
    })
  )
})
