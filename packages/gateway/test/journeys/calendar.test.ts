/** Months of charges by the calendar of a zone. Source: D24. */
import { assert, describe, it } from "@effect/vitest"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  after,
  at,
  billing,
  bodies,
  cancel,
  charges,
  events,
  hook,
  monthly,
  progress,
  subscribe,
  until,
  utc,
  zone
} from "../internal/billing.js"
import { pass } from "../internal/world.js"

interface Journey {
  readonly says: string
  readonly zone: string
  readonly every: readonly [length: number, unit: string]
  readonly begins: string
  readonly ends: string
  /** The local times of all charges after the first one. */
  readonly charged: ReadonlyArray<string>
}

describeOnContract("a year of months", () => {
  it.effect("D24: from 31 January keeps the day and the local hour, in the system's zone", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00+01:00")
      yield* subscribe(monthly())
      yield* pass(0)
      assert.deepStrictEqual(yield* events, ["created"])
      for (const due of [
        "2026-02-28T09:00+01:00",
        "2026-03-31T09:00+02:00",
        "2026-04-30T09:00+02:00",
        "2026-05-31T09:00+02:00",
        "2026-06-30T09:00+02:00",
        "2026-07-31T09:00+02:00",
        "2026-08-31T09:00+02:00",
        "2026-09-30T09:00+02:00",
        "2026-10-31T09:00+01:00",
        "2026-11-30T09:00+01:00",
        "2026-12-31T09:00+01:00",
        "2027-01-31T09:00+01:00"
      ]) {
        assert.deepStrictEqual(yield* until(due), { charged: [`${utc(due)} 1000`], reported: ["renewed"] })
      }
    }).pipe(Effect.provide(billing({ settings: zone("Europe/Berlin") })))
  )
})

const amountOf = (index: number): number => 1000 + index

const minute = (at: number): string => new Date(at).toISOString().slice(0, 16)

/** What is charged and told at an instant if the journeys go as they should. */
const expectedAt = (journeys: ReadonlyArray<Journey>, at: number) => {
  const those = (of: (journey: Journey) => ReadonlyArray<string>) =>
    journeys.flatMap((journey, index) => (of(journey).some((local) => Date.parse(local) === at) ? [index] : []))
  const begun = those(({ begins }) => [begins])
  const renewed = those(({ charged }) => charged)
  const ended = those(({ ends }) => [ends])
  const paid = [...begun, ...renewed]
  const reported = (what: string) => (index: number) => `${journeys[index]!.says}: ${what}`
  return {
    at: minute(at),
    charged: paid.map((index) => `${minute(at)} ${amountOf(index)}`).sort(),
    reported: [
      ...begun.map(reported("created.subscription")),
      ...renewed.map(reported("renewed.subscription")),
      ...ended.map(reported("canceled.subscription")),
      ...paid.map(reported("payment successful"))
    ].sort()
  }
}

/**
 * The journeys of many shops, each in the zone of its own and with its own amount, in one gateway. The clock jumps from
 * each instant at which one begins, is charged or ends to the next, and nothing else may have happened by then.
 */
const together = (journeys: ReadonlyArray<Journey>) => {
  const shops = journeys.map(({ zone }, index) => ({
    id: `shop${index}`,
    secret_key: `secret-of-shop-${index}`,
    time_zone: zone,
    notification_url: hook
  }))
  const instants = journeys.flatMap(({ begins, charged, ends }) => [begins, ...charged, ends].map(Date.parse))
  const ids = new Map<number, Subscription["id"]>()

  const acting = Effect.fnUntraced(function* (journey: Journey, index: number, at: number) {
    const [interval, interval_unit] = journey.every
    if (Date.parse(journey.begins) === at) {
      const plan = monthly({ plan: { amount: amountOf(index), interval, interval_unit } })
      ids.set(index, (yield* subscribe(plan, {}, `shop${index}`)).id)
    }
    if (Date.parse(journey.ends) === at)
      yield* cancel(ids.get(index)!, { cancel_reason: "It has arrived" }, `shop${index}`)
  })

  const reported = Effect.map(bodies, (all) =>
    all.map(({ event, id, transaction }) => {
      const journey = journeys.find((_, index) =>
        transaction === undefined ? ids.get(index) === id : amountOf(index) === transaction.amount
      )
      return `${journey?.says}: ${event ?? `${transaction?.type} ${transaction?.status}`}`
    })
  )

  return Effect.gen(function* () {
    const [first, ...later] = [...new Set(instants)].sort((left, right) => left - right)
    yield* at(new Date(first!).toISOString())
    let known = 0
    for (const instant of [first!, ...later]) {
      yield* pass(instant - (yield* DateTime.now).epochMillis)
      yield* Effect.forEach(journeys, (journey, index) => acting(journey, index, instant), { discard: true })
      yield* pass(0)
      const made = yield* charges
      const found = {
        at: minute(instant),
        charged: made.slice(known).sort(),
        reported: (yield* reported).sort()
      }
      assert.deepStrictEqual(found, expectedAt(journeys, instant))
      known = made.length
    }
  }).pipe(Effect.provide(billing({ shops })))
}

