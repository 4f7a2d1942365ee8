/** When everything has come to rest, and what the gateway, the acquirer and the merchant hold then. */
import * as Auditor from "@florin/testing/parties/Auditor"
import type { Document, Merchant, Order } from "@florin/testing/parties/Merchant"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Environment } from "./Environment.js"
import type { Facts } from "./Figures.js"
import { inFlightWindow } from "./RemoteAcquirer.js"

/** How long after the last restart everything has an outcome, and its webhook has arrived. Unit: milliseconds. */
export const resolvedWithin = 10_000

// A process may have died while it asked the merchant: the limit of that question is waited out (D20), and then the
// acquirer is asked after 2, 5 and 15 s.
const verifiedWithin = 20_000

/** Those merchants that share a shop; the first one reads. */
type Merchants = readonly [Merchant, ...ReadonlyArray<Merchant>]

const ordersOf = (merchants: Merchants) => merchants.flatMap(({ orders }) => orders())

/**
 * Ends when every order has an answer and an outcome that arrived by webhook too, or has had the time for that since
 * now or since it was answered. Unit of `within`: milliseconds.
 */
export const reached = Effect.fnUntraced(function* (
  { receiver }: Environment,
  merchants: Merchants,
  within = resolvedWithin
) {
  const restarted = yield* Clock.currentTimeMillis
  const dueOf = ({ answeredAt = 0, isVerified }: Order): number =>
    Math.max(restarted, answeredAt) + within + (isVerified ? verifiedWithin : 0)
  const isOver = (arrived: ReadonlySet<string>) => (document: Document) =>
    Auditor.isFinal(document) && arrived.has(`${document.uid} ${document.status}`)
  let open = ordersOf(merchants)
  while (open.length > 0) {
    const now = yield* Clock.currentTimeMillis
    const isDone = isOver(new Set(receiver.deliveries().map(({ status, uid }) => `${uid} ${status}`)))
    const unsure = open.filter((order) => now < dueOf(order) && !(order.acknowledged && isDone(order.acknowledged)))
    const isOpen = (order: Order) =>
      order.answeredAt === undefined
        ? Effect.succeed(true)
        : Effect.map(merchants[0].look(order), (documents) => !documents.every(isDone))
    open = yield* Effect.filter(unsure, isOpen, { concurrency: 16 })
    if (open.length > 0) yield* Effect.sleep("500 millis")
  }
})

/**
 * How long after everything has an outcome an approval may stand that is not to stand: a process that went on may wait
 * for an answer to the end of its call, 30 s (D41). Without one it asks when what it sent can have arrived no more, and
 * then after 2 and 5 s, before it takes the approval back. Unit: milliseconds.
 */
const takenBackWithin = 30_000 + Duration.toMillis(inFlightWindow) + 10_000

const compared = Effect.fnUntraced(function* (environment: Environment, merchants: Merchants) {
  const orders = ordersOf(merchants)
  const read = (order: Order) => Effect.map(merchants[0].look(order), (documents) => [order.id, documents] as const)
  return Auditor.check({
    orders,
    stored: new Map(yield* Effect.forEach(orders, read, { concurrency: 16 })),
    ledger: yield* environment.ledger,
    deliveries: environment.receiver.deliveries(),
    renotified: new Set(merchants.flatMap(({ commands }) => commands().map((path) => path.split("/")[2] ?? "")))
  })
})

/**
 * Reads every order and compares the gateway, the ledger and the merchant. No order is made or answered any more; what
 * the gateway still takes back at the acquirer has its time.
 */
export const audit = Effect.fnUntraced(function* (environment: Environment, merchants: Merchants) {
  const end = (yield* Clock.currentTimeMillis) + takenBackWithin
  let findings = yield* compared(environment, merchants)
  while (findings.contradicted.length > 0 && (yield* Clock.currentTimeMillis) < end) {
    yield* Effect.sleep("500 millis")
    findings = yield* compared(environment, merchants)
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
  facts.orders.push(...ordersOf(merchants))
  facts.visits.push(...environment.acquirer.visits())
  facts.absences.push(...environment.absences())
  facts.notifications += environment.receiver.deliveries().length
  for (const { troubles } of merchants) {
    facts.troubles.unavailable += troubles.unavailable
    facts.troubles.defects += troubles.defects
  }
})
