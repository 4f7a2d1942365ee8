/** Random lives of subscriptions on the pure rules, judged by plain arithmetic on clocks. Source: D23, D24, D25. */
import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import type { Plan } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Preview from "@florin/core/subscriptions/Preview"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import { dueAt } from "@florin/core/time/BillingCalendar"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { hold, runs } from "../atLength.js"
import { shownCard } from "../samples.js"
import { day, hour, minute, zone as named } from "../time/clocks.js"
import { type OutcomeName, otherCard, outcomeNames, planWith, settle, waiting } from "./given.js"
import * as WallClock from "./wallClock.js"

/** `npm run properties` tries all 100,000 cases, the tests a fifth. */
const casesOf = (all: number): number => runs(all, all / 5)

type Unit = "hour" | "day" | "month"

const longest = { hour: 36, day: 40, month: 12 } as const
const units = ["hour", "day", "month"] as const satisfies ReadonlyArray<Unit>

const intervalOf = (unit: Unit) =>
  FastCheck.record({ unit: FastCheck.constant(unit), length: FastCheck.integer({ min: 1, max: longest[unit] }) })

const interval = FastCheck.oneof(...units.map(intervalOf))

const plansOf = (own: typeof interval): FastCheck.Arbitrary<Plan> =>
  FastCheck.record({
    interval: own,
    trial: FastCheck.option(
      FastCheck.record({
        amount: FastCheck.constantFrom(0, 100).map((amount) => Amount.make(amount)),
        interval,
        asFirstPayment: FastCheck.boolean()
      }),
      { nil: null }
    ),
    billingCycles: FastCheck.option(FastCheck.integer({ min: 1, max: 5 }), { nil: null }),
    numberPaymentAttempts: FastCheck.integer({ min: 1, max: 5 }),
    preventPaymentsAtNight: FastCheck.boolean()
  }).map((changes) => ({ ...planWith(), ...changes }))

const plans = plansOf(interval)

const known = new Map(WallClock.zoneNames.map((name): [string, DateTime.TimeZone] => [name, named(name)]))
const zone = (name: string): DateTime.TimeZone => known.get(name)!

const zones = FastCheck.constantFrom(...WallClock.zoneNames)
const from = Date.UTC(2024, 0, 1)
const to = Date.UTC(2030, 0, 1)

/** Any instant, the end of a month, or near a clock change of the zone. */
const starts = FastCheck.tuple(
  zones,
  FastCheck.integer({ min: from, max: to }),
  FastCheck.nat(),
  FastCheck.integer({ min: -300, max: 300 })
).map(([name, instant, choice, quarters]) => {
  const changes = WallClock.changes(name).filter(({ at }) => at >= from && at <= to)
  const change = changes[choice % Math.max(1, changes.length)]
  if (choice % 3 === 0 && change !== undefined) return { name, start: change.at + quarters * 15 * minute }
  if (choice % 3 === 1) {
    const date = new Date(instant)
    const monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)
    return { name, start: monthEnd + quarters * 10 * minute }
  }
  return { name, start: instant }
})

/** What happens to a charge: its outcome, how late it is made, and how long it is in doubt. */
interface Step {
  readonly outcome: OutcomeName
  readonly late: number
  readonly doubt: number
  /** The card that it has by then. */
  readonly card?: Subscription["card"]
}

const steps: FastCheck.Arbitrary<ReadonlyArray<Step>> = FastCheck.array(
  FastCheck.record({
    outcome: FastCheck.constantFrom<OutcomeName>(...outcomeNames, "charged", "charged", "charged", "declined", "error"),
    late: FastCheck.constantFrom(0, 0, 0, 0, 7 * minute, 3 * day),
    doubt: FastCheck.constantFrom(0, 0, 0, 850, 4 * hour, 2 * day)
  }),
  { minLength: 1, maxLength: 7 }
)

interface Made {
  readonly at: number
  readonly settledAt: number
  readonly amount: number
  readonly outcome: OutcomeName
  readonly state: Subscription["state"]
  readonly card: Subscription["card"]
}

