/** Accepting a transaction: what every kind of it is refused for, and what is written when it is not. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Either from "effect/Either"
import { noReport } from "../cards/AcquirerReport.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { DeclineReason } from "../cards/DeclineReason.js"
import { type IdempotencyKey, type KeyRecord, type KeyRefusal, refusalOf } from "../idempotency/IdempotencyKey.js"
import type { AcquirerKey, CardStamp, NotificationId, TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { Renewal } from "../jobs/Lease.js"
import * as Share from "../jobs/Share.js"
import type { Amount } from "../money/Amount.js"
import { DuplicateRequest, type InvalidRequest, withoutStack } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { Commit } from "../store/FaultPoints.js"
import { type Decision, decided, refuse } from "../store/Operation.js"
import * as Reads from "../store/Reads.js"
import type { Write } from "../store/Write.js"
import type { Change } from "../transactions/Change.js"
import type { Transaction, TransactionType } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import * as TransactionWriter from "../transactions/TransactionWriter.js"
import type { Accept, Acceptance } from "./Intent.js"

/** How a transaction begins: the row of its machine, and why when it begins `failed`. */
export interface Beginning {
  readonly trigger: Extract<TransactionEvent["_tag"], "Accepted" | "RulesDeclined" | "NoAcquirer">
  readonly status: Transaction["status"]
  readonly effects: Change["effects"]
  readonly reason: DeclineReason | null
  readonly detail: string | null
}

/** What differs between the kinds when a transaction is first written. */
export type Draft = Pick<Transaction, "type" | "amount" | "currency" | "test" | "language" | "details" | "gatewayId"> &
  Partial<
    Pick<
      Transaction,
      | "description"
      | "trackingId"
      | "parentUid"
      | "parentKey"
      | "refundReason"
      | "card"
      | "recipient"
      | "recipientBillingAddress"
      | "recurringType"
      | "routing"
      | "expiredAt"
    >
  >

/** A transaction that may be written, once nothing equal was accepted a moment ago. */
export interface Plan {
  readonly draft: Draft
  readonly beginning: Beginning
  /** A card that is saved with it. */
  readonly card: SavedCard | undefined
  /** What is written besides. */
  readonly besides?: ReadonlyArray<Write>
}

/** What a request brings: everything that needs no read was made before the unit of work. */
export interface Request {
  readonly name: Commit
  readonly shop: Shop
  readonly key: IdempotencyKey | undefined
  readonly now: DateTime.Utc
  readonly uid: TransactionUid
  readonly fence: number
  readonly notification: NotificationId
  readonly encode: (transaction: Transaction) => string
  readonly type: Transaction["type"]
  readonly amount: Transaction["amount"]
  readonly repeats: { readonly on: CardStamp | TransactionUid; readonly check: boolean } | undefined
}

/** What every acceptance reads. */
export interface Facts {
  readonly key: KeyRecord | undefined
  readonly duplicate: TransactionUid | undefined
}

/** What an acceptance may be refused for. */
export type AcceptanceRefusal = KeyRefusal | InvalidRequest | DuplicateRequest

/**
 * How long an equal request is refused after the original; at exactly this long it is accepted.
 *
 * Source: interface, "Limits | Duplicate-check window of card requests"; D12.
 */
export const duplicateWindow = Duration.seconds(30)

/**
 * Requests with equal fingerprints in one shop are duplicates: the same operation and amount on the same card, or on
 * the same parent.
 */
export const fingerprint = (type: TransactionType, amount: Amount, on: CardStamp | TransactionUid): string =>
  `${type}:${amount}:${on}`

/**
 * The values that a `tracking_id` is found by: each of those separated by semicolons, and the whole text.
 *
 * Source: interface, "Authorization request | tracking_id".
 */
export const trackingIds = (trackingId: string | undefined): ReadonlyArray<string> => {
  if (trackingId === undefined) return []
  // Almost every one is a single value.
  if (/^[^;\s]+$/.test(trackingId)) return [trackingId]
  const single = trackingId.split(";").map((value) => value.trim())
  return Array.from(new Set([...single, trackingId])).filter((value) => value !== "")
}

const windowMillis = Duration.toMillis(duplicateWindow)

// Recovery looks at what was accepted after this long, should this process not finish it.
const recoverAfter = 2000

const fingerprintOf = ({ amount, repeats, type, uid }: Request): string =>
  repeats === undefined ? uid : fingerprint(type, amount, repeats.on)

