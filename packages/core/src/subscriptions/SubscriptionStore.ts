/** The store of subscriptions, and their documents. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CardToken, CustomerId, ShopId, SubscriptionId } from "../ids/Ids.js"
import type { PublicRecords } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { Subscription } from "./Subscription.js"
import type { SideEffect } from "./SubscriptionMachine.js"

export class SubscriptionStore extends Context.Tag("@florin/core/SubscriptionStore")<
  SubscriptionStore,
  PublicRecords<Subscription, SubscriptionId> & {
    /** Those that are charged by a card, also ended ones. */
    readonly byCard: (shop: ShopId, card: CardToken) => Effect.Effect<ReadonlyArray<Subscription>, StorageError>
    /** Those of a customer, also ended ones. Newest first. */
    readonly byCustomer: (
      shop: ShopId,
      customer: CustomerId
    ) => Effect.Effect<ReadonlyArray<Subscription>, StorageError>
  }
>() {}

/** The event of a subscription's webhook. Source: D26. */
export type SubscriptionWebhookEvent = Exclude<SideEffect, "schedule">

/** The document of a subscription: the text of answers and webhooks. Provided by `wire`. */
export class SubscriptionDocuments extends Context.Tag("@florin/core/SubscriptionDocuments")<
  SubscriptionDocuments,
  {
    /** With the event, as webhooks carry it. */
    readonly encode: (subscription: Subscription, event?: SubscriptionWebhookEvent) => string
    /** The page on which the customer pays, and sees the result. */
    readonly payUrl: (subscription: Pick<Subscription, "id" | "plan">) => string
    /** The page on which a customer looks after all of them. */
    readonly portalUrl: (token: string) => string
  }
>() {}
