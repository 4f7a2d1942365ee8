/** What was used of a metered item, aggregated when it is written. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { type Aggregation, amountOf, type MeteredPrice } from "./Price.js"

/** What was used, as the shop says it. The key makes it count once. Source: D63. */
export interface UsageEvent {
  /** May be below 0: a correction. */
  readonly quantity: number
  readonly at: DateTime.Utc
  readonly key: string
}

/** The aggregates of a cycle. `last`: of the latest event, of those at one instant the one that came last. */
export const UsageTotal = Schema.Struct({
  sum: Schema.Int,
  max: Schema.Int,
  last: Schema.Int,
  lastAt: Schema.DateTimeUtc
})

export interface UsageTotal extends Schema.Schema.Type<typeof UsageTotal> {}

/** A total with one more event. */
export const withUsage = (total: UsageTotal | null, { at, quantity }: UsageEvent): UsageTotal => {
  if (total === null) return { sum: quantity, max: quantity, last: quantity, lastAt: at }
  const isLast = DateTime.greaterThanOrEqualTo(at, total.lastAt)
  return {
    sum: total.sum + quantity,
    max: Math.max(total.max, quantity),
    last: isLast ? quantity : total.last,
    lastAt: isLast ? at : total.lastAt
  }
}

/** The total of two cycles that are charged together. */
export const sumOf = (one: UsageTotal | null, other: UsageTotal | null): UsageTotal | null => {
  if (one === null || other === null) return one ?? other
  const { last, lastAt } = DateTime.greaterThan(one.lastAt, other.lastAt) ? one : other
  return { sum: one.sum + other.sum, max: Math.max(one.max, other.max), last, lastAt }
}

/** The quantity of a cycle that is charged. Never below 0. */
export const quantityOf = (total: UsageTotal | null, aggregation: Aggregation): number =>
  total === null ? 0 : Math.max(0, total[aggregation])

/** What the cycle would cost now. Unit: minor units. */
export const usageAmount = ({ aggregation, price }: MeteredPrice, total: UsageTotal | null): bigint =>
  amountOf(price, quantityOf(total, aggregation))
