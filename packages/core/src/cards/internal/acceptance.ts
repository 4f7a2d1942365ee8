import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { IdempotencyKey } from "../../idempotency/IdempotencyStore.js"
import type { TransactionUid } from "../../ids/Ids.js"
import { type AcquirerKey, transactionUid } from "../../ids/Ids.js"
import { type ClaimedJob, JobStore } from "../../jobs/Job.js"
import { Worker } from "../../jobs/Worker.js"
import type { Shop } from "../../shops/Shop.js"
import * as DuplicateWindow from "../../transactions/DuplicateWindow.js"
import * as TrackingId from "../../transactions/TrackingId.js"
import type { Transaction, TransactionType } from "../../transactions/Transaction.js"
import { TransactionStore } from "../../transactions/TransactionStore.js"
import { noReport } from "../AcquirerReport.js"
import type { Answer } from "../Answer.js"
import { Changes } from "../Changes.js"
import type { DeclineReason } from "../DeclineReason.js"
import type { Change } from "../TransactionEvent.js"

/** A transaction whose intent is committed: the acquirer may be asked. `job` finishes it if this process does not. */
export interface Accepted {
  readonly _tag: "Accepted"
  readonly transaction: Transaction
  readonly job: ClaimedJob
}

/** A transaction that needs no acquirer, or not yet. */
export interface Concluded {
  readonly _tag: "Concluded"
  readonly answer: Answer
}

/** How a transaction begins: the row of its machine, and why when it begins `failed`. */
export interface Beginning {
  readonly trigger: "Accepted" | "RulesDeclined" | "NoAcquirer"
  readonly status: Transaction["status"]
  readonly effects: Change["effects"]
  readonly reason: DeclineReason | null
  readonly detail: string | null
}

/** What differs between the operations when a transaction is first written. */
export type Draft = Pick<Transaction, "type" | "amount" | "currency" | "test" | "language" | "details" | "gatewayId"> &
  Partial<
    Pick<
      Transaction,
      | "description"
      | "trackingId"
      | "parentUid"
      | "refundReason"
      | "card"
      | "recipient"
      | "recipientBillingAddress"
      | "recurringType"
      | "routing"
      | "expiredAt"
    >
  >

const complete = (
  shop: Shop,
  draft: Draft,
  { reason, status }: Beginning,
  uid: TransactionUid,
  now: DateTime.Utc,
  key: IdempotencyKey | undefined
): Transaction => ({
  recurringType: null,
  routing: "skipped",
  expiredAt: null,
  ...draft,
  shop: shop.id,
  uid,
  status,
  reason,
  // One intent, one key: the uid is committed before the first byte is sent and never changes.
  acquirerKey: uid as string as AcquirerKey,
  report: reason === null ? null : noReport,
  ...(key === undefined ? {} : { idempotencyKey: key.key }),
  createdAt: now,
  updatedAt: now,
  paidAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
})

/** What an equal request would repeat: the card it is on, or the parent it follows. */
export interface Repeats {
  readonly on: Parameters<typeof DuplicateWindow.fingerprint>[2]
  readonly check: boolean
}

const fingerprintOf = (draft: Draft, repeats: Repeats): string =>
  DuplicateWindow.fingerprint(draft.type satisfies TransactionType, draft.amount, repeats.on)

/** Refuses a duplicate, then writes the transaction, its first line of history and the work that follows. */
export const accept = Effect.fnUntraced(function* (
  shop: Shop,
  draft: Draft,
  beginning: Beginning,
  repeats: Repeats,
  now: DateTime.Utc,
  key: IdempotencyKey | undefined
) {
  const store = yield* TransactionStore
  const jobs = yield* JobStore
  const { owner } = yield* Worker
  const changes = yield* Changes
  const fingerprint = fingerprintOf(draft, repeats)
  if (repeats.check) yield* DuplicateWindow.check(shop.id, fingerprint, now)
  const transaction = complete(shop, draft, beginning, yield* transactionUid, now, key)
  const { detail, effects, status, trigger } = beginning
  const transition = { version: 1, at: now, trigger, from: "none", to: status, detail }
  const trackingIds = TrackingId.values(transaction.trackingId)
  yield* store.insert(transaction, { fingerprint, trackingIds }, transition)
  if (!effects.includes("ask-acquirer")) {
    const answer = yield* changes.record(shop, { transaction, transition, effects })
    return { _tag: "Concluded", answer } satisfies Concluded
  }
  const recover = { shop: shop.id, kind: "recover", subject: transaction.uid } as const
  const job = yield* jobs.addClaimed(recover, DateTime.add(now, { seconds: 2 }), owner)
  return { _tag: "Accepted", transaction, job } satisfies Accepted
})
