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
  const requested: Array<string> = []
  const books = { declines: false }
  const service: AcquirerService = {
    gatewayId: 7,
    name: "Bank",
    simulated: false,
    inFlightWindow: Duration.seconds(1),
    perform: (request) =>
      Effect.sync(() => {
        requested.push(request.key)
        return books.declines
          ? AcquirerAnswer.Declined({ reason: "funds", report: noReport })
          : AcquirerAnswer.Approved({ report: noReport })
      }),
    status: () => Effect.succeed(AcquirerStatus.NotFound())
  }
  return { requested, books, service }
}

const monotonic = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

const isDying = { now: false }

/** Dies before the answer of a command is kept. */
const reached: NonNullable<FaultPoints["Type"]> = (point, moment) =>
  isDying.now && point === "commit.key-answer" && moment === "before" ? Effect.die("crash") : Effect.void

const { coupons, customers, subscriptions } = Florin.shop("shop")
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
  {
    name: "add a line",
    command: (id) => subscriptions.addLine(id, { description: "Set-up", amount: 500 }, options),
    asks: 0
  },
  {
    name: "charge a line",
    command: (id) => subscriptions.addLine(id, { description: "Set-up", amount: 500, when: "now" }, options),
    asks: 1
  },
  {
    name: "credit a line",
    command: (id) => subscriptions.addLine(id, { description: "Sorry", amount: -500, when: "now" }, options),
    asks: 0
  },
  { name: "charge", declines: true, command: (id) => subscriptions.charge(id, options), asks: 1 }
]

/** A gateway on an empty store. */
const gatewayWith = (service: AcquirerService) =>
  Effect.map(newPlace, (place) =>
    Florin.operations.pipe(
      Layer.provideMerge(Gateway.layerOnDemand({ baseUrl: "https://pay.example", reconciliation: "on-request" })),
      Layer.provideMerge(
        Layer.mergeAll(Florin.vault, Florin.shops([{ id: "shop", secretKey: "a-long-random-secret" }]))
      ),
      Layer.provideMerge(Layer.mergeAll(place.store, Florin.keysText(ring), Florin.acquirers([service]))),
      Layer.provide(Layer.merge(monotonic, Layer.succeed(FaultPoints, reached)))
    )
  )

/** It dies before its answer is kept, and is sent again when its key may be taken over. */
const repeated = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    isDying.now = true
    assert.isTrue(Exit.isFailure(yield* Effect.exit(command)), "it has no answer")
    isDying.now = false
    yield* TestClock.adjust("61 seconds")
    return yield* command
  })

describeOnContract("a command", () => {
  it.scoped.each(cases)("D13: to $name that died before its answer was kept answers what it did", (row) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      isDying.now = false
      const { requested, books, service } = bank()
      const gateway = yield* gatewayWith(service)
      yield* Effect.gen(function* () {
        const { id } = yield* subscriptions.create({ plan: plan(1000), card })
        if (row.declines === true) {
          books.declines = true
          yield* nextMonth
        }
        if (row.before !== undefined) yield* row.before(id)
        const already = requested.length
        const again = yield* repeated(row.command(id))
        assert.deepInclude<unknown>(again, yield* subscriptions.find(id))
        assert.strictEqual("cardCheck" in again, row.name === "change of card")
        assert.strictEqual(requested.length - already, row.asks)
        assert.deepStrictEqual(yield* row.command(id), again)
      }).pipe(Effect.provide(gateway))
    })
  )

  it.scoped("D13, D61: that gives a customer a coupon and died counts it once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      isDying.now = false
      const gateway = yield* gatewayWith(bank().service)
      yield* Effect.gen(function* () {
        yield* coupons.create({ code: "SPRING", percentOff: 2500, maxRedemptions: 10 })
        const { id } = yield* customers.create({ email: "jane@shop.example", ip: "203.0.113.7" })
        const account = yield* repeated(customers.giveCoupon(id, { coupon: "SPRING" }, options))
        assert.strictEqual(account.coupon?.code, "SPRING")
        assert.strictEqual((yield* coupons.find("SPRING")).redemptions, 1)
      }).pipe(Effect.provide(gateway))
    })
  )
})
