// Source: interface, "Retry rules for a failed charge"; D24, D25. What the audit expects is written here by hand.
import { assert, describe, it } from "@effect/vitest"
import { dueAt } from "@florin/core/time/BillingCalendar"
import * as NightWindow from "@florin/core/time/NightWindow"
import * as RetryTimes from "@florin/core/time/RetryTimes"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "fast-check"
import { audit } from "../src/Audit.js"
import type { Attempt, Outcome } from "../src/Bank.js"
import * as Calendar from "../src/Calendar.js"
import type { Offer } from "../src/Offers.js"

const monthly: Offer = {
  ...{ title: "Monthly", amount: 1000, interval: { length: 1, unit: "month" }, attempts: 3, sparesNights: false },
  share: 100
}

const at = (instant: string) => Date.parse(`${instant}:00Z`)

/** What the bank saw: `2027-01-31T09:00 approved`, of 1000 unless it says otherwise. */
const seen = (...lines: ReadonlyArray<string>): ReadonlyArray<Attempt> =>
  lines.map((line, index) => {
    const [instant, outcome, amount = "1000"] = line.split(" ")
    return {
      ...{ trackingId: "ann", key: `key-${index}`, at: at(instant!), outcome: outcome as Outcome },
      amount: Number(amount)
    }
  })

const audited = (lines: ReadonlyArray<string>, changes: Partial<Parameters<typeof audit>[0]> = {}) =>
  audit({
    ...{ trackingId: "ann", offer: monthly, joinedAt: at("2027-01-31T09:00"), cancelledAt: undefined },
    ...{ attempts: seen(...lines), end: at("2027-04-01T00:00") },
    ...changes
  })

/** `2027-01-31 paid`, or why not. */
const account = ({ dues }: ReturnType<typeof audit>) =>
  dues.map(
    ({ at, paid, reason }) => `${new Date(at).toISOString().slice(0, 10)} ${paid === undefined ? reason : "paid"}`
  )

describe("the audit", () => {
  it("expects each cycle as counted from the anchor", () => {
    const found = audited(["2027-01-31T09:00 approved", "2027-02-28T09:00 approved", "2027-03-31T09:00 approved"])
    assert.deepStrictEqual(account(found), ["2027-01-31 paid", "2027-02-28 paid", "2027-03-31 paid"])
    assert.deepInclude(found, { paidCycles: 3, ended: undefined, failing: undefined, violations: [] })
  })

  it.each([
    {
      says: "a decline, retried the next day at 3 (rule 1)",
      lines: ["2027-01-31T09:00 approved", "2027-02-28T09:00 funds", "2027-03-01T03:00 approved"],
      then: ["2027-01-31 paid", "2027-02-28 paid", "2027-03-31 waiting"]
    },
    {
      says: "an error, retried at the next hour (rule 2)",
      lines: ["2027-01-31T09:00 approved", "2027-02-28T09:00 acquirer-temporary", "2027-02-28T10:00 approved"],
      then: ["2027-01-31 paid", "2027-02-28 paid", "2027-03-31 waiting"]
    },
    {
      says: "attempts that ran out",
      lines: [
        ...["2027-01-31T09:00 approved", "2027-02-28T09:00 funds", "2027-03-01T03:00 funds"],
        "2027-03-02T03:00 do-not-honour"
      ],
      then: ["2027-01-31 paid", "2027-02-28 attempts", "2027-03-31 attempts"]
    },
    {
      says: "a card that its issuer bars",
      lines: ["2027-01-31T09:00 approved", "2027-02-28T09:00 fraud-issuer"],
      then: ["2027-01-31 paid", "2027-02-28 forbidden", "2027-03-31 forbidden"]
    },
    {
      says: "a first payment that fails",
      lines: ["2027-01-31T09:00 acquirer-temporary"],
      then: ["2027-01-31 refused", "2027-02-28 refused", "2027-03-31 refused"]
    }
  ])("explains $says", ({ lines, then }) => {
    const found = audited(lines)
    assert.deepStrictEqual(account(found), then)
    assert.deepStrictEqual(found.violations, [])
  })

  it("explains a customer who has left while a payment was retried", () => {
    const lines = ["2027-01-31T09:00 approved", "2027-02-28T09:00 funds"]
    const found = audited(lines, { cancelledAt: at("2027-02-28T20:00") })
    assert.deepStrictEqual(account(found), ["2027-01-31 paid", "2027-02-28 left", "2027-03-31 left"])
    assert.deepStrictEqual(found.ended, { reason: "left", at: at("2027-02-28T20:00") })
  })

  it("does not expect a retry after a free trial, and expects one after a paid trial that counts as the first payment", () => {
    const trial = { amount: 0, days: 7, asFirstPayment: false }
    const free = audited(["2027-02-07T09:00 funds"], { offer: { ...monthly, trial } })
    assert.deepStrictEqual(account(free), ["2027-02-07 unconverted", "2027-03-07 unconverted"])
    const paid = audited(["2027-01-31T09:00 approved 100", "2027-02-07T09:00 funds", "2027-02-08T03:00 approved"], {
      offer: { ...monthly, trial: { amount: 100, days: 7, asFirstPayment: true } },
      end: at("2027-03-01T00:00")
    })
    assert.deepStrictEqual(account(paid), ["2027-01-31 paid", "2027-02-07 paid"])
    assert.deepInclude(paid, { paidCycles: 1, violations: [] })
  })

  it("spares nights, save for the first payment, and ends with the last cycle", () => {
    const offer = { ...monthly, sparesNights: true, cycles: 2 }
    const lines = ["2027-01-31T22:30 approved", "2027-03-01T08:00 funds", "2027-03-02T08:00 approved"]
    const found = audited(lines, { offer, joinedAt: at("2027-01-31T22:30") })
    assert.deepStrictEqual(account(found), ["2027-01-31 paid", "2027-02-28 paid"])
    assert.deepInclude(found, { ended: { reason: "paid", at: at("2027-03-02T08:00") }, violations: [] })
  })

  it.each([
    [
      "too early",
      "2027-02-28T08:59 approved",
      "ann was charged at 2027-02-28T08:59:00.000Z instead of 2027-02-28T09:00"
    ],
    [
      "too late",
      "2027-02-28T09:01 approved",
      "ann was charged at 2027-02-28T09:01:00.000Z instead of 2027-02-28T09:00"
    ],
    ["another amount", "2027-02-28T09:00 approved 999", "ann was charged 999, not 1000"]
  ])("finds a charge that is %s", (_, line, says) => {
    const { violations } = audited(["2027-01-31T09:00 approved", line], { end: at("2027-03-01T00:00") })
    assert.include(violations.join(), says)
  })

  it.each([
    ["the issuer has barred the card", ["2027-02-28T09:00 fraud-issuer", "2027-03-01T03:00 approved"], undefined],
    [
      "the attempts ran out",
      ["2027-02-28T09:00 funds", "2027-03-01T03:00 funds", "2027-03-02T03:00 funds", "2027-03-03T03:00 funds"],
      undefined
    ],
    ["the customer has left", ["2027-02-28T09:00 approved"], "2027-02-28T08:00"]
  ])("finds a charge after %s", (_, lines, left) => {
    const cancelledAt = left === undefined ? undefined : at(left)
    const { violations } = audited(["2027-01-31T09:00 approved", ...lines], { cancelledAt })
    assert.deepStrictEqual(violations, ["ann was charged 1 times more than is due"])
  })
})

