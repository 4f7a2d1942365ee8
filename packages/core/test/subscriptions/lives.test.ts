/**
 * Random lives of subscriptions with items, coupons, usage, lines, pauses and declines: what a preview lists is what
 * happens, and each charge is what plain arithmetic says. Source: D59 to D63.
 */
import { assert, describe, it } from "@effect/vitest"
import type { TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as LateChanges from "@florin/core/subscriptions/LateChanges"
import * as OwnLines from "@florin/core/subscriptions/OwnLines"
import * as Preview from "@florin/core/subscriptions/Preview"
import { isFinal, type Subscription, type WishedTerms } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import * as UsageRules from "@florin/core/subscriptions/UsageRules"
import type { ChargedBill } from "@florin/core/terms/ChargedBill"
import { type AppliedCoupon, CouponCode } from "@florin/core/terms/Coupon"
import { type Item, ItemId } from "@florin/core/terms/Item"
import type { UsageTotal } from "@florin/core/terms/Usage"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { uid as uidOf } from "../samples.js"
import { zone } from "../time/clocks.js"
import { planWith, waiting } from "./given.js"

/** `npm run properties` tries all 1,000,000 lives, the tests a fiftieth. */
const numRuns = process.env.FLORIN_TEST_SHARE === undefined ? 20_000 : 1_000_000 * Number(process.env.FLORIN_TEST_SHARE)

/** In milliseconds: a machine that is busy with other work takes many times as long. All lives take hours there. */
const timeout = process.env.FLORIN_TEST_SHARE === undefined ? 300_000 : 7_200_000

const zones = ["UTC", "Europe/Berlin", "America/New_York"].map(zone)

const day = 24 * 3_600_000

/** What there is of a customer, beside the subscription. */
interface World {
  subscription: Subscription
  balance: bigint
  usage: Record<string, UsageTotal>
  late: Record<string, UsageTotal>
  /** The change whose charge was told as failed last. */
  failed?: { readonly uid: TransactionUid; readonly bill: ChargedBill } | undefined
  now: number
}

const at = (millis: number): DateTime.Utc => DateTime.unsafeMake(millis)

const factsOf = ({ balance, usage }: World): Bills.BillFacts => ({
  ...Bills.noFacts,
  balance: Amount.make(Number(balance)),
  usage
})

const itemsOf = ({ base, quantity, units }: Step): ReadonlyArray<Item> => [
  { id: ItemId.make("base"), title: "Base", price: { kind: "flat", amount: Amount.make(base) }, quantity: 1 },
  { id: ItemId.make("seat"), title: "Seat", price: { kind: "per_unit", unitAmount: Amount.make(137) }, quantity },
  {
    ...{ id: ItemId.make("used"), title: "Used", quantity: 1 },
    price: {
      ...({ kind: "metered", aggregation: "sum" } as const),
      price: { kind: "per_unit", unitAmount: Amount.make(units) }
    }
  }
]

const roundHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  if (rest * 2n === denominator) return whole + (whole % 2n)
  return rest * 2n > denominator ? whole + 1n : whole
}

/** What a renewal costs, by the test's own arithmetic. */
const expected = ({ balance, subscription, usage }: World): bigint => {
  const { coupon, items = [], nextItems = items, state, waiting: lines = [] } = subscription
  const fixed = nextItems.reduce((sum, { price, quantity }) => {
    if (price.kind === "flat") return sum + BigInt(price.amount)
    return price.kind === "per_unit" ? sum + BigInt(price.unitAmount) * BigInt(quantity) : sum
  }, 0n)
  const used = items.reduce((sum, { id, price }) => {
    const total = usage[id]?.sum ?? 0
    if (price.kind !== "metered" || price.price.kind !== "per_unit" || state === "trial") return sum
    return sum + BigInt(Math.max(0, total)) * BigInt(price.price.unitAmount)
  }, 0n)
  const late = lines.filter(({ kind }) => kind === "usage").reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const own = lines.filter(({ kind }) => kind !== "usage").reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const discounted = fixed + used + late
  const off =
    coupon?.discount.kind === "percent" ? roundHalfEven(discounted * BigInt(coupon.discount.percent), 10_000n) : 0n
  const due = discounted - off + own
  return due <= 0n ? 0n : due > balance ? due - balance : 0n
}

interface Step {
  readonly kind: "change" | "renewal" | "undo" | "line" | "use" | "coupon" | "pause" | "resume" | "pass"
  readonly base: number
  readonly quantity: number
  readonly units: number
  readonly percent: number
  /** How long it is after the step before, in hundredths of a day or a month. */
  readonly hundredths: number
  readonly proration: "charge" | "credit" | "none"
  /** Renewals until this step are declined. */
  readonly isDeclined: boolean
  /** The charge of a change is. */
  readonly isRefused: boolean
  /** A change that was told as failed before this step turns out to be paid. */
  readonly isLate: boolean
}

