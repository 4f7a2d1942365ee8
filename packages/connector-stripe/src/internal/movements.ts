/** What the account has moved: holds, money taken and given back, and holds that were released. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { Movement, MovementKind, Period } from "@florin/core/money/Movement"
import type { Unclear } from "@florin/exchange/Exchange"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { isOffered, ours } from "./amounts.js"
import type { Client } from "./client.js"
import { Booked, Charge, Event, Intent, Refund, read } from "./documents.js"
import { listed } from "./lists.js"
import { isInEffect } from "./lookups.js"
import { keyOf, kindOf, type Mark, marksOf } from "./marks.js"

type Booking = typeof Booked.Type

interface Line {
  readonly key: string | undefined
  readonly id: string
  readonly kind: MovementKind
  /** As Stripe counts it. */
  readonly units: number
  readonly currency: string
  /** Unit: seconds since 1970. */
  readonly at: number
  /** What Stripe keeps of it, as Stripe counts it. */
  readonly fee?: number
}

const movementOf = ({ at, currency, fee, id, key, kind, units }: Line): ReadonlyArray<Movement> => {
  const code = currency.toUpperCase()
  if (!isOffered(code)) return []
  return [
    {
      key: AcquirerKey.make(key ?? id),
      kind,
      amount: ours(units, code as Currency),
      currency: code as Currency,
      at: DateTime.unsafeMake(at * 1000),
      ...(fee === undefined ? {} : { fee: ours(fee, code as Currency) })
    }
  ]
}

const markLine = (mark: Mark, { currency, id }: Intent, at: number, fee?: number): ReadonlyArray<Movement> => [
  {
    key: AcquirerKey.make(mark.key),
    kind: mark.kind,
    amount: mark.amount as Amount,
    currency: currency.toUpperCase() as Currency,
    at: DateTime.unsafeMake(at * 1000),
    ...(fee === undefined || !isOffered(currency.toUpperCase()) || id === ""
      ? {}
      : { fee: ours(fee, currency.toUpperCase() as Currency) })
  }
]

/** A fee is in the currency of the account's balance. In another currency than the charge's it says nothing of it. */
const feeOf = ({ currency, fee }: Booking, of: string) => (currency === of ? { fee } : {})

/** A capture that was booked, and what Stripe has released with it. */
const ofCapture = (booking: Booking, charge: Charge): ReadonlyArray<Movement> => {
  const intent = Either.getOrUndefined(read(Intent)(charge.payment_intent))
  if (intent === undefined) return []
  const { fee } = feeOf(booking, charge.currency)
  return marksOf(intent.metadata).flatMap((mark) => {
    if (!isInEffect(intent, mark)) return []
    return markLine(mark, intent, booking.created, mark.kind === "capture" ? fee : undefined)
  })
}

const ofBooking = (booking: Booking): ReadonlyArray<Movement> => {
  const { created: at, id, source } = booking
  if (!Predicate.isRecord(source)) return []
  if (booking.type === "charge" || booking.type === "payment") {
    const charge = Either.getOrUndefined(read(Charge)(source))
    if (charge === undefined) return []
    if (kindOf(charge.metadata) === "authorization") return ofCapture(booking, charge)
    const key = keyOf(charge.metadata)
    const { amount: units, currency } = charge
    return movementOf({ key, id: charge.id, kind: "payment", units, currency, at, ...feeOf(booking, currency) })
  }
  if (booking.type === "refund" || booking.type === "payment_refund") {
    const refund = Either.getOrUndefined(read(Refund)(source))
    if (refund === undefined) return []
    const kind = kindOf(refund.metadata) === "void" ? "void" : "refund"
    return movementOf({ key: keyOf(refund.metadata), id, kind, units: refund.amount, currency: refund.currency, at })
  }
  // Disputes, payouts to the account and Stripe's own fees are of no request.
  return []
}

const ofHold = (charge: Charge): ReadonlyArray<Movement> => {
  const { amount: units, created: at, currency, id, metadata, status } = charge
  const isHold = status === "succeeded" && kindOf(metadata) === "authorization"
  return isHold ? movementOf({ key: keyOf(metadata), id, kind: "authorization", units, currency, at }) : []
}

const ofCancellation = ({ created: at, data: { object } }: typeof Event.Type): ReadonlyArray<Movement> => {
  const intent = Either.getOrUndefined(read(Intent)(object))
  if (intent === undefined || intent.amount_received > 0) return []
  const marks = marksOf(intent.metadata).filter((mark) => mark.kind === "void" && isInEffect(intent, mark))
  return marks.flatMap((mark) => markLine(mark, intent, at))
}

const seconds = (at: DateTime.Utc): number => Math.ceil(DateTime.toEpochMillis(at) / 1000)

const byTime = (one: Movement, other: Movement): number =>
  DateTime.toEpochMillis(one.at) - DateTime.toEpochMillis(other.at)

/** Several captures of one charge are booked one by one, and each booking shows all of them. */
const once = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const seen = new Map<string, Movement>()
  for (const one of movements) {
    const name = `${one.kind} ${one.key}`
    if (!seen.has(name)) seen.set(name, one)
  }
  return [...seen.values()]
}

/** Lists a period, oldest first. Cancellations are known for 30 days: Stripe keeps its events no longer. */
export const list = (client: Client, { from, to }: Period): Effect.Effect<ReadonlyArray<Movement>, Unclear> =>
  Effect.gen(function* () {
    const created = { gte: seconds(from), lt: seconds(to) }
    const bookings = yield* listed(client, Booked, (sdk, page, options) =>
      sdk.balanceTransactions.list({ created, ...page, expand: ["data.source.payment_intent"] }, options)
    )
    const charges = yield* listed(client, Charge, (sdk, page, options) =>
      sdk.charges.list({ created, ...page }, options)
    )
    const cancellations = yield* listed(client, Event, (sdk, page, options) =>
      sdk.events.list({ created, ...page, type: "payment_intent.canceled" }, options)
    )
    const all = [...charges.flatMap(ofHold), ...bookings.flatMap(ofBooking), ...cancellations.flatMap(ofCancellation)]
    return once(all).toSorted(byTime)
  })