describe("the ends of months", () => {
  it.effect("D24: journeys of many plans, in zones of their shops", () =>
    together([
      {
        says: "31 January of a leap year",
        zone: "UTC",
        every: [1, "month"],
        begins: "2028-01-31T10:00:00Z",
        ends: "2028-04-01T00:00:00Z",
        charged: ["2028-02-29T10:00Z", "2028-03-31T10:00Z"]
      },
      {
        says: "30 January",
        zone: "UTC",
        every: [1, "month"],
        begins: "2026-01-30T10:00:00Z",
        ends: "2026-04-01T00:00:00Z",
        charged: ["2026-02-28T10:00Z", "2026-03-30T10:00Z"]
      },
      {
        says: "29 February, a year at a time",
        zone: "UTC",
        every: [12, "month"],
        begins: "2028-02-29T10:00:00Z",
        ends: "2029-03-02T00:00:00Z",
        charged: ["2029-02-28T10:00Z"]
      },
      {
        says: "31 August, a quarter at a time",
        zone: "UTC",
        every: [3, "month"],
        begins: "2026-08-31T10:00:00Z",
        ends: "2027-09-01T00:00:00Z",
        charged: ["2026-11-30T10:00Z", "2027-02-28T10:00Z", "2027-05-31T10:00Z", "2027-08-31T10:00Z"]
      },
      {
        says: "the first of a month in Auckland, which is the last of the month before in UTC",
        zone: "Pacific/Auckland",
        every: [1, "month"],
        begins: "2026-03-01T08:00:00+13:00",
        ends: "2026-06-01T00:00:00+12:00",
        charged: ["2026-04-01T08:00+13:00", "2026-05-01T08:00+12:00"]
      },
      {
        says: "the last of a month in Los Angeles, which is the first of the next in UTC",
        zone: "America/Los_Angeles",
        every: [1, "month"],
        begins: "2026-01-31T20:00:00-08:00",
        ends: "2026-04-30T00:00:00-07:00",
        charged: ["2026-02-28T20:00-08:00", "2026-03-31T20:00-07:00"]
      },
      {
        says: "the turn of the year, weekly",
        zone: "UTC",
        every: [7, "day"],
        begins: "2026-12-20T23:59:00Z",
        ends: "2027-01-11T00:00:00Z",
        charged: ["2026-12-27T23:59Z", "2027-01-03T23:59Z", "2027-01-10T23:59Z"]
      },
      {
        says: "every 12 hours over a clock change: hours are 3,600 seconds",
        zone: "Europe/Berlin",
        every: [12, "hour"],
        begins: "2026-03-28T12:00:00+01:00",
        ends: "2026-03-30T00:00:00+02:00",
        charged: ["2026-03-29T00:00+01:00", "2026-03-29T13:00+02:00"]
      },
      {
        says: "every hour through the hour that occurs twice",
        zone: "Europe/Berlin",
        every: [1, "hour"],
        begins: "2026-10-25T01:30:00+02:00",
        ends: "2026-10-25T04:00:00+01:00",
        charged: ["2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-10-25T03:30+01:00"]
      }
    ])
  )
})

