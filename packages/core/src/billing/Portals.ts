/** Customers look after their own subscriptions: links that open for half an hour, and what is done there. Source: D64. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { CardInput } from "../cards/CardInput.js"
import { CardVault } from "../cards/CardVault.js"
import { CustomerStore } from "../customers/CustomerStore.js"
import type { CustomerId, PlanId, SubscriptionId, TransactionUid } from "../ids/Ids.js"
import type { Plan } from "../plans/Plan.js"
import { PlanStore } from "../plans/PlanStore.js"
import * as Portal from "../portals/Portal.js"
import type { PortalRequest } from "../portals/PortalRequest.js"
import * as PortalRules from "../portals/PortalRules.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"
import * as Outlook from "../subscriptions/Outlook.js"
import type { UpcomingCharge } from "../subscriptions/Preview.js"
import { type CheckedCardChange, isFinal, type Subscription } from "../subscriptions/Subscription.js"
import { SubscriptionDocuments, SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import { SystemTimeZone, zoneOf } from "../time/SystemTimeZone.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { Subscriptions, type SubscriptionsError } from "./Subscriptions.js"

/** A link, as the shop passes it to its customer. */
export interface PortalLink {
  readonly url: string
  readonly endsAt: DateTime.Utc
}

/** A portal whose token is ours. */
export interface OpenedPortal {
  readonly portal: Portal.Portal
  readonly shop: Shop
  /** Its own address. */
  readonly url: string
  /** Its time is over: it says where the customer goes back to, and nothing else. */
  readonly isOver: boolean
}

/** A subscription in its customer's portal. */
export interface PortalEntry {
  readonly subscription: Subscription
  readonly offers: PortalRules.PortalOffers
  /** The next charges, if each succeeds: at most three. */
  readonly charges: ReadonlyArray<UpcomingCharge>
  /** For how long each price holds. */
  readonly outlook: Outlook.Outlook
}

/** Some of a customer's payments, newest first. */
export interface PaymentsPart {
  readonly list: ReadonlyArray<Transaction>
  /** There are older ones. */
  readonly hasOlder: boolean
}

/** How many payments are shown at a time. */
export const paymentsShown = 20

/** What a customer does with one subscription. It must be the customer's own, and be offered at this moment. */
type Change<Request, Answer = Subscription> = (
  opened: OpenedPortal,
  id: SubscriptionId,
  request: Request
) => Effect.Effect<Answer, SubscriptionsError>

export class Portals extends Context.Tag("@florin/core/Portals")<
  Portals,
  {
    readonly open: (
      shop: Shop,
      customer: CustomerId,
      request: PortalRequest
    ) => Effect.Effect<PortalLink, InvalidRequest | NotFound | VaultError | StorageError>
    /** The portal of a token. One that the gateway has not made, or of a shop that is gone, is not found. */
    readonly find: (token: string) => Effect.Effect<OpenedPortal, NotFound | VaultError | StorageError>
    /** The customer's subscriptions, newest first, those that have ended last. */
    readonly entries: (opened: OpenedPortal) => Effect.Effect<ReadonlyArray<PortalEntry>, NotFound | StorageError>
    /** One of them. That of another customer is not found. */
    readonly entry: (opened: OpenedPortal, id: SubscriptionId) => Effect.Effect<PortalEntry, NotFound | StorageError>
    /** The payments for them that are older than `after`. Undefined: the shop does not show them. */
    readonly payments: (
      opened: OpenedPortal,
      after?: TransactionUid
    ) => Effect.Effect<PaymentsPart | undefined, StorageError>
    /** It ends with the period that is paid, or now where none is. */
    readonly cancel: Change<void>
    readonly uncancel: Change<void>
    readonly changePlan: Change<PlanId>
    readonly changeCard: Change<CardInput, CheckedCardChange>
  }
>() {}

const facts = { brand: null, first1: "", last4: "", bin: "", bin8: null }

const unknownPlan = invalid(["features", "plans"], "must be ids of plans of this shop")

/** Writes links, and reads them. */
const links = Effect.gen(function* () {
  const vault = yield* CardVault
  const directory = yield* ShopDirectory
  const { portalUrl } = yield* SubscriptionDocuments

  // Card numbers are digits only, so the stamp of this text is never the stamp of a card.
  const sealOf = (text: string) => vault.stamp({ digits: Redacted.make(Portal.sealedText(text)), facts })

  const urlOf = (portal: Portal.Portal) => {
    const text = Portal.textOf(portal)
    return Effect.map(sealOf(text), (seal) => portalUrl(Portal.tokenOf({ text, seal })))
  }

  const find = Effect.fnUntraced(function* (token: string) {
    const parts = Portal.partsOf(token)
    if (parts === undefined || !Portal.sealsEqual(yield* sealOf(parts.text), parts.seal)) return yield* new NotFound()
    const portal = Portal.portalIn(parts.text)
    if (portal === undefined) return yield* new NotFound()
    const shop = yield* existing(directory.find(portal.shop))
    const isOver = Portal.isOver(portal, yield* DateTime.now)
    return { portal, shop, url: portalUrl(token), isOver } satisfies OpenedPortal
  })

  return { urlOf, find }
})

