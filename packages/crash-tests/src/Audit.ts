/** What was promised, compared with what three parties hold: the gateway, the acquirer's ledger and the merchant. */
import * as Arr from "effect/Array"
import type { Entry } from "./Acquirer.js"
import type { Document, Order } from "./Merchant.js"
import type { Delivery } from "./Receiver.js"

/** Everything that is known when all has come to rest. */
export interface Evidence {
  readonly orders: ReadonlyArray<Order>
  /** The transactions that the gateway has, by the order's id. */
  readonly stored: ReadonlyMap<string, ReadonlyArray<Document>>
  readonly ledger: ReadonlyArray<Entry>
  readonly deliveries: ReadonlyArray<Delivery>
  /** The uids of transactions for which the merchant asked for the notification again. */
  readonly renotified: ReadonlySet<string>
}

/**
 * What is wrong, a line each. A clean run has none.
 *
 * - `lost`: it was acknowledged, and is gone or has gone back
 * - `doubled`: one order has moved money twice, or more than there was
 * - `unresolved`: it has no answer, or no outcome
 * - `contradicted`: the gateway and the ledger disagree
 * - `unannounced`: no notification of the outcome arrived
 * - `misordered`: notifications changed their id, or came in the wrong order
 */
export type Findings = Readonly<
  Record<"lost" | "doubled" | "unresolved" | "contradicted" | "unannounced" | "misordered", ReadonlyArray<string>>
>

const isFinal = ({ status }: Document): boolean => status !== "pending" && status !== "incomplete"

const lostOf = ({ acknowledged, id }: Order, stored: ReadonlyArray<Document>): ReadonlyArray<string> => {
  if (acknowledged === undefined) return []
  const now = stored.find(({ uid }) => uid === acknowledged.uid)
  if (now === undefined) return [`${id}: acknowledged as ${acknowledged.uid}, not there`]
  const kept = now.status === acknowledged.status || !isFinal(acknowledged)
  return kept ? [] : [`${id}: acknowledged as ${acknowledged.status}, now ${now.status}`]
}

const unresolvedOf = ({ acknowledged, id, refused }: Order, stored: ReadonlyArray<Document>): ReadonlyArray<string> => {
  if (acknowledged === undefined && refused === undefined) return [`${id}: never answered`]
  return stored.filter((_) => !isFinal(_)).map(({ status }) => `${id}: still ${status}`)
}

const sum = (entries: ReadonlyArray<Entry>): number => entries.reduce((total, { amount }) => total + amount, 0)

const isReversal = ({ key }: Entry): boolean => /:reverse(?:-\d+)?$/.test(key)

/** Approved entries that no reversal has taken back, by their key. */
const standingIn = (approved: ReadonlyArray<Entry>): ReadonlyMap<string, Entry> => {
  const reversed = new Set(approved.filter(isReversal).map(({ parent }) => parent))
  return new Map(approved.filter((_) => !isReversal(_) && !reversed.has(_.key)).map((_) => [_.key, _]))
}

// Captures and voids of a parent come to its amount at most, and so do its refunds.
const overdrawn = (approved: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const byKey = new Map(approved.map((_) => [_.key, _]))
  const children = approved.filter(({ parent }) => parent !== undefined)
  const taken = Arr.groupBy(children, ({ kind, parent }) => `${parent} ${kind === "refund" ? "refund" : "hold"}`)
  return Object.entries(taken).flatMap(([name, entries]) => {
    const parent = byKey.get(entries[0].parent ?? "")
    return parent !== undefined && sum(entries) <= parent.amount ? [] : [`${name}: ${sum(entries)} taken`]
  })
}

