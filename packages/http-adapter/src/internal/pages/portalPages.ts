/** The pages of a portal: which one is shown, and with what. Source: D64. */
import { type OpenedPortal, type PortalEntry, Portals } from "@florin/core/billing/Portals"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { openActionOf } from "@florin/core/cards/AtProvider"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { SubscriptionDocuments } from "@florin/core/subscriptions/SubscriptionStore"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { allowedOf } from "@florin/pages/FieldsScript"
import type { PortalNotice, PortalPayments, PortalView, ShownEntry } from "@florin/pages/PortalPage"
import type { PortalStepPage } from "@florin/pages/PortalStepPage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Exchange, type Failure, queryFields, type Reply, rootFrom, seeOther } from "../transport/exchange.js"
import * as TransactionPages from "./transactionPages.js"

/** What the page of a step shows beside the subscription. */
type StepMore = Partial<Pick<PortalStepPage, "entered" | "isPlanMissing">>

const isUid = Schema.is(TransactionUid)

const views: ReadonlySet<string> = new Set<PortalView>(["cancel", "card", "plan"])

/** The step that an address or a form names. */
export const viewOf = (name: string | undefined): PortalView | undefined =>
  name !== undefined && views.has(name) ? (name as PortalView) : undefined

/** Whether a step is offered. */
export const isOffered = (view: PortalView, { cancel, card, plans }: PortalEntry["offers"]): boolean => {
  switch (view) {
    case "cancel":
      return cancel !== undefined
    case "card":
      return card
    case "plan":
      return plans.length > 0
  }
}

const notices: ReadonlySet<string> = new Set([
  "canceled",
  "resumed",
  "planned",
  "impossible"
] satisfies ReadonlyArray<PortalNotice>)

/** What has just been done, as our own redirects name it. */
const doneIn = (name: string | undefined): PortalNotice | undefined =>
  name !== undefined && notices.has(name) ? (name as PortalNotice) : undefined

/** There is something to look at: a charge that is declined, or waits for its customer, has no receipt. */
const hasReceipt = ({ status }: Transaction): boolean => status === "successful" || status === "pending"

/** No page may frame the portal: what is pressed on it changes what is charged. */
const unframed = { framedBy: [] } as const

/** Portals: how each of their pages looks. */
const showing = Effect.gen(function* () {
  const { allSimulated, isSimulated, pages, shown } = yield* TransactionPages.make
  const { payUrl } = yield* SubscriptionDocuments
  const { cardEntry } = yield* Subscriptions
  const system = yield* SystemTimeZone

  const frameOf = ({ incoming }: Exchange, { portal, shop }: OpenedPortal) => ({
    merchant: shop.name,
    language: portal.language ?? incoming.header("accept-language") ?? "en",
    returnUrl: portal.returnUrl,
    zone: zoneOf(shop.timeZone, system)
  })

  const entryOf = (entry: PortalEntry): ShownEntry => {
    const { charging, plan, state } = entry.subscription
    const isUnpaid = state === "redirecting" && charging === null
    return {
      ...entry,
      simulated: plan.test || allSimulated,
      ...(isUnpaid ? { payUrl: payUrl(entry.subscription) } : {})
    }
  }

  const ended = (exchange: Exchange, opened: OpenedPortal): Reply => ({
    ...shown(pages.portalEnded(frameOf(exchange, opened)), unframed),
    status: 410
  })

  const step = (
    exchange: Exchange,
    opened: OpenedPortal,
    entry: PortalEntry,
    view: PortalView,
    more: StepMore = {},
    status = 200
  ): Reply => {
    const ofCard = cardEntry(entry.subscription.plan)
    const isCard = view === "card"
    const card = isCard ? { cardEntry: ofCard, script: `${rootFrom(exchange)}/assets/card.js` } : {}
    const body = pages.portalStep({ ...frameOf(exchange, opened), view, entry: entryOf(entry), ...card, ...more })
    const allowed = isCard ? allowedOf(ofCard) : {}
    return { ...shown(body, { ...unframed, ...allowed, forms: ["'self'"] }), status }
  }

  /** Through a page of ours, because browsers hold what follows a form to this host: the acquirer's page is on another. */
  const toAcquirer = (exchange: Exchange, { shop }: OpenedPortal, transaction: CardTransaction): Reply => {
    const root = rootFrom(exchange)
    const url = `${root}/process/${transaction.uid}`
    if (openActionOf(transaction)?._tag !== "Redirect") return seeOther(url)
    const model = { transaction, merchant: shop.name, simulated: isSimulated(transaction) }
    const script = `${root}/assets/verification.js`
    return shown(pages.verification({ ...model, script, step: { _tag: "link", url } }), { ...unframed, script: true })
  }

  return { frameOf, entryOf, ended, step, toAcquirer, pages, shown }
})