// A day before the change, at a time which it skips or repeats: the charges of that day and of the day after.
describe("daily charges in twelve zones", () => {
  it.effect("D24: are made over a change that skips or repeats their time", () =>
    together(
      (
        [
          ["Europe/Berlin", "skips", "2026-03-28T02:30+01:00", "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00"],
          ["Europe/Berlin", "repeats", "2026-10-24T02:30+02:00", "2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"],
          ["Europe/London", "skips", "2026-03-28T01:30+00:00", "2026-03-29T02:00+01:00", "2026-03-30T01:30+01:00"],
          ["Europe/London", "repeats", "2026-10-24T01:30+01:00", "2026-10-25T01:30+01:00", "2026-10-26T01:30+00:00"],
          ["Europe/Helsinki", "skips", "2026-03-28T03:30+02:00", "2026-03-29T04:00+03:00", "2026-03-30T03:30+03:00"],
          ["Europe/Helsinki", "repeats", "2026-10-24T03:30+03:00", "2026-10-25T03:30+03:00", "2026-10-26T03:30+02:00"],
          ["America/New_York", "skips", "2026-03-07T02:30-05:00", "2026-03-08T03:00-04:00", "2026-03-09T02:30-04:00"],
          ["America/New_York", "repeats", "2026-10-31T01:30-04:00", "2026-11-01T01:30-04:00", "2026-11-02T01:30-05:00"],
          [
            "America/Los_Angeles",
            "skips",
            "2026-03-07T02:30-08:00",
            "2026-03-08T03:00-07:00",
            "2026-03-09T02:30-07:00"
          ],
          [
            "America/Los_Angeles",
            "repeats",
            "2026-10-31T01:30-07:00",
            "2026-11-01T01:30-07:00",
            "2026-11-02T01:30-08:00"
          ],
          ["America/St_Johns", "skips", "2026-03-07T02:30-03:30", "2026-03-08T03:00-02:30", "2026-03-09T02:30-02:30"],
          ["America/St_Johns", "repeats", "2026-10-31T01:30-02:30", "2026-11-01T01:30-02:30", "2026-11-02T01:30-03:30"],
          ["America/Santiago", "skips", "2026-09-05T00:30-04:00", "2026-09-06T01:00-03:00", "2026-09-07T00:30-03:00"],
          ["America/Santiago", "repeats", "2026-04-03T23:30-03:00", "2026-04-04T23:30-03:00", "2026-04-05T23:30-04:00"],
          ["America/Havana", "skips", "2026-03-07T00:30-05:00", "2026-03-08T01:00-04:00", "2026-03-09T00:30-04:00"],
          ["America/Havana", "repeats", "2026-10-31T00:30-04:00", "2026-11-01T00:30-04:00", "2026-11-02T00:30-05:00"],
          ["Asia/Beirut", "skips", "2026-03-28T00:30+02:00", "2026-03-29T01:00+03:00", "2026-03-30T00:30+03:00"],
          ["Asia/Beirut", "repeats", "2026-10-23T23:30+03:00", "2026-10-24T23:30+03:00", "2026-10-25T23:30+02:00"],
          ["Australia/Sydney", "skips", "2026-10-03T02:30+10:00", "2026-10-04T03:00+11:00", "2026-10-05T02:30+11:00"],
          ["Australia/Sydney", "repeats", "2026-04-04T02:30+11:00", "2026-04-05T02:30+11:00", "2026-04-06T02:30+10:00"],
          [
            "Australia/Lord_Howe",
            "skips",
            "2026-10-03T02:15+10:30",
            "2026-10-04T02:30+11:00",
            "2026-10-05T02:15+11:00"
          ],
          [
            "Australia/Lord_Howe",
            "repeats",
            "2026-04-04T01:45+11:00",
            "2026-04-05T01:45+11:00",
            "2026-04-06T01:45+10:30"
          ],
          ["Pacific/Auckland", "skips", "2026-09-26T02:30+12:00", "2026-09-27T03:00+13:00", "2026-09-28T02:30+13:00"],
          ["Pacific/Auckland", "repeats", "2026-04-04T02:30+13:00", "2026-04-05T02:30+13:00", "2026-04-06T02:30+12:00"]
        ] as const
      ).map(([name, change, begins, changed, next]) => ({
        says: `${name} ${change}`,
        zone: name,
        every: [1, "day"],
        begins,
        ends: new Date(Date.parse(next) + 3_600_000).toISOString(),
        charged: [changed, next]
      }))
    )
  )
})

describe("a plan that ends", () => {
  it.effect("D23: Create-plan request body | billing_cycles: three are charged, then it is expired", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly({ infinite: false, billing_cycles: 3 }))
      yield* pass(0)
      yield* events
      assert.deepStrictEqual(yield* until("2026-05-10T09:59:59Z"), {
        charged: ["2026-04-10T10:00 1000"],
        reported: ["renewed"]
      })
      assert.deepStrictEqual(yield* until("2027-05-10T10:00:00Z"), {
        charged: ["2026-05-10T10:00 1000"],
        reported: ["expired"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "expired", paid: 3, failed: 0, next: null })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("Create-plan request body | infinite: with a true one, billing_cycles is ignored", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly({ infinite: true, billing_cycles: 1 }))
      assert.deepStrictEqual(yield* after("40 days"), {
        charged: ["2026-04-10T10:00 1000"],
        reported: ["created", "renewed"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D23: a single cycle is paid and over at once", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly({ infinite: false, billing_cycles: 1 }))
      yield* pass("400 days")
      assert.deepStrictEqual(yield* charges, ["2026-03-10T10:00 1000"])
      assert.deepStrictEqual(yield* events, ["expired"])
      assert.deepStrictEqual(yield* progress(id), { state: "expired", paid: 1, failed: 0, next: null })
    }).pipe(Effect.provide(billing()))
  )
})
