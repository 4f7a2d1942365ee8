/**
 * Random lives of terms, judged by rational numbers and the wall clocks' own calendar. Source: D60, D61.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Amount } from "@florin/core/money/Amount"
import type { Terms } from "@florin/core/terms/Item"
import type { Line } from "@florin/core/terms/Lines"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { hold, runs, timeout } from "../atLength.js"
import * as WallClock from "../subscriptions/wallClock.js"
import { day, zone as named } from "../time/clocks.js"
import { begun, changed, flat, type Held, heldAfter, item, money, percentOff, seats, termsOf } from "./given.js"

/** `npm run properties` tries all 1,000,000 lives, the tests a fiftieth. */
const numRuns = runs(1_000_000, 20_000)

/** Each zone costs a table of its clock changes; these have shifts of an hour and of half of one, and quarters of hours. */
const zoneNames = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham"] as const

const zones = new Map(zoneNames.map((name): [string, DateTime.TimeZone] => [name, named(name)]))

interface Step {
  /** How far into what is left of the period, in thousandths. */
  readonly after: number
  readonly amount: number
  readonly quantity: number
  readonly hasSeats: boolean
  readonly proration: "charge" | "credit"
  readonly isPaused: boolean
}

const step: FastCheck.Arbitrary<Step> = FastCheck.record({
  after: FastCheck.oneof(FastCheck.constantFrom(0, 999), FastCheck.integer({ min: 0, max: 999 })),
  amount: FastCheck.integer({ min: 0, max: 100_000 }),
  quantity: FastCheck.integer({ min: 1, max: 50 }),
  hasSeats: FastCheck.boolean(),
  proration: FastCheck.constantFrom("charge", "charge", "credit"),
  isPaused: FastCheck.integer({ min: 0, max: 5 }).map((value) => value === 0)
})

const life = FastCheck.record({
  name: FastCheck.constantFrom(...zoneNames),
  start: FastCheck.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
  unit: FastCheck.constantFrom("hour", "day", "month"),
  length: FastCheck.integer({ min: 1, max: 12 }),
  percent: FastCheck.constantFrom(0, 0, 1, 1250, 9999, 10_000),
  steps: FastCheck.array(step, { minLength: 1, maxLength: 6 })
})

type Life = typeof life extends FastCheck.Arbitrary<infer T> ? T : never

const base = item("base", flat(0))
const seat = item("seats", seats(137))

const termsAt = ({ length, unit }: Life, { amount, hasSeats, quantity }: Step): Terms => {
  const price = { kind: "flat", amount: amount as Amount } as const
  return termsOf(`${length} ${unit}`, { ...base, price }, ...(hasSeats ? [{ ...seat, quantity }] : []))
}

/** The instant of the next change: days that pass are those of the wall. */
const later = (from: number, to: number, thousandths: number): number =>
  from + Math.floor(((to - from) * thousandths) / 1000)

/** Days, or milliseconds, from an instant to the end: days by dates on the wall. */
const leftAt = ({ name, unit }: Life, instant: number, end: number): bigint => {
  if (unit === "hour") return BigInt(end - instant)
  const date = (millis: number) => Math.floor(WallClock.local(name, millis) / day)
  return BigInt(date(end) - date(instant))
}

const seatsOf = ({ hasSeats, quantity }: Step): number => (hasSeats ? quantity : 0)

const priceOf = (one: Step): bigint => BigInt(one.amount) + 137n * BigInt(seatsOf(one))

const sum = (lines: ReadonlyArray<Pick<Line, "amount">>): bigint =>
  lines.reduce((total, { amount }) => total + BigInt(amount), 0n)

const moves = (lines: ReadonlyArray<Pick<Line, "amount" | "kind">>) =>
  sum(lines.filter(({ kind }) => kind !== "balance"))

const differ = (one: Step, other: Step): ReadonlySet<string> => {
  const changed = [one.amount !== other.amount && "base", seatsOf(one) !== seatsOf(other) && "seats"]
  return new Set(changed.filter((id) => id !== false))
}

