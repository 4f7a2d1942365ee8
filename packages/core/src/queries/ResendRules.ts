/**
 * The rules for resending a notification: never one older than what its subject has delivered or is about to deliver.
 *
 * Source: D34.
 */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Commit, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { type NotificationId, type ShopId, TransactionUid } from "../ids/Ids.js"
import * as Machine from "../machine/Machine.js"
import type { Notification } from "../notifications/Notification.js"
import * as NotificationMachine from "../notifications/NotificationMachine.js"
import * as OutboxMessage from "../operations/OutboxMessage.js"
import type { Transaction } from "../transactions/Transaction.js"

const fresh = { attempts: 0, attemptLimit: 1 }

const moved = (
  notification: Notification,
  trigger: NotificationMachine.Trigger,
  now: DateTime.Utc
): ReadonlyArray<Write> => {
  const { id, lastResult, shop, status, subject, tries, url } = notification
  // The table allows a resend from every state; a refusal here is a defect.
  const { effects, next } = Either.getOrThrow(Machine.decide(NotificationMachine.machine, status, trigger, fresh))
  const update: Write = {
    _tag: "UpdateNotification",
    notification: { shop, id, status: next, attempts: 0, lastResult, tries, updatedAt: now }
  }
  return effects.includes("send") ? [OutboxMessage.delivery(shop, subject, url, now), update] : [update]
}

/** The subject of a notification. */
export const subjectOf = (
  shop: ShopId,
  id: NotificationId
): Commit<{ readonly found: Notification | undefined }, string | undefined, never> => ({
  name: "resend",
  load: { found: Reads.notification(shop, id) },
  decide: ({ found }) => decided([], found?.subject)
})

export interface ResendFacts {
  /** Locked first: meanwhile its subject announces nothing newer and records no attempt. */
  readonly about: Transaction | undefined
  readonly work: void
  readonly found: Notification | undefined
  readonly newest: number
}

/** Resends one notification, whatever its status. */
export const resend = (
  shop: ShopId,
  id: NotificationId,
  subject: string,
  now: DateTime.Utc
): Commit<ResendFacts, void, never> => ({
  name: "resend",
  load: {
    about: Reads.transaction(shop, TransactionUid.make(subject, { disableValidation: true })),
    work: Reads.jobLock({ shop, kind: OutboxMessage.kind, subject }),
    found: Reads.notification(shop, id),
    newest: Reads.newestSequence(shop, subject)
  },
  decide: ({ found, newest }) => {
    if (found === undefined) return decided([], undefined)
    const writes = moved(found, found.sequence < newest ? "Outdated" : "ResendAsked", now)
    return decided(writes, undefined, { wakeAt: now.epochMillis })
  }
})

/** How many a command has sent in all, from what its key remembers of its earlier pages. */
export const sentIn = (made: string | undefined): number => Number(made ?? "")

/** The result of one page of exhausted notifications. `last`: the id after which the next page begins. */
export interface ResentPage {
  readonly sent: number
  readonly last: string | undefined
}

/**
 * Resends one page of a shop's exhausted notifications. An older one of its subject becomes `superseded`, so that the
 * next request does not read it again.
 */
export const resendExhaustedPage = (
  shop: ShopId,
  after: string,
  limit: number,
  now: DateTime.Utc
): Commit<{ readonly exhausted: ReadonlyArray<Reads.Exhausted> }, ResentPage, never> => ({
  name: "resend-exhausted",
  load: { exhausted: Reads.exhausted(shop, after, limit) },
  decide: ({ exhausted }) => {
    const current = exhausted.filter(({ id, newest }) => id === newest)
    const writes = exhausted.flatMap((one) => moved(one, one.id === one.newest ? "ResendAsked" : "Outdated", now))
    return decided(
      writes,
      { sent: current.length, last: exhausted.length < limit ? undefined : exhausted.at(-1)?.id },
      { wakeAt: now.epochMillis, makes: (before) => String(sentIn(before) + current.length) }
    )
  }
})
