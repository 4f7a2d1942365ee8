/** The rules by which the usage of a subscription is counted. Source: D63. */
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { ShopId, SubscriptionId } from "../ids/Ids.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { UsageByItem } from "../terms/Charging.js"
import { quantityOf, type UsageEvent, type UsageTotal, usageAmount, withUsage } from "../terms/Usage.js"
import type { UsageRequest } from "../terms/UsageRequest.js"
import { isMetered, nextCycleItems } from "./MeteredItems.js"
import { isFinal, type Subscription } from "./Subscription.js"

/** An event of an item. */
export interface ItemEvent extends UsageEvent {
  readonly item: string
  /** The request does not say when: sent again, it is the same event. */
  readonly isNow?: true
}

/** Where an event is stored. */
export interface PlacedEvent {
  readonly shop: ShopId
  readonly subscription: SubscriptionId
  readonly key: string
}

/**
 * The days for which the key of an event is remembered, counted from when it happened. What happened before is refused, so
 * that no event is counted twice.
 */
const rememberedDays = 100

/** Events that happened before are forgotten. */
export const rememberedSince = (now: DateTime.Utc): DateTime.Utc => DateTime.subtract(now, { days: rememberedDays })

/** The cycle that was read has ended: what is counted is read again. */
export class CycleEnded extends Data.TaggedError("CycleEnded") {}

/** What is counted already: totals of the present cycle and of the next one, and the events with these keys. */
export interface CountedUsage {
  readonly present: UsageByItem
  readonly next: UsageByItem
  readonly events: ReadonlyArray<ItemEvent>
}

/** The total of an item in a cycle. */
export interface CycleTotal {
  readonly cycle: number
  readonly item: string
  readonly total: UsageTotal
}

/** What is counted anew. */
export interface Counting {
  readonly fresh: ReadonlyArray<ItemEvent & { readonly cycle: number }>
  readonly totals: ReadonlyArray<CycleTotal>
  /** The totals of the present cycle. */
  readonly present: UsageByItem
}

/** What was used of an item, and what it would cost now. Unit: minor units. */
export interface ItemUsage {
  readonly item: string
  readonly quantity: number
  readonly amount: bigint
}

/** Default: now. */
export const eventsOf = (
  { at, events, item, key, quantity }: UsageRequest,
  now: DateTime.Utc
): ReadonlyArray<ItemEvent> =>
  // The schema has refused a request without both.
  (events ?? [{ item: item!, quantity: quantity!, key: key!, ...given({ at }) }]).map(({ at, item, key, quantity }) =>
    at === undefined ? { item, quantity, at: now, key, isNow: true } : { item, quantity, at, key }
  )

const hasEnded = invalid([], "Subscription has ended")

/** While what is owed at its end is being charged, nothing is added to it. */
const refusal = (subscription: Subscription): InvalidRequest | undefined => {
  const { charging, ending, state } = subscription
  if (state === "redirecting") return invalid([], "Subscription is redirecting")
  return isFinal(subscription) || (ending?.isDue === true && charging !== null) ? hasEnded : undefined
}

/** Whether an event is of a time after the last period. */
const isAfterEnd = ({ activeTo, ending }: Subscription, { at }: UsageEvent): boolean =>
  ending !== undefined && activeTo !== null && DateTime.greaterThanOrEqualTo(at, activeTo)

const sameEvent = (known: ItemEvent, sent: ItemEvent): boolean =>
  known.item === sent.item &&
  known.quantity === sent.quantity &&
  (sent.isNow === true || DateTime.Equivalence(known.at, sent.at))

const pathOf = (place: number | undefined, name: string): ReadonlyArray<string> =>
  place === undefined ? [name] : ["events", String(place), name]

