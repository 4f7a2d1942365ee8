import { consequencesOf, writesOf } from "@florin/core/card-operations/CardWrites"
/** Facts for tests of rules, adapted by each case, and decisions rendered as text. */

import { apply } from "@florin/core/cards/CardChange"
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { CardTransaction, ShownCard } from "@florin/core/cards/CardTransaction"
import type { Decision } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import { AcquirerKey, CardStamp, CardToken, NotificationId, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { TransactionKind } from "@florin/core/operations/TransactionKind"
import { Shop } from "@florin/core/shops/Shop"
import * as RetrySchedule from "@florin/core/time/RetrySchedule"
import type { ParentTotals } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export const now = DateTime.unsafeMake("2026-03-02T09:00:00.000Z")
export const later = (millis: number): DateTime.Utc => DateTime.unsafeMake(now.epochMillis + millis)

export const uid = (last: string): TransactionUid =>
  TransactionUid.make(`0190b6a0-0000-7000-8000-${last.padStart(12, "0")}`)
export const notification = NotificationId.make("msg_0190b6a0-0000-7000-8000-0000000000ff")

export const shopWith = (changes: Partial<Shop> = {}): Shop =>
  Shop.make({
    id: ShopId.make("shop"),
    name: "Shop",
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: Duration.days(7),
    ...changes
  })

const facts = { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" } as const
const token = CardToken.make("a".repeat(64))
const stamp = CardStamp.make("b".repeat(64))

export const savedCard = (changes: Partial<SavedCard> = {}): SavedCard => ({
  shop: ShopId.make("shop"),
  token,
  stamp,
  number: { keyId: "k1", sealed: "sealed" },
  facts,
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2035,
  contracts: [],
  createdAt: now,
  ...changes
})

export const shownCard: ShownCard = {
  facts,
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2035,
  stamp,
  token,
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

export const transactionWith = (changes: Partial<CardTransaction> = {}): CardTransaction => ({
  shop: ShopId.make("shop"),
  uid: uid("1"),
  type: "authorization",
  status: "successful",
  reason: null,
  amount: Amount.make(1000),
  currency: Currency.make("EUR"),
  test: false,
  language: "en",
  details: {},
  recurringType: null,
  routing: "skipped",
  gatewayId: 1,
  acquirerKey: AcquirerKey.make(uid("1")),
  report: null,
  createdAt: now,
  updatedAt: now,
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 2,
  ...changes
})

export const totals = (changes: Partial<Record<keyof ParentTotals, number>> = {}): ParentTotals => ({
  captured: Amount.make(changes.captured ?? 0),
  voided: Amount.make(changes.voided ?? 0),
  refunded: Amount.make(changes.refunded ?? 0),
  pending: changes.pending ?? 0
})

export const kindOf = (unknownOutcome: TransactionKind["unknownOutcome"]): TransactionKind => ({
  unknownOutcome,
  decide: apply,
  writesOf,
  consequencesOf,
  status: () => Effect.succeed("unknown"),
  inFlightWindow: () => Duration.zero,
  nextQueryAt: (_, now, attempts) => RetrySchedule.nextQueryAt(now, attempts),
  sendAgain: () => undefined
})

export const claimed = (kind: string, changes: Partial<ClaimedJob> = {}): ClaimedJob => ({
  shop: ShopId.make("shop"),
  kind,
  subject: uid("1"),
  fence: 7,
  owner: "one",
  attempts: 0,
  runAt: now,
  ...changes
})

/** Includes the process's heartbeat. */
export const renewal = {
  owner: "one",
  writes: [{ _tag: "Heartbeat", owner: "one" }],
  committed: () => undefined
} as const

const after = (instant: number): string => `+${instant - now.epochMillis}`

/** A write, reduced to the members in which cases differ; instants in milliseconds after `now`. */
const shownWrite = (write: Write): string => {
  switch (write._tag) {
    case "InsertTransaction":
    case "ReplaceTransaction": {
      const { reason, status, type, version } = write.transaction
      return [write._tag, type, version, status, ...(reason === null ? [] : [reason])].join(" ")
    }
    case "AppendHistory": {
      const { detail, from, to, trigger, version } = write.transition
      return ["AppendHistory", version, from, trigger, to, ...(detail === null ? [] : [detail])].join(" ")
    }
    case "InsertCard":
    case "ReplaceCard":
      return [write._tag, ...write.card.contracts].join(" ")
    case "EnqueueJob":
      return `EnqueueJob ${write.job.kind} ${after(write.runAt)} ${write.share}`
    case "HoldJob":
      return `HoldJob ${write.job.kind} #${write.job.fence} ${after(write.runAt)} ${write.share} by ${write.owner}`
    case "FinishJob":
      return `FinishJob ${write.job.kind} #${write.job.fence}`
    case "PostponeJob":
    case "ExtendLease":
      return `${write._tag} ${write.job.kind} #${write.job.fence} ${after(write.runAt)}`
    case "CancelJob":
      return `CancelJob ${write.job.kind}`
    case "InsertDocument": {
      const { document } = write
      return `InsertDocument ${document.fileName} ${document.size} ${after(document.createdAt.epochMillis)}`
    }
    case "KeepEvidence":
      return `KeepEvidence ${after(write.at)}`
    case "InsertNotification":
      return `InsertNotification ${write.notification.sequence} ${write.notification.url} ${write.notification.body}`
    case "ClaimKey":
      return `ClaimKey ${write.key} ${write.fingerprint} ${after(write.now)}`
    case "KeepAnswer":
      return `KeepAnswer ${write.key} ${"document" in write.answer ? write.answer.document : "refused"}`
    default:
      return write._tag
  }
}

/** A decision as a list of writes; a refusal as its name or sentence. */
export const shown = <Refusal extends { readonly _tag: string; readonly message: string }>(
  decision: Decision<unknown, Refusal>
): string | ReadonlyArray<string> => {
  if (decision._tag === "Decided") return decision.writes.map(shownWrite)
  const { refusal, ...others } = decision
  if (Object.keys(others).length !== 1) throw new Error("A refusal comes with nothing else")
  return refusal._tag === "InvalidRequest" ? refusal.message : refusal._tag
}

/** When the next job is due, in milliseconds after `now`. */
export const wakesAfter = (decision: Decision<unknown, unknown>): number | undefined =>
  decision._tag === "Refused" || decision.wakeAt === undefined ? undefined : decision.wakeAt - now.epochMillis

/** The changes passed to a host's listeners. */
export const reported = (decision: Decision<unknown, unknown>): ReadonlyArray<string> =>
  decision._tag === "Refused"
    ? []
    : (decision.changes ?? []).map(({ transition: { from, to, trigger }, transaction }) =>
        [transaction.type, from, trigger, to].join(" ")
      )
