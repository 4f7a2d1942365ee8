/** When a customer is mailed a receipt, and what follows from an attempt. Source: D36. */

import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { type Commit, writing } from "../commits/Commit.js"
import type { Write } from "../commits/Write.js"
import type { ClaimedJob } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { MailOutcome } from "../mail/Mailer.js"
import { readOr } from "../providers/Calls.js"
import type { Transaction } from "../transactions/Transaction.js"

/** The kind of job that mails the receipt of its subject, a transaction. */
export const kind = "mail-receipt"

/**
 * The customer's address, if the transaction's receipt is mailed: a successful payment with an address. An approved
 * authorization is not paid, and a capture names no customer. Source: D36.
 */
export const recipientOf = ({ details, status, type }: Transaction): string | undefined =>
  type === "payment" && status === "successful" ? details.customer?.email : undefined

/** The job of a transaction whose receipt is mailed, due at the change that makes it successful. */
export const writes = (transaction: Transaction): ReadonlyArray<Write> => {
  if (recipientOf(transaction) === undefined) return []
  const { shop, uid: subject, updatedAt } = transaction
  const runAt = DateTime.toEpochMillis(updatedAt)
  return [{ _tag: "EnqueueJob", job: { shop, kind, subject }, runAt, share: PartitionKey.ofInternalWork(shop) }]
}

/** The delays between attempts: ten in about three days, as for webhooks (D34), but gentler on a busy mail server. */
export const retryDelays: ReadonlyArray<Duration.Duration> = [
  Duration.minutes(1),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14),
  Duration.hours(20),
  Duration.hours(24)
]

/** The state of a receipt after an attempt: mailed, refused for good, to be tried again at `at`, or given up. */
export type ReceiptProgress =
  | { readonly _tag: "Mailed" }
  | { readonly _tag: "Refused"; readonly reason: string }
  | { readonly _tag: "Again"; readonly reason: string; readonly at: DateTime.Utc }
  | { readonly _tag: "GivenUp"; readonly reason: string }

/** What happens to a receipt after an attempt at its mail. `attempts`: how many there were before this one. */
export const progressOf = (outcome: MailOutcome, attempts: number, now: DateTime.Utc): ReceiptProgress => {
  switch (outcome._tag) {
    case "Accepted":
      return { _tag: "Mailed" }
    case "Rejected":
      return { _tag: "Refused", reason: outcome.reason }
    case "Deferred": {
      const { reason } = outcome
      const delay = retryDelays[attempts]
      return delay === undefined
        ? { _tag: "GivenUp", reason }
        : { _tag: "Again", reason, at: DateTime.addDuration(now, delay) }
    }
  }
}

/** Ends the job or postpones it; answers with the instant of the next attempt. No fate: there is nothing to mail. */
export const conclude = (job: ClaimedJob, fate?: ReceiptProgress): Commit<object, number | undefined, never> => {
  if (fate?._tag !== "Again") return writing("mail-result", [{ _tag: "FinishJob", job }], undefined)
  const runAt = fate.at.epochMillis
  return writing("mail-result", [{ _tag: "PostponeJob", job, runAt }], runAt, runAt)
}

const word = /^[A-Za-z0-9-]{1,40}$/

const reasonOf = (reason: unknown): string => (typeof reason === "string" && word.test(reason) ? reason : "unspecified")

/** Checks what a port answered; it may be anything. Source: D41. */
export const received = (answer: unknown): MailOutcome => {
  const { _tag, reason } = readOr<{ readonly _tag?: unknown; readonly reason?: unknown }>({}, () => {
    const { _tag, reason } = (answer ?? {}) as { readonly _tag?: unknown; readonly reason?: unknown }
    return { _tag, reason }
  })
  if (_tag === "Accepted") return MailOutcome.Accepted()
  if (_tag === "Rejected") return MailOutcome.Rejected({ reason: reasonOf(reason) })
  return MailOutcome.Deferred({ reason: reasonOf(reason) })
}
