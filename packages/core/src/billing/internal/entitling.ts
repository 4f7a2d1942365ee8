/** What follows for a customer's entitlements when a subscription of theirs changes, in the same commit. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, decided } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { EntitlementDocuments } from "../../entitlements/EntitlementDocuments.js"
import * as Entitlements from "../../entitlements/Entitlements.js"
import { makeNotificationId, type NotificationId } from "../../ids/Ids.js"
import type { JobName } from "../../jobs/Job.js"
import * as PartitionKey from "../../jobs/PartitionKey.js"
import * as OutboxMessage from "../../operations/OutboxMessage.js"
import { earliest } from "../../operations/TransactionWriter.js"
import type { Shop } from "../../shops/Shop.js"

/** The kind of job that ends what was given until an instant. Its subject is the customer. */
export const kind = "lapse"

/** How a change of entitlements is written. `notification` was generated before the unit of work. */
export interface EntitlingContext {
  readonly of: Entitlements.OfCustomer
  readonly shop: Shop
  readonly encode: EntitlementDocuments["Type"]["encode"]
  readonly notification: NotificationId
  readonly now: DateTime.Utc
}

/** What a commit loads for them; nothing where the subscription has no customer. */
export interface Facts {
  readonly entitled?: Entitlements.Entitlements | undefined
}

export const load = (context: EntitlingContext | undefined): Reads.Reads<Facts> =>
  context === undefined ? {} : { entitled: Reads.entitlements(context.of) }

const job = ({ customer, shop }: Entitlements.OfCustomer): JobName => ({ shop, kind, subject: customer })

const announced = (
  { features, grants, version }: Entitlements.Entitlements,
  { encode, notification, now, of, shop }: EntitlingContext
): ReadonlyArray<Write> => {
  const url = shop.notificationUrl
  if (url === undefined) return []
  const body = encode(of, { features, grants, version })
  return OutboxMessage.writes({
    shop: of.shop,
    id: notification,
    subject: of.customer,
    sequence: version,
    url,
    body,
    now
  })
}

/** The row, and the webhook if the customer may use something else than before. */
export const written = (
  before: Entitlements.Entitlements,
  { entitlements, isAnnounced }: Entitlements.EntitlementsChanged,
  context: EntitlingContext
): ReadonlyArray<Write> => [
  ...(isAnnounced ? announced(entitlements, context) : []),
  { _tag: "ReplaceEntitlements", ...context.of, entitlements, ...(isAnnounced ? { from: before.features } : {}) }
]

/** The job that ends what is given until an instant. */
const ending = (entitlements: Entitlements.Entitlements, { of }: EntitlingContext): ReadonlyArray<Write> => {
  const end = Entitlements.nextEnd(entitlements)
  if (end === undefined) return []
  return [{ _tag: "EnqueueJob", job: job(of), runAt: end.epochMillis, share: PartitionKey.ofInternalWork(of.shop) }]
}

/** What the writes of a subscription bring with them. A commit writes one subscription of the customer at most. */
export const following = (
  writes: ReadonlyArray<Write>,
  { entitled }: Facts,
  context: EntitlingContext | undefined
): ReadonlyArray<Write> => {
  if (entitled === undefined || context === undefined) return []
  const subscriptions = writes.flatMap((one) =>
    one._tag === "ReplaceSubscription" || one._tag === "InsertSubscription" ? [one.subscription] : []
  )
  const last = subscriptions.at(-1)
  if (last === undefined) return []
  const change = Entitlements.afterChange(entitled, last, context.shop.graceDays, context.now)
  if (change === undefined) return []
  return [...written(entitled, change, context), ...ending(change.entitlements, context)]
}

/** A commit of a subscription, with what follows for the entitlements of its customer. */
export const entitling = <Loaded, Answer, Refusal>(
  context: EntitlingContext | undefined,
  commit: Commit<Loaded, Answer, Refusal>
): Commit<Loaded, Answer, Refusal> => {
  if (context === undefined) return commit
  return {
    name: commit.name,
    load: { ...commit.load, ...load(context) },
    decide: (facts) => {
      const decision = commit.decide(facts)
      if (decision._tag === "Refused") return decision
      const more = following(decision.writes, facts as Facts, context)
      if (more.length === 0) return decision
      const instants = [decision.wakeAt, earliest(more)].filter((instant) => instant !== undefined)
      const wakeAt = instants.length === 0 ? undefined : Math.min(...instants)
      return decided([...decision.writes, ...more], decision.answer, {
        wakeAt,
        ...(decision.changes === undefined ? {} : { changes: decision.changes })
      })
    }
  }
}

/** Makes the context of a change. Undefined: the subscription has no customer, and nobody is entitled by it. */
export const make = Effect.gen(function* () {
  const { encode } = yield* EntitlementDocuments
  const newNotificationId = yield* makeNotificationId
  return (
    shop: Shop,
    customer: Entitlements.OfCustomer["customer"] | null | undefined,
    now: DateTime.Utc
  ): EntitlingContext | undefined =>
    customer == null
      ? undefined
      : {
          shop,
          encode,
          now,
          of: { shop: shop.id, customer },
          notification: newNotificationId(now.epochMillis)
        }
})
