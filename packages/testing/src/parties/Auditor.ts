/**
 * The auditor: pure functions that compare what three parties hold, the gateway, the acquirer and the merchant.
 */
import * as Arr from "effect/Array"
import * as Rec from "effect/Record"
import type { Entry } from "./AcquirerLedger.js"
import type { Order } from "./Merchant.js"
import type { Delivery } from "./Receiver.js"

/** A transaction as the gateway has it. Its uid is the acquirer's key of what it did. */
export interface Document {
  readonly uid: string
  readonly type: string
  readonly status: string
  readonly amount: number
  readonly currency?: string | undefined
  /** Of a bank transfer, which `Transfers.check` compares with the bank's books. */
  readonly method_type?: string | undefined
  readonly manually_corrected_at?: string | null | undefined
  readonly proof?: { readonly status: string } | undefined
}

const reversal = /:reverse(?:-\d+)?$/
const suffix = /:(?:reverse|charge)(?:-\d+)?$/

/** Whether the gateway itself takes something back under this key. */
export const isReversal = (key: string): boolean => reversal.test(key)

/** The transaction that a key of the gateway belongs to. */
export const uidOf = (key: string): string => key.replace(suffix, "")

/** A successful transaction has exactly its effect at the acquirer. Answers what is wrong, if anything is. */
export const missing = (entry: Entry | undefined, { amount, currency, type }: Document): string | undefined => {
  if (entry === undefined) return "the acquirer has never heard of it"
  if (entry.declined !== undefined) return `the acquirer declined it (${entry.declined})`
  const kind = type === "credit" ? "payout" : type
  const isSame = entry.kind === kind && entry.amount === amount && entry.currency === (currency ?? entry.currency)
  return isSame ? undefined : `the acquirer did ${entry.kind} ${entry.amount} ${entry.currency}`
}

/** A failed or expired transaction has no effect left: `standing` is what of it stands at the acquirer. */
export const remaining = (progress: number, { status }: Document): string | undefined =>
  progress > 0 && (status === "failed" || status === "expired") ? `${progress} of it stands at the acquirer` : undefined

/** The state of a transaction that no event changes any more, as far as its merchant can tell. */
export const isFinal = ({ status }: Pick<Document, "status">): boolean =>
  status !== "pending" && status !== "incomplete"

/** What is known when all has come to rest. */
export interface Evidence {
  readonly orders: ReadonlyArray<Order>
  /** The transactions that the gateway has, by the order's id. */
  readonly stored: ReadonlyMap<string, ReadonlyArray<Document>>
  /** Transactions that the gateway makes by itself, for subscriptions. Default: none. */
  readonly charges?: ReadonlyArray<Document>
  readonly ledger: ReadonlyArray<Entry>
  readonly deliveries: ReadonlyArray<Delivery>
  /** The uids of transactions for which the merchant asked for the notification again. Default: none. */
  readonly renotified?: ReadonlySet<string>
  /**
   * The uids of charges of which nothing has arrived at a provider that cannot be asked: those that are pending are an
   * operator's to decide. Default: none.
   */
  readonly unheard?: ReadonlySet<string>
}

/** What can be wrong. */
export const kinds = ["lost", "doubled", "unresolved", "contradicted", "unannounced", "misordered"] as const

/**
 * What is wrong, a line each. A clean run has none.
 *
 * - `lost`: it was acknowledged, and is gone or has gone back
 * - `doubled`: one order has moved money twice, or more was asked for than there was
 * - `unresolved`: it has no answer, or no outcome
 * - `contradicted`: the gateway and the ledger disagree
 * - `unannounced`: no notification of the outcome arrived
 * - `misordered`: notifications changed their id, or came in the wrong order
 */
export type Findings = Readonly<Record<(typeof kinds)[number], ReadonlyArray<string>>>

type Lines = ReadonlyArray<string>

const lost = ({ acknowledged, id }: Order, stored: ReadonlyArray<Document>): Lines => {
  if (acknowledged === undefined) return []
  const now = stored.find(({ uid }) => uid === acknowledged.uid)
  if (now === undefined) return [`${id}: acknowledged as ${acknowledged.uid}, not there`]
  // An operator may have decided otherwise since.
  const isDecided = now.manually_corrected_at != null || now.proof?.status === "successful"
  const isKept = now.status === acknowledged.status || !isFinal(acknowledged) || isDecided
  return isKept ? [] : [`${id}: acknowledged as ${acknowledged.status}, now ${now.status}`]
}

const unresolved =
  (unheard: ReadonlySet<string>) =>
  ({ acknowledged, id, refused }: Order, stored: ReadonlyArray<Document>): Lines => {
    const isWaiting = ({ status, uid }: Document): boolean => status === "pending" && unheard.has(uid)
    const isAnswered = acknowledged !== undefined || refused !== undefined
    // A charge is answered with its outcome, which an operator decides.
    if (!isAnswered && (stored.length === 0 || !stored.every(isWaiting))) return [`${id}: never answered`]
    return stored.filter((_) => !isFinal(_) && !isWaiting(_)).map(({ status }) => `${id}: still ${status}`)
  }