const step: FastCheck.Arbitrary<Step> = FastCheck.record({
  kind: FastCheck.constantFrom("change", "renewal", "undo", "line", "use", "coupon", "pause", "resume", "pass", "pass"),
  base: FastCheck.integer({ min: 0, max: 5000 }),
  quantity: FastCheck.integer({ min: 0, max: 9 }),
  units: FastCheck.integer({ min: 0, max: 30 }),
  percent: FastCheck.constantFrom(1, 1250, 3333, 10_000),
  hundredths: FastCheck.integer({ min: 0, max: 150 }),
  proration: FastCheck.constantFrom("charge", "charge", "credit", "none"),
  isDeclined: FastCheck.integer({ min: 0, max: 7 }).map((value) => value === 0),
  isRefused: FastCheck.integer({ min: 0, max: 2 }).map((value) => value === 0),
  isLate: FastCheck.boolean()
})

const life = FastCheck.record({
  zone: FastCheck.constantFrom(...zones),
  start: FastCheck.oneof(
    FastCheck.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
    // The days on which clocks change, and the last of a long month.
    FastCheck.constantFrom(Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2026, 0, 31))
  ),
  unit: FastCheck.constantFrom("month", "month", "day"),
  length: FastCheck.integer({ min: 1, max: 3 }),
  first: step,
  steps: FastCheck.array(step, { minLength: 1, maxLength: 6 })
})

type Life = typeof life extends FastCheck.Arbitrary<infer T> ? T : never

const unitOf = ({ unit }: Life): number => (unit === "day" ? day : 30 * day)

const charged = (world: World, { zone }: Life, isDeclined: boolean): bigint => {
  const { subscription: known } = world
  const renewed = Billing.renewed(known, zone)
  const one = Either.getOrThrow(Bills.ofRenewal(known, renewed, factsOf(world), at(world.now), zone))!
  assert.strictEqual(BigInt(one.bill.total), expected(world))
  // A charge of 0 asks nobody who could decline it.
  if (isDeclined && one.bill.total > 0) {
    const over = Billing.settle(renewed, { _tag: "Declined", isForbidden: false }, at(world.now), zone)
    world.subscription = over?.subscription ?? known
    return 0n
  }
  world.subscription = Bills.settled(renewed, one.bill, at(world.now), zone).subscription
  world.balance += BigInt(one.gained) - BigInt(one.bill.taken.balance)
  assert.isUndefined(world.subscription.waiting, "a renewal takes all lines that wait")
  world.usage = world.late
  world.late = {}
  return BigInt(one.bill.total)
}

/** Charges everything that is due until an instant. */
const pass = (world: World, one: Life, until: number, declines: boolean): ReadonlyArray<string> => {
  const charges: Array<string> = []
  for (;;) {
    const { subscription } = world
    if (isFinal(subscription) || subscription.renewAt === null) break
    const due = Billing.chargeableAt(subscription, subscription.renewAt, one.zone)
    if (due.epochMillis > until) break
    world.now = Math.max(world.now, due.epochMillis)
    charges.push(`${due.epochMillis} ${charged(world, one, declines)}`)
  }
  world.now = until
  return charges
}

const changed = (world: World, one: Life, { isRefused, proration, ...rest }: Step): void => {
  const { subscription } = world
  if (TermsChanges.mayChange(subscription) !== undefined) return
  const wish: WishedTerms = {
    ...{ items: itemsOf({ isRefused, proration, ...rest }), proration, onDecline: "keep_old" },
    at: at(world.now)
  }
  const bill = Either.getOrThrow(TermsChanges.billOf(subscription, wish, factsOf(world), one.zone))
  assert.isAtLeast(bill.bill.total, 0)
  const lines = bill.bill.lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  assert.strictEqual(lines, BigInt(bill.bill.total), "the lines of one change add up")
  if (isRefused && bill.bill.total > 0) {
    const declined = TermsChanges.declined(subscription, undefined, at(world.now), one.zone).subscription
    const uid = uidOf(String(world.now).slice(-12))
    world.failed = { uid, bill: bill.bill }
    world.subscription = LateChanges.failed(declined, uid)
    return
  }
  world.subscription = TermsChanges.applied(subscription, bill, at(world.now), one.zone).subscription
  world.balance += BigInt(bill.gained) - BigInt(bill.bill.taken.balance)
}