/** One key is one operation, and stands in the ledger once. */
const repeated = (approved: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  Object.entries(Arr.groupBy(approved, ({ key }) => key)).flatMap(([key, { length }]) =>
    length > 1 ? [`${key}: ${length} times in the ledger`] : []
  )

const doubledOf = (
  { id }: Order,
  stored: ReadonlyArray<Document>,
  standing: ReadonlyMap<string, Entry>
): ReadonlyArray<string> => {
  const charges = [...standing.values()].filter(({ intent }) => intent === id)
  return [
    ...(stored.length > 1 ? [`${id}: ${stored.length} transactions`] : []),
    ...(charges.length > 1 ? [`${id}: ${charges.length} charges stand`] : [])
  ]
}

const contradictionOf = (
  { amount, status, type, uid }: Document,
  standing: ReadonlyMap<string, Entry>,
  released: ReadonlySet<string>
): ReadonlyArray<string> => {
  const entry = standing.get(uid)
  if (status === "successful") {
    if (entry === undefined && !released.has(uid)) return [`${uid}: successful, and not in the ledger`]
    return entry !== undefined && entry.amount !== amount ? [`${uid}: ${amount} here, ${entry.amount} there`] : []
  }
  const isCharged = entry !== undefined && entry.amount > 0
  return isCharged && (status === "failed" || status === "expired")
    ? [`${uid}: ${type} ${status}, and in the ledger`]
    : []
}

// The merchant takes a refused order elsewhere, so nothing of it may be stored here.
const refusedOf = ({ id, refused }: Order, stored: ReadonlyArray<Document>): ReadonlyArray<string> =>
  refused === undefined || stored.length === 0 ? [] : [`${id}: refused with ${refused}, and there`]

const contradictionsOf = (
  documents: ReadonlyArray<Document>,
  approved: ReadonlyArray<Entry>,
  standing: ReadonlyMap<string, Entry>
): ReadonlyArray<string> => {
  const known = new Set(documents.map(({ uid }) => uid))
  const released = new Set(approved.map(({ key }) => key).filter((key) => !standing.has(key)))
  return [
    ...documents.flatMap((document) => contradictionOf(document, standing, released)),
    ...[...standing.keys()].filter((key) => !known.has(key)).map((key) => `${key}: charged, and not known here`)
  ]
}

// A merchant that asks for a notification again gets another one of the same state.
const misorderedOf = (uid: string, deliveries: ReadonlyArray<Delivery>, isRenotified: boolean) => {
  const sequences = new Map<string, number>()
  let last = 0
  for (const { id, sequence } of deliveries) {
    if (sequence < last) return [`${uid}: ${sequence} came after ${last}`]
    if ((sequences.get(id) ?? sequence) !== sequence) return [`${uid}: one id for two states`]
    sequences.set(id, sequence)
    last = sequence
  }
  const repeated = sequences.size > new Set(sequences.values()).size
  return repeated && !isRenotified ? [`${uid}: one state under two ids`] : []
}

export const check = ({ deliveries, ledger, orders, renotified, stored }: Evidence): Findings => {
  const approved = ledger.filter((_) => _.approved)
  const standing = standingIn(approved)
  const told = Arr.groupBy(deliveries, ({ uid }) => uid)
  const of = (order: Order) => stored.get(order.id) ?? []
  const documents = orders.flatMap(of)
  const isTold = ({ status, uid }: Document) => told[uid]?.some((_) => _.status === status) === true
  return {
    lost: orders.flatMap((order) => lostOf(order, of(order))),
    doubled: [
      ...orders.flatMap((order) => doubledOf(order, of(order), standing)),
      ...overdrawn(approved),
      ...repeated(approved)
    ],
    unresolved: orders.flatMap((order) => unresolvedOf(order, of(order))),
    contradicted: [
      ...orders.flatMap((order) => refusedOf(order, of(order))),
      ...contradictionsOf(documents, approved, standing)
    ],
    unannounced: documents
      .filter((_) => isFinal(_) && !isTold(_))
      .map(({ status, uid }) => `${uid}: nobody was told that it is ${status}`),
    misordered: Object.entries(told).flatMap(([uid, deliveries]) => misorderedOf(uid, deliveries, renotified.has(uid)))
  }
}

/** What was found in several places. */
export const together = (all: ReadonlyArray<Findings>): Findings => ({
  lost: all.flatMap(({ lost }) => lost),
  doubled: all.flatMap(({ doubled }) => doubled),
  unresolved: all.flatMap(({ unresolved }) => unresolved),
  contradicted: all.flatMap(({ contradicted }) => contradicted),
  unannounced: all.flatMap(({ unannounced }) => unannounced),
  misordered: all.flatMap(({ misordered }) => misordered)
})

export const isClean = (findings: Findings): boolean => Object.values(findings).every(({ length }) => length === 0)
