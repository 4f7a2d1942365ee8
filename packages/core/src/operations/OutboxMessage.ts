/** Announces a state: the commit that writes the state also writes the notification and its delivery job. */
import * as DateTime from "effect/DateTime"
import type { Write } from "../commits/Write.js"
import { type NotificationId, type ShopId, withSequence } from "../ids/Ids.js"
import * as PartitionKey from "../jobs/PartitionKey.js"

/** The kind of job that delivers a subject's notifications. */
export const kind = "notify"

/** A message about a subject: a transaction, a subscription or anything else with an id. */
export interface OutboxMessage {
  readonly shop: ShopId
  /** Generated before the unit of work. The notification's id has the sequence, too. */
  readonly id: NotificationId
  readonly subject: string
  /** Increases per subject. */
  readonly sequence: number
  readonly url: string
  /** The committed document. */
  readonly body: string
  readonly now: DateTime.Utc
}

/**
 * The subject's job comes first, as it does when an attempt is recorded: locking these rows in different orders would
 * deadlock.
 */
export const writes = ({ body, id, now, sequence, shop, subject, url }: OutboxMessage): ReadonlyArray<Write> => [
  delivery(shop, subject, url, now),
  {
    _tag: "InsertNotification",
    notification: {
      shop,
      id: withSequence(id, sequence),
      subject,
      sequence,
      url,
      body,
      status: "waiting",
      attempts: 0,
      lastResult: null,
      tries: [],
      createdAt: now,
      updatedAt: now
    }
  }
]

/** The job that delivers a subject's waiting notifications. */
export const delivery = (shop: ShopId, subject: string, url: string, now: DateTime.Utc): Write => ({
  _tag: "EnqueueJob",
  job: { shop, kind, subject },
  runAt: DateTime.toEpochMillis(now),
  share: PartitionKey.ofReceiver(shop, url)
})