/**
 * How many amounts a change rounds: a credit of each line paid for an item that differs, and its new price. One that comes
 * to 0 has no line.
 */
const rounding = ({ paid }: Held, before: Step, after: Step): bigint => {
  const changed = differ(before, after)
  const credits = paid!.lines.filter(({ item: id }) => changed.has(id))
  return BigInt(credits.length + changed.size)
}

const distanceOf = (value: bigint): bigint => (value < 0n ? -value : value)

describe("Random lives of terms", () => {
  it("conserve money: charged less credited is what the terms in force come to, within rounding", {
    timeout
  }, async () => {
    await hold(
      FastCheck.property(life, (one) => {
        const { name, percent, start, steps } = one
        const zone = zones.get(name)!
        const [first, ...others] = steps as [Step, ...Array<Step>]
        const coupons = { subscription: percent === 0 ? null : percentOff(percent), customer: null }
        const bill = begun(termsAt(one, first), DateTime.unsafeMake(start), { coupons }, zone)
        const end = WallClock.due(name, start, one.unit as "day", one.length)
        assert.strictEqual(bill.paid!.period.to.epochMillis, end)

        // In whole × 10,000 parts of a minor unit: nothing is rounded.
        const whole = leftAt(one, start, end)
        let moved = moves(bill.lines)
        let exact = 0n
        let rounded = BigInt(bill.lines.length)
        let held: Held = heldAfter(bill)
        let previous = first
        let [at, left] = [start, whole]
        for (const next of others) {
          at = later(at, end, next.after)
          const stays = leftAt(one, at, end)
          exact += priceOf(previous) * (left - stays)
          left = stays
          const before = held.account
          const { isPaused, proration } = next
          const result = changed(held, termsAt(one, next), DateTime.unsafeMake(at), { isPaused, proration, zone })
          const { lines, total } = result.bill
          rounded += rounding(held, previous, next)
          held = result.held
          previous = next
          assert.strictEqual(sum(lines), BigInt(total), "a charge is the sum of its lines")
          assert.isTrue(total === 0 || (!next.isPaused && next.proration === "charge"), "charged only if asked")
          const gained = BigInt(held.account.balance) - BigInt(before.balance)
          assert.strictEqual(BigInt(total) - gained, moves(lines), "what moves is charged or changes the balance")
          const waited = held.account.waiting.slice(before.waiting.length)
          moved += moves(lines) + sum(waited)
        }
        exact += priceOf(previous) * left
        if (whole === 0n) return
        const scale = whole * 10_000n
        const wrong = distanceOf(moved * scale - exact * BigInt(10_000 - percent))
        // Each line is rounded by half a unit, and each discount is spread over two items within one.
        const slack = percent === 0 ? rounded * scale : rounded * 2n * scale
        assert.isTrue(wrong * 2n <= slack, `wrong by ${wrong} of ${scale} after ${others.length} changes`)
      }),
      numRuns
    )
  })

  it("end where they began after a change and its undo on one day", { timeout }, async () => {
    await hold(
      FastCheck.property(life, step, (one, other) => {
        const { name, start } = one
        const zone = zones.get(name)!
        const first = one.steps[0]!
        const held = heldAfter(begun(termsAt(one, first), DateTime.unsafeMake(start), {}, zone))
        const end = held.paid!.period.to.epochMillis
        const at = DateTime.unsafeMake(later(start, end, other.after))
        const there = changed(held, termsAt(one, other), at, { zone })
        const back = changed(there.held, termsAt(one, first), at, { zone })
        const net = moves(there.bill.lines) + moves(back.bill.lines)
        assert.strictEqual(net, 0n)
        assert.strictEqual(BigInt(there.bill.total) + BigInt(back.bill.total), BigInt(back.held.account.balance))
        assert.isTrue(back.held.account.balance >= money(0))
      }),
      Math.ceil(numRuns / 4)
    )
  })
})
