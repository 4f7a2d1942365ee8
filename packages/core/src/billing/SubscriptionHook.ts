/** What follows for a subscription when its charge, or the check of its card, changes. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CardTransaction } from "../cards/CardTransaction.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { makeNotificationId } from "../ids/Ids.js"
import { Mailer } from "../mail/Mailer.js"
import { zero } from "../money/Amount.js"
import * as MoneyMailFacts from "../money-mails/MoneyMailFacts.js"
import type { Change } from "../operations/Change.js"
import type { HookFacts, TransactionHook } from "../operations/TransactionHook.js"
import * as ChargeOutcome from "../subscriptions/ChargeOutcome.js"
import * as LateChanges from "../subscriptions/LateChanges.js"
import { isFinal, type Subscription } from "../subscriptions/Subscription.js"
import * as SubscriptionRules from "../subscriptions/SubscriptionRules.js"
import { SubscriptionDocuments } from "../subscriptions/SubscriptionStore.js"
import * as TermsChanges from "../subscriptions/TermsChanges.js"
import { SystemTimeZone, zoneOf } from "../time/SystemTimeZone.js"
import { ofCard } from "../transactions/Transaction.js"
import { forgets, givesBack } from "./internal/billing.js"
import * as Entitling from "./internal/entitling.js"
import * as SubscriptionWriter from "./SubscriptionWriter.js"

const unchanged: ReadonlyArray<Write> = []

/** Another card, once it is checked. */
const recarded = (
  subscription: Subscription,
  check: CardTransaction,
  { mails, shop }: SubscriptionWriter.SubscriptionContext
): ReadonlyArray<Write> => {
  const after = SubscriptionRules.withCheckedCard(subscription, check)
  if (after === undefined) return unchanged
  const changed = SubscriptionWriter.next(subscription, after)
  // It may expire before the next charge, too.
  const ahead = mails === true ? MoneyMailFacts.aheadWrites(changed, shop) : []
  return [...ahead, SubscriptionWriter.replaced(subscription, changed, "CardChanged")]
}

/** The money of a change that is not made goes to the balance. Source: D40, D60. */
const credited = ({ shop, subscription: about }: CardTransaction): ReadonlyArray<Write> => {
  if (about?.purpose !== "change" || about.bill === undefined) return unchanged
  const { taken, total } = about.bill
  return [{ _tag: "MoveBalance", shop, owner: taken.owner, currency: taken.currency, by: total }]
}

/** A change that was told as failed is paid: it is made again, unless something else has taken its place. Source: D40. */
const changedLate = (
  subscription: Subscription,
  transaction: CardTransaction,
  context: SubscriptionWriter.SubscriptionContext
): ReadonlyArray<Write> => {
  const { status, subscription: about, uid, updatedAt } = transaction
  if (status !== "successful" || about?.bill === undefined) return unchanged
  const again = LateChanges.requestedAgain(subscription, uid, about.bill, updatedAt)
  const settled = again === undefined ? unchanged : SubscriptionWriter.settled(subscription, again, context)
  return [...credited(transaction), ...settled]
}

/** What follows from a charge within a period: it moves no date unless its success begins a new period. Source: D60. */
const withinPeriod = (
  subscription: Subscription,
  after: Subscription,
  transaction: CardTransaction,
  context: SubscriptionWriter.SubscriptionContext,
  zone: DateTime.TimeZone
): ReadonlyArray<Write> => {
  const { status, subscription: about, uid, updatedAt } = transaction
  const isChange = about?.purpose === "change" && !isFinal(after)
  const { wished } = after
  const one =
    isChange && status === "successful"
      ? TermsChanges.appliedWithoutCharge(
          after,
          { bill: about.bill!, gained: zero },
          updatedAt,
          zone,
          context.shop.retryTimes
        )
      : TermsChanges.declined(
          after,
          isChange ? about.bill?.ifDeclined : undefined,
          updatedAt,
          zone,
          context.shop.retryTimes
        )
  const held = status === "successful" ? about?.bill?.after : about?.bill?.ifDeclined
  const forgotten = isChange && held !== undefined ? forgets(after, held) : unchanged
  // It has ended meanwhile: there is nothing to change.
  const unused = !isChange && status === "successful" ? credited(transaction) : unchanged
  const settled = { ...one.subscription, wished }
  const isUndone = isChange && status !== "successful" && held === undefined
  const next = { ...one, subscription: isUndone ? LateChanges.failed(settled, uid) : settled }
  return [...forgotten, ...unused, ...SubscriptionWriter.settled(subscription, next, context)]
}

