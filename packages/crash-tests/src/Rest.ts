/** When everything has come to rest, and what the gateway, the acquirer and the merchant hold then. */

import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import * as Auditor from "@florin/testing/parties/Auditor"
import * as Checkouts from "@florin/testing/parties/Checkouts"
import { Document, type Merchant, type Order } from "@florin/testing/parties/Merchant"
import * as Subscriptions from "@florin/testing/parties/Subscriptions"
import * as Transfers from "@florin/testing/parties/Transfers"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Books from "./Books.js"
import type { Environment } from "./Environment.js"
import type { Facts } from "./Figures.js"
import { inFlightWindow } from "./RemoteAcquirer.js"

/** How long after the last restart everything has an outcome, and its webhook has arrived. Unit: milliseconds. */
export const resolvedWithin = 10_000

// A process may have died while it asked the merchant: the limit of that question is waited out (D20), and then the
// acquirer is asked after 2, 5 and 15 s.
const verifiedWithin = 20_000

// A charge that the acquirer has not seen has not been made only when it can arrive no more. Another process counts that
// from when it took the dead one for dead (D40), so that it takes the whole of that time longer.
const rollsBack = ["authorization", "payment", "tokenization"]

/** Those merchants that share a shop; the first one reads. */
type Merchants = ReadonlyArray<Merchant>

const ordersOf = (merchants: Merchants) => merchants.flatMap(({ orders }) => orders())

const postsOf = (merchants: Merchants) => merchants.flatMap(({ posts }) => posts())

const pageLimit = 1000

type Listed = ReadonlyArray<Subscriptions.Subscription>

const listedAfter = (reader: Merchant, id?: string): Effect.Effect<Listed> =>
  reader.read(`/subscriptions?limit=${pageLimit}${id === undefined ? "" : `&after=${id}`}`).pipe(
    Effect.flatMap(Subscriptions.decodePage),
    Effect.orDie,
    Effect.flatMap((page) =>
      page.length < pageLimit
        ? Effect.succeed(page)
        : Effect.map(listedAfter(reader, page.at(-1)!.id), (others) => [...page, ...others])
    )
  )

/** The shop's subscriptions. None where none was made: most campaigns make orders only. */
export const subscriptionsOf = (merchants: Merchants): Effect.Effect<Listed> =>
  postsOf(merchants).some(({ path }) => path === "/subscriptions") ? listedAfter(merchants[0]!) : Effect.succeed([])

const decodeFound = Schema.decodeUnknownOption(Schema.Struct({ transaction: Document }))

/**
 * The charges of subscriptions, by their tracking ids. A query by tracking id finds the newest ten: the others are those
 * that the acquirer knows.
 */
const chargesOf = Effect.fnUntraced(function* (reader: Merchant, subscriptions: Listed, ledger: ReadonlyArray<Entry>) {
  const ids = new Set(subscriptions.flatMap(({ tracking_id }) => (tracking_id === null ? [] : [tracking_id])))
  const known = Arr.groupBy(ledger, ({ intent }) => intent ?? "")
  const find = (uid: string) => Effect.map(reader.read(`/transactions/${uid}`), decodeFound)
  const look = Effect.fnUntraced(function* (id: string) {
    const newest = yield* reader.look({ id })
    const isOlder = (uid: string) => newest.every((_) => _.uid !== uid)
    const older = [...new Set(known[id]?.map(({ key }) => Auditor.uidOf(key)))].filter(isOlder)
    const found = Arr.getSomes(yield* Effect.forEach(older, find))
    return [id, [...newest, ...found.map(({ transaction }) => transaction)]] as const
  })
  return new Map(yield* Effect.forEach(ids, look, { concurrency: 16 }))
})

/** The checkouts that were created. */
const checkoutsOf = (merchants: Merchants) =>
  Effect.forEach(
    Checkouts.tokensOf(postsOf(merchants)),
    (token) =>
      Effect.map(
        Effect.orDie(Effect.flatMap(merchants[0]!.read(`${Checkouts.path}/${token}`), Checkouts.decode)),
        ({ checkout }) => checkout
      ),
    { concurrency: 16 }
  )

/**
 * Whether every post is answered, no attempt of a checkout is under way, and every subscription is charged as far as it is due, and stands as it was announced
 * last; or has had the time for that. Unit: milliseconds.
 */
