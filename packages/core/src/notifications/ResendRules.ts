/**
 * The rules by which a notification is sent again: nothing older than what its subject has told, or is about to tell.
 *
 * Source: D34.
 */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type NotificationId, type ShopId, TransactionUid } from "../ids/Ids.js"
import * as Machine from "../machine/Machine.js"
import { decided, type Operation } from "../store/Operation.js"
import * as Reads from "../store/Reads.js"
import type { Write } from "../store/Write.js"
import type { Transaction } from "../transactions/Transaction.js"
import * as Announcement from "./Announcement.js"
import type { Notification } from "./Notification.js"
import * as NotificationMachine from "./NotificationMachine.js"

const fresh = { attempts: 0, attemptLimit: 1 }

const moved = (
  notification: Notification,
  trigger: NotificationMachine.Trigger,
  now: DateTime.Utc
): ReadonlyArray<Write> => {
  const { id, lastResult, shop, status, subject, url } = notification
  // The table lets every state be sent again; were one not, that would be our mistake.
  const { effects, next } = Either.getOrThrow(Machine.decide(NotificationMachine.machine, status, trigger, fresh))
  const update: Write = {
    _tag: "UpdateNotification",
    notification: { shop, id, status: next, attempts: 0, lastResult, updatedAt: now }
  }
  return effects.includes("send") ? [Announcement.delivery(shop, subject, url, now), update] : [update]
}

/** Which subject a notification is about. */
export const subjectOf = (
  shop: ShopId,
  id: NotificationId
): Operation<{ readonly found: Notification | undefined }, string | undefined, never> => ({
  name: "resend",
  load: { found: Reads.notification(shop, id) },
  decide: ({ found }) => decided([], found?.subject)
})

export interface ResendFacts {
  /** Locked first: while it is, nothing newer of its subject is announced, and none of its work is recorded. */
  readonly about: Transaction | undefined
  readonly work: void
  readonly found: Notification | undefined
  readonly told: number
}

/** One notification, whatever became of it. */
export const resend = (
  shop: ShopId,
  id: NotificationId,
  subject: string,
  now: DateTime.Utc
): Operation<ResendFacts, void, never> => ({
  name: "resend",
  load: {
    about: Reads.transaction(shop, TransactionUid.make(subject, { disableValidation: true })),
    work: Reads.jobLock({ shop, kind: Announcement.kind, subject }),
    found: Reads.notification(shop, id),
    told: Reads.told(shop, subject)
  },
  decide: ({ found, told }) => {
    if (found === undefined) return decided([], undefined)
    const writes = moved(found, found.sequence < told ? "Outdated" : "ResendAsked", now)
    return decided(writes, undefined, { wakeAt: now.epochMillis })
  }
})

/** What a page of exhausted ones came to; `last` is where the next page begins. */
export interface Page {
  readonly sent: number
  readonly last: string | undefined
}

/** A page of the exhausted ones of a shop. */
export const resendExhausted = (
  shop: ShopId,
  after: string,
  limit: number,
  now: DateTime.Utc
): Operation<{ readonly exhausted: ReadonlyArray<Notification & { readonly told: number }> }, Page, never> => ({
  name: "resend-exhausted",
  load: { exhausted: Reads.exhausted(shop, after, limit) },
  decide: ({ exhausted }) => {
    const current = exhausted.filter(({ sequence, told }) => sequence >= told)
    const writes = exhausted.flatMap((one) => moved(one, one.sequence < one.told ? "Outdated" : "ResendAsked", now))
    return decided(
      writes,
      { sent: current.length, last: exhausted.length < limit ? undefined : exhausted.at(-1)?.id },
      { wakeAt: now.epochMillis }
    )
  }
})