/** The life that the rules lead, as the service leads it: charged when it is due, or as soon after as is allowed. */
const live = (plan: Plan, name: string, start: number, script: ReadonlyArray<Step>) => {
  const where = zone(name)
  const made: Array<Made> = []
  let current: Subscription = { ...waiting(plan), renewAt: DateTime.unsafeMake(start) }
  for (const { card = current.card, doubt, late, outcome } of script) {
    const { renewAt }: Subscription = current
    if (renewAt === null) break
    current = { ...current, card }
    const isFirst = current.state === "redirecting"
    const wanted = DateTime.unsafeMake(renewAt.epochMillis + (isFirst ? 0 : late))
    const at = isFirst ? wanted : Billing.chargeableAt(current, wanted, where)
    const { amount } = isFirst ? Billing.firstCharge(plan) : plan
    const settledAt = at.epochMillis + doubt
    const next = settle(Billing.renewed(current, where), outcome, DateTime.unsafeMake(settledAt), where)
    if (next === undefined) throw new Error(`${current.state} is to be charged, but waits for nothing`)
    current = next.subscription
    made.push({ at: at.epochMillis, settledAt, amount, outcome, state: current.state, card })
  }
  return { made, last: current }
}

/**
 * Which charge may be made next, by the interface and the decisions alone: when, and for how much. Undefined when there
 * is none any more.
 */
const oracle = (plan: Plan, name: string, start: number) => {
  const { billingCycles, interval, numberPaymentAttempts, preventPaymentsAtNight: careful, trial } = plan
  const dueOf = (anchor: number, cycle: number) => WallClock.due(name, anchor, interval.unit, cycle * interval.length)
  const open = (instant: number) => (careful ? WallClock.opens(name, instant) : instant)
  let next: { readonly at: number; readonly amount: number } | undefined
  next = { at: start, amount: trial === null ? plan.amount : trial.amount }
  let anchor: number | undefined
  let [cycle, paid, failures, mayRetry, inTrial] = [0, 0, 0, false, trial !== null]
  const afterSuccess = (at: number): void => {
    failures = 0
    if (inTrial) {
      inTrial = false
      anchor = WallClock.due(name, at, trial!.interval.unit, trial!.interval.length)
      mayRetry = trial!.asFirstPayment && trial!.amount > 0
      next = { at: open(anchor), amount: plan.amount }
      return
    }
    mayRetry = true
    paid++
    anchor ??= at
    do cycle++
    while (dueOf(anchor, cycle) <= at)
    next = paid === billingCycles ? undefined : { at: open(dueOf(anchor, cycle)), amount: plan.amount }
  }
  const afterFailure = (outcome: OutcomeName, at: number): void => {
    failures++
    if (!mayRetry || outcome === "forbidden" || failures >= numberPaymentAttempts) next = undefined
    else {
      const retry = outcome === "error" ? WallClock.followingHour : WallClock.followingDay
      next = { at: retry(name, at, careful), amount: plan.amount }
    }
  }
  return {
    expected: () => next,
    paid: () => paid,
    open,
    follow: ({ outcome, settledAt }: Pick<Made, "outcome" | "settledAt">) =>
      outcome === "charged" ? afterSuccess(settledAt) : afterFailure(outcome, settledAt)
  }
}

const isNight = (name: string, instant: number): boolean => {
  const hours = (WallClock.local(name, instant) % day) / hour
  return hours < 8 || hours >= 20
}

/** A final state is left by nothing, and has its reason. */
const ends = (last: Subscription, made: ReadonlyArray<Made>, name: string): boolean => {
  const final = made.findIndex(({ state }) => isFinal({ state }))
  const end = made[final]
  if (end === undefined) return !isFinal(last)
  const { outcome, settledAt, state } = end
  // One outcome in turn: what the machine refuses costs a stack trace.
  const later = outcomeNames[settledAt % outcomeNames.length]!
  return (
    final === made.length - 1 &&
    last.renewAt === null &&
    settle(last, later, DateTime.unsafeMake(settledAt + day), zone(name)) === undefined &&
    (state === "expired") === (outcome === "charged") &&
    (last.cancelReason !== null) === (state === "canceled")
  )
}

/** Kinds of plans, each a test of its own: none occupies its worker for long. */
const kinds = units.flatMap((unit) =>
  [true, false].flatMap((careful) =>
    [true, false].map((tried) => ({
      says: `${unit}s, ${tried ? "with" : "without"} a trial, ${careful ? "not at night" : "at any hour"}`,
      plans: plansOf(intervalOf(unit)).map((plan) => ({
        ...plan,
        preventPaymentsAtNight: careful,
        trial: tried ? plan.trial : null
      }))
    }))
  )
)

