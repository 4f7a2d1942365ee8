/** A change of terms within a period: what it credits, what it charges, and what is paid after it. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { zero } from "../money/Amount.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import { dueAt } from "../time/BillingCalendar.js"
import {
  type Bill,
  type BillingFacts,
  discounted,
  itemLines,
  linesOfNewInterval,
  type PaidPeriod,
  paidLines,
  usageLines,
  withBalance
} from "./Charging.js"
import type { ChargeCoupons } from "./Coupon.js"
import { fixedTotal, type Item, type ItemId, sameCost, sameInterval, Terms } from "./Item.js"
import type { BillingPeriod } from "./Lines.js"
import * as Lines from "./Lines.js"
import type { WaitingLine } from "./OneOff.js"
import { leftOf, type PaidLine, partOf } from "./Proration.js"

/**
 * What a change within a period moves.
 *
 * - `charge`: the difference is charged at once, or goes to the balance
 * - `credit`: the difference goes to the balance, or waits for the next charge
 * - `none`: nothing; what is paid of an item that stays counts as paid for its new terms
 *
 * Source: D60.
 */
export const Proration = Schema.Literal("charge", "credit", "none")

export type Proration = typeof Proration.Type

/** When a change takes effect. Source: D60. */
export const ChangeTime = Schema.Literal("now", "renewal")

export type ChangeTime = typeof ChangeTime.Type

/** Terms that begin with the next renewal. An undo before it forgets them. Source: D60. */
export const PendingTerms = Schema.Struct({ terms: Terms, since: Schema.DateTimeUtc })

export interface PendingTerms extends Schema.Schema.Type<typeof PendingTerms> {}

/** Thousandths of hours; a month is a twelfth of the mean year of the calendar. */
const lengths = { hour: 1000n, day: 24_000n, month: 730_485n } as const

const timeOf = ({ interval: { length, unit } }: Terms): bigint => BigInt(length) * lengths[unit]

/** Whether the fixed prices of `after` come to more than those of `before`, over an equal time. */
const isUp = (before: Terms, after: Terms): boolean =>
  fixedTotal(after) * timeOf(before) > fixedTotal(before) * timeOf(after)

/** When a change takes effect and what it moves, where the request says neither. Source: D60. */
export const defaultsOf = (
  before: Terms,
  after: Terms
): { readonly when: ChangeTime; readonly proration: Proration } => ({
  when: isUp(before, after) ? "now" : "renewal",
  proration: "charge"
})

/** Other terms from an instant on. */
export interface TermsChange extends BillingFacts {
  readonly before: Terms
  readonly after: Terms
  /** Null: nothing is paid, in a trial or while a charge has failed. */
  readonly paid: PaidPeriod | null
  /** The cycle whose usage no charge has taken, where nothing is paid. Absent: none. */
  readonly unpaid?: BillingPeriod | undefined
  readonly isPaused: boolean
  readonly at: DateTime.Utc
  /** Of the shop. */
  readonly zone: DateTime.TimeZone
  readonly proration: Proration
}

/** What a change charges, and what is stored when that has succeeded. */
export interface ChangeBill extends Bill {
  /** All lines that wait for the next charge. */
  readonly waitingAfter: ReadonlyArray<WaitingLine>
  /** The items whose usage so far is among them, and is not charged again. */
  readonly usageWaiting: ReadonlyArray<ItemId>
  /** Whether it begins a period, whose start is the new anchor. */
  readonly isNewAnchor: boolean
}

const unmoved = ({ after, balance, coupons, paid, waiting }: TermsChange): ChangeBill => ({
  lines: [],
  total: zero,
  balanceAfter: balance,
  couponsAfter: coupons,
  termsAfter: after,
  paid,
  waitingAfter: waiting,
  usageWaiting: [],
  isNewAnchor: false
})

const hasAmountOff = ({ customer, subscription }: ChargeCoupons): boolean =>
  [customer, subscription].some((coupon) => coupon?.discount.kind === "amount")

/**
 * The items that differ. All of them, if a coupon takes an amount off the whole period: it is spread over them anew.
 */
const changedItems = ({ after, before }: TermsChange, coupons: ChargeCoupons): ReadonlySet<ItemId> => {
  const old = new Map(before.items.map((item) => [item.id, item]))
  const kept = after.items.filter((item) => {
    const previous = old.get(item.id)
    return previous !== undefined && sameCost(previous, item)
  })
  const all = [...before.items, ...after.items].map(({ id }) => id)
  const isSame = kept.length === before.items.length && kept.length === after.items.length
  if (isSame) return new Set()
  const same = hasAmountOff(coupons) ? new Set<ItemId>() : new Set(kept.map(({ id }) => id))
  return new Set(all.filter((id) => !same.has(id)))
}

const creditOf = (
  { at, before, zone }: TermsChange,
  { period }: PaidPeriod,
  { amount, from, item, title }: PaidLine
): Lines.DraftLine => {
  const left = leftOf({ from, to: period.to }, at, before.interval.unit, zone)
  const unused = partOf(BigInt(amount), left)
  return { kind: "proration-credit", item, title, period: { from: at, to: period.to }, amount: -unused }
}

const isMoving = ({ amount }: Lines.DraftLine): boolean => amount !== 0n

const isMetered = ({ price }: Item): boolean => price.kind === "metered"

/** Whether usage of an item goes on as it was. In a cycle that is over it went by the price in force at its end. */
const goesOn = (item: Item, { after }: TermsChange, isOver: boolean): boolean =>
  after.items.some(
    (other) => other.id === item.id && (!isOver || sameCost(other, { ...item, quantity: other.quantity }))
  )