const settled = Effect.fnUntraced(function* ({ receiver, shown }: Environment, merchants: Merchants, end: number) {
  const by = yield* shown
  const subscriptions = yield* subscriptionsOf(merchants)
  const checkouts = yield* checkoutsOf(merchants)
  const reported = Subscriptions.lastReported(receiver.deliveries())
  const isOpen =
    checkouts.some(Checkouts.isPaying) ||
    postsOf(merchants).some(({ status }) => status === undefined) ||
    subscriptions.some((_) => Subscriptions.isDue(_, by) || !Subscriptions.isSettled(_, reported))
  return !isOpen || (yield* Clock.currentTimeMillis) >= end
})

/**
 * Ends when every order has an answer and an outcome that arrived by webhook too, or has had the time for that since the
 * last restart or since it was answered. Unit of `within`: milliseconds. Default of `restarted`: now.
 */
export const reached = Effect.fnUntraced(function* (
  environment: Environment,
  merchants: Merchants,
  within = resolvedWithin,
  restarted?: number
) {
  const { acquirer, receiver } = environment
  const since = restarted ?? (yield* Clock.currentTimeMillis)
  const dueOf = ({ answeredAt = 0, isVerified }: Order): number =>
    Math.max(since, answeredAt) + within + (isVerified ? verifiedWithin : 0)
  let open = ordersOf(merchants)
  while (open.length > 0) {
    const now = yield* Clock.currentTimeMillis
    const arrived = new Set(receiver.deliveries().map(({ status, uid }) => `${uid} ${status}`))
    const isDone = (document: Document) =>
      Auditor.isFinal(document) && arrived.has(`${document.uid} ${document.status}`)
    // A charge that an acquirer could not process goes on to another one, which may not have seen it.
    const kept = acquirer.entries().filter(({ declined }) => declined !== "acquirer-temporary")
    const seen = new Set(kept.map(({ key }) => key.split(":")[0]!))
    const isUnseen = (document: Document) =>
      rollsBack.includes(document.type) && !Transfers.isTransfer(document) && !seen.has(document.uid)
    const isOpen = Effect.fnUntraced(function* (order: Order) {
      const left = dueOf(order) - now
      if (order.acknowledged !== undefined && isDone(order.acknowledged)) return false
      if (left + Duration.toMillis(inFlightWindow) <= 0) return false
      const isAnswered = order.answeredAt !== undefined
      if (!isAnswered && left > 0) return true
      const documents = yield* merchants[0]!.look(order)
      return !(isAnswered && documents.every(isDone)) && (left > 0 || documents.some(isUnseen))
    })
    open = yield* Effect.filter(open, isOpen, { concurrency: 16 })
    if (open.length > 0) yield* Effect.sleep("500 millis")
  }
  const end = since + within + Duration.toMillis(inFlightWindow)
  yield* Effect.repeat(Effect.delay(settled(environment, merchants, end), "100 millis"), { until: (isDone) => isDone })
})

/**
 * How long after everything has an outcome an approval may stand that is not to stand: a charge that was given up is
 * looked for after a minute, and what is found is taken back within seconds. That is longer than a process that went on
 * waits for its answer, 30 s (D41), and then for what it sent. Unit: milliseconds.
 */
const takenBackWithin = 60_000 + 10_000

/** How late a renewal may be on clocks that run as time does: processes look every 1.5 s. Unit: milliseconds. */
const renewedWithin = 10_000

/** The transfers, and what of them the bank, the receiver and the operator know. */
const transfersOf = Effect.fnUntraced(function* (
  { bank, desk, receiver }: Environment,
  merchants: Merchants,
  documents: ReadonlyArray<Document>
) {
  const posts = postsOf(merchants)
  const read = (uid: string) =>
    Effect.map(merchants[0]!.read(`/beyag/transactions/${uid}`), (found) =>
      Option.map(decodeFound(found), ({ transaction }) => [uid, transaction] as const)
    )
  const proofs = yield* Effect.forEach(Transfers.proofsOf(posts), read, { concurrency: 16 })
  const both = { documents: documents.filter(Transfers.isTransfer), proofs: new Map(Arr.getSomes(proofs)) }
  const reported = { deliveries: receiver.deliveries(), decisions: desk.decisions() }
  return { ...both, ...reported, books: bank.accounts(), posts }
})

type Stored = ReadonlyMap<string, ReadonlyArray<Document>>

const storedOf = (reader: Merchant, orders: ReadonlyArray<Order>): Effect.Effect<Stored> =>
  Effect.map(
    Effect.forEach(orders, (order) => Effect.map(reader.look(order), (found) => [order.id, found] as const), {
      concurrency: 16
    }),
    (all) => new Map(all)
  )