describe.each(kinds)("for any plan of $says, zone and outcomes", ({ plans }) => {
  it("D24, D25: no charge is skipped, doubled, early or at night; the sum is what was paid for; the end is final", async () => {
    await hold(
      FastCheck.property(plans, starts, steps, (plan, { name, start }, script) => {
        const { last, made } = live(plan, name, start, script)
        const { expected, follow, open, paid } = oracle(plan, name, start)
        for (const [index, charge] of made.entries()) {
          const wanted = expected()
          const late = index === 0 ? 0 : script[index]!.late
          const at = wanted === undefined ? undefined : late === 0 ? wanted.at : open(wanted.at + late)
          if (charge.at !== at || charge.amount !== wanted?.amount)
            throw new Error(`${index}: charged instead of ${at}`)
          if (plan.preventPaymentsAtNight && index > 0 && isNight(name, charge.at))
            throw new Error(`${index}: at night`)
          follow(charge)
        }
        if (last.renewAt?.epochMillis !== expected()?.at) throw new Error(`next is ${last.renewAt}`)
        const sum = made.reduce((sum, { amount, outcome }) => (outcome === "charged" ? sum + amount : sum), 0)
        const trial = made[0]?.outcome === "charged" ? (plan.trial?.amount ?? 0) : 0
        if (last.paidCycles !== paid()) throw new Error(`${last.paidCycles} cycles are paid`)
        if (sum !== trial + last.paidCycles * plan.amount) throw new Error(`${sum} was charged`)
        return ends(last, made, name)
      }),
      casesOf(6000)
    )
  })
})

describe("for any anchor and interval", () => {
  it("D24: due dates are those of the clocks on the walls", async () => {
    await hold(
      FastCheck.property(starts, interval, FastCheck.nat(15), ({ name, start }, interval, cycle) => {
        const due = dueAt(DateTime.unsafeMake(start), interval, cycle, zone(name)).epochMillis
        assert.strictEqual(due, WallClock.due(name, start, interval.unit, cycle * interval.length))
      }),
      casesOf(20_000)
    )
  })
})

describe("a preview", () => {
  it("D24: lists what then happens if all succeeds; D25: and what follows if a charge fails", async () => {
    await hold(
      FastCheck.property(
        plans,
        FastCheck.option(plans, { nil: null }),
        starts,
        steps,
        (plan, nextPlan, { name, start }, script) => {
          const where = zone(name)
          const { last } = live(plan, name, start, script)
          const given = isFinal(last) || last.state === "redirecting" ? last : { ...last, nextPlan }
          const until = DateTime.unsafeMake((given.renewAt?.epochMillis ?? start) + 40 * day)
          let current = given
          for (const one of Preview.ofSubscription(given, until, where).slice(0, 12)) {
            const charged = Billing.renewed(current, where)
            const at = Billing.chargeableAt(current, current.renewAt!, where)
            assert.strictEqual(one.at.epochMillis, at.epochMillis)
            if (charged.plan.preventPaymentsAtNight) assert.isFalse(isNight(name, at.epochMillis))
            assert.strictEqual(one.amount, charged.plan.amount)
            assert.strictEqual(one.cycle, charged.paidCycles + 1)
            for (const [reply, outcome] of [
              [one.ifDeclined, "declined"],
              [one.ifError, "error"]
            ] as const) {
              const { renewAt, state } = settle(charged, outcome, at, where)!.subscription
              assert.deepStrictEqual(reply, { state, retryAt: renewAt })
            }
            current = settle(charged, "charged", at, where)!.subscription
          }
          const left = current.renewAt === null ? undefined : Billing.chargeableAt(current, current.renewAt, where)
          const listed = Preview.ofSubscription(given, until, where).length
          if (listed <= 12) assert.isTrue(left === undefined || DateTime.greaterThan(left, until))
        }
      ),
      casesOf(7000)
    )
  })
})

describe("a card", () => {
  it("D25: is attempted at most 15 times without success in any 30 days", async () => {
    const steps = FastCheck.array(
      FastCheck.record({
        outcome: FastCheck.constantFrom<OutcomeName>("charged", "declined", "error", "error", "error"),
        card: FastCheck.constantFrom(shownCard, shownCard, shownCard, otherCard)
      }),
      { minLength: 20, maxLength: 60 }
    )
    await hold(
      FastCheck.property(starts, FastCheck.boolean(), steps, ({ name, start }, careful, steps) => {
        const plan = {
          ...planWith({ numberPaymentAttempts: 1000, every: "1 day" }),
          preventPaymentsAtNight: careful
        }
        const script = [{ outcome: "charged" as const }, ...steps].map((step) => ({ late: 0, doubt: 0, ...step }))
        const { made } = live(plan, name, start, script)
        for (const card of [shownCard, otherCard]) {
          const attempts = made.filter((one) => one.card === card && one.outcome !== "charged")
          for (const [index, { at }] of attempts.entries()) {
            const sixteenth = attempts[index + Billing.attemptsPerCard.most]
            if (sixteenth !== undefined && sixteenth.at - at < 30 * day) return false
            if (careful && isNight(name, at)) return false
          }
        }
        return made.length === script.length
      }),
      casesOf(1000)
    )
  })
})
