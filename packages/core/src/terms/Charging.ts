/**
 * The lines of a charge that begins a period: of the first one and of each renewal. The charge and its preview both
 * call `linesOfRenewal`, so that they agree.
 */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import { settled } from "./Balance.js"
import { AppliedCoupon, afterCycle, type ChargeCoupons, reductions, spread } from "./Coupon.js"
import { fixedAmount, type Item, remaining, type Terms } from "./Item.js"
import * as Lines from "./Lines.js"
import { draftOf, type WaitingLine } from "./OneOff.js"
import { PaidLine, partOf, type Share } from "./Proration.js"
import { quantityOf, type UsageTotal, usageAmount } from "./Usage.js"

/**
 * What is paid of a period. `coupons`: those that took something off its charge; a change within the period goes by them
 * again and uses up none.
 */
export const PaidPeriod = Schema.Struct({
  period: Lines.BillingPeriod,
  lines: Schema.Array(PaidLine),
  coupons: Schema.Struct({ subscription: Schema.NullOr(AppliedCoupon), customer: Schema.NullOr(AppliedCoupon) })
})

export interface PaidPeriod extends Schema.Schema.Type<typeof PaidPeriod> {}

/** The usage of the cycle that ends, by the id of the item. An absent one: nothing. */
export type UsageByItem = ReadonlyMap<string, UsageTotal | null>

export const noUsage: UsageByItem = new Map()

/** What a charge goes by, besides the terms. */
export interface BillingFacts {
  readonly coupons: ChargeCoupons
  /** Of the customer, in the currency of the terms. */
  readonly balance: Amount
  /** Taken into this charge, all of them. */
  readonly waiting: ReadonlyArray<WaitingLine>
  readonly usage: UsageByItem
}

/** A charge, and what is stored when it has succeeded. A total of 0 does not ask the acquirer. Source: D60, D61. */
export interface Bill {
  readonly lines: ReadonlyArray<Lines.Line>
  /** The sum of the lines. */
  readonly total: Amount
  readonly balanceAfter: Amount
  readonly couponsAfter: ChargeCoupons
  readonly termsAfter: Terms
  /** Null: nothing is paid of a period. */
  readonly paid: PaidPeriod | null
}

/** A period that is charged, and the one before it, whose usage is. */
export interface RenewalFacts extends BillingFacts {
  readonly terms: Terms
  readonly period: Lines.BillingPeriod
  /** The cycle whose usage is charged, and the items of it. Null: there is none yet. */
  readonly ended: { readonly period: Lines.BillingPeriod; readonly items: ReadonlyArray<Item> } | null
}

/** The line of an item for the whole period, or by a change for the share of it that is left. */
const itemLine = (item: Item, period: Lines.BillingPeriod, share?: Share): Lines.DraftLine => {
  const { id, quantity, title } = item
  const full = fixedAmount(item)
  return share === undefined
    ? { kind: "item", item: id, title, quantity, period, amount: full }
    : { kind: "proration-charge", item: id, title, quantity, period, amount: partOf(full, share) }
}

const isFixed = ({ price, quantity }: Item): boolean => price.kind !== "metered" && quantity > 0

/** The lines of items that are paid in advance. Those with a quantity of 0 have none. */
export const itemLines = (
  items: ReadonlyArray<Item>,
  period: Lines.BillingPeriod,
  share?: Share
): ReadonlyArray<Lines.DraftLine> => items.filter(isFixed).map((item) => itemLine(item, period, share))

/** The lines of the usage of a cycle. Items of which nothing was used have none. */
export const usageLines = (
  items: ReadonlyArray<Item>,
  usage: UsageByItem,
  period: Lines.BillingPeriod
): ReadonlyArray<Lines.DraftLine> =>
  items.flatMap(({ id, price, title }) => {
    if (price.kind !== "metered") return []
    const total = usage.get(id) ?? null
    const quantity = quantityOf(total, price.aggregation)
    if (quantity === 0) return []
    return [{ kind: "usage", item: id, title, quantity, period, amount: usageAmount(price, total) } as const]
  })

