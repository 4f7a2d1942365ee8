/** Which movements our books expect in the books of acquirers and providers, and how the two are compared. Pure. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { isReleased } from "../cards/CardChange.js"
import type { CardTransaction, FollowUpRequest } from "../cards/CardTransaction.js"
import { type AcquirerKey, TransactionUid } from "../ids/Ids.js"
import type { Movement, MovementKind } from "../money/Movement.js"
import { given } from "../request/Given.js"
import type { TransactionStatus } from "../transaction-base/TransactionBase.js"
import { isTransfer, type Transaction } from "../transactions/Transaction.js"
import type { Transfer } from "../transfers/Transfer.js"

/** The books of an acquirer, or those of a provider of transfers: the two are numbered apart. */
export interface Book {
  readonly of: "card" | "transfer"
  readonly gatewayId: number
}

/** Money that a request has moved. */
export type MovementTerms = Pick<Movement, "kind" | "amount" | "currency">

/** What our books say about one key. */
export interface Expectation {
  readonly uid: TransactionUid
  readonly version: number
  readonly status: TransactionStatus
  readonly book: Book
  readonly key: AcquirerKey
  readonly requested: MovementTerms
  /** What the book may call it instead. */
  readonly alias?: MovementKind | undefined
  /**
   * The movements under the key: none where the request was declined, several where a transfer was paid twice. Null: the
   * outcome is in doubt, and any movement agrees with it.
   */
  readonly moved: ReadonlyArray<MovementTerms> | null
}

const nothing: ReadonlyArray<never> = []

const kindOf = (type: CardTransaction["type"]): MovementKind | undefined => (type === "tokenization" ? undefined : type)

/**
 * `reversals`: those of the approval, or of what the acquirer might have approved: whether it had is in its books alone.
 * Source: D53.
 */
const ofCharge = (
  transaction: CardTransaction,
  reversals: ReadonlyArray<FollowUpRequest>,
  requested: MovementTerms
): Expectation["moved"] => {
  switch (transaction.status) {
    case "incomplete":
    case "pending":
      return null
    case "successful":
      return [requested]
    case "failed":
    case "expired":
      if (reversals.some(({ ofOpen }) => ofOpen === true)) return null
      return reversals.length > 0 ? [requested] : nothing
  }
}

/**
 * A card transaction's keys: one for each acquirer that was asked, of which the last one decides, and one for each time
 * that an approval or the rest of a hold was taken back. A tokenization moves nothing.
 */
const ofCard = (transaction: CardTransaction): ReadonlyArray<Expectation> => {
  const { amount, currency, status, type, uid, version } = transaction
  const { acquirerKey, attempts = nothing, gatewayId: first } = transaction
  const kind = kindOf(type)
  if (kind === undefined) return nothing
  const expectation = (
    { gatewayId, key }: { readonly gatewayId: number | null; readonly key: AcquirerKey },
    requested: MovementTerms,
    moved: Expectation["moved"],
    alias?: MovementKind
  ): ReadonlyArray<Expectation> =>
    gatewayId === null
      ? nothing
      : [{ uid, version, status, book: { of: "card", gatewayId }, key, requested, moved, alias }]

  const requested: MovementTerms = { kind, amount, currency }
  // An acquirer may hold that whoever pays out to a saved card pays out to a card.
  const alias = type === "credit" ? "payout" : undefined
  const sent = [{ gatewayId: first, key: acquirerKey }, ...attempts.filter(({ step }) => step === "charge")]
  const reversals = attempts.filter(({ step }) => step !== "charge")
  const outcome = ofCharge(transaction, reversals, requested)
  return [
    ...sent.flatMap((attempt, index) =>
      expectation(attempt, requested, index < sent.length - 1 ? nothing : outcome, alias)
    ),
    ...reversals.flatMap((attempt) => {
      const back: MovementTerms = { kind: "void", amount: attempt.amount, currency }
      // A charge that is successful after its reversal began is one whose acquirer refused to reverse it; so is a hold that
      // is not told as released. Source: D40.
      const wasRefused = status === "successful" && !(attempt.step === "release" && isReleased(transaction))
      const moved = attempt.ofOpen === true ? null : [back]
      return expectation(attempt, back, wasRefused ? nothing : moved, type === "payment" ? "refund" : undefined)
    })
  ]
}

const transferKinds = { payment: "transfer", refund: "refund", payout: "payout" } as const

/** It is successful because an operator says so, not because the bank reported it. */
const isByOperator = ({ manuallyCorrectedAt, proof }: Transfer): boolean =>
  manuallyCorrectedAt !== null || proof?.status === "successful"

/**
 * What a transfer has moved: what it counts, and every payment that is kept as evidence. A payment that an operator has
 * approved is the one of the same amount that the bank reported too late, if there is such evidence.
 */