/**
 * The writes for a subscription. The outcome is unknown while its charge is `pending` or `incomplete`: nothing is charged
 * until it is known.
 *
 * Source: D25, D40.
 */
export const follow = (
  subscription: Subscription,
  transaction: CardTransaction,
  context: SubscriptionWriter.SubscriptionContext,
  zone: DateTime.TimeZone
): ReadonlyArray<Write> => {
  const { status } = transaction
  if (status === "pending" || status === "incomplete") return unchanged
  if (transaction.subscription?.purpose === "card") return recarded(subscription, transaction, context)
  const isAwaited = subscription.charging === transaction.uid
  if (!isAwaited && transaction.subscription?.purpose === "change") {
    return changedLate(subscription, transaction, context)
  }
  if (!isAwaited && !ChargeOutcome.paysLate(subscription, transaction)) return unchanged
  const { bill, cycle, purpose } = transaction.subscription!
  const after = ChargeOutcome.withCard(ChargeOutcome.withOutcome(subscription, transaction), transaction)
  const counts = cycle === subscription.cycle
  // What a charge took and gave back when it failed, a late success takes no more: the balance may be spent.
  const back = bill !== undefined && status !== "successful" ? givesBack(subscription.shop, bill.taken) : unchanged
  if (purpose === "change" || purpose === "lines") {
    return [...back, ...withinPeriod(subscription, after, transaction, context, zone)]
  }
  const settled = counts ? ChargeOutcome.settledBy(after, transaction, zone, context.shop.retryTimes) : undefined
  // It has ended meanwhile, or a late success has paid for what this retry was to pay: the next charge is due as it was.
  const transition = settled ?? { subscription: after, effects: ["schedule"], trigger: null }
  return [...back, ...SubscriptionWriter.settled(subscription, transition, context)]
}

const subscriptionIn = (writes: ReadonlyArray<Write>): Subscription | undefined =>
  writes.findLast((write) => write._tag === "InsertSubscription" || write._tag === "ReplaceSubscription")?.subscription

/** Makes the hook that updates a subscription when one of its charges changes. */
export const make = Effect.gen(function* () {
  const { encode } = yield* SubscriptionDocuments
  const system = yield* SystemTimeZone
  const newNotificationId = yield* makeNotificationId
  const mails = (yield* Mailer) !== undefined
  const entitledBy = yield* Entitling.make
  const hook: TransactionHook["Type"] = (transaction, shop, now, besides = []) => {
    const about = ofCard(transaction)?.subscription
    if (about === undefined) return undefined
    const zone = zoneOf(shop.timeZone, system)
    const context = { shop, encode, mails, notification: newNotificationId(now.epochMillis) }
    const entitled = entitledBy(shop, about.customer, now)
    return {
      load: {
        followed: Reads.subscription(transaction.shop, about.id, subscriptionIn(besides)),
        ...Entitling.load(entitled)
      },
      follow: ({ followed: fact, ...facts }: HookFacts, change: Change) => {
        const charged = ofCard(change.transaction)
        // Of a charge that stays as it is, everything is known.
        const { from, to } = change.transition
        if (fact === undefined || charged === undefined || from === to) return unchanged
        const writes = follow(fact as Subscription, charged, context, zone)
        return [...writes, ...Entitling.following(writes, facts as Entitling.Facts, entitled)]
      }
    }
  }
  return hook
})
