/** Announcing a state: the notification and the work that delivers it, as writes of the commit that makes the state. */
import * as DateTime from "effect/DateTime"
import type { NotificationId, ShopId } from "../ids/Ids.js"
import * as Share from "../jobs/Share.js"
import type { Write } from "../store/Write.js"

/** The kind of due work that delivers a subject's notifications. */
export const kind = "notify"

/** What is told about a subject, which may be a transaction, a subscription or anything else with an id of its own. */
export interface Announcement {
  readonly shop: ShopId
  /** Drawn before the unit of work. */
  readonly id: NotificationId
  readonly subject: string
  /** Grows per subject. */
  readonly sequence: number
  readonly url: string
  /** The document, as it is committed. */
  readonly body: string
  readonly now: DateTime.Utc
}

/**
 * The subject's work comes first, as it does where an attempt is recorded: two that lock its rows in another order would
 * wait for each other.
 */
export const writes = ({ body, id, now, sequence, shop, subject, url }: Announcement): ReadonlyArray<Write> => [
  delivery(shop, subject, url, now),
  {
    _tag: "InsertNotification",
    notification: {
      shop,
      id,
      subject,
      sequence,
      url,
      body,
      status: "waiting",
      attempts: 0,
      lastResult: null,
      createdAt: now,
      updatedAt: now
    }
  }
]

/** The work that delivers what waits for a subject. */
export const delivery = (shop: ShopId, subject: string, url: string, now: DateTime.Utc): Write => ({
  _tag: "EnqueueJob",
  job: { shop, kind, subject },
  runAt: DateTime.toEpochMillis(now),
  share: Share.ofReceiver(shop, url)
})
