/**
 * A subscription's row: what was agreed, and how it stands. Every renewal writes the latter twice. Instants are numbers:
 * they are read and written several times as fast as timestamps. Nothing is validated: Florin wrote it, and validating
 * would cost more than the rest of a renewal.
 */
import type { CardStamp } from "@florin/core/ids/Ids"
import type { Plan } from "@florin/core/plans/Plan"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { agreed, Subscription } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { corrupt, type Document, date, planFrom, type Read, text } from "./records.js"

type Agreed = (typeof agreed)[number]

const millis = DateTime.toEpochMillis

const millisOrNull = (instant: DateTime.Utc | null): number | null => (instant === null ? null : millis(instant))

const dateOrNull = (value: unknown): DateTime.Utc | null => (value === null ? null : date(value))

export const planDocument = (_: Plan) => ({ ..._, createdAt: millis(_.createdAt) })

export const agreementOf = (_: Subscription): string =>
  JSON.stringify({
    shop: _.shop,
    id: _.id,
    plan: planDocument(_.plan),
    nextPlan: _.nextPlan === null ? null : planDocument(_.nextPlan),
    customerId: _.customerId,
    customer: _.customer,
    billingAddress: _.billingAddress,
    card: _.card,
    trackingId: _.trackingId,
    returnUrl: _.returnUrl,
    notificationUrl: _.notificationUrl,
    language: _.language,
    visibleFields: _.visibleFields,
    additionalData: _.additionalData,
    createdAt: millis(_.createdAt)
  } satisfies Record<Agreed, unknown>)

export const documentOf = (_: Subscription): string =>
  JSON.stringify({
    state: _.state,
    anchor: millisOrNull(_.anchor),
    cycle: _.cycle,
    paidCycles: _.paidCycles,
    attempts: _.attempts,
    hasPaid: _.hasPaid,
    renewAt: millisOrNull(_.renewAt),
    activeTo: millisOrNull(_.activeTo),
    declines: _.declines.map(({ at }) => millis(at)),
    declinedCards: _.declines.map(({ card }) => card),
    charging: _.charging,
    checks: _.checks,
    gatewayId: _.gatewayId,
    lastTransaction:
      _.lastTransaction === null ? null : { ..._.lastTransaction, createdAt: millis(_.lastTransaction.createdAt) },
    cancelReason: _.cancelReason,
    cancelledAt: millisOrNull(_.cancelledAt),
    pausedAt: millisOrNull(_.pausedAt),
    updatedAt: millis(_.updatedAt),
    version: _.version
  } satisfies Record<Exclude<keyof Subscription, Agreed> | "declinedCards", unknown>)

const lastTransactionFrom = (_: Document | null): Subscription["lastTransaction"] =>
  _ === null ? null : ({ ..._, createdAt: date(_.createdAt) } as unknown as Subscription["lastTransaction"])

/** Earlier versions read and write the instants alone: what failed is then taken to be the present card. */
const declinesFrom = (
  instants: ReadonlyArray<unknown>,
  cards: ReadonlyArray<CardStamp> | undefined,
  present: Subscription["card"]
): Subscription["declines"] =>
  instants.flatMap((instant, index) => {
    const card = cards?.[index] ?? present?.stamp
    return card === undefined ? [] : [{ at: date(instant), card }]
  })

type Stored<Member extends keyof Subscription> = { readonly [Name in Member]: never }

// Every member by name: an object of two spread ones is a dictionary, and each copy of it takes several times as long.
const subscriptionFrom = (
  from: Stored<Agreed>,
  _: Stored<Exclude<keyof Subscription, Agreed>> & { readonly declinedCards?: ReadonlyArray<CardStamp> }
): Required<Subscription> => ({
  shop: from.shop,
  id: from.id,
  plan: planFrom(from.plan),
  nextPlan: from.nextPlan === null ? null : planFrom(from.nextPlan),
  customerId: from.customerId,
  customer: from.customer,
  billingAddress: from.billingAddress,
  card: from.card,
  trackingId: from.trackingId,
  returnUrl: from.returnUrl,
  notificationUrl: from.notificationUrl,
  language: from.language,
  visibleFields: from.visibleFields,
  additionalData: from.additionalData,
  createdAt: date(from.createdAt),
  state: _.state,
  anchor: dateOrNull(_.anchor),
  cycle: _.cycle,
  paidCycles: _.paidCycles,
  attempts: _.attempts,
  hasPaid: _.hasPaid,
  renewAt: dateOrNull(_.renewAt),
  activeTo: dateOrNull(_.activeTo),
  declines: declinesFrom(_.declines, _.declinedCards, from.card),
  charging: _.charging,
  checks: _.checks,
  gatewayId: _.gatewayId,
  lastTransaction: lastTransactionFrom(_.lastTransaction),
  cancelReason: _.cancelReason,
  cancelledAt: dateOrNull(_.cancelledAt),
  pausedAt: dateOrNull(_.pausedAt),
  updatedAt: date(_.updatedAt),
  version: _.version
})

/** A row with the columns `agreement` and `document`. */
export const subscriptionOf: Read<Subscription> = (operation, row: Row) =>
  Either.try({
    try: () => subscriptionFrom(JSON.parse(text(row, "agreement")), JSON.parse(text(row, "document"))),
    catch: corrupt(operation)
  })
