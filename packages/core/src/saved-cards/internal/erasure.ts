/** Erases a card's number, and tells the subscriptions that were charged by it. Source: D51, D51a. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SubscriptionWriter from "../../billing/SubscriptionWriter.js"
import { CardStore, type SavedCard } from "../../cards/CardStore.js"
import { type Commit, CommitStore, commitUnguarded, decided } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import {
  type CardToken,
  makeNotificationId,
  type NotificationId,
  type SubscriptionId,
  TransactionUid
} from "../../ids/Ids.js"
import { JobStore, recovery } from "../../jobs/Job.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as SubscriptionRules from "../../subscriptions/SubscriptionRules.js"
import { SubscriptionDocuments, SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import { ofCard } from "../../transactions/Transaction.js"
import { TransactionStore } from "../../transactions/TransactionStore.js"
import * as SavedCardRules from "../SavedCardRules.js"

/** The subscriptions, each by its id. */
type Facts = Readonly<Record<string, Subscription | undefined>>

interface Telling extends Omit<SubscriptionWriter.SubscriptionContext, "notification"> {
  readonly now: DateTime.Utc
  /** One for each subscription. */
  readonly notifications: ReadonlyMap<SubscriptionId, NotificationId>
}

/** Cards and what their subscriptions are told, in one commit. */
export const erasing = (
  shop: Shop,
  tokens: ReadonlySet<CardToken>,
  { notifications, now, ...context }: Telling
): Commit<Facts, void, never> => {
  const ids = Array.from(notifications.keys())
  const informed = (subscription: Subscription | undefined): ReadonlyArray<Write> => {
    const after = subscription && SubscriptionRules.cardDeleted(subscription, tokens, now)
    if (after === undefined) return []
    const notification = notifications.get(subscription!.id)!
    return SubscriptionWriter.settled(subscription!, after, { ...context, notification })
  }
  return {
    name: "card-delete",
    load: Object.fromEntries(ids.map((id) => [id, Reads.subscription(shop.id, id)])),
    decide: (facts) =>
      decided(
        [
          ...Array.from(tokens, (token): Write => ({ _tag: "DeleteCard", shop: shop.id, token })),
          ...ids.flatMap((id) => informed(facts[id]))
        ],
        undefined,
        { wakeAt: now.epochMillis }
      )
  }
}

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const cards = yield* CardStore
  const jobs = yield* JobStore
  const subscriptions = yield* SubscriptionStore
  const transactions = yield* TransactionStore
  const { encode } = yield* SubscriptionDocuments
  const newNotificationId = yield* makeNotificationId

  /** A payout whose outcome is unknown may have to be sent again, with the number. Source: D40. */
  const isAwaited = Effect.fnUntraced(function* (shop: Shop, tokens: ReadonlySet<CardToken>) {
    const pending = Array.from(yield* jobs.subjects(recovery), (uid) =>
      TransactionUid.make(uid, { disableValidation: true })
    )
    const found = yield* transactions.findAll(pending)
    return found.some((one) => {
      const { card, type } = ofCard(one) ?? {}
      const paysOut = type === "credit" || type === "payout"
      return one.shop === shop.id && one.status === "pending" && paysOut && card !== undefined && tokens.has(card.token)
    })
  })

  return (shop: Shop) =>
    Effect.fnUntraced(function* (card: SavedCard) {
      const { customer } = card
      const others = customer === undefined ? [] : yield* cards.ofCustomer(shop.id, customer)
      const tokens = new Set(SavedCardRules.copiesOf(card, others).map(({ token }) => token))
      if (yield* isAwaited(shop, tokens)) return yield* invalid([], "A payout to the card is under way")
      const charged = yield* Effect.forEach(tokens, (token) => subscriptions.byCard(shop.id, token))
      const now = yield* DateTime.now
      const notifications = new Map(charged.flat().map(({ id }) => [id, newNotificationId(now.epochMillis)]))
      yield* write(erasing(shop, tokens, { shop, encode, now, notifications }))
    })
})
