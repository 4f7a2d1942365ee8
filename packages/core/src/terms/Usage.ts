/** What was used of a metered item, aggregated when it is written. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
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

/** The usage of an item that is not charged yet. Source: D63. */
export const OpenUsage = Schema.Struct({
  /** The end of the cycle: what is used then or later belongs to the next one. */
  cut: Schema.DateTimeUtc,
  current: Schema.NullOr(UsageTotal),
  next: Schema.NullOr(UsageTotal)
})

export interface OpenUsage extends Schema.Schema.Type<typeof OpenUsage> {}

/** An item of which nothing was used. */
export const noUsage = (cut: DateTime.Utc): OpenUsage => ({ cut, current: null, next: null })

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

/**
 * The usage with an event, in constant time. What comes late, after its cycle was charged, belongs to the present one.
 *
 * Shape: the caller has not counted the event's key yet.
 * Errors: the event is in the future, the subscription has ended, or the sum is beyond 2^53 − 1.
 *
 * Source: D63.
 */
export const withEvent = (
  usage: OpenUsage,
  event: UsageEvent,
  { hasEnded, now }: { readonly now: DateTime.Utc; readonly hasEnded: boolean }
): Either.Either<OpenUsage, InvalidRequest> => {
  if (hasEnded) return Either.left(invalid([], "Subscription has ended"))
  if (DateTime.greaterThan(event.at, now)) return Either.left(invalid("at", "can't be in the future"))
  const cycle = DateTime.lessThan(event.at, usage.cut) ? "current" : "next"
  const total = withUsage(usage[cycle], event)
  return Number.isSafeInteger(total.sum)
    ? Either.right({ ...usage, [cycle]: total })
    : Either.left(invalid("quantity", "is too large"))
}

/** The usage after the charge that ended its cycle. */
export const afterCharge = ({ next }: OpenUsage, cut: DateTime.Utc): OpenUsage => ({ cut, current: next, next: null })

/** The quantity of a cycle that is charged. Never below 0. */
export const quantityOf = (total: UsageTotal | null, aggregation: Aggregation): number =>
  total === null ? 0 : Math.max(0, total[aggregation])

/** What the cycle would cost now. Unit: minor units. */
export const usageAmount = ({ aggregation, price }: MeteredPrice, total: UsageTotal | null): bigint =>
  amountOf(price, quantityOf(total, aggregation))
