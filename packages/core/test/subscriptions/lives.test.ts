/**
 * Random lives of subscriptions with items, changes of terms and of plans, coupons, usage, lines, pauses, declines and ends:
 * what a preview lists is what happens, and each charge is what a ledger of the tests' own says. Source: D59 to D63.
 */
import { assert, describe, it } from "@effect/vitest"
import { PlanId, type TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as Ending from "@florin/core/subscriptions/Ending"
import * as LateChanges from "@florin/core/subscriptions/LateChanges"
import * as Outlook from "@florin/core/subscriptions/Outlook"
import * as Preview from "@florin/core/subscriptions/Preview"
import * as ShopLines from "@florin/core/subscriptions/ShopLines"
import { isEnding, isFinal, type QueuedTerms, type Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import * as UsageRules from "@florin/core/subscriptions/UsageRules"
import type { ChargedBill } from "@florin/core/terms/ChargedBill"
import { type AppliedCoupon, CouponCode } from "@florin/core/terms/Coupon"
import { type Item, ItemId } from "@florin/core/terms/Item"
import type { FixedPrice } from "@florin/core/terms/Price"
import type { UsageTotal } from "@florin/core/terms/Usage"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { hold, runs, timeout } from "../atLength.js"
import { uid as uidOf } from "../samples.js"
import { zone as named } from "../time/clocks.js"
import { planWith, trialOf, waiting } from "./given.js"
import * as Ledger from "./ledger.js"

/** `npm run properties` tries all 1,000,000 lives. */
const numRuns = runs(1_000_000, 20_000)

const zoneNames = ["UTC", "Europe/Berlin", "America/New_York"] as const

const zones = new Map(zoneNames.map((name): [string, DateTime.TimeZone] => [name, named(name)]))

const hour = 3_600_000
const day = 24 * hour

const at = (millis: number): DateTime.Utc => DateTime.unsafeMake(millis)

/** Compares before the runner's assertion is asked: a few million times, which is where its time would go. */
const equal = <Value>(actual: Value, expected: Value, what?: string): void => {
  if (!Object.is(actual, expected)) assert.strictEqual(actual, expected, what)
}

const money = (value: number): Amount => Amount.make(value)

/** What there is of a customer, beside the subscription. */
interface World {
  readonly ledger: Ledger.Ledger
  readonly zone: DateTime.TimeZone
  readonly table: { readonly declineDays: ReadonlyArray<number> } | undefined
  subscription: Subscription
  balance: bigint
  customerCoupon: AppliedCoupon | null
  usage: Map<string, UsageTotal>
  late: Map<string, UsageTotal>
  /** The change whose charge was told as failed last. */
  failed?: { readonly uid: TransactionUid; readonly bill: ChargedBill; readonly plan: Plan } | undefined
  now: number
  /** The charge that has begun it. */
  readonly first: string
}

const factsOf = ({ balance, customerCoupon, late, subscription, usage }: World): Bills.BillFacts => ({
  ...Bills.noFacts,
  balance: money(Number(balance)),
  customerCoupon,
  usage: isEnding(subscription) ? Bills.bothCycles(usage, late) : usage
})

type Shape = "per_unit" | "graduated" | "volume"

const kinds = [
  ...([
    "change",
    "change",
    "renewal",
    "renewal",
    "undo",
    "line",
    "use",
    "use",
    "coupon",
    "customer",
    "pause",
    "resume"
  ] as const),
  ...(["end", "goOn", "pass", "pass"] as const)
]

const step = FastCheck.record({
  kind: FastCheck.constantFrom(...kinds),
  base: FastCheck.integer({ min: 0, max: 5000 }),
  quantity: FastCheck.integer({ min: 0, max: 9 }),
  shape: FastCheck.constantFrom<Shape>("per_unit", "graduated", "volume"),
  /** Of the item that is metered; 0: there is none. */
  units: FastCheck.integer({ min: 0, max: 30 }),
  aggregation: FastCheck.constantFrom("sum" as const, "max" as const, "last" as const),
  coupon: FastCheck.constantFrom(
    { percent: 1 },
    { percent: 3333 },
    { percent: 10_000 },
    { amount: 777 },
    { amount: 9000 }
  ),
  cycles: FastCheck.integer({ min: 1, max: 3 }),
  /** Another plan; undefined: the present one. */
  plan: FastCheck.constantFrom(undefined, undefined, 0, 1, 2),
  /** How long it is after the step before, in hundredths of a period. */
  hundredths: FastCheck.integer({ min: 0, max: 150 }),
  proration: FastCheck.constantFrom("charge" as const, "charge" as const, "credit" as const, "none" as const),
  onDecline: FastCheck.constantFrom("keep_old" as const, "keep_old" as const, "apply" as const),
  /** Renewals until this step are declined. */
  isDeclined: FastCheck.integer({ min: 0, max: 5 }).map((value) => value === 0),
  /** The charge of a change is. */
  isRefused: FastCheck.integer({ min: 0, max: 2 }).map((value) => value === 0),
  /** A change that was told as failed before this step turns out to be paid. */
  isLate: FastCheck.boolean()
})

type Step = typeof step extends FastCheck.Arbitrary<infer T> ? T : never

const units = ["month", "day", "hour"] as const

const livesOf = (unit: Ledger.Interval["unit"], hasTrial: boolean) =>
  FastCheck.record({
    zone: FastCheck.constantFrom(...zoneNames),
    start: FastCheck.oneof(
      FastCheck.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
      // The days on which clocks change, and the last of a long month.
      FastCheck.constantFrom(Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2026, 0, 31))
    ),
    unit: FastCheck.constant(unit),
    length: FastCheck.integer({ min: 1, max: 3 }),
    hasTrial: FastCheck.constant(hasTrial),
    table: FastCheck.constantFrom(undefined, undefined, { declineDays: [2, 5] }),
    first: step,
    steps: FastCheck.array(step, { minLength: 1, maxLength: 6 })
  })

type Life = ReturnType<typeof livesOf> extends FastCheck.Arbitrary<infer T> ? T : never

/** Each a test of its own: none occupies its worker for long. */
const all = units.flatMap((unit) =>
  [true, false].map((hasTrial) => ({
    says: `${unit}s, ${hasTrial ? "after" : "without"} a trial`,
    lives: livesOf(unit, hasTrial)
  }))
)

/** Plans that a subscription may change to. */
const others = ["1 month", "12 month", "10 day"].map((every, index) =>
  planWith({ every, currency: "EUR" as Currency, id: PlanId.make(`pln_000000000000001${index}`) })
)

const planOf = ({ plan }: Step, { subscription }: World): Plan =>
  plan === undefined ? subscription.plan : others[plan]!

const lengthOf = ({ interval: { length, unit } }: Plan): number => length * { hour, day, month: 30 * day }[unit]

const seatPrice = (shape: Shape): FixedPrice => {
  const tiers = [
    { upTo: 3, unitAmount: money(137), flatAmount: money(50) },
    { upTo: null, unitAmount: money(91), flatAmount: money(20) }
  ] as const
  return shape === "per_unit" ? { kind: shape, unitAmount: money(137) } : { kind: shape, tiers: [...tiers] }
}

const itemsOf = ({ aggregation, base, quantity, shape, units }: Step): ReadonlyArray<Item> => [
  { id: ItemId.make("base"), title: "Base", price: { kind: "flat", amount: money(base) }, quantity: 1 },
  { id: ItemId.make("seat"), title: "Seat", price: seatPrice(shape), quantity },
  ...(units === 0
    ? []
    : [
        {
          ...{ id: ItemId.make("used"), title: "Used", quantity: 1 },
          price: {
            ...({ kind: "metered", aggregation } as const),
            price: { kind: "per_unit", unitAmount: money(units) } as const
          }
        }
      ])
]

const took = (world: World, { bill: { taken }, gained }: Bills.SubscriptionBill): void => {
  world.balance += BigInt(gained) - BigInt(taken.balance)
  world.customerCoupon = Bills.factsAfter(factsOf(world), { bill: { taken } as ChargedBill, gained }).customerCoupon
}

/** What is owed at the end, with its outcome. */
const ended = (world: World, isDeclined: boolean): bigint => {
  const { ledger, subscription: known, table, zone } = world
  const now = at(world.now)
  const one = Either.getOrThrow(Ending.billOf(known, factsOf(world), now, zone))
  const total = BigInt(one?.bill.total ?? 0)
  equal(total, Ledger.ended(ledger), "what is owed at the end")
  if (isDeclined && total > 0n) {
    ledger.attempts++
    const failed = Ending.unpaid(
      Ending.finalChargeDue(known),
      { _tag: "Declined", isForbidden: false },
      now,
      zone,
      table
    )
    world.subscription = failed!.subscription
    return 0n
  }
  world.subscription = Ending.ended(known, one?.bill, now)!.subscription
  equal(world.subscription.waiting, undefined, "an end takes all lines that wait")
  return total
}

const charged = (world: World, isDeclined: boolean): bigint => {
  const { ledger, subscription: known, table, zone } = world
  if (isEnding(known)) return ended(world, isDeclined)
  const now = at(world.now)
  const renewed = Billing.renewed(known, zone)
  const one = Either.getOrThrow(Bills.ofRenewal(known, renewed, factsOf(world), now, zone))!
  const total = BigInt(one.bill.total)
  Ledger.begin(ledger)
  if (ledger.attempts === 0) equal(world.now, Ledger.dueDate(ledger), "the instant of a renewal")
  equal(total, Ledger.owed(ledger), "the amount of a renewal")
  // A charge of 0 asks nobody who could decline it.
  if (isDeclined && total > 0n) {
    ledger.attempts++
    world.subscription = Billing.settle(
      renewed,
      { _tag: "Declined", isForbidden: false },
      now,
      zone,
      table
    )!.subscription
    return 0n
  }
  world.subscription = Bills.settled(renewed, one.bill, now, zone).subscription
  took(world, one)
  equal(Ledger.renewed(ledger, world.now), total)
  equal(world.subscription.waiting, undefined, "a renewal takes all lines that wait")
  world.usage = world.late
  world.late = new Map()
  return total
}

/** Charges everything that is due until an instant. */
const pass = (world: World, until: number, declines: boolean): ReadonlyArray<string> => {
  const charges: Array<string> = []
  for (;;) {
    const { subscription } = world
    if (isFinal(subscription) || subscription.renewAt === null) break
    const due = Billing.chargeableAt(subscription, subscription.renewAt, world.zone)
    if (due.epochMillis > until) break
    world.now = Math.max(world.now, due.epochMillis)
    const isLast = isEnding(subscription)
    const total = charged(world, declines)
    if (!isLast || total > 0n) charges.push(`${due.epochMillis} ${total}`)
  }
  world.now = until
  return charges
}

/** What a change charges by the ledger, beside what it adds to the balance. */
const movedBy = (world: World, plan: Plan, items: ReadonlyArray<Item>, proration: Step["proration"]) => ({
  ...{ items, proration, interval: plan.interval, at: world.now },
  isPaused: world.subscription.pausedAt !== null
})

const forgets = (world: World, { after }: { readonly after: ChargedBill["after"] }): void => {
  for (const item of after.usageForgotten ?? []) world.usage.delete(item)
  if (after.isNewAnchor === undefined) return
  world.usage = world.late
  world.late = new Map()
}

const changed = (world: World, next: Step): void => {
  const { ledger, subscription, table, zone } = world
  if (TermsChanges.changeRefusal(subscription) !== undefined) return
  const { onDecline, proration } = next
  const [items, plan] = [itemsOf(next), planOf(next, world)]
  const moving = movedBy(world, plan, items, proration)
  const wish: QueuedTerms = {
    ...(plan === subscription.plan ? {} : { plan }),
    ...{ items, proration, onDecline, at: at(world.now) }
  }
  const made = TermsChanges.billOf(subscription, wish, factsOf(world), zone)
  equal(Either.isLeft(made), Ledger.refuses(ledger, moving), "what is refused")
  if (Either.isLeft(made)) return
  const { right: bill } = made
  const total = BigInt(bill.bill.total)
  const lines = bill.bill.lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  equal(lines, total, "the lines of one change add up")
  if (next.isRefused && total > 0n) {
    const { ifDeclined } = bill.bill
    world.subscription = TermsChanges.declined(subscription, ifDeclined, at(world.now), zone, table).subscription
    if (ifDeclined !== undefined) {
      equal(Ledger.changed(ledger, { ...moving, proration: "credit" }), 0n)
      forgets(world, { after: ifDeclined })
      return
    }
    const uid = uidOf(String(world.now).slice(-12))
    world.failed = { uid, bill: bill.bill, plan }
    world.subscription = LateChanges.failed(world.subscription, uid)
    return
  }
  equal(Ledger.changed(ledger, moving), total, "the amount of a change")
  world.subscription = TermsChanges.appliedWithoutCharge(subscription, bill, at(world.now), zone, table).subscription
  forgets(world, bill.bill)
  took(world, bill)
}

/** The charge of a change that was told as failed succeeds after all. */
const paidLate = (world: World): void => {
  const { failed, ledger, now, table, zone } = world
  if (failed === undefined) return
  world.failed = undefined
  world.balance += BigInt(failed.bill.total)
  ledger.balance += BigInt(failed.bill.total)
  const again = LateChanges.requestedAgain(world.subscription, failed.uid, failed.bill, at(now))
  if (again === undefined) return
  const made = TermsChanges.billOf(again.subscription, again.subscription.wished!, factsOf(world), zone)
  // An amount may be too large by now, and the balance too small.
  if (Either.isLeft(made) || made.right.bill.total > 0) {
    world.subscription = TermsChanges.declined(again.subscription, undefined, at(now), zone, table).subscription
    return
  }
  const before = { ...again.subscription, wished: undefined }
  const moving = movedBy(world, failed.plan, failed.bill.after.items!, "charge")
  equal(Ledger.changed(ledger, moving), 0n, "the balance pays for it")
  world.subscription = TermsChanges.appliedWithoutCharge(before, made.right, at(now), zone, table).subscription
  forgets(world, made.right.bill)
  took(world, made.right)
}

const used = (world: World, { quantity, units }: Step): void => {
  const event = { item: "used", quantity: units - quantity, at: at(world.now), key: `${world.now}` }
  const counting = { present: world.usage, next: world.late, events: [] }
  const counted = UsageRules.counted(world.subscription, [event], counting, at(world.now))
  if (Either.isLeft(counted)) return
  const { usageCycle = 0 } = world.subscription
  for (const { cycle, item, total } of counted.right.totals)
    (cycle === usageCycle ? world.usage : world.late).set(item, total)
  const { ledger } = world
  const one = { item: "used", quantity: event.quantity, at: world.now }
  // From the due date of the renewal on it is of the next cycle.
  if (world.now < ledger.period.to) ledger.present = [...ledger.present, one]
  else ledger.late = [...ledger.late, one]
}

/** The subscription after a command; what is refused changes nothing. */
const ruled = (
  world: World,
  after: Either.Either<{ readonly subscription: Subscription }, unknown>,
  then: () => void = () => undefined
): void => {
  if (Either.isLeft(after)) return
  world.subscription = after.right.subscription
  then()
}

/** Counted already, so that no stored coupon is looked at. */
const couponOf = ({ coupon, cycles }: Step, code: string): AppliedCoupon => ({
  code: CouponCode.make(code),
  discount:
    "percent" in coupon
      ? { kind: "percent", percent: coupon.percent }
      : { kind: "amount", amount: money(coupon.amount), currency: "EUR" as Currency },
  cyclesLeft: cycles
})

const taking: Readonly<Record<Step["kind"], (world: World, step: Step) => void>> = {
  change: changed,
  renewal: (world, step) => {
    const { ledger, now, subscription, zone } = world
    if (TermsChanges.changeRefusal(subscription) !== undefined) return
    const [items, plan] = [itemsOf(step), planOf(step, world)]
    world.subscription = TermsChanges.fromRenewal(subscription, { plan, items }, at(now), zone).subscription
    ledger.next = { items, interval: plan.interval, isPlan: plan !== subscription.plan }
  },
  undo: (world) =>
    ruled(world, TermsChanges.withoutPendingChange(world.subscription, at(world.now), world.zone, world.table), () => {
      world.ledger.next = undefined
    }),
  line: (world, { base }) => {
    const amount = base - 2000 || 1
    ruled(world, ShopLines.withLine(world.subscription, { description: "Own", amount }, at(world.now)), () => {
      world.ledger.waiting = [...world.ledger.waiting, { kind: "own", amount: BigInt(amount) }]
    })
  },
  use: used,
  coupon: (world, step) => {
    if (isFinal(world.subscription)) return
    world.subscription = { ...world.subscription, coupon: couponOf(step, "OWN") }
    world.ledger.coupons = { ...world.ledger.coupons, own: { ...step.coupon, left: step.cycles } }
  },
  customer: (world, step) => {
    world.customerCoupon = couponOf(step, "CUSTOMER")
    world.ledger.coupons = { ...world.ledger.coupons, customer: { ...step.coupon, left: step.cycles } }
  },
  pause: (world) => ruled(world, SubscriptionRules.paused(world.subscription, at(world.now))),
  resume: (world) =>
    ruled(world, SubscriptionRules.resumed(world.subscription, at(world.now), world.zone, world.table), () => {
      // Which cycles went by is tried where the calendar is.
      world.ledger.cycle = world.subscription.cycle
    }),
  end: (world) => ruled(world, SubscriptionRules.endedWithPeriod(world.subscription, "Moving", at(world.now))),
  goOn: (world) =>
    ruled(world, SubscriptionRules.withoutCancellation(world.subscription, at(world.now), world.zone, world.table)),
  pass: () => undefined
}

/** A subscription that does not exist yet, and what its customer has. */
interface Blank {
  readonly made: Subscription
  readonly facts: Bills.BillFacts
  readonly coupons: Ledger.Ledger["coupons"]
}

const blank = ({ first, hasTrial, length, unit }: Life): Blank => {
  const trial = hasTrial ? trialOf(0, "7 day") : null
  const plan = planWith({ every: `${length} ${unit}`, currency: "EUR" as Currency, trial })
  return { made: { ...waiting(plan), items: itemsOf(first) }, facts: Bills.noFacts, coupons: {} }
}

/** Of a customer with a balance and coupons. */
const endowed = (life: Life): Blank => {
  const { coupons, facts, made } = blank(life)
  const [own, customer] = [life.first, life.steps[0]!]
  return {
    made: { ...made, coupon: couponOf(own, "OWN") },
    facts: { ...facts, balance: money(customer.base), customerCoupon: couponOf(customer, "CUSTOMER") },
    coupons: {
      ...coupons,
      own: { ...own.coupon, left: own.cycles },
      customer: { ...customer.coupon, left: customer.cycles }
    }
  }
}

const begun = (life: Life, { coupons, facts, made } = blank(life)): World => {
  const { first, length, start, table, unit, zone: name } = life
  const zone = zones.get(name)!
  const ledger: Ledger.Ledger = {
    ...{ zone: name, interval: { unit, length }, items: itemsOf(first), due: undefined, next: undefined },
    ...{ anchor: start, cycle: 0, isTrial: false, attempts: 0, paid: [], used: {}, coupons, waiting: [] },
    ...{ balance: BigInt(facts.balance), present: [], late: [], period: { from: start, to: start } }
  }
  const bill = Either.getOrThrow(Bills.ofStart(made, facts, at(start), zone))
  // Before there is one: its preview lists the charge that begins it.
  const [ahead] = Preview.ofSubscription({ ...made, renewAt: at(start) }, at(start), zone, facts)
  equal(ahead?.amount, bill?.bill.total ?? money(0), "the preview of the first charge")
  const { subscription } =
    bill === undefined
      ? Billing.settle(made, { _tag: "Charged" }, at(start), zone)!
      : Bills.settled(made, bill.bill, at(start), zone)
  if (bill === undefined) Ledger.beginTrial(ledger, start)
  else equal(Ledger.renewed(ledger, start), BigInt(bill.bill.total))
  const { balance, customerCoupon } = bill === undefined ? facts : Bills.factsAfter(facts, bill)
  return {
    ...{ ledger, zone, table, subscription, customerCoupon, balance: BigInt(balance) },
    ...{ usage: new Map(), late: new Map(), now: start, first: `${start} ${bill?.bill.total ?? 0}` }
  }
}

/** What happens to a subscription, as it is written. */
const written = (world: World, happens: () => void): void => {
  const { subscription: before } = world
  happens()
  world.subscription = LateChanges.withoutSupersededChange(before, world.subscription)
  if (!isFinal(world.subscription)) equal(world.balance, world.ledger.balance, "the balance")
}

/** The amounts of as many charges as are listed, as a customer is told them. */
const amountsIn = ({ next, then }: Outlook.Outlook, listed: number): ReadonlyArray<number> => {
  const after = then.flatMap(({ amount, times }) =>
    Array.from({ length: Math.min(times ?? listed, listed) }, () => amount)
  )
  return next === undefined ? [] : [next.amount, ...after].slice(0, listed)
}

const listedOf = (charges: ReadonlyArray<Preview.UpcomingCharge>): ReadonlyArray<string> =>
  charges
    .filter(({ amount, reason }) => reason !== "end" || amount > 0)
    .map(({ amount, at: due }) => `${due.epochMillis} ${amount}`)

describe.each(all)("random lives of subscriptions, of $says", ({ lives }) => {
  it("are charged what the terms come to, as their previews say", { timeout }, async () => {
    await hold(
      FastCheck.property(lives, (one) => {
        const world = begun(one)
        for (const now of one.steps) {
          const later = world.now + (now.hundredths * lengthOf(world.subscription.plan)) / 100
          written(world, () => void pass(world, Math.floor(later), now.isDeclined))
          if (now.isLate) written(world, () => paidLate(world))
          written(world, () => taking[now.kind](world, now))
        }
        const until = Math.floor(world.now + 3 * lengthOf(world.subscription.plan))
        const listed = Preview.ofSubscription(world.subscription, at(until), world.zone, factsOf(world), world.table)
        const shown = Outlook.of(world.subscription, world.zone, factsOf(world), world.table)
        assert.deepStrictEqual(
          amountsIn(shown, listed.length),
          listed.map(({ amount }) => amount),
          "what its customer is told"
        )
        // What is used after a preview is not in it; what was used before an end is.
        if (!isEnding(world.subscription)) {
          world.late = new Map()
          world.ledger.late = []
        }
        const actual = pass(world, until, false)
        assert.deepStrictEqual(listedOf(listed), actual)
      }),
      Math.ceil(numRuns / all.length)
    )
  })

  it("D60: that do not exist yet are charged what their preview lists", { timeout }, async () => {
    await hold(
      FastCheck.property(lives, (one) => {
        const { facts, made } = endowed(one)
        const until = one.start + 4 * lengthOf(made.plan) + 8 * day
        const ahead: Subscription = { ...made, renewAt: at(one.start) }
        const listed = Preview.ofSubscription(ahead, at(until), zones.get(one.zone)!, facts, one.table)
        const world = begun(one, endowed(one))
        assert.deepStrictEqual(listedOf(listed), [world.first, ...pass(world, until, false)])
      }),
      Math.ceil(numRuns / all.length / 10)
    )
  })
})
