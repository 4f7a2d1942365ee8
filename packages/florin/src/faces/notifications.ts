/**
 * A shop's notifications, the webhooks that it is sent, for hosts without Effect. Names are in camelCase, instants
 * ISO 8601 texts.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, or an error of the storage.
 */
import type * as Schemas from "@florin/wire/Schemas"
import type { Page } from "./billing.js"
import type { CamelCased } from "./camelCase.js"

/** A notification, without its body: that is the document of the transaction whose uid is `uid`. */
export type Notification = CamelCased<(typeof Schemas.NotificationListDocument.Encoded)["notifications"][number]>

export interface NotificationPage extends Page {
  /** Default: any. */
  readonly status?: Notification["status"]
}

/** The notifications of one shop. */
export interface Notifications {
  /** A notification with the result of its last attempt, by the `webhook-id` that its receiver gets. */
  readonly find: (id: string) => Promise<Notification>
  /** Newest first. Pages of 100 unless `limit` says another number, up to 1000. */
  readonly list: (page?: NotificationPage) => Promise<ReadonlyArray<Notification>>
  /**
   * Begins its attempts anew, unless a newer one about its subject was delivered. It stays the same event, so a receiver
   * that has acted on it does not again: safe to repeat, without a key. Source: D34.
   */
  readonly resend: (id: string) => Promise<void>
  /**
   * Begins the attempts of every `exhausted` one anew, the newest of each subject. Answers how many. Safe to repeat, without
   * a key: those are exhausted no longer. Source: D34.
   */
  readonly resendAll: () => Promise<number>
}