/** Lines with discounts, and what is left of each of them. */
export interface Discounted {
  readonly lines: ReadonlyArray<Lines.DraftLine>
  /** The amounts after discounts, in the order of the lines that were given. */
  readonly net: ReadonlyArray<bigint>
}

/** The lines, and one for each coupon that takes something off. `share`: of the period, if it is a part. Source: D61. */
export const discounted = (
  lines: ReadonlyArray<Lines.DraftLine>,
  coupons: ChargeCoupons,
  currency: Currency,
  share?: Share
): Discounted => {
  const scale = share === undefined ? undefined : (amount: bigint) => partOf(amount, share)
  const taken = reductions(coupons, Lines.totalOf(lines), currency, scale)
  const off = taken.map(({ amount, coupon: { code } }): Lines.DraftLine => {
    return { kind: "discount", coupon: code, title: code, amount: -amount }
  })
  const net = taken.reduce<ReadonlyArray<bigint>>(
    (amounts, { amount }) => spread(amounts, amount),
    lines.map(({ amount }) => amount)
  )
  return { lines: [...lines, ...off], net }
}

/** What is paid of items by lines of which `net` is left, from an instant on. */
export const paidLines = (
  lines: ReadonlyArray<Lines.DraftLine>,
  net: ReadonlyArray<bigint>,
  from: DateTime.Utc
): Either.Either<ReadonlyArray<PaidLine>, Lines.AmountTooLarge> =>
  Either.all(
    lines.flatMap(({ item, kind, title }, index) => {
      if (item === undefined || kind === "usage") return []
      return [Either.map(Lines.boundedAmount(net[index]!), (amount) => ({ item, title, from, amount }))]
    })
  )

/** The lines with the balance's, bounded, and their sum. */
export const withBalance = (drafts: ReadonlyArray<Lines.DraftLine>, balance: Amount) => {
  const { balance: left, lines } = settled(drafts, BigInt(balance))
  const bounded = Either.all([
    Lines.fromDrafts(lines),
    Lines.boundedAmount(Lines.totalOf(lines)),
    Lines.boundedAmount(left)
  ])
  return Either.map(bounded, ([lines, total, balanceAfter]) => ({ lines, total, balanceAfter }))
}

const isUsage = ({ kind }: WaitingLine): boolean => kind === "usage"

/** Like `linesOfRenewal`, with what a change of the interval credits. */
export const linesOfNewInterval = (
  { balance, coupons, ended, period, terms, usage, waiting }: RenewalFacts,
  credits: ReadonlyArray<Lines.DraftLine>
): Either.Either<Bill, Lines.AmountTooLarge> => {
  const termsAfter = remaining(terms)
  const used = ended === null ? [] : usageLines(ended.items, usage, ended.period)
  const late = waiting.filter(isUsage).map(draftOf)
  const billed = [...itemLines(termsAfter.items, period), ...used, ...late]
  const { lines, net } = discounted(billed, coupons, terms.currency)
  const others = waiting.filter((line) => !isUsage(line)).map(draftOf)
  const couponsAfter = { subscription: afterCycle(coupons.subscription), customer: afterCycle(coupons.customer) }
  return Either.zipWith(
    paidLines(billed, net, period.from),
    withBalance([...credits, ...lines, ...others], balance),
    (paid, bill) => ({ ...bill, couponsAfter, termsAfter, paid: { period, lines: paid, coupons } })
  )
}

/**
 * The charge that begins a period: items in advance, the usage of the cycle that has ended, the lines that wait, less
 * discounts and the balance. Discounts are of items and usage, not of lines of the shop's own.
 *
 * Errors: an amount is beyond 2^53 − 1.
 *
 * Source: D59, D61 to D63.
 */
export const linesOfRenewal = (renewal: RenewalFacts): Either.Either<Bill, Lines.AmountTooLarge> =>
  linesOfNewInterval(renewal, [])