/** The books of the acquirer: what of each key stands, after what was taken back. */
const booksOf = (ledger: ReadonlyArray<Entry>) => {
  const approved = ledger.filter(({ declined }) => declined === undefined)
  const voided = new Map<string, number>()
  for (const { amount, key, parent = "" } of approved) {
    if (isReversal(key)) voided.set(parent, (voided.get(parent) ?? 0) + amount)
  }
  const entries = new Map(ledger.map((entry) => [entry.key, entry]))
  const progress = (key: string): number => {
    const entry = entries.get(key)
    return entry === undefined || entry.declined !== undefined ? 0 : entry.amount - (voided.get(key) ?? 0)
  }
  // A tokenization moves nothing and is not taken back.
  const charges = approved.filter(({ key, kind }) => !isReversal(key) && (progress(key) > 0 || kind === "tokenization"))
  /** What each transaction came to, at the acquirer that was asked last. */
  const outcomes = new Map(
    ledger.flatMap((entry) => (isReversal(entry.key) ? [] : [[uidOf(entry.key), entry] as const]))
  )
  return { approved, outcomes, progress, charges }
}

type Books = ReturnType<typeof booksOf>

/** The charges that stand. */
export const chargesIn = (ledger: ReadonlyArray<Entry>): ReadonlyArray<Entry> => booksOf(ledger).charges

const initial = ["authorization", "payment", "credit", "payout"]

// Books that say nothing of the order say whose transaction it was.
const doubled = ({ id }: Order, stored: ReadonlyArray<Document>, { charges }: Books): Lines => {
  const isOfOrder = ({ intent, key, kind }: Entry): boolean =>
    intent === id || (initial.includes(kind) && stored.some(({ uid }) => uid === uidOf(key)))
  const own = charges.filter(isOfOrder)
  return [
    ...(stored.length > 1 ? [`${id}: ${stored.length} transactions`] : []),
    ...(own.length > 1 ? [`${id}: ${own.length} charges stand`] : [])
  ]
}

/** One key is one operation and stands in the ledger once, and no operation asks for more than is left. */
const overdone = (ledger: ReadonlyArray<Entry>, { approved }: Books): Lines => [
  ...ledger.filter(({ excessive }) => excessive).map(({ amount, key }) => `${key}: ${amount} is more than is left`),
  ...Object.entries(Arr.groupBy(approved, ({ key }) => key)).flatMap(([key, { length }]) =>
    length > 1 ? [`${key}: ${length} times in the ledger`] : []
  )
]

const contradicted = (documents: ReadonlyArray<Document>, { charges, outcomes, progress }: Books): Lines => {
  const known = new Set(documents.map(({ uid }) => uid))
  return [
    ...documents.flatMap((document) => {
      const { status, uid } = document
      const rest = charges.filter(({ key }) => uidOf(key) === uid).reduce((sum, { key }) => sum + progress(key), 0)
      const says = status === "successful" ? missing(outcomes.get(uid), document) : remaining(rest, document)
      return says === undefined ? [] : [`${uid}: ${document.type} ${status}, and ${says}`]
    }),
    ...charges.filter(({ key }) => !known.has(uidOf(key))).map(({ key }) => `${key}: charged, and not known here`)
  ]
}

// The merchant takes a refused order elsewhere, so nothing of it may be stored here.
const refusedAndStored = ({ id, refused }: Order, stored: ReadonlyArray<Document>): Lines =>
  refused === undefined || stored.length === 0 ? [] : [`${id}: refused with ${refused}, and there`]

// A merchant that asks for a notification again gets another one of the same state.
const misordered = (uid: string, deliveries: ReadonlyArray<Delivery>, isRenotified: boolean): Lines => {
  const sequences = new Map<string, number>()
  let last = 0
  for (const { id, sequence } of deliveries) {
    if (sequence < last) return [`${uid}: ${sequence} came after ${last}`]
    if ((sequences.get(id) ?? sequence) !== sequence) return [`${uid}: one id for two states`]
    sequences.set(id, sequence)
    last = sequence
  }
  const isRepeated = sequences.size > new Set(sequences.values()).size
  return isRepeated && !isRenotified ? [`${uid}: one state under two ids`] : []
}

/** What is wrong by either. */
export const together = (one: Findings, other: Findings): Findings =>
  Rec.map(one, (lines, kind) => [...lines, ...other[kind]])

/** Compares everything. */
export const check = (evidence: Evidence): Findings => {
  const { charges = [], deliveries, ledger, orders, renotified, stored, unheard = new Set<string>() } = evidence
  const books = booksOf(ledger)
  const reported = Arr.groupBy(deliveries, ({ uid }) => uid)
  const each = (find: (order: Order, stored: ReadonlyArray<Document>) => Lines): Lines =>
    orders.flatMap((order) => find(order, stored.get(order.id) ?? []))
  const documents = [...orders.flatMap(({ id }) => stored.get(id) ?? []), ...charges]
  const isReported = ({ status, uid }: Document) => reported[uid]?.some((_) => _.status === status) === true
  return {
    lost: each(lost),
    doubled: [...each((order, stored) => doubled(order, stored, books)), ...overdone(ledger, books)],
    unresolved: [
      ...each(unresolved(unheard)),
      ...charges.filter((_) => !isFinal(_)).map(({ status, uid }) => `${uid}: still ${status}`)
    ],
    contradicted: [
      ...each(refusedAndStored),
      ...contradicted(
        documents.filter(({ method_type }) => method_type === undefined),
        books
      )
    ],
    unannounced: documents
      .filter((_) => isFinal(_) && !isReported(_))
      .map(({ status, uid }) => `${uid}: no notification says that it is ${status}`),
    misordered: Object.entries(reported).flatMap(([uid, all]) => misordered(uid, all, renotified?.has(uid) === true))
  }
}