describe("the audit of a subscription by the seat", () => {
  const team: Offer = { ...monthly, seats: { useAmount: 7 } }
  const joined = { offer: team, seats: 2, joinedAt: at("2027-04-01T09:00"), end: at("2027-06-02T00:00") }
  const more = (instant: string, seats: number) => ({ at: at(instant), seats })
  const first = "2027-04-01T09:00 approved 2000"

  // Of April's 30 days 15 are left on the sixteenth, and 5 on the twenty-sixth.
  it.each([
    {
      says: "two more in the middle of a month, and the next month with four",
      changes: [more("2027-04-16T12:00", 4)],
      lines: ["2027-04-16T12:00 approved", "2027-05-01T09:00 approved 4000", "2027-06-01T09:00 approved 4000"]
    },
    {
      says: "two changes of a month",
      changes: [more("2027-04-16T12:00", 4), more("2027-04-26T12:00", 5)],
      lines: [
        ...["2027-04-16T12:00 approved", "2027-04-26T12:00 approved 166"],
        ...["2027-05-01T09:00 approved 5000", "2027-06-01T09:00 approved 5000"]
      ]
    },
    {
      says: "a change that is declined, and changes nothing",
      changes: [more("2027-04-16T12:00", 4)],
      lines: ["2027-04-16T12:00 funds", "2027-05-01T09:00 approved 2000", "2027-06-01T09:00 approved 2000"]
    },
    {
      says: "a change on the last day, which is free",
      changes: [more("2027-05-01T08:00", 4)],
      lines: ["2027-05-01T09:00 approved 4000", "2027-06-01T09:00 approved 4000"]
    }
  ])("expects $says", ({ changes, lines }) => {
    const { dues, violations } = audited([first, ...lines], { ...joined, changes })
    assert.deepStrictEqual(violations, [])
    const kept = dues.filter(({ reason }) => reason === "kept").length
    assert.strictEqual(kept, lines.filter((line) => line.includes("funds")).length)
    assert.strictEqual(dues.length, lines.length + 1)
  })

  it("finds a change that is charged wrongly, twice or not at all", () => {
    const changes = [more("2027-04-16T12:00", 4)]
    const rest = ["2027-05-01T09:00 approved 4000", "2027-06-01T09:00 approved 4000"]
    const faults = (...lines: ReadonlyArray<string>) =>
      audited([first, ...lines, ...rest], { ...joined, changes }).violations.join()
    assert.include(faults("2027-04-16T12:00 approved 999"), "was charged 999 for more seats, not 1000")
    assert.include(faults("2027-04-16T12:00 approved", "2027-04-16T12:00 approved"), "charged 2 times for more seats")
    assert.include(faults(), "charged 0 times for more seats")
  })

  it("expects what was used with the payment that ends the cycle, and less by the coupon", () => {
    const uses = [
      { at: at("2027-04-01T09:00"), quantity: 10 },
      { at: at("2027-05-01T08:59"), quantity: 5 },
      { at: at("2027-05-01T09:00"), quantity: 1 }
    ]
    const lines = [first, "2027-05-01T09:00 approved 2105", "2027-06-01T09:00 approved 2007"]
    assert.deepStrictEqual(audited(lines, { ...joined, uses }).violations, [])
    const cheaper = ["01", "02", "03"].map((month) => `2027-${month}-15T09:00 approved 742`)
    const reader = { offer: { ...monthly, amount: 990 }, joinedAt: at("2027-01-15T09:00"), hasCoupon: true }
    const found = audited([...cheaper, "2027-04-15T09:00 approved 990"], { ...reader, end: at("2027-05-01T00:00") })
    assert.deepStrictEqual(found.violations, [])
  })

  it("ends with the period that is paid, where the customer leaves so", () => {
    const left = { ...joined, cancelledAt: at("2027-04-20T00:00"), leavesAtEnd: true }
    assert.deepStrictEqual(audited([first], left).ended, { reason: "left", at: at("2027-05-01T09:00") })
    assert.isUndefined(audited([first], { ...left, end: at("2027-04-30T00:00") }).ended)
    const uses = [{ at: at("2027-04-02T09:00"), quantity: 30 }]
    const owing = { ...left, uses, offer: { ...monthly, amount: 2000, seats: { useAmount: 7 } }, seats: 1 }
    const paid = audited([first, "2027-05-01T09:00 approved 210"], owing)
    assert.deepStrictEqual([paid.ended, paid.violations], [{ reason: "left", at: at("2027-05-01T09:00") }, []])
    assert.deepStrictEqual(
      paid.dues.slice(1, 3).map(({ amount, reason }) => [amount, reason]),
      [
        [210, undefined],
        [2000, "left"]
      ]
    )
    const retried = audited([first, "2027-05-01T09:00 funds 210", "2027-05-02T03:00 approved 210"], owing)
    assert.deepStrictEqual([retried.ended, retried.violations], [{ reason: "left", at: at("2027-05-02T03:00") }, []])
    const forgotten = audited([first], owing)
    assert.deepStrictEqual([forgotten.ended, forgotten.dues[1]?.reason], [undefined, "waiting"])
    const failing = { ...left, cancelledAt: at("2027-05-01T20:00") }
    assert.deepStrictEqual(audited([first, "2027-05-01T09:00 funds 2000"], failing).ended, {
      reason: "left",
      at: at("2027-05-01T20:00")
    })
  })
})