/** The charge of a change that was told as failed succeeds after all. */
const paidLate = (world: World, { zone }: Life): void => {
  const { balance: before, failed, now } = world
  if (failed === undefined) return
  world.failed = undefined
  world.balance += BigInt(failed.bill.total)
  const again = LateChanges.again(world.subscription, failed.uid, failed.bill, at(now))
  if (again === undefined) return
  const made = TermsChanges.billOf(again.subscription, again.subscription.wished!, factsOf(world), zone)
  // An amount may be too large by now, and the balance too small.
  if (Either.isLeft(made) || made.right.bill.total > 0) {
    world.subscription = TermsChanges.declined(again.subscription, undefined, at(now), zone).subscription
    return
  }
  const { bill, gained } = made.right
  world.subscription = TermsChanges.applied(
    { ...again.subscription, wished: undefined },
    made.right,
    at(now),
    zone
  ).subscription
  world.balance += BigInt(gained) - BigInt(bill.taken.balance)
  const moved = bill.lines
    .filter(({ kind }) => kind !== "balance")
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  assert.strictEqual(world.balance - before, BigInt(failed.bill.total) - moved, "what was charged is used or kept")
}

const used = (world: World, { units }: Step): void => {
  const event = { item: "used", quantity: units, at: at(world.now), key: `${world.now}` }
  const counted = UsageRules.counted(
    world.subscription,
    [event],
    { present: world.usage, next: world.late, events: [] },
    at(world.now)
  )
  if (Either.isLeft(counted)) return
  const { usageCycle = 0 } = world.subscription
  for (const { cycle, item, total } of counted.right.totals)
    (cycle === usageCycle ? world.usage : world.late)[item] = total
}

type Taking = (world: World, one: Life, step: Step) => void

/** The subscription after a command; what is refused changes nothing. */
const ruled =
  (
    rule: (world: World, one: Life, step: Step) => Either.Either<{ readonly subscription: Subscription }, unknown>
  ): Taking =>
  (world, one, step) => {
    const after = rule(world, one, step)
    if (Either.isRight(after)) world.subscription = after.right.subscription
  }

/** Counted already, so that no stored coupon is looked at. */
const withCoupon = (subscription: Subscription, percent: number): Subscription => {
  const coupon: AppliedCoupon = { code: CouponCode.make("OFF"), discount: { kind: "percent", percent }, cyclesLeft: 2 }
  return isFinal(subscription) ? subscription : { ...subscription, coupon }
}

const taking: Readonly<Record<Step["kind"], Taking>> = {
  change: changed,
  renewal: ruled(({ now, subscription }, { zone }, step) =>
    TermsChanges.mayChange(subscription) === undefined
      ? Either.right(
          TermsChanges.fromRenewal(subscription, { plan: subscription.plan, items: itemsOf(step) }, at(now), zone)
        )
      : Either.left("refused")
  ),
  undo: ruled(({ now, subscription }, { zone }) => TermsChanges.undone(subscription, at(now), zone)),
  line: ruled(({ now, subscription }, _, { base }) =>
    OwnLines.withLine(subscription, { description: "Own", amount: base - 2000 || 1 }, at(now))
  ),
  use: (world, _, step) => used(world, step),
  coupon: ruled(({ subscription }, _, { percent }) =>
    Either.right({ subscription: withCoupon(subscription, percent) })
  ),
  pause: ruled(({ now, subscription }) => SubscriptionRules.paused(subscription, at(now))),
  resume: ruled(({ now, subscription }, { zone }) => SubscriptionRules.resumed(subscription, at(now), zone)),
  pass: () => undefined
}

const begun = (one: Life): World => {
  const plan = planWith({ every: `${one.length} ${one.unit}`, currency: "EUR" as Currency })
  const made: Subscription = { ...waiting(plan), items: itemsOf(one.first) }
  const { bill } = Either.getOrThrow(Bills.ofStart(made, Bills.noFacts, at(one.start), one.zone))!
  const { subscription } = Bills.settled(made, bill, at(one.start), one.zone)
  return { subscription, balance: 0n, usage: {}, late: {}, now: one.start }
}

/** What happens to a subscription, as it is written. */
const written = (world: World, happens: () => void): void => {
  const { subscription: before } = world
  happens()
  world.subscription = LateChanges.kept(before, world.subscription)
}

describe("random lives of subscriptions", () => {
  it("are charged what the terms come to, as their previews say", { timeout }, () => {
    FastCheck.assert(
      FastCheck.property(life, (one) => {
        const world = begun(one)
        for (const now of one.steps) {
          written(world, () => pass(world, one, world.now + (now.hundredths * unitOf(one)) / 100, now.isDeclined))
          if (now.isLate) written(world, () => paidLate(world, one))
          written(world, () => taking[now.kind](world, one, now))
        }
        const until = world.now + 3 * one.length * unitOf(one)
        const listed = Preview.ofSubscription(world.subscription, at(until), one.zone, factsOf(world))
        // What is used after a preview is not in it.
        world.late = {}
        const actual = pass(world, one, until, false)
        assert.deepStrictEqual(
          listed.map(({ amount, at: due }) => `${due.epochMillis} ${amount}`),
          actual
        )
      }),
      { numRuns }
    )
  })
})