/** What a portal shows. */
const looking = Effect.gen(function* () {
  const store = yield* SubscriptionStore
  const plans = yield* PlanStore
  const subscriptions = yield* Subscriptions
  const transactions = yield* TransactionStore
  const system = yield* SystemTimeZone

  /** The plans that the shop lets the customer choose, each where it is found. */
  const chosen = ({ portal: { features }, shop }: Pick<OpenedPortal, "portal" | "shop">) =>
    Effect.forEach(features.plans, (plan) => plans.find(shop.id, plan))

  const entryOf = Effect.fnUntraced(function* (
    { portal: { features }, shop }: OpenedPortal,
    subscription: Subscription,
    offered: ReadonlyArray<Option.Option<Plan>>
  ) {
    const now = yield* DateTime.now
    const zone = zoneOf(shop.timeZone, system)
    const offers = PortalRules.offersOf(subscription, features, offered.flatMap(Option.toArray), now, zone)
    const charges = isFinal(subscription)
      ? []
      : yield* subscriptions.preview(shop, subscription.id, { until: PortalRules.chargesUntil(subscription, now) })
    const outlook = isFinal(subscription) ? Outlook.nothing : yield* subscriptions.outlook(shop, subscription)
    const shown = charges.slice(0, PortalRules.chargesShown)
    return { subscription, offers, charges: shown, outlook } satisfies PortalEntry
  })

  const entries = Effect.fnUntraced(function* (opened: OpenedPortal) {
    if (opened.isOver) return []
    const all = yield* store.byCustomer(opened.shop.id, opened.portal.customer)
    const offered = yield* chosen(opened)
    const sorted = [...all.filter((one) => !isFinal(one)), ...all.filter(isFinal)]
    return yield* Effect.forEach(sorted, (one) => entryOf(opened, one, offered))
  })

  const entry = Effect.fnUntraced(function* (opened: OpenedPortal, id: SubscriptionId) {
    if (opened.isOver) return yield* new NotFound()
    const subscription = yield* existing(store.find(opened.shop.id, id))
    if (subscription.customerId !== opened.portal.customer) return yield* new NotFound()
    return yield* entryOf(opened, subscription, yield* chosen(opened))
  })

  const payments = Effect.fnUntraced(function* (
    { isOver, portal: { customer, features }, shop }: OpenedPortal,
    after?: TransactionUid
  ) {
    if (isOver || !features.invoices) return undefined
    const found = yield* transactions.ofCustomer(shop.id, customer, { limit: paymentsShown + 1, after })
    return { list: found.slice(0, paymentsShown), hasOlder: found.length > paymentsShown } satisfies PaymentsPart
  })

  return { chosen, entries, entry, payments }
})

export const make = Effect.gen(function* () {
  const customers = yield* CustomerStore
  const subscriptions = yield* Subscriptions
  const { find, urlOf } = yield* links
  const { chosen, entries, entry, payments } = yield* looking

  const open = Effect.fnUntraced(function* (shop: Shop, id: CustomerId, request: PortalRequest) {
    yield* existing(customers.find(shop.id, id))
    const portal = Portal.portalOf(shop.id, id, request, yield* DateTime.now)
    if ((yield* chosen({ portal, shop })).some(Option.isNone)) return yield* unknownPlan
    return { url: yield* urlOf(portal), endsAt: portal.endsAt } satisfies PortalLink
  })

  /** A change that the entry offers. The subscription's own rules decide again, in the commit. */
  const changing = <Request, Answer>(
    isOffered: (offers: PortalRules.PortalOffers, request: Request) => boolean,
    change: Change<Request, Answer>
  ): Change<Request, Answer> =>
    Effect.fnUntraced(function* (opened, id, request) {
      const { offers } = yield* entry(opened, id)
      if (!isOffered(offers, request)) return yield* PortalRules.notOffered
      return yield* change(opened, id, request)
    })

  /** With its renewal, so that nothing is charged today. The present plan takes back that another one begins. */
  const replan: Change<PlanId> = Effect.fnUntraced(function* ({ shop }, id, plan) {
    const { plan: present } = yield* subscriptions.find(shop, id)
    if (plan === present.id) return yield* subscriptions.undoChange(shop, id, undefined)
    return yield* subscriptions.change(shop, id, { plan: { id: plan }, when: "renewal" })
  })

  const { cancelReason } = PortalRules

  return Portals.of({
    open: (shop, customer, request) => open(shop, customer, request),
    find,
    entries: (opened) => entries(opened),
    entry,
    payments,
    cancel: changing(
      ({ cancel }) => cancel !== undefined,
      ({ shop }, id) => subscriptions.cancel(shop, id, { atPeriodEnd: true, cancelReason })
    ),
    uncancel: changing(
      ({ goesOn }) => goesOn,
      ({ shop }, id) => subscriptions.uncancel(shop, id)
    ),
    changePlan: changing(({ plans }, plan) => plans.some(({ id }) => id === plan), replan),
    changeCard: changing(
      ({ card }) => card,
      ({ shop, url }, id, card) => subscriptions.changeCard(shop, id, { card, returnUrl: url })
    )
  })
})