const instants = FastCheck.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const zone = DateTime.zoneMakeOffset(0)
const utc = (millis: number) => DateTime.unsafeMake(millis)

describe("the audit's calendar is another one than the gateway's, and gives the same dates in UTC", () => {
  it("for cycles", () => {
    const unit = FastCheck.constantFrom("day" as const, "month" as const)
    FastCheck.assert(
      FastCheck.property(
        instants,
        unit,
        FastCheck.integer({ min: 1, max: 12 }),
        FastCheck.nat(60),
        (anchor, unit, length, n) => {
          const interval = { length, unit }
          assert.strictEqual(Calendar.after(anchor, interval, n), dueAt(utc(anchor), interval, n, zone).epochMillis)
        }
      )
    )
  })

  it("for nights and retries", () => {
    const rule = (preventPaymentsAtNight: boolean) => ({ zone, preventPaymentsAtNight })
    FastCheck.assert(
      FastCheck.property(instants, (instant) => {
        const pairs = [
          [Calendar.inDaytime(instant), NightWindow.next(utc(instant), zone)],
          [Calendar.nextDayAt(instant, 3), RetryTimes.afterDecline(utc(instant), rule(false))],
          [Calendar.nextDayAt(instant, 8), RetryTimes.afterDecline(utc(instant), rule(true))],
          [Calendar.nextHour(instant), RetryTimes.afterError(utc(instant), rule(false))],
          [Calendar.inDaytime(Calendar.nextHour(instant)), RetryTimes.afterError(utc(instant), rule(true))]
        ] as const
        for (const [own, gateways] of pairs) assert.strictEqual(own, gateways.epochMillis)
      })
    )
  })
})
