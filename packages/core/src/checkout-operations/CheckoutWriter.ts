/** The writes of a checkout's change: the row, its due work, its webhook. No other module writes one. */
import type { Checkout } from "../checkouts/Checkout.js"
import type { WrittenCheckout } from "../checkouts/CheckoutChange.js"
import type { ChangedCheckout } from "../checkouts/CheckoutRules.js"
import type { Write } from "../commits/Write.js"
import type { NotificationId } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import * as OutboxMessage from "../operations/OutboxMessage.js"
import type { Shop } from "../shops/Shop.js"

/** The kind of job that ends a checkout when its time is over. */
export const kind = "expire-checkout"

/** What a change is written with. `notification` was generated before the unit of work. */
export interface Context {
  readonly shop: Shop
  readonly encode: (checkout: Checkout) => string
  readonly notification: NotificationId
}

export const job = ({ shop, token }: Pick<Checkout, "shop" | "token">): JobName => ({ shop, kind, subject: token })

const announced = (checkout: Checkout, { encode, notification, shop }: Context): ReadonlyArray<Write> => {
  const url = checkout.details.settings?.notificationUrl ?? shop.notificationUrl
  if (url === undefined) return []
  return OutboxMessage.writes({
    shop: checkout.shop,
    id: notification,
    subject: checkout.token,
    sequence: checkout.version,
    url,
    body: encode(checkout),
    now: checkout.updatedAt
  })
}

const followUps = ({ checkout, effects }: ChangedCheckout, context: Context): ReadonlyArray<Write> =>
  effects.flatMap((effect) =>
    effect === "notify"
      ? announced(checkout, context)
      : [
          {
            _tag: "EnqueueJob",
            job: job(checkout),
            runAt: checkout.expiresAt.epochMillis,
            share: PartitionKey.ofInternalWork(checkout.shop)
          } satisfies Write
        ]
  )

const writtenOf = ({ checkout, transition }: ChangedCheckout): WrittenCheckout => ({ checkout, transition })

/** A new checkout. */
export const inserted = (changed: ChangedCheckout, reference: string, context: Context): ReadonlyArray<Write> => [
  ...followUps(changed, context),
  { _tag: "InsertCheckout", ...writtenOf(changed), reference }
]

/** A changed checkout, in place of the version before it. */
export const replaced = (changed: ChangedCheckout, context: Context): ReadonlyArray<Write> => [
  ...followUps(changed, context),
  { _tag: "ReplaceCheckout", ...writtenOf(changed) }
]
