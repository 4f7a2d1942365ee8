import type * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Charge } from "../../card-operations/ChargeRules.js"
import { Charges } from "../../card-operations/Charges.js"
import type { LinkedCharge, StartedCharge } from "../../card-operations/LinkedCharge.js"
import type { CardInput } from "../../cards/CardInput.js"
import type { SubscriptionCharge } from "../../cards/CardTransaction.js"
import type { Commit } from "../../commits/Commit.js"
import type { Reads } from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { makeNotificationId } from "../../ids/Ids.js"
import { Mailer } from "../../mail/Mailer.js"
import { given } from "../../request/Given.js"
import type { Shop } from "../../shops/Shop.js"
import type { CommitName } from "../../store/FaultPoints.js"
import * as Billing from "../../subscriptions/Billing.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import { SubscriptionDocuments } from "../../subscriptions/SubscriptionStore.js"
import type { ChargedBill } from "../../terms/ChargedBill.js"
import { SystemTimeZone, zoneOf } from "../../time/SystemTimeZone.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { takes } from "./billing.js"
import * as Entitling from "./entitling.js"

/** What a charge adds to the request that the subscription itself makes. */
export interface ChargeSpec<Facts extends object, E> {
  readonly name: CommitName
  readonly purpose: SubscriptionCharge["purpose"]
  readonly next: Billing.NextCharge
  /** Absent: it has none. */
  readonly bill?: ChargedBill | undefined
  readonly card: CardInput
  readonly returnUrl?: string | undefined
  /** The request behind the charge: none of its texts may hold the number of the card. */
  readonly texts?: object
  readonly load: Reads<Facts>
  readonly attach: (facts: Facts, begun: StartedCharge) => Either.Either<ReadonlyArray<Write>, E>
}

// The first charge sets up the contract under which the later ones are made. Source: D19.
const recurring = { contract: ["recurring"] as const }

/** No customer is present. */
const isUnattended = (purpose: SubscriptionCharge["purpose"]): boolean => purpose !== "start" && purpose !== "card"

const chargeOf = (
  subscription: Subscription,
  {
    card,
    next: { amount, plan },
    purpose,
    returnUrl
  }: Pick<ChargeSpec<object, never>, "card" | "next" | "purpose" | "returnUrl">
): Charge => {
  const { billingAddress, customer, notificationUrl, trackingId } = subscription
  return {
    amount,
    currency: plan.currency,
    description: plan.title,
    language: subscription.language ?? plan.language,
    test: plan.test,
    ...given({ trackingId, notificationUrl, returnUrl }),
    ...(Object.keys(customer).length === 0 ? {} : { customer }),
    ...(Object.keys(billingAddress).length === 0 ? {} : { billingAddress }),
    ...(isUnattended(purpose) ? {} : { additionalData: recurring }),
    creditCard: card
  }
}

/** A subscription whose charge has begun. */
export const begun = (
  subscription: Subscription,
  { card, createdAt, gatewayId, status, type, uid }: StartedCharge
): Subscription => ({
  ...subscription,
  // A card never changes: without a new one, what was agreed stays.
  card: subscription.card?.token === card.token ? subscription.card : card,
  gatewayId,
  charging: uid,
  renewAt: null,
  lastTransaction: { uid, type, status, createdAt },
  updatedAt: createdAt
})

/** What a charge says of its subscription. */
const aboutOf = (
  { customerId, cycle, id }: Subscription,
  { bill, purpose }: Pick<ChargeSpec<object, unknown>, "bill" | "purpose">
): SubscriptionCharge => ({ id, purpose, cycle, ...given({ bill, customer: customerId ?? undefined }) })

/** Charges for subscriptions, in the zone and with the documents of this gateway. */
export const make = Effect.gen(function* () {
  const { charge } = yield* Charges
  const documents = yield* SubscriptionDocuments
  const entitledBy = yield* Entitling.make
  const newNotificationId = yield* makeNotificationId
  const system = yield* SystemTimeZone
  const mails = (yield* Mailer) !== undefined

  const contextOf = (shop: Shop, now: DateTime.Utc): SubscriptionWriter.SubscriptionContext => ({
    shop,
    encode: documents.encode,
    notification: newNotificationId(now.epochMillis),
    mails
  })

  const zoneFor = (shop: Shop): DateTime.TimeZone => zoneOf(shop.timeZone, system)

  /**
   * The writes of a charge that has begun, in place of `before`, or of a new subscription. One that no acquirer takes has
   * failed already, and `settle` says what follows. It takes what its bill uses.
   */
  const written = (
    shop: Shop,
    before: Subscription | undefined,
    subscription: Subscription,
    one: StartedCharge,
    context: SubscriptionWriter.SubscriptionContext,
    bill?: ChargedBill,
    settle: typeof Billing.settle = Billing.settle
  ): ReadonlyArray<Write> => {
    const charged = begun(subscription, one)
    const inserted = before === undefined ? [SubscriptionWriter.inserted(charged)] : []
    if (one.status === "failed") {
      const over = { ...charged, charging: null }
      const settled = settle(over, Billing.failedFor(one.reason), one.createdAt, zoneFor(shop), shop.retryTimes)
      const was = before ?? charged
      return settled === undefined ? inserted : [...inserted, ...SubscriptionWriter.settled(was, settled, context)]
    }
    const taken = bill === undefined ? [] : takes(shop.id, bill.taken)
    if (before === undefined) return [...inserted, ...taken]
    return [...taken, SubscriptionWriter.replaced(before, SubscriptionWriter.next(before, charged))]
  }

  return {
    payUrl: documents.payUrl,
    contextOf,
    zoneFor,
    /** A commit of a subscription, with what follows for the entitlements of its customer. */
    entitling: <Loaded, Answer, Refusal>(
      shop: Shop,
      { customerId }: Subscription,
      now: DateTime.Utc,
      commit: Commit<Loaded, Answer, Refusal>
    ) => Entitling.entitling(entitledBy(shop, customerId, now), commit),
    written,
    charge: <Facts extends object, E>(
      shop: Shop,
      subscription: Subscription,
      wanted: ChargeSpec<Facts, E>,
      clock: Clock.Clock
    ) => {
      const { load, name, next, purpose, texts } = wanted
      const about = aboutOf(subscription, wanted)
      const entitled = entitledBy(shop, subscription.customerId, DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
      const linked: LinkedCharge<Facts & Entitling.Facts, E> = {
        name,
        belongsTo: { subscription: about },
        isUnattended: isUnattended(purpose),
        texts,
        load: { ...load, ...Entitling.load(entitled) } as Reads<Facts & Entitling.Facts>,
        attach: (facts, begun) =>
          Either.map(wanted.attach(facts, begun), (writes) =>
            writes.concat(Entitling.following(writes, facts, entitled))
          )
      }
      return charge({ shop, kind: next.kind, charge: chargeOf(subscription, wanted), clock, linked })
    }
  }
})
