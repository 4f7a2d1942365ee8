/** When everything has come to rest, and what the gateway, the acquirer and the merchant hold then. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Audit from "./Audit.js"
import type { Environment } from "./Environment.js"
import type { Document, Order, Records } from "./Merchant.js"
import { inFlightWindow } from "./RemoteAcquirer.js"

/**
 * How long after the last restart everything has an outcome, and its webhook has arrived.
 *
 * Unit: milliseconds.
 */
export const resolvedWithin = 10_000

// A process may have died while it asked the merchant: the limit of that question is waited out (D20), and then the
// acquirer is asked after 2, 5 and 15 s.
const verifiedWithin = 20_000

const told = (environment: Environment): ReadonlySet<string> =>
  new Set(environment.receiver.deliveries().map(({ status, uid }) => `${uid} ${status}`))

const isOver =
  (arrived: ReadonlySet<string>) =>
  ({ status, uid }: Document): boolean =>
    status !== "pending" && status !== "incomplete" && arrived.has(`${uid} ${status}`)

/** Until when an order is waited for: one that was answered later than the restart has its time from there. */
const dueOf = ({ answeredAt = 0, isVerified }: Order, restarted: number, within: number): number =>
  Math.max(restarted, answeredAt) + within + (isVerified ? verifiedWithin : 0)

/**
 * Ends when every order has an answer and an outcome that arrived by webhook too, or has had the time for that since
 * the last restart.
 *
 * Unit: milliseconds, those of the restart since 1970.
 */
export const reached = Effect.fnUntraced(function* (
  environment: Environment,
  merchant: Records,
  restarted: number,
  within = resolvedWithin
) {
  const isOpen = Effect.fnUntraced(function* (order: Order) {
    if (order.answeredAt === undefined) return true
    const documents = yield* merchant.look(order)
    return !documents.every(isOver(told(environment)))
  })
  let open = merchant.orders()
  while (open.length > 0) {
    const now = yield* Clock.currentTimeMillis
    const arrived = told(environment)
    const unsure = open.filter(
      (order) =>
        now < dueOf(order, restarted, within) &&
        (order.acknowledged === undefined || !isOver(arrived)(order.acknowledged))
    )
    open = yield* Effect.filter(unsure, isOpen, { concurrency: 16 })
    if (open.length > 0) yield* Effect.sleep("500 millis")
  }
})

/** How long a call to an acquirer may take at most. Source: D41. */
const callLimit = Duration.seconds(30)

/**
 * How long after everything has an outcome an approval may stand that is not to stand: a process that went on may wait
 * for an answer to the end of its call. Without one it asks when what it sent can have arrived no more, and then after
 * 2 and 5 s, before it takes the approval back.
 *
 * Unit: milliseconds.
 */
export const takenBackWithin = Duration.toMillis(callLimit) + Duration.toMillis(inFlightWindow) + 10_000

const compared = Effect.fnUntraced(function* (environment: Environment, merchant: Records) {
  const orders = merchant.orders()
  const read = (order: Order) => Effect.map(merchant.look(order), (documents) => [order.id, documents] as const)
  const stored = new Map(yield* Effect.forEach(orders, read, { concurrency: 16 }))
  return Audit.check({
    orders,
    stored,
    ledger: yield* environment.ledger,
    deliveries: environment.receiver.deliveries(),
    renotified: new Set(merchant.commands().map((path) => path.split("/")[2] ?? ""))
  })
})

/**
 * Reads every order and compares the gateway, the ledger and the merchant. No order is made or answered any more; what
 * the gateway still takes back at the acquirer has its time.
 */
export const audit = Effect.fnUntraced(function* (environment: Environment, merchant: Records) {
  const end = (yield* Clock.currentTimeMillis) + takenBackWithin
  let findings = yield* compared(environment, merchant)
  while (findings.contradicted.length > 0 && (yield* Clock.currentTimeMillis) < end) {
    yield* Effect.sleep("500 millis")
    findings = yield* compared(environment, merchant)
  }
  return findings
})