export const make = Effect.gen(function* () {
  const portals = yield* Portals
  const transactions = yield* Transactions
  const { ended, entryOf, frameOf, pages, shown, step, toAcquirer } = yield* showing

  /** The check of another card, of a subscription of this customer: any other transaction is none. */
  const checkIn = Effect.fnUntraced(function* (uid: string | undefined, entries: ReadonlyArray<PortalEntry>) {
    if (!isUid(uid)) return undefined
    const found = yield* Effect.catchTag(transactions.findPublic(uid), "NotFound", () => Effect.succeed(undefined))
    const check = found && ofCard(found)
    const { id, purpose } = check?.subscription ?? {}
    return purpose === "card" && entries.some(({ subscription }) => subscription.id === id) ? check : undefined
  })

  const paymentsOf = Effect.fnUntraced(function* (exchange: Exchange, opened: OpenedPortal, after: string | undefined) {
    const begin = isUid(after) ? after : undefined
    const found = yield* portals.payments(opened, begin)
    if (found === undefined) return undefined
    const last = found.list.at(-1)
    const receipt = (transaction: Transaction) =>
      hasReceipt(transaction) ? { receiptUrl: `${rootFrom(exchange)}/receipts/${transaction.uid}` } : {}
    return {
      list: found.list.map((transaction) => ({ transaction, ...receipt(transaction) })),
      ...(found.hasOlder && last !== undefined ? { olderUrl: `?after=${last.uid}#payments` } : {}),
      ...(begin === undefined ? {} : { newestUrl: "?#payments" })
    } satisfies PortalPayments
  })

  const overview = Effect.fnUntraced(function* (exchange: Exchange, opened: OpenedPortal) {
    const { after, check, done, uid } = queryFields(exchange)
    const entries = yield* portals.entries(opened)
    const found = yield* checkIn(check ?? uid, entries)
    if (check !== undefined && found?.status === "incomplete") return toAcquirer(exchange, opened, found)
    const body = pages.portal({
      ...frameOf(exchange, opened),
      entries: entries.map(entryOf),
      endsAt: opened.portal.endsAt,
      ...given({ payments: yield* paymentsOf(exchange, opened, after), notice: found ?? doneIn(done) })
    })
    return shown(body, { ...unframed, forms: ["'self'"] })
  })

  return {
    ended,
    step,
    /** The page that an address names. A step that is not offered leads to all subscriptions. */
    current: Effect.fnUntraced(function* (
      exchange: Exchange,
      opened: OpenedPortal,
      entry?: PortalEntry
    ): Effect.fn.Return<Reply, Failure> {
      if (opened.isOver) return ended(exchange, opened)
      const view = viewOf(queryFields(exchange).view)
      if (entry === undefined || view === undefined) return yield* overview(exchange, opened)
      return isOffered(view, entry.offers) ? step(exchange, opened, entry, view) : seeOther("?done=impossible")
    }),
    /** The portal of the token in the path. */
    opened: ({ params: { token } }: Exchange): Effect.Effect<OpenedPortal, Failure> =>
      token === undefined ? new NotFound() : portals.find(token)
  }
})
