/** What a merchant sees of its bank transfers, and what of it has to agree with the bank's books. */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Auditor from "./Auditor.js"
import type { Account, Moved } from "./BankLedger.js"
import type { Document, Posted } from "./Merchant.js"
import type { Delivery } from "./Receiver.js"

/** What an operator decided, and what is done. */
export interface Decision {
  /** Of the payment, also where a proof of it was decided. */
  readonly uid: string
  readonly status: "successful" | "failed"
  /** What is paid. Default: what was ordered or claimed. */
  readonly amount?: number | undefined
  /** It was decided on a proof. */
  readonly isProof: boolean
}

/** What is known when all transfers have their outcome. */
export interface Evidence {
  /** All transfers but proofs. */
  readonly documents: ReadonlyArray<Document>
  /** The proofs that the gateway has, by uid. */
  readonly proofs: ReadonlyMap<string, Document>
  readonly books: ReadonlyArray<Account>
  readonly deliveries: ReadonlyArray<Delivery>
  readonly posts: ReadonlyArray<Posted>
  /** In their order. */
  readonly decisions: ReadonlyArray<Decision>
  /** The uids of attempts at orders of our page, which has one after the other of an order; `Checkouts.check` counts them. Default: none. */
  readonly attempts?: ReadonlySet<string>
}

type Lines = ReadonlyArray<string>

/** It is a bank that moves the money. */
export const isTransfer = ({ method_type }: Document): boolean => method_type !== undefined

/** Its state is what an operator made of it. */
const isDecided = ({ manually_corrected_at, proof }: Document): boolean =>
  manually_corrected_at != null || proof?.status === "successful"

/** What counts of an account: a payment is in time until a millisecond after the last instant at which it is so for certain. */
const inTime = ({ moved, payBy = Number.POSITIVE_INFINITY }: Account): ReadonlyArray<Moved> =>
  moved.filter(({ at }) => at <= payBy + 1)

/** All that has moved came too late. */
export const isLate = (account: Account): boolean => account.moved.length > 0 && inTime(account).length === 0

/**
 * A successful transfer has exactly its effect in the books. Of a customer who paid twice the gateway may have heard of
 * either payment first. Answers what is wrong, if anything is.
 */
export const missing = (account: Account | undefined, { amount, currency, type }: Document): string | undefined => {
  if (account === undefined) return "the bank has never heard of it"
  const [moved] = account.moved
  if (moved === undefined) return `the bank has moved nothing${account.rejected ? `: ${account.rejected}` : ""}`
  if (isLate(account)) return "its customer paid too late"
  const isSame = account.kind === type && account.currency === (currency ?? account.currency)
  return isSame && inTime(account).some((moved) => moved.amount === amount)
    ? undefined
    : `the bank did ${account.kind} ${moved.amount} ${account.currency}`
}

/** What is not successful has moved nothing: no customer has paid in time, and nothing was refunded or paid out. */
export const remaining = (account: Account | undefined, { status }: Document): string | undefined => {
  const [moved] = account?.moved ?? []
  if (account === undefined || moved === undefined || !Auditor.isFinal({ status })) return undefined
  if (account.kind !== "payment") return `${moved.amount} has moved`
  const { moved: all, payBy = Number.POSITIVE_INFINITY } = account
  return all.some(({ at }) => at <= payBy) ? "its customer has paid in time" : undefined
}

/** What is wrong about a transfer by the bank's books. What an operator decided stands whatever they say. */
export const against = (account: Account | undefined, document: Document): string | undefined => {
  if (isDecided(document)) return undefined
  return document.status === "successful" ? missing(account, document) : remaining(account, document)
}

const contradicted = ({ books, documents }: Evidence): Lines => {
  const accounts = new Map(books.map((account) => [account.key, account]))
  const known = new Set(documents.map(({ uid }) => uid))
  return [
    ...documents.flatMap((document) => {
      const { status, type, uid } = document
      const says = against(accounts.get(uid), document)
      return says === undefined ? [] : [`${uid}: ${type} ${status}, and ${says}`]
    }),
    ...books
      .filter(({ key, moved }) => moved.length > 0 && !known.has(key))
      .map(({ key, kind }) => `${key}: a ${kind} has moved, and is not known here`)
  ]
}

/** One final state was told after another, and no operator has decided that. */
const retold = ({ deliveries, documents }: Evidence): Lines => {
  const reported = Arr.groupBy(deliveries, ({ uid }) => uid)
  return documents.flatMap((document) => {
    const final = new Set(reported[document.uid]?.filter(Auditor.isFinal).map(({ status }) => status))
    return final.size > 1 && !isDecided(document) ? [`${document.uid}: told as ${[...final].join(", then ")}`] : []
  })
}

const doubled = ({ attempts, books }: Evidence): Lines => [
  ...books.filter(({ excessive }) => excessive).map(({ amount, key }) => `${key}: ${amount} is more than is left`),
  ...Object.entries(
    Arr.groupBy(books, ({ intent, key }) => (attempts?.has(key) === true ? key : (intent ?? key)))
  ).flatMap(([intent, { length }]) => (length > 1 ? [`${intent}: ${length} times in the bank's books`] : []))
]

const decodeProof = Schema.decodeUnknownOption(
  Schema.Struct({ transaction: Schema.Struct({ uid: Schema.String, type: Schema.Literal("proof") }) })
)
const decodeConfirmation = Schema.decodeUnknownOption(
  Schema.Struct({ response: Schema.Struct({ parent_uid: Schema.String, status: Schema.String }) })
)

/** The uids of the proofs that were accepted. */
export const proofsOf = (posts: ReadonlyArray<Posted>): ReadonlyArray<string> =>
  Arr.dedupe(
    posts.flatMap(({ answer }) => Option.toArray(decodeProof(answer)).map(({ transaction }) => transaction.uid))
  )

/** What was confirmed as paid, and is not. */
const unconfirmed = ({ documents, posts }: Evidence): Lines => {
  const paid = posts.flatMap(({ answer }) =>
    Option.toArray(decodeConfirmation(answer)).flatMap(({ response }) =>
      response.status === "successful" ? [response.parent_uid] : []
    )
  )
  const isPaid = (uid: string) => documents.some((_) => _.uid === uid && (_.status === "successful" || isDecided(_)))
  return Arr.dedupe(paid)
    .filter((uid) => !isPaid(uid))
    .map((uid) => `${uid}: confirmed, and not successful`)
}

/** What an operator decided last, and does not stand. */
const undone = ({ decisions, documents }: Evidence): Lines => {
  const last = new Map(decisions.map((decision) => [decision.uid, decision]))
  return documents.flatMap(({ amount, proof, status, uid }) => {
    const decision = last.get(uid)
    if (decision === undefined) return []
    const stands = decision.isProof ? (proof?.status ?? "none") : status
    const isDone = stands === decision.status && status === decision.status
    return isDone && (decision.amount ?? amount) === amount
      ? []
      : [`${uid}: decided as ${decision.status} ${decision.amount ?? ""}, and is ${status} ${amount}`]
  })
}

/** Compares transfers with the bank's books, and with what was told and decided; `Auditor.check` compares the rest. */
export const check = (evidence: Evidence): Auditor.Findings => ({
  lost: [
    ...proofsOf(evidence.posts)
      .filter((uid) => !evidence.proofs.has(uid))
      .map((uid) => `${uid}: a proof was acknowledged, and is not there`),
    ...undone(evidence)
  ],
  doubled: doubled(evidence),
  unresolved: [],
  contradicted: [...contradicted(evidence), ...retold(evidence), ...unconfirmed(evidence)],
  unannounced: [],
  misordered: []
})