const ofTransfer = (transfer: Transfer): ReadonlyArray<Expectation> => {
  const { acquirerKey: key, amount, currency, evidence, gatewayId, status, type, uid, version } = transfer
  if (type === "proof" || gatewayId === null) return nothing
  const kind = transferKinds[type]
  const requested: MovementTerms = { kind, amount, currency }
  // A refusal that is kept has moved nothing.
  const paid = evidence.filter(({ said: outcome }) => outcome === "paid")
  const kept = paid.map((one): MovementTerms => ({ kind, amount: one.amount, currency }))
  const isKept = isByOperator(transfer) && paid.some((one) => one.amount === amount)
  const counted = status === "successful" && !isKept ? [requested] : nothing
  const moved = status === "pending" ? null : [...counted, ...kept]
  return [{ uid, version, status, book: { of: "transfer", gatewayId }, key, requested, moved }]
}

/** What our books say about each key of a transaction. */
export const expectationsOf = (transaction: Transaction): ReadonlyArray<Expectation> =>
  isTransfer(transaction) ? ofTransfer(transaction) : ofCard(transaction)

const isUid = Schema.is(TransactionUid)

const uidLength = 36

/** The transaction that a key belongs to; undefined when it is no key of ours. */
export const uidOf = (key: AcquirerKey): TransactionUid | undefined => {
  const uid = key.slice(0, uidLength)
  return isUid(uid) && (key.length === uidLength || key[uidLength] === ":") ? uid : undefined
}

/**
 * What differs.
 *
 * - `missing-here`: they have a movement that our books do not
 * - `missing-there`: our books have a movement that they do not
 * - `other-amount`: amount or currency differ
 * - `other-state`: they have a movement of a request that our books say moved nothing, or was of another kind
 */
export type DifferenceKind = "missing-here" | "missing-there" | "other-amount" | "other-state"

/** One difference: ids and amounts only. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly key: AcquirerKey
  readonly gatewayId: number
  /** Absent: the key belongs to no transaction of ours. */
  readonly uid?: TransactionUid
  /** What our books say. Absent: nothing. */
  readonly ours?: MovementTerms & { readonly status: TransactionStatus }
  /** What theirs say. Absent: nothing. */
  readonly theirs?: MovementTerms & { readonly at: DateTime.Utc }
}

/** A key while the two books are compared. */
export interface Account {
  readonly expectation: Expectation
  /** Expected, and not listed so far. */
  readonly unseen: ReadonlyArray<MovementTerms>
  /** Listed, and not expected. */
  readonly unexplained: ReadonlyArray<Movement>
}

/** Before any movement of the key was listed. */
export const open = (expectation: Expectation): Account => ({
  expectation,
  unseen: expectation.moved ?? nothing,
  unexplained: nothing
})

const isKind = ({ alias }: Expectation, expected: MovementTerms, { kind }: Movement): boolean =>
  expected.kind === kind || (alias !== undefined && alias === kind)

/** Enters a movement that was listed under the key. */
export const enter = (account: Account, movement: Movement): Account => {
  const { expectation, unexplained, unseen } = account
  if (expectation.moved === null) return account
  const index = unseen.findIndex(
    (one) => isKind(expectation, one, movement) && one.amount === movement.amount && one.currency === movement.currency
  )
  if (index === -1) return { ...account, unexplained: [...unexplained, movement] }
  return { ...account, unseen: unseen.length === 1 ? nothing : unseen.toSpliced(index, 1) }
}

const theirs = ({ amount, at, currency, kind }: Movement) => ({ kind, amount, currency, at })

/** A movement of a key that our books do not have. `uid`: the transaction that the key belongs to. */
export const unknown = ({ gatewayId }: Book, movement: Movement, uid: TransactionUid | undefined): Difference => ({
  kind: "missing-here",
  key: movement.key,
  gatewayId,
  ...given({ uid }),
  theirs: theirs(movement)
})

/**
 * What differs about a key, once all its movements were entered. `isWhole`: all were listed; otherwise only those of a
 * part of the time, and the others may be anywhere.
 */
export const differences = (
  { expectation, unexplained, unseen }: Account,
  isWhole: boolean
): ReadonlyArray<Difference> => {
  if (unexplained.length === 0 && (unseen.length === 0 || !isWhole)) return nothing
  const { requested, book, key, moved, status, uid } = expectation
  const about = { key, gatewayId: book.gatewayId, uid }
  const ours = (one: MovementTerms) => ({ ...one, status })
  const pairs = unexplained.map((movement, index): Difference => {
    const expected = unseen[index]
    const their = theirs(movement)
    if (expected !== undefined && (isWhole || isKind(expectation, expected, movement))) {
      const kind = isKind(expectation, expected, movement) ? "other-amount" : "other-state"
      return { kind, ...about, ours: ours(expected), theirs: their }
    }
    return moved?.length === 0
      ? { kind: "other-state", ...about, ours: ours(requested), theirs: their }
      : { kind: "missing-here", ...about, theirs: their }
  })
  if (!isWhole) return pairs
  const missing = unseen
    .slice(unexplained.length)
    .map((one): Difference => ({ kind: "missing-there", ...about, ours: ours(one) }))
  return [...pairs, ...missing]
}

/** What a transaction has moved for its merchant; undefined where that is nothing, or not known yet. */
export const movementOf = (transaction: Transaction): MovementTerms | undefined => {
  const { amount, currency, status } = transaction
  if (status !== "successful") return undefined
  const [first] = expectationsOf(transaction)
  return first === undefined ? undefined : { kind: first.requested.kind, amount, currency }
}