const complete = (request: Request, { beginning: { reason, status }, draft }: Plan): Transaction => ({
  recurringType: null,
  routing: "skipped",
  expiredAt: null,
  ...draft,
  shop: request.shop.id,
  uid: request.uid,
  status,
  reason,
  // One intent, one key: the uid is committed before the first byte is sent and never changes.
  acquirerKey: request.uid as string as AcquirerKey,
  report: reason === null ? null : noReport,
  ...(request.key === undefined ? {} : { idempotencyKey: request.key.key }),
  createdAt: request.now,
  updatedAt: request.now,
  paidAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
})

const keyClaimed = ({ key, now, shop }: Request): ReadonlyArray<Write> =>
  key === undefined
    ? []
    : [
        {
          _tag: "ClaimKey",
          shop: shop.id,
          key: key.key,
          fingerprint: key.fingerprint,
          now: DateTime.toEpochMillis(now)
        }
      ]

const write = (request: Request, plan: Plan, renewal: Renewal): Decision<Acceptance, never> => {
  const { fence, now, shop } = request
  const transaction = complete(request, plan)
  const { detail, effects, status, trigger } = plan.beginning
  const change: Change = {
    transaction,
    effects,
    transition: { version: 1, at: now, trigger, from: "none", to: status, detail }
  }
  const terms = { fingerprint: fingerprintOf(request), trackingIds: trackingIds(transaction.trackingId) }
  // Pushed where they are there, and the job below written out: spreading what is mostly missing, or a small object into
  // another, is a good third of the time of a decision.
  const besides: Array<Write> = []
  if (plan.besides !== undefined) besides.push(...plan.besides)
  if (plan.card !== undefined) besides.push({ _tag: "InsertCard", card: plan.card })
  if (!effects.includes("ask-acquirer")) {
    const written = TransactionWriter.inserted(change, terms, request)
    return decided(
      [...renewal.writes, ...keyClaimed(request), ...written.writes, ...besides],
      { _tag: "Concluded", answer: { transaction, document: written.document } },
      { wakeAt: written.wakeAt, changes: [written.change] }
    )
  }
  const { owner } = renewal
  const runAt = DateTime.toEpochMillis(now) + recoverAfter
  const job: ClaimedJob = {
    shop: shop.id,
    kind: "recover",
    subject: request.uid,
    runAt: DateTime.unsafeMake(runAt),
    attempts: 0,
    fence,
    owner
  }
  const writes: ReadonlyArray<Write> = [
    ...renewal.writes,
    ...keyClaimed(request),
    ...TransactionWriter.accepted(change, terms),
    {
      _tag: "HoldJob",
      job,
      runAt,
      share: Share.ofAcquirer(shop.id, transaction.gatewayId),
      owner
    },
    ...besides
  ]
  return decided(writes, { _tag: "Accepted", transaction, job })
}

/**
 * The commit that accepts. Refusals in order of precedence: the idempotency key, the plan's own, the duplicate window.
 */
export const operation = <More extends object, E>(
  request: Request,
  more: Reads.Reads<More>,
  planOf: (facts: More) => Either.Either<Plan, E>
): Accept<Facts & More, KeyRefusal | DuplicateRequest | E> => {
  const millis = DateTime.toEpochMillis(request.now)
  // Member by member, for the same reason as in `write`.
  const load: Record<string, unknown> = {}
  if (request.key !== undefined) load.key = Reads.key(request.shop.id, request.key.key)
  if (request.repeats?.check === true) {
    load.duplicate = Reads.duplicate(request.shop.id, fingerprintOf(request), millis - windowMillis)
  }
  Object.assign(load, more)
  const decide = (facts: Facts & More, renewal: Renewal) => {
    const known = request.key === undefined ? undefined : refusalOf(request.key, facts.key, millis)
    if (known !== undefined) return refuse(known)
    const plan = planOf(facts)
    if (plan._tag === "Left") return refuse(plan.left)
    return facts.duplicate === undefined
      ? write(request, plan.right, renewal)
      : refuse(withoutStack(() => new DuplicateRequest()))
  }
  return {
    job: TransactionWriter.job({ shop: request.shop.id, uid: request.uid }, "recover"),
    operation: (renewal) => ({
      name: request.name,
      load: load as Reads.Reads<Facts & More>,
      decide: (facts) => decide(facts, renewal)
    })
  }
}
