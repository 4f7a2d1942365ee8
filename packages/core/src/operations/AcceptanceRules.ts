/** Accepts transactions: the refusals and the writes that all kinds share. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { type Decision, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Renewal } from "../due-work/Lease.js"
import { type IdempotencyKey, type KeyRecord, type KeyRefusal, refusalOf } from "../idempotency/IdempotencyKey.js"
import {
  type AcquirerKey,
  type CardStamp,
  Entropy,
  makeFence,
  makeNotificationId,
  makeTransactionUid,
  type NotificationId,
  type TransactionUid
} from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import { DuplicateRequest, withoutStack } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { CommitName } from "../store/FaultPoints.js"
import { MonotonicClock } from "../time/MonotonicClock.js"
import { shownTrackingId, type TransactionType } from "../transaction-base/TransactionBase.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../transactions/TransactionStore.js"
import type { Change } from "./Change.js"
import type { Accept, Acceptance } from "./ProviderOperation.js"
import * as TransactionWriter from "./TransactionWriter.js"

/** The initial state of a transaction: the row of its machine, and the reason if it begins `failed`. */
export interface InitialState<Kind extends Transaction> {
  readonly trigger: Extract<TransactionEvent["_tag"], "Accepted" | "RulesDeclined" | "NoAcquirer" | "NoProvider">
  readonly status: Kind["status"]
  readonly effects: Change["effects"]
  readonly reason: Kind["reason"]
  readonly detail: string | null
}

/** The members that acceptance fills in. */
type Filled =
  | "shop"
  | "uid"
  | "status"
  | "reason"
  | "acquirerKey"
  | "idempotencyKey"
  | "createdAt"
  | "updatedAt"
  | "paidAt"
  | "closedAt"
  | "settledAt"
  | "manuallyCorrectedAt"
  | "version"

/** The members of a new transaction that differ between kinds. */
export type TransactionDraft<Kind extends Transaction> = Kind extends Transaction ? Omit<Kind, Filled> : never

/** A transaction to write, unless an equal one was accepted within the duplicate window. */
export interface NewTransaction<Kind extends Transaction> {
  readonly draft: TransactionDraft<Kind>
  readonly initial: InitialState<Kind>
  /** Additional writes, such as of a card to save with it. */
  readonly besides?: ReadonlyArray<Write>
}

/** The prepared input of an acceptance: everything that needs no read, made before the unit of work. */
export interface Request extends OrderedBy {
  readonly name: CommitName
  /** In which an original stands. */
  readonly window: Window
  readonly uid: TransactionUid
  readonly fence: number
  readonly notification: NotificationId
  readonly encode: (transaction: Transaction) => string
  /** The writes of the effects of its kind. */
  readonly writesOf: TransactionWriter.WriteContext["writesOf"]
  readonly type: Transaction["type"]
  readonly amount: Transaction["amount"]
  readonly repeats: { readonly on: CardStamp | TransactionUid; readonly check: boolean } | undefined
}

export interface AcceptanceFacts {
  readonly key: KeyRecord | undefined
  readonly duplicate: TransactionUid | undefined
}

/**
 * How long after the original an equal request is refused; after exactly this long it is accepted.
 *
 * Source: interface, "Limits | Duplicate-check window of card requests"; D12.
 */
export const duplicateWindow = Duration.seconds(30)

/** How far ahead a process's clock may be of another's. Those on one database have one clock, but for milliseconds. */
const tolerated = 5000

/** A clock that is behind by more than this was set back. */
const noticed = 1000

const windowMillis = Duration.toMillis(duplicateWindow)

/** An original is in the window if it was accepted after `after` and not after `until`. Unit: milliseconds. */
export interface Window {
  readonly after: number
  readonly until: number
}

/** Whether an original of that instant is in the window. */
export const isIn = (original: DateTime.Utc | null, { after, until }: Window): boolean =>
  original !== null && original.epochMillis > after && original.epochMillis <= until

/**
 * The window that ends at an instant. An original from the future is one of a clock that has been set back: it is older
 * than it looks. Soon after the clock was set back, or a start, which can be soon after that, it may still be one of the
 * last 30 seconds, so it counts. Later it doesn't.
 */
export const windows = Effect.map(MonotonicClock, ({ unsafeNow }) => {
  let seen = { now: Number.NEGATIVE_INFINITY, at: unsafeNow() }
  let doubtUntil = seen.at + windowMillis
  return ({ epochMillis: now }: DateTime.Utc): Window => {
    const at = unsafeNow()
    if (now < seen.now + (at - seen.at) - noticed) doubtUntil = at + windowMillis
    seen = { now, at }
    return { after: now - windowMillis, until: at < doubtUntil ? Number.MAX_SAFE_INTEGER : now + tolerated }
  }
})

/**
 * Requests with equal fingerprints in one shop are duplicates: the same operation and amount on the same card, or on
 * the same parent.
 */
export const fingerprint = (type: TransactionType, amount: Amount, on: CardStamp | TransactionUid): string =>
  `${type}:${amount}:${on}`

// What a request under a key is found by: whoever repeats one under its key is told so by the key.
const keyed = ":keyed"

/**
 * The fingerprint of an equal request without a key. Requests with and without a key are looked up, and locked, under
 * it.
 */
export const fingerprintWithoutKey = (fingerprint: string): string =>
  fingerprint.endsWith(keyed) ? fingerprint.slice(0, -keyed.length) : fingerprint

/**
 * The values that find a `tracking_id`: each of its values separated by semicolons, and the whole text.
 *
 * Source: interface, "Authorization request | tracking_id".
 */
