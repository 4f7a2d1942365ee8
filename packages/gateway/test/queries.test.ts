import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { Transactions } from "@florin/core/queries/Transactions"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import {
  acquirerWith,
  authorize,
  card,
  charge,
  find,
  morning,
  movements,
  pass,
  shop,
  soon,
  world
} from "./internal/world.js"

const noAnswer = Effect.succeed(AcquirerAnswer.NoAnswer())
const silent = (changes: Partial<AcquirerService> = {}) => acquirerWith(() => ({ perform: () => noAnswer, ...changes }))

/** Records when something happened; `waits` are the seconds in between, the first since `start`. */
const timesheet = () => {
  const times: Array<number> = []
  const note = Effect.map(Clock.currentTimeMillis, (now) => times.push(now))
  return { times, note, waits: (start: number) => times.map((at, index) => (at - (times[index - 1] ?? start)) / 1000) }
}

const recovered = (uid: string) =>
  Effect.gen(function* () {
    const { recover } = yield* Transactions
    return yield* recover(yield* shop(), (yield* find(uid)).uid)
  })

// Source: reliability promise 3.
describeOnContract("an acquirer that never knows", () => {
  it.effect("is asked after 2, 5, 15 and 60 s, 5 and 30 min, then hourly for 7 days; then a human is told", () => {
    const { note, times, waits } = timesheet()
    const reported: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void reported.push(String([message].flat()[0])))
    )
    const expected = [2, 5, 15, 60, 300, 1800, ...Array.from({ length: 7 * 24 }, () => 3600)]
    return Effect.gen(function* () {
      yield* morning
      const start = yield* Clock.currentTimeMillis
      const { uid } = yield* authorize(charge())
      yield* pass("9 days")
      assert.deepStrictEqual(waits(start), expected)
      assert.strictEqual((yield* find(uid)).status, "pending")
      assert.strictEqual(yield* pass("9 days"), 1, "only the weekly sweep is left")
      assert.deepStrictEqual(reported, [
        "A transaction is still pending after the last status query, and an operator has to resolve it"
      ])
      assert.strictEqual((yield* recovered(uid)).status, "pending")
      assert.strictEqual(times.length, expected.length + 1)
    }).pipe(
      Effect.provide(world({ acquirers: silent({ status: () => Effect.as(note, AcquirerStatus.Unknown()) }) })),
      Effect.provide(log)
    )
  })

  it.effect("has 30 seconds for each answer", () => {
    const { note, times } = timesheet()
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      const asking = yield* Effect.fork(recovered(uid))
      yield* Effect.repeat(soon, { until: () => times.length > 0 })
      yield* TestClock.adjust("29999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(asking)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(asking)).status, "pending")
    }).pipe(Effect.provide(world({ acquirers: silent({ status: () => Effect.zipRight(note, Effect.never) }) })))
  })
})

describeOnContract("an acquirer that knows nothing of a charge", () => {
  const acquirers = silent({
    status: () => Effect.succeed(AcquirerStatus.NotFound()),
    inFlightWindow: Duration.seconds(60)
  })

  // Source: D40: counted from the last instant at which it could have been sent.
  it.scoped.each([
    { verified: false, wait: "59999 millis", status: "pending" },
    { verified: false, wait: "60000 millis", status: "failed" },
    { verified: true, wait: "59999 millis", status: "pending" },
    { verified: true, wait: "60000 millis", status: "failed" }
  ] as const)("is believed once nothing can be on its way: verified $verified, after $wait $status", (row) =>
    Effect.gen(function* () {
      yield* morning
      const { url } = yield* receiver
      const { uid } = yield* authorize(charge(row.verified ? { verification_url: url } : {}))
      yield* TestClock.adjust(row.wait)
      assert.strictEqual((yield* recovered(uid)).status, row.status)
    }).pipe(Effect.provide(world({ acquirers })))
  )

  // Source: D40, D20: the merchant took 20 s to confirm, and only then was it sent.
  it.scoped.each([
    { wait: "59999 millis", status: "pending" },
    { wait: "60000 millis", status: "failed" }
  ] as const)("D40: is believed 60 s after the sending that a merchant put off by 20: after $wait $status", (row) =>
    Effect.gen(function* () {
      yield* morning
      const { answers, url } = yield* receiver
      const runtime = yield* Effect.runtime()
      answers.after = () => Runtime.runPromise(runtime)(TestClock.adjust("20 seconds"))
      const { createdAt, uid } = yield* authorize(charge({ verification_url: url }))
      assert.strictEqual((yield* Clock.currentTimeMillis) - createdAt.epochMillis, 20_000)
      yield* TestClock.adjust(row.wait)
      assert.strictEqual((yield* recovered(uid)).status, row.status)
    }).pipe(Effect.provide(world({ acquirers })))
  )

  // Source: States and transitions, "any unpaid, Time passes".
  it.effect.each([
    { wait: "3599999 millis", status: "failed" },
    { wait: "3600000 millis", status: "expired" }
  ] as const)(
    "States and transitions | Time passes: a charge in doubt that never happened is $status after $wait of an hour",
    ({ status, wait }) =>
      Effect.gen(function* () {
        yield* morning
        const { uid } = yield* authorize(charge({ expired_at: "2026-03-02T10:00:00+00:00" }))
        yield* TestClock.adjust(wait)
        assert.strictEqual((yield* recovered(uid)).status, status)
      }).pipe(Effect.provide(world({ acquirers })))
  )
})

