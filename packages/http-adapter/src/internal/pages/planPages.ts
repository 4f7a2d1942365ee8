/** The pages of a plan and of its subscriptions: how they are found, and which one is shown. Source: D2, D22. */

import { Plans } from "@florin/core/billing/Plans"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Acquirers } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { missingFields } from "@florin/core/customers/RequestedFields"
import { PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import type { Plan } from "@florin/core/plans/Plan"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import * as Simulated from "@florin/core/transactions/Simulated"
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Allowances } from "@florin/pages/Design"
import { allowedOf } from "@florin/pages/FieldsScript"
import { Pages } from "@florin/pages/Pages"
import type { Charges, Entered } from "@florin/pages/PlanPage"
import { withMembers } from "@florin/wire/ReturnAddress"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import { type Exchange, type Failure, page, type Reply, rootFrom, seeOther } from "../transport/exchange.js"
import type { Sealed } from "./pageSeals.js"

/** What is offered: a plan, by the shop that it belongs to. */
export interface Offer {
  readonly plan: Plan
  readonly shop: Shop
}

const isPlanId = Schema.is(PlanId)
const isSubscriptionId = Schema.is(SubscriptionId)

const missing = new NotFound()

/** Where the customer returns to, with the result added to the URL's own query. */
const returnUrlOf = ({ id, returnUrl, state }: Subscription): { readonly returnUrl?: string } =>
  returnUrl === undefined ? {} : { returnUrl: withMembers(returnUrl, { subscription_id: id, state }).href }

/** A subscription that is paid for: a stored one, or nothing but the id that it will have, under our seal. */
export type Paid =
  | (Subscription & { readonly seal?: never })
  | (Sealed & { readonly [Member in Exclude<keyof Subscription, "id">]?: never })

/** What its page asks the customer for besides the card. */
export const requestedFieldsOf = (plan: Plan, { billingAddress = {}, customer = {}, visibleFields }: Paid) =>
  missingFields(visibleFields ?? plan.visibleFields, { billingAddress, customer })

/** It waits for its card, or does not exist yet. */
export const isOpen = (subscription: Subscription | undefined): boolean =>
  subscription === undefined || (subscription.state === "redirecting" && subscription.charging === null)

/** The subscriptions and plans of the pages; each by an unguessable id. Source: D2. */
export const finding = Effect.gen(function* () {
  const plans = yield* Plans
  const directory = yield* ShopDirectory
  const { findPublic } = yield* Subscriptions

  const offer = ({ params: { id } }: Exchange): Effect.Effect<Offer, Failure> =>
    isPlanId(id)
      ? Effect.flatMap(plans.findPublic(id), (plan) =>
          Effect.flatMap(
            directory.find(plan.shop),
            Option.match({ onNone: () => missing, onSome: (shop) => Effect.succeed({ plan, shop }) })
          )
        )
      : missing

  const stored = (id: SubscriptionId) => Effect.catchTag(findPublic(id), "NotFound", () => Effect.succeed(undefined))

  /** Nothing where nothing is stored under the id; not found where it is ill-formed, or of another plan. */
  const known = (id: string, { plan }: Offer): Effect.Effect<Subscription | undefined, Failure> => {
    if (!isSubscriptionId(id)) return missing
    return Effect.filterOrFail(
      stored(id),
      (found) => found === undefined || found.plan.id === plan.id,
      () => missing
    )
  }

  return { offer, stored, known }
})

/** Finds what is charged for a subscription that is stored. */
const charging = Effect.map(Subscriptions, ({ outlook }) =>
  Effect.fnUntraced(function* (shop: Shop, one: Paid): Effect.fn.Return<Charges | undefined, StorageError> {
    if (one.plan === undefined) return undefined
    const { next, ...after } = yield* outlook(shop, one)
    return next && { now: next.amount, lines: next.lines ?? [], ...after }
  })
)

const receiptOf = (exchange: Exchange, last: CardTransaction | undefined): string | undefined =>
  last === undefined || last.status === "failed" ? undefined : `${rootFrom(exchange)}/receipts/${last.uid}`

/** The pages: the form, the wait, the result. */
export const showing = Effect.gen(function* () {
  const pages = yield* Pages
  const { framedBy } = yield* HttpSettings
  const transactions = yield* Transactions
  const chargesOf = yield* charging
  const { cardEntry, outlook } = yield* Subscriptions
  const system = yield* SystemTimeZone
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const acquirers = Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => [])
  const [isSimulated, allSimulated] = [Simulated.movesNoMoney(acquirers, []), Simulated.areAll(acquirers)]

  const shown = (body: string, allowances: Allowances, status = 200): Reply =>
    page(pages.contentSecurityPolicy({ framedBy, ...allowances }), body, status)

  const form = Effect.fnUntraced(function* (
    exchange: Exchange,
    { plan, shop }: Offer,
    one: Paid,
    entered?: Entered,
    status?: number
  ) {
    const charges = yield* chargesOf(shop, one)
    const entry = cardEntry(plan)
    return shown(
      pages.plan({
        plan,
        merchant: shop.name,
        language: one.language ?? plan.language,
        simulated: plan.test || allSimulated,
        subscription: one.id,
        requestedFields: requestedFieldsOf(plan, one),
        cardEntry: entry,
        script: `${rootFrom(exchange)}/assets/card.js`,
        ...given({ charges, entered, seal: one.seal })
      }),
      { ...allowedOf(entry), forms: ["'self'"] },
      status ?? (entered === undefined ? 200 : 422)
    )
  })

  const waiting = (exchange: Exchange, { shop }: Offer, transaction: CardTransaction): Reply => {
    if (transaction.status === "incomplete") return seeOther(`${rootFrom(exchange)}/process/${transaction.uid}`)
    const script = `${rootFrom(exchange)}/assets/verification.js`
    const model = { transaction, merchant: shop.name, simulated: isSimulated(transaction), script }
    return shown(pages.verification({ ...model, step: { _tag: "wait" } }), { script: true })
  }

  const result = Effect.fnUntraced(function* (
    exchange: Exchange,
    { plan, shop }: Offer,
    subscription: Subscription,
    last?: CardTransaction
  ) {
    return shown(
      pages.subscription({
        subscription,
        outlook: yield* outlook(shop, subscription),
        merchant: shop.name,
        simulated: plan.test || (last !== undefined && isSimulated(last)),
        zone: zoneOf(shop.timeZone, system),
        ...given({ transaction: last, receiptUrl: receiptOf(exchange, last) }),
        ...returnUrlOf(subscription)
      }),
      { forms: ["'self'"] }
    )
  })

  const currentPage = Effect.fnUntraced(function* (exchange: Exchange, offer: Offer, subscription: Subscription) {
    if (isOpen(subscription)) return yield* form(exchange, offer, subscription)
    const { lastTransaction, state } = subscription
    const last =
      lastTransaction === null ? undefined : yield* Effect.map(transactions.findPublic(lastTransaction.uid), ofCard)
    // The card waits for its bank only before the first charge; a renewal needs no customer.
    if (state === "redirecting" && last !== undefined) return waiting(exchange, offer, last)
    return yield* result(exchange, offer, subscription, last)
  })

  return { form, currentPage }
})
