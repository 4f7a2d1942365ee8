/** The writes of a subscription's change: the row, the next charge, the webhook. No other module writes one. */

import type { Write } from "../commits/Write.js"
import type { NotificationId } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import * as MoneyMailFacts from "../money-mails/MoneyMailFacts.js"
import * as OutboxMessage from "../operations/OutboxMessage.js"
import type { Shop } from "../shops/Shop.js"
import type { SubscriptionTransition } from "../subscriptions/Billing.js"
import * as LateChanges from "../subscriptions/LateChanges.js"
import { isFinal, type Subscription, termsUnchanged } from "../subscriptions/Subscription.js"
import type * as SubscriptionMachine from "../subscriptions/SubscriptionMachine.js"
import type { SubscriptionWebhookEvent } from "../subscriptions/SubscriptionStore.js"

/** The kind of job that charges a subscription when it is due. */
export const kind = "renew"

/** The context of a change. `notification` was generated before the unit of work. */
export interface SubscriptionContext {
  readonly shop: Shop
  readonly encode: (subscription: Subscription, event?: SubscriptionWebhookEvent) => string
  readonly notification: NotificationId
  /** The host provides a mailer. Default: `false`. */
  readonly mails?: boolean
}

/** Another process or command has changed the subscription since it was read, or holds its job. */
export class Conflict {
  readonly _tag = "Conflict"
}

export const job = ({ id, shop }: Pick<Subscription, "id" | "shop">): JobName => ({ shop, kind, subject: id })

/**
 * Renewals share the places of the acquirer that was asked last (D42). The job is parked while a charge is under way: to
 * add it anew for each charge costs two more pages of a large table.
 */
const due = (subscription: Subscription): ReadonlyArray<Write> =>
  subscription.renewAt === null
    ? []
    : [
        {
          _tag: "EnqueueJob",
          job: job(subscription),
          runAt: subscription.renewAt.epochMillis,
          share: PartitionKey.ofAcquirer(subscription.shop, subscription.gatewayId)
        }
      ]

const announced = (
  subscription: Subscription,
  event: SubscriptionWebhookEvent,
  context: SubscriptionContext
): ReadonlyArray<Write> => {
  const url = subscription.notificationUrl ?? context.shop.notificationUrl
  if (url === undefined) return []
  return OutboxMessage.writes({
    shop: subscription.shop,
    id: context.notification,
    subject: subscription.id,
    sequence: subscription.version,
    url,
    body: context.encode(subscription, event),
    now: subscription.updatedAt
  })
}

/** The next version of a subscription. */
export const next = (before: Subscription, changed: Subscription): Subscription => ({
  ...LateChanges.withoutSupersededChange(before, changed),
  version: before.version + 1
})

/** A new subscription, which listeners are told of. */
export const inserted = (subscription: Subscription): Write => ({
  _tag: "InsertSubscription",
  subscription,
  step: { trigger: "Created", from: "none" }
})

/** A changed subscription, without what follows from it. `trigger`: what listeners are told; null: nothing. */
export const replaced = (
  before: Subscription,
  changed: Subscription,
  trigger: SubscriptionMachine.Trigger | null = null
): Write => ({
  _tag: "ReplaceSubscription",
  subscription: changed,
  replaces: before.version,
  termsUnchanged: termsUnchanged(before, changed),
  ...(trigger === null ? {} : { step: { trigger, from: before.state } })
})

/** Whether something waits for a charge to end. While it is paused no line is charged. */
const hasWaiting = ({ linesNow, pausedAt, wished }: Subscription): boolean =>
  wished !== undefined || (linesNow !== undefined && pausedAt === null)

/** What waits for a charge to end is done now that there is none. Source: D60, D62. */
const nowWished = (after: Subscription): Subscription =>
  !hasWaiting(after) || after.charging !== null || isFinal(after) ? after : { ...after, renewAt: after.updatedAt }

/** A change and what is committed with it. */
export const settled = (
  before: Subscription,
  { effects, subscription, trigger }: SubscriptionTransition,
  context: SubscriptionContext
): ReadonlyArray<Write> => {
  const changed = next(before, nowWished(subscription))
  // Nothing is charged any more: its job would stay parked.
  const left: ReadonlyArray<Write> = isFinal(changed) ? [{ _tag: "CancelJob", job: job(changed) }] : []
  const mails = context.mails === true ? MoneyMailFacts.changeWrites(changed, effects, context.shop) : []
  return [
    ...effects.flatMap((effect) => (effect === "schedule" ? due(changed) : announced(changed, effect, context))),
    ...left,
    ...mails,
    replaced(before, changed, trigger)
  ]
}