describeOnContract("expired_at", () => {
  // Source: States and transitions, "any unpaid, Time passes"; nothing has been sent to the acquirer.
  it.scoped.each([
    { wait: "3599999 millis", status: "successful", moved: 1 },
    { wait: "3600000 millis", status: "expired", moved: 0 }
  ] as const)("of an hour, when the merchant is asked first and answers after $wait: $status", (row) =>
    Effect.gen(function* () {
      yield* morning
      const { answers, url } = yield* receiver
      const runtime = yield* Effect.runtime()
      answers.after = () => Runtime.runPromise(runtime)(TestClock.adjust(row.wait))
      const { uid } = yield* authorize(charge({ expired_at: "2026-03-02T10:00:00+00:00", verification_url: url }))
      assert.strictEqual((yield* find(uid)).status, row.status)
      assert.strictEqual((yield* movements).length, row.moved)
    }).pipe(Effect.provide(world()))
  )

  const inASecond = "2026-03-02T09:00:01+00:00"
  const late = { ...card, holder: "LATE" }

  it.effect.each([
    { name: "was approved", details: {}, status: "successful" },
    { name: "turns out to have been approved", details: { credit_card: late }, status: "successful" },
    { name: "was declined", details: { credit_card: { ...card, holder: "DECLINE" } }, status: "failed" }
  ])("States and transitions | Time passes: what $name stays $status", ({ details, status }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge({ expired_at: inASecond, ...details }))
      yield* pass("1 minute")
      assert.strictEqual((yield* find(uid)).status, status)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { expired_at: "2026-03-02T12:00:00.000+03:00", taken: false },
    { expired_at: "2026-03-02T12:00:00.001+03:00", taken: true }
  ])("Authorization request | expired_at: $expired_at at 09:00 UTC is taken: $taken", ({ expired_at, taken }) =>
    Effect.gen(function* () {
      yield* morning
      const answer = yield* Effect.either(authorize(charge({ expired_at })))
      assert.strictEqual(answer._tag, taken ? "Right" : "Left")
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("an approval that is not kept", () => {
  const rejected = {
    billing_address: { zip: "00000", country: "US" },
    additional_data: { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
  }

  it.effect("D18: is taken back at once, and after 2, 5 and 15 s where the acquirer does not answer; once", () => {
    const { note, times, waits } = timesheet()
    const acquirers = acquirerWith((real) => ({
      perform: (request) =>
        request._tag === "Void"
          ? Effect.flatMap(note, () => (times.length < 4 ? noAnswer : real.perform(request)))
          : real.perform(request)
    }))
    return Effect.gen(function* () {
      yield* morning
      const start = yield* Clock.currentTimeMillis
      assert.strictEqual((yield* authorize(charge(rejected))).status, "failed")
      yield* pass("1 day")
      assert.deepStrictEqual(waits(start), [0, 2, 5, 15])
      const kinds = (yield* movements).map(({ kind }) => kind)
      assert.deepStrictEqual(kinds, ["authorization", "void"])
    }).pipe(Effect.provide(world({ acquirers })))
  })
})