/** The charges of which nothing has arrived at a provider that cannot be asked. */
const unheardIn = ({ hasArrived }: Environment, stored: Stored) => {
  const pending = [...stored.values()].flat().filter(({ status }) => status === "pending")
  return Effect.filter(
    pending.map(({ uid }) => uid),
    (uid) => Effect.map(hasArrived(uid), (has) => !has)
  )
}

const compared = Effect.fnUntraced(function* (
  environment: Environment,
  merchants: Merchants,
  freeCycles?: number | undefined
) {
  const dueBy = (yield* environment.shown) - renewedWithin
  const subscriptions = yield* subscriptionsOf(merchants)
  const ledger = yield* environment.ledger
  const charges = yield* chargesOf(merchants[0]!, subscriptions, ledger)
  const orders = ordersOf(merchants)
  const stored = yield* storedOf(merchants[0]!, orders)
  const checkouts = yield* checkoutsOf(merchants)
  const attempts = yield* Effect.forEach(checkouts, ({ order }) => merchants[0]!.look({ id: order.tracking_id }))
  const both = { ledger, deliveries: environment.receiver.deliveries() }
  const unheard = yield* unheardIn(environment, stored)
  const paid = attempts.flat()
  const transfers = yield* transfersOf(environment, merchants, [...[...stored.values()].flat(), ...paid])
  const billing = Subscriptions.check({ ...both, subscriptions, charges, dueBy, freeCycles, posts: postsOf(merchants) })
  const ordered = Auditor.check({
    unheard: new Set(unheard),
    ...{ ...both, orders, stored, charges: [...[...charges.values()].flat(), ...paid] },
    renotified: new Set(merchants.flatMap(({ commands }) => commands().map((path) => path.split("/")[2] ?? "")))
  })
  const bought = Checkouts.check(checkouts, ledger, dueBy, transfers.books)
  const moved = Transfers.check({ ...transfers, attempts: new Set(paid.map(({ uid }) => uid)) })
  const findings = [ordered, billing, bought, moved].reduce(Auditor.together)
  const late = yield* environment.sentPastLife
  return {
    ...findings,
    doubled: [...findings.doubled, ...(late > 0 ? [`${late} requests came under a key that was forgotten`] : [])],
    // The gateway and those who move its money disagree, by whatever way it is found.
    contradicted: [...findings.contradicted, ...(yield* Books.differences(environment, ledger))]
  }
})

/** Subscriptions are charged while they are read, so that what is found of them has to stay. */
const mayPass = ({ contradicted, ...others }: Auditor.Findings, merchants: Merchants): boolean =>
  contradicted.length > 0 || (postsOf(merchants).length > 0 && Object.values(others).flat().length > 0)

/**
 * Reads every order and compares the gateway, the ledger and the merchant. No order is made or answered any more; what
 * the gateway still takes back at the acquirer has its time.
 */
export const audit = Effect.fnUntraced(function* (
  environment: Environment,
  merchants: Merchants,
  freeCycles?: number | undefined
) {
  const end = (yield* Clock.currentTimeMillis) + takenBackWithin
  let findings = yield* compared(environment, merchants, freeCycles)
  while (mayPass(findings, merchants) && (yield* Clock.currentTimeMillis) < end) {
    yield* Effect.sleep("500 millis")
    findings = yield* compared(environment, merchants, freeCycles)
  }
  return findings
})

/** Waits until everything is at rest, compares, and adds what was found to the facts. */
export const gather = Effect.fnUntraced(function* (
  facts: Facts,
  environment: Environment,
  merchants: Merchants,
  restsWithin?: number
) {
  const [rested] = yield* Effect.timed(reached(environment, merchants, restsWithin))
  facts.resolvedAfter = Math.max(facts.resolvedAfter, Duration.toMillis(rested))
  facts.findings.push(yield* audit(environment, merchants))
  const orders = ordersOf(merchants)
  if (environment.settings.connection !== undefined)
    facts.unheard.push(...(yield* unheardIn(environment, yield* storedOf(merchants[0]!, orders))))
  facts.orders.push(...orders)
  facts.posts.push(...postsOf(merchants))
  facts.visits.push(...environment.acquirer.visits(), ...environment.bank.visits())
  const moved = environment.bank.accounts().filter((account) => account.moved.length > 0)
  facts.transfers.moved += moved.length
  facts.transfers.late += moved.filter(Transfers.isLate).length
  facts.transfers.decided += environment.desk.decisions().length
  facts.absences.push(...environment.processes.flatMap(({ away }) => away()))
  facts.notifications += environment.receiver.deliveries().length
  for (const { troubles } of merchants) {
    facts.troubles.unavailable += troubles.unavailable
    facts.troubles.defects += troubles.defects
  }
})
