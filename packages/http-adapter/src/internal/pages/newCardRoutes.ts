/** Giving a subscription another card in a browser, by an address of a mail. Source: D65. */
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Acquirers } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { SubscriptionId, TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { type InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { CheckedCardChange, Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import * as Simulated from "@florin/core/transactions/Simulated"
import { ofCard } from "@florin/core/transactions/Transaction"
import { allowedOf } from "@florin/pages/FieldsScript"
import type { CardFault } from "@florin/pages/Language"
import type { NewCardPage } from "@florin/pages/NewCardPage"
import { Pages } from "@florin/pages/Pages"
import * as CardPages from "@florin/wire/CardPages"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import * as Brake from "../transport/brake.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  page,
  queryFields,
  type Reply,
  rootFrom,
  seeOther
} from "../transport/exchange.js"
import * as CardEntryForm from "./cardEntryForm.js"
import * as CardForm from "./cardForm.js"
import * as ProblemPages from "./problemPages.js"

type Fields = Readonly<Record<string, string>>

/** What an address of ours is about. */
interface Opened {
  readonly subscription: Subscription
  readonly shop: Shop
  readonly sent: CardPages.Sent
  readonly isOver: boolean
}

const isSubscriptionId = Schema.is(SubscriptionId)
const isUid = Schema.is(TransactionUid)

const missing = new NotFound()

/** The subscription of an address that the gateway has made; any other is not found, whatever is stored under its id. */
const opening = Effect.gen(function* () {
  const { findPublic } = yield* Subscriptions
  const directory = yield* ShopDirectory
  const { check } = yield* CardPages.CardPages

  return Effect.fnUntraced(function* (exchange: Exchange): Effect.fn.Return<Opened, Failure> {
    const { id } = exchange.params
    if (!isSubscriptionId(id)) return yield* missing
    const { seal, until } = queryFields(exchange)
    const sent = { seal, until }
    const capability = yield* check(id, sent, yield* DateTime.now)
    if (capability === "unknown") return yield* missing
    const subscription = yield* findPublic(id)
    const shop = yield* directory.find(subscription.shop)
    if (Option.isNone(shop)) return yield* missing
    return { subscription, shop: shop.value, sent, isOver: capability === "over" }
  })
})

/** The page in its stages. */
const showing = Effect.gen(function* () {
  const pages = yield* Pages
  const { cardEntry, outlook } = yield* Subscriptions
  const { framedBy } = yield* HttpSettings
  const system = yield* SystemTimeZone
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const acquirers = Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => [])
  const allSimulated = Simulated.areAll(acquirers)

  return Effect.fnUntraced(function* (
    exchange: Exchange,
    { shop, subscription }: Opened,
    about: Pick<NewCardPage, "stage" | "entered" | "refused">,
    status = 200
  ): Effect.fn.Return<Reply, StorageError> {
    const entry = cardEntry(subscription.plan)
    return page(
      pages.contentSecurityPolicy(
        about.stage === "form" ? { framedBy, ...allowedOf(entry), forms: ["'self'"] } : { framedBy }
      ),
      pages.newCard({
        ...about,
        subscription,
        outlook: yield* outlook(shop, subscription),
        merchant: shop.name,
        simulated: subscription.plan.test || allSimulated,
        cardEntry: entry,
        zone: zoneOf(shop.timeZone, system),
        script: `${rootFrom(exchange)}/assets/card.js`
      }),
      status
    )
  })
})

/** The page once the check of a card has begun. */
const afterwards = ({ seal = "", until = "" }: CardPages.Sent, uid: TransactionUid): Reply =>
  seeOther(`?until=${until}&seal=${seal}&uid=${uid}`)

/** The check of a card that was typed into the form. */
const checking = Effect.gen(function* () {
  const { cardEntry, changeCard } = yield* Subscriptions
  const { fullUrl } = yield* CardPages.CardPages
  const { attempt } = yield* Brake.Brake
  const shown = yield* showing

  return (exchange: Exchange, opened: Opened, fields: Fields): Effect.Effect<Reply, Failure> => {
    const { sent, shop, subscription } = opened
    const again = (faults: ReadonlyArray<CardFault>, status = 422) =>
      shown(exchange, opened, { stage: "form", entered: CardForm.entered(fields, faults) }, status)
    const refused = ({ errors }: InvalidRequest) => {
      const faults = CardForm.faultsOf(errors)
      // Else the shop takes no card for it at present.
      return again(faults.length === 0 ? ["refused"] : faults)
    }
    const card = CardEntryForm.read(fields, cardEntry(subscription.plan))
    if (Either.isLeft(card)) return again(card.left)
    const returnUrl = fullUrl(subscription.id, sent)
    const work = Merchant.working({ ...exchange, shop }, () =>
      changeCard(shop, subscription.id, { card: card.right, returnUrl })
    )
    const triedBy = ({ check }: CheckedCardChange) => Effect.succeed(check)
    return Effect.matchEffect(attempt(exchange, { page: subscription.id, work, triedBy }), {
      onFailure: (error) => (error._tag === "InvalidRequest" ? refused(error) : Effect.fail<Failure>(error)),
      onSuccess: (done) =>
        done instanceof Brake.Braked
          ? Effect.map(again(["too-many"], 429), Brake.after(done))
          : Effect.succeed(afterwards(sent, done.check.uid))
    })
  }
})

export const make = Effect.gen(function* () {
  const open = yield* opening
  const shown = yield* showing
  const check = yield* checking
  const transactions = yield* Transactions
  const { bodyLimit } = yield* HttpSettings
  const { orMissing } = yield* ProblemPages.make

  /** The check that the address names, if it is one of this subscription. */
  const checkOf = Effect.fnUntraced(function* (exchange: Exchange, { subscription }: Opened) {
    const { uid } = queryFields(exchange)
    if (!isUid(uid)) return undefined
    const found = yield* Effect.catchTag(transactions.findPublic(uid), "NotFound", () => Effect.succeed(undefined))
    const checked = ofCard(found)
    const about = checked?.subscription
    return about?.id === subscription.id && about.purpose === "card" ? checked : undefined
  })

  /** What the page shows: of a check under way, the way to the bank; of one that was refused, the form again. */
  const current = (exchange: Exchange, opened: Opened, checked: CardTransaction | undefined) => {
    switch (checked?.status) {
      case "successful":
        return shown(exchange, opened, { stage: "kept" })
      case "pending":
      case "incomplete":
        return Effect.succeed(seeOther(`${rootFrom(exchange)}/process/${checked.uid}`))
      case "failed":
      case "expired":
      case undefined:
        return shown(exchange, opened, { stage: "form", ...given({ refused: checked }) })
    }
  }

  /** The page of a subscription that takes no other card: it says what became of it. */
  const elsewhere = (exchange: Exchange, { id, plan }: Subscription) =>
    Effect.succeed(seeOther(`${rootFrom(exchange)}/plans/${plan.id}/pay?subscription=${id}`))

  const newCardPage: Handler = (exchange) =>
    Effect.gen(function* () {
      const opened = yield* open(exchange)
      if (opened.isOver) return yield* shown(exchange, opened, { stage: "over" }, 410)
      const checked = yield* checkOf(exchange, opened)
      const isRefused = SubscriptionRules.cardChangeRefusal(opened.subscription) !== undefined
      return yield* isRefused ? elsewhere(exchange, opened.subscription) : current(exchange, opened, checked)
    }).pipe(orMissing(exchange))

  const giveNewCard: Handler = (exchange) =>
    Effect.gen(function* () {
      const opened = yield* open(exchange)
      const fields = yield* formFields(exchange, bodyLimit)
      if (opened.isOver) return yield* shown(exchange, opened, { stage: "over" }, 410)
      const isRefused = SubscriptionRules.cardChangeRefusal(opened.subscription) !== undefined
      return yield* isRefused ? elsewhere(exchange, opened.subscription) : check(exchange, opened, fields)
    }).pipe(orMissing(exchange))

  return { newCardPage, giveNewCard }
})