export const trackingIds = (trackingId: string | undefined): ReadonlyArray<string> => {
  if (trackingId === undefined) return []
  // Fast path: almost every tracking id is a single value.
  if (/^[^;\s]+$/.test(trackingId)) return [trackingId]
  const single = trackingId.split(";").map((value) => value.trim())
  return Array.from(new Set([...single, trackingId])).filter((value) => value !== "")
}

/** Who orders a transaction, and when. */
export interface OrderedBy {
  readonly shop: Shop
  readonly key: IdempotencyKey | undefined
  readonly now: DateTime.Utc
}

/** Makes the requests of one kind of transactions. */
export const requesting = Effect.fnUntraced(function* (writesOf: TransactionWriter.WriteContext["writesOf"]) {
  const entropy = yield* Entropy
  const { encode } = yield* TransactionDocuments
  const newUid = yield* makeTransactionUid
  const newNotificationId = yield* makeNotificationId
  const windowAt = yield* windows
  return (
    { key, now, shop }: OrderedBy,
    { amount, name, repeats, type }: Pick<Request, "name" | "type" | "amount" | "repeats">
  ): Request => ({
    name,
    type,
    amount,
    repeats,
    shop,
    key,
    now,
    window: windowAt(now),
    uid: newUid(now.epochMillis),
    fence: makeFence(entropy),
    notification: newNotificationId(now.epochMillis),
    encode,
    writesOf
  })
})

const fingerprintOf = ({ amount, repeats, type, uid }: Request): string =>
  repeats === undefined ? uid : fingerprint(type, amount, repeats.on)

/** An original that no request under another key repeats. Source: D12. */
const ownFingerprint = (request: Request): string =>
  request.key === undefined || request.repeats === undefined
    ? fingerprintOf(request)
    : `${fingerprintOf(request)}${keyed}`

// The draft comes last for speed: a member that is added behind a spread costs as much as all others together.
const complete = <Kind extends Transaction>(
  request: Request,
  { initial: { reason, status }, draft }: NewTransaction<Kind>
): Kind =>
  ({
    shop: request.shop.id,
    uid: request.uid,
    status,
    reason,
    // One intent has one key: the uid is committed before the first byte is sent and never changes.
    acquirerKey: request.uid as string as AcquirerKey,
    ...(request.key === undefined ? {} : { idempotencyKey: request.key.key }),
    createdAt: request.now,
    updatedAt: request.now,
    paidAt: null,
    closedAt: null,
    settledAt: null,
    manuallyCorrectedAt: null,
    version: 1,
    ...draft
    // The compiler cannot add a kind's own members and the filled ones up to the kind.
  }) as unknown as Kind

const keyClaimed = ({ key, now, shop, uid }: Request): ReadonlyArray<Write> =>
  key === undefined ? [] : [{ _tag: "ClaimKey", shop: shop.id, ...key, now: DateTime.toEpochMillis(now), made: uid }]

const noWrites: ReadonlyArray<Write> = []

const isCall = (effect: Change["effects"][number]): boolean =>
  effect === "ask-acquirer" || effect === "authenticate" || effect === "ask-provider"

const write = <Kind extends Transaction>(
  request: Request,
  plan: NewTransaction<Kind>,
  renewal: Renewal
): Decision<Acceptance<Kind>, never> => {
  const { fence, now } = request
  const transaction = complete(request, plan)
  const { detail, effects, status, trigger } = plan.initial
  const change: Change<Kind> = {
    transaction,
    effects,
    transition: { version: 1, at: now, trigger, from: "none", to: status, detail }
  }
  // Only what follows a transaction can have the tracking id of another.
  const findable = transaction.parentUid === undefined ? transaction.trackingId : shownTrackingId(transaction)
  const terms = { fingerprint: ownFingerprint(request), trackingIds: trackingIds(findable) }
  const besides = plan.besides ?? noWrites
  if (!effects.some(isCall)) {
    const written = TransactionWriter.inserted(change, terms, request)
    return decided(
      [...renewal.writes, ...keyClaimed(request), ...written.writes, ...besides],
      { _tag: "Concluded", answer: written.answer },
      { wakeAt: TransactionWriter.earliest([...written.writes, ...besides]), changes: [written.change] }
    )
  }
  const { job, write } = TransactionWriter.heldRecoveryJob(transaction, { now, fence, owner: renewal.owner })
  const writes: ReadonlyArray<Write> = [
    ...renewal.writes,
    ...keyClaimed(request),
    ...TransactionWriter.accepted(change, terms),
    write,
    ...besides
  ]
  return decided(writes, { _tag: "Accepted", transaction, job, besides })
}

/**
 * The accepting commit. Refusals in order of precedence: the idempotency key, the plan's own, the duplicate window.
 */
export const acceptanceCommit = <More extends object, E, Kind extends Transaction>(
  request: Request,
  more: Reads.Reads<More>,
  planOf: (facts: More) => Either.Either<NewTransaction<Kind>, E>
): Accept<AcceptanceFacts & More, KeyRefusal | DuplicateRequest | E, Kind> => {
  const millis = DateTime.toEpochMillis(request.now)
  // Member by member for speed, as in `write`.
  const load: Record<string, unknown> = {}
  if (request.key !== undefined) load.key = Reads.key(request.shop.id, request.key.key)
  if (request.repeats?.check === true) {
    const alike = fingerprintOf(request)
    const other = request.key === undefined ? `${alike}${keyed}` : alike
    const { after, until } = request.window
    load.duplicate = Reads.duplicate(request.shop.id, alike, after, { until, other })
  }
  Object.assign(load, more)
  const decide = (facts: AcceptanceFacts & More, renewal: Renewal) => {
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
      load: load as Reads.Reads<AcceptanceFacts & More>,
      decide: (facts) => decide(facts, renewal)
    })
  }
}
