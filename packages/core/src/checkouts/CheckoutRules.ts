/** The rules of a checkout. Pure. Source: D44. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import { partyOf } from "../customers/CustomerRequest.js"
import type { CheckoutToken, ProductId, ShopId, TransactionUid } from "../ids/Ids.js"
import * as Machine from "../machine/Machine.js"
import type { Amount } from "../money/Amount.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Method } from "../transfers/methods/Method.js"
import { methods } from "../transfers/methods/Methods.js"
import { type Checkout, isOver } from "./Checkout.js"
import type { WrittenCheckout } from "./CheckoutChange.js"
import * as CheckoutMachine from "./CheckoutMachine.js"
import { type CheckoutRequest, MethodType } from "./CheckoutRequest.js"

/** How long an order waits unless the shop says otherwise. Source: D45. */
export const defaultLifetime = Duration.hours(24)

/** A changed checkout, its transition, and the effects that are committed with it. */
export interface ChangedCheckout extends WrittenCheckout {
  readonly effects: ReadonlyArray<CheckoutMachine.SideEffect>
}

const changed = (
  checkout: Checkout,
  trigger: CheckoutMachine.Trigger,
  now: DateTime.Utc,
  members: Partial<Checkout> = {}
): Either.Either<ChangedCheckout, Machine.Refused> => {
  const after = { ...checkout, ...members }
  const facts = { hasAttempts: after.attempts < (after.details.attempts ?? 1), isOver: isOver(checkout, now) }
  return Either.map(
    Machine.decide(CheckoutMachine.machine, checkout.state, trigger, facts),
    ({ effects, next }): ChangedCheckout => ({
      effects,
      transition: { trigger, from: checkout.state, to: next },
      checkout: { ...after, state: next as Checkout["state"], updatedAt: now, version: checkout.version + 1 }
    })
  )
}

/** What a new checkout consists of. */
export interface NewCheckout {
  readonly shop: ShopId
  readonly token: CheckoutToken
  readonly now: DateTime.Utc
  /** The shop's public key alone vouches for it. */
  readonly isByGuest?: boolean
  /** What it sells. Absent: an order that the shop has made. */
  readonly product?: ProductId | undefined
}

/** An order that waits to be paid. */
export const created = (
  { isByGuest, now, product, shop, token }: NewCheckout,
  { customer = {}, ...details }: CheckoutRequest
): ChangedCheckout => ({
  effects: ["watch"],
  transition: { trigger: "Created", from: "none", to: "open" },
  checkout: {
    shop,
    token,
    state: "open",
    ...(isByGuest === true ? { isByGuest } : {}),
    details,
    ...partyOf(customer),
    ...(product === undefined ? {} : { product: { id: product, holds: false } }),
    expiresAt: details.order.expiredAt ?? DateTime.addDuration(now, defaultLifetime),
    attempts: 0,
    uid: null,
    createdAt: now,
    updatedAt: now,
    version: 1
  }
})

const closed: Readonly<Record<Checkout["state"], string>> = {
  open: "Its time is over",
  paying: "A payment is under way",
  paid: "It is paid",
  failed: "No attempt is left",
  expired: "Its time is over",
  canceled: "It was canceled"
}

const refusal = ({ state }: Pick<Checkout, "state">): InvalidRequest => invalid([], closed[state])

/** An attempt begins: one at a time, and none after the end. */
export const begun = (
  checkout: Checkout,
  uid: TransactionUid,
  now: DateTime.Utc
): Either.Either<ChangedCheckout, InvalidRequest> =>
  Either.mapLeft(changed(checkout, "AttemptBegun", now, { uid, attempts: checkout.attempts + 1 }), () =>
    refusal(checkout)
  )

/** What can be charged: by cards, and by transfers. */
export interface Available {
  readonly cards: boolean
  readonly transfers: boolean
}

const takes = ({ order, transactionType }: Checkout["details"], type: MethodType, available: Available): boolean => {
  if (type === "credit_card") return available.cards
  const { currencies, limits }: Method = methods[type]
  const isPayment = transactionType === "payment" || transactionType === "charge"
  const { amount, currency } = order
  const isWithin = limits === undefined || (amount >= limits.least && amount <= limits.greatest)
  return available.transfers && isPayment && amount > 0 && currencies.includes(currency) && isWithin
}

/** The methods by which it can be paid, in the order of the page. Source: D45. */
export const offered = ({ details }: Pick<Checkout, "details">, available: Available): ReadonlyArray<MethodType> => {
  const { excludedTypes = [], types = MethodType.literals } = details.paymentMethod ?? {}
  return MethodType.literals.filter(
    (type) => types.includes(type) && !excludedTypes.includes(type) && takes(details, type, available)
  )
}

/** How an attempt ended. */
export type AttemptOutcome = "AttemptSucceeded" | "AttemptFailed" | "AttemptUnsettled"

/** `isUnsent`: it was refused before anything was sent, and counts as no attempt. `amount`: what its transaction is of. */
export interface EndedAttempt {
  readonly isUnsent?: true
  readonly amount?: Amount
}

/** A bank's customer can transfer another amount than the order's. */
const paidBy = ({ details: { order } }: Checkout, outcome: AttemptOutcome, { amount }: EndedAttempt) =>
  outcome === "AttemptSucceeded" && amount !== undefined && amount !== order.amount ? { paidAmount: amount } : {}

/**
 * What an attempt's outcome means; undefined: nothing. A failure of an attempt that is not the one under way was counted
 * before; a success counts whenever it comes.
 */
export const settled = (
  checkout: Checkout,
  uid: TransactionUid,
  outcome: AttemptOutcome,
  now: DateTime.Utc,
  ended: EndedAttempt = {}
): ChangedCheckout | undefined => {
  const isCurrent = checkout.state === "paying" && checkout.uid === uid
  if (!isCurrent && outcome !== "AttemptSucceeded") return undefined
  const members =
    ended.isUnsent === true ? { attempts: checkout.attempts - 1 } : { uid, ...paidBy(checkout, outcome, ended) }
  return Either.getOrUndefined(changed(checkout, outcome, now, members))
}

/** Its time is over; undefined: an attempt is under way, or it has ended already. */
export const expired = (checkout: Checkout, now: DateTime.Utc): ChangedCheckout | undefined =>
  Either.getOrUndefined(changed(checkout, "TimePassed", now))

/** The shop closes it, where no attempt is under way. Source: D46. */
export const canceled = (checkout: Checkout, now: DateTime.Utc): Either.Either<ChangedCheckout, InvalidRequest> =>
  Either.mapLeft(changed(checkout, "Canceled", now), () => refusal(checkout))