/**
 * The bill with the usage so far of metered items that the change removes: it waits for the next charge, and its discounts
 * are of that one. `isOver`: the cycle is, and no charge has taken its usage.
 */
const withUsage = (change: TermsChange, bill: ChangeBill, period: BillingPeriod, isOver = false) => {
  const gone = change.before.items.filter((item) => isMetered(item) && !goesOn(item, change, isOver))
  return Either.map(
    asWaiting(usageLines(gone, change.usage, period)),
    (used): ChangeBill => ({
      ...bill,
      waitingAfter: [...bill.waitingAfter, ...used],
      usageWaiting: gone.map(({ id }) => id)
    })
  )
}

const soFar = ({ at }: TermsChange, { period: { from } }: PaidPeriod): BillingPeriod => ({ from, to: at })

/** Nothing is paid: nothing moves, but what was used of an item that ends is not forgotten. */
const withoutPeriod = (change: TermsChange): Either.Either<ChangeBill, Lines.AmountTooLarge> =>
  change.unpaid === undefined ? Either.right(unmoved(change)) : withUsage(change, unmoved(change), change.unpaid, true)

const asWaiting = (drafts: ReadonlyArray<Lines.DraftLine>) =>
  Either.map(Lines.fromDrafts(drafts), (lines) => lines as ReadonlyArray<WaitingLine>)

/** What earlier changes have left to the next charge. */
const owed = (waiting: ReadonlyArray<WaitingLine>): number =>
  waiting.reduce((sum, { amount, kind }) => (kind === "one-off" || kind === "usage" ? sum : sum + amount), 0)

/** Whether the lines wait for the next charge: they cannot be charged now, or meet what waits for it already. */
const areDeferred = ({ isPaused, proration, waiting }: TermsChange, total: bigint): boolean =>
  total > 0n ? isPaused || proration === "credit" : total < 0n && owed(waiting) > 0

const withinPeriod = (change: TermsChange, paid: PaidPeriod) =>
  Either.gen(function* () {
    const { after, at, balance, before, waiting, zone } = change
    const { coupons, period } = paid
    const changed = changedItems(change, coupons)
    const share = leftOf(period, at, before.interval.unit, zone)
    const credits = paid.lines.filter(({ item }) => changed.has(item)).map((line) => creditOf(change, paid, line))
    const next = after.items.filter(({ id }) => changed.has(id))
    const charges = itemLines(next, { from: at, to: period.to }, share)
    const { lines, net } = discounted(charges, coupons, after.currency, share)
    const kept = paid.lines.filter(({ item }) => !changed.has(item))
    const moving = [...credits, ...lines].filter(isMoving)
    const isDeferred = areDeferred(change, Lines.totalOf(moving))
    const left = isDeferred ? yield* asWaiting(moving) : []
    const bill: ChangeBill = {
      ...unmoved(change),
      ...(yield* withBalance(isDeferred ? [] : moving, balance)),
      paid: { ...paid, lines: [...kept, ...(yield* paidLines(charges, net, at))] },
      waitingAfter: [...waiting, ...left]
    }
    return yield* withUsage(change, bill, soFar(change, paid))
  })

const withoutMoney = (change: TermsChange, paid: PaidPeriod) => {
  const stays = new Set(change.after.items.map(({ id }) => id))
  const lines = paid.lines.filter(({ item }) => stays.has(item))
  return withUsage(change, { ...unmoved(change), paid: { ...paid, lines } }, soFar(change, paid))
}

const newPeriod = (change: TermsChange, paid: PaidPeriod) => {
  const { after, at, before, proration, zone } = change
  if (proration !== "charge") return Either.left(invalid("proration", "must be charge where the interval changes"))
  const period = { from: at, to: dueAt(at, after.interval, 1, zone) }
  const ended = { period: { from: paid.period.from, to: at }, items: before.items }
  const credits = paid.lines.map((line) => creditOf(change, paid, line)).filter(isMoving)
  const bill = linesOfNewInterval({ ...change, terms: after, period, ended }, credits)
  return Either.map(bill, (one): ChangeBill => ({ ...one, waitingAfter: [], usageWaiting: [], isNewAnchor: true }))
}

/**
 * The charge of a change that takes effect at once: the unused part of what is paid of each item that differs, as a
 * credit, and its new price for the days that are left, as one charge of the difference. Where nothing is paid, nothing
 * moves, and the next charge goes by the new terms. Another interval begins a period at the instant of the change, or
 * with the period that is to be paid next where nothing is paid.
 *
 * Errors: another currency, or an amount is beyond 2^53 − 1; a change of interval while paused, or without a charge.
 *
 * Source: D60, D61.
 */
export const linesOfChange = (
  change: TermsChange
): Either.Either<ChangeBill, InvalidRequest | Lines.AmountTooLarge> => {
  const { after, at, before, isPaused, paid, proration } = change
  const isSameInterval = sameInterval(before, after)
  if (after.currency !== before.currency) return Either.left(invalid("currency", "must be that of the subscription"))
  // It begins a period, and nothing is charged for one: what goes by until it is resumed would be free.
  if (isPaused && !isSameInterval) return Either.left(invalid([], "Subscription is paused"))
  if (paid === null || at.epochMillis >= paid.period.to.epochMillis) return withoutPeriod(change)
  if (!isSameInterval) return newPeriod(change, paid)
  return proration === "none" ? withoutMoney(change, paid) : withinPeriod(change, paid)
}