/** Why an event is not counted. `place`: in the list of the request; undefined where it has one event alone. */
const faultOf = (
  event: ItemEvent,
  place: number | undefined,
  metered: ReadonlySet<string>,
  known: ItemEvent | undefined,
  now: DateTime.Utc
): InvalidRequest | undefined => {
  const path = (name: string) => pathOf(place, name)
  if (!metered.has(event.item)) return invalid(path("item"), "is no metered item of the subscription")
  if (DateTime.greaterThan(event.at, now)) return invalid(path("at"), "can't be in the future")
  if (known !== undefined) return sameEvent(known, event) ? undefined : invalid(path("key"), "is that of another event")
  return DateTime.lessThan(event.at, rememberedSince(now))
    ? invalid(path("at"), `can't be more than ${rememberedDays} days ago`)
    : undefined
}

/** Whether an event belongs to the next cycle. */
export const isLate = ({ activeTo, charging }: Subscription, { at }: UsageEvent): boolean =>
  charging !== null || activeTo === null || DateTime.greaterThanOrEqualTo(at, activeTo)

/** Whether events belong to the same cycles as when the subscription was read. */
export const sameUsageCycle = (known: Subscription, found: Subscription): boolean =>
  known === found ||
  (known.usageCycle === found.usageCycle &&
    known.charging === found.charging &&
    known.activeTo?.epochMillis === found.activeTo?.epochMillis)

/**
 * Counts events. One whose key is counted already is the same event, sent again. While a charge is under way, and from
 * the end of the cycle on, what is used belongs to the next one.
 *
 * Shape: `isAlone`: the request has one event, not a list.
 * Errors: the subscription has not begun or has ended, or will have by then; an item is not metered; an event is in the future, or new and too
 * old; a key is that of another event; a sum is beyond 2^53 − 1.
 */
export const counted = (
  subscription: Subscription,
  events: ReadonlyArray<ItemEvent>,
  { events: before, next, present }: CountedUsage,
  now: DateTime.Utc,
  isAlone = false
): Either.Either<Counting, InvalidRequest> => {
  const refused = refusal(subscription)
  if (refused !== undefined) return Either.left(refused)
  const { items = [], usageCycle = 0 } = subscription
  const metered = [items, nextCycleItems(subscription) ?? []].map(
    (all) => new Set<string>(all.filter(isMetered).map(({ id }) => id))
  )
  const seen = new Map(before.map((event) => [event.key, event]))
  const sums = [new Map(present), new Map(next)] as const
  const fresh: Array<ItemEvent & { readonly cycle: number }> = []
  for (const [index, event] of events.entries()) {
    const place = isAlone ? undefined : index
    const known = seen.get(event.key)
    const ahead = isLate(subscription, event) ? 1 : 0
    const fault = faultOf(event, place, metered[ahead]!, known, now)
    if (fault !== undefined) return Either.left(fault)
    if (known !== undefined) continue
    if (subscription.charging === null && isAfterEnd(subscription, event)) return Either.left(hasEnded)
    seen.set(event.key, event)
    const totals = sums[ahead]
    const total = withUsage(totals.get(event.item) ?? null, event)
    if (!Number.isSafeInteger(total.sum)) {
      return Either.left(invalid(pathOf(place, "quantity"), "is too large"))
    }
    totals.set(event.item, total)
    fresh.push({ ...event, cycle: usageCycle + ahead })
  }
  const changed = new Set(fresh.map(({ cycle, item }) => `${cycle} ${item}`))
  const totals = sums.flatMap((all, place) =>
    Array.from(all, ([item, total]) => ({ cycle: usageCycle + place, item, total: total! })).filter(({ cycle, item }) =>
      changed.has(`${cycle} ${item}`)
    )
  )
  return Either.right({ fresh, totals, present: sums[0] })
}

/** What was used of each metered item. */
export const itemsUsed = ({ items = [] }: Subscription, usage: UsageByItem): ReadonlyArray<ItemUsage> =>
  items.flatMap(({ id, price }) => {
    if (price.kind !== "metered") return []
    const total = usage.get(id) ?? null
    return [{ item: id, quantity: quantityOf(total, price.aggregation), amount: usageAmount(price, total) }]
  })
