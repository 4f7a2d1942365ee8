/** What merchants do: each order is one intent, sent once or more often, to one gateway or several. */
import { Cards, type CardsError } from "@florin/core/card-operations/Cards"
import type { ReturnedFields } from "@florin/core/cards/Authentication"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import type { Answer } from "@florin/core/operations/Answer"
import { Notifications } from "@florin/core/queries/Notifications"
import { Transactions } from "@florin/core/queries/Transactions"
import type { Shop } from "@florin/core/shops/Shop"
import { lastCharge } from "@florin/core/transaction-base/TransactionBase"
import type { Services } from "@florin/gateway/Gateway"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as Issuer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Requests from "@florin/wire/Requests"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { GatewayProcess } from "./GatewayProcess.js"
import { errorOf, type Order } from "./Invariants.js"
import { type CardRow, cardsOf, type TransactionRow } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"
import * as TransferOrders from "./TransferOrders.js"

type Ordered = Parameters<Cards["Type"]["authorize"]>[2]
type Cashier<Request> = (shop: Shop, request: Request, key: Ordered) => Effect.Effect<Answer, CardsError>

/** An operation from the body of its request on. */
const operation =
  <Request>(decode: Requests.Decoder<Request>, of: (cards: Cards["Type"]) => Cashier<Request>) =>
  (shop: Shop, request: object, key: Ordered) =>
    Effect.flatMap(Effect.orDie(decode({ request })), (decoded) =>
      Effect.flatMap(Cards, (cards) => of(cards)(shop, decoded, key))
    )

const operations = {
  authorization: operation(Requests.authorization, (cards) => cards.authorize),
  payment: operation(Requests.payment, (cards) => cards.pay),
  tokenization: operation(Requests.tokenization, (cards) => cards.tokenize),
  capture: operation(Requests.capture, (cards) => cards.capture),
  void: operation(Requests.capture, (cards) => cards.void),
  refund: operation(Requests.refund, (cards) => cards.refund),
  credit: operation(Requests.credit, (cards) => cards.credit),
  payout: operation(Requests.payout, (cards) => cards.payOut)
}

/** Few cards and few amounts, so that equal requests meet. */
const numbers = ["4200000000000000", "5555555555554444"]
const amounts = [100, 2500, 99_999]

const charges: ReadonlyArray<string> = ["authorization", "payment", "tokenization"]

/** What a merchant may or may not say besides the order. */
const circumstances = (random: Random, now: number, type: CardTransactionType): object => {
  const sometimes = (probability: number, members: () => object) => (random.chance(probability) ? members() : {})
  if (type === "credit" || type === "payout") return {}
  const unchecked = sometimes(0.15, () => ({ duplicate_check: false }))
  if (!charges.includes(type)) return unchecked
  const ends = () => ({ expired_at: new Date(now + random.pick([1000, 20_000, 7_200_000])).toISOString() })
  return {
    ...unchecked,
    ...sometimes(0.1, ends),
    ...sometimes(0.1, () => ({ verification_url: "https://merchant.example/verify" })),
    ...sometimes(0.2, () => ({ notification_url: "https://merchant.example/own" })),
    ...sometimes(0.1, () => ({ test: true })),
    ...sometimes(0.4, () => ({ description: random.pick(Issuer.descriptions) })),
    ...sometimes(0.15, () => ({
      additional_data: { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
    }))
  }
}

/** What a request came to, in a few words. */
const outcome = <A>(exit: Exit.Exit<A, unknown>, says: (value: A) => string): string => {
  if (Exit.isSuccess(exit)) return says(exit.value)
  const error = errorOf(exit)
  if (!(error instanceof Error)) return Cause.pretty(exit.cause).split("\n")[0]!
  // The message of an error without one is everything that is in it.
  return error.message.startsWith("{") ? error.name : `${error.name} ${error.message}`
}

/** What a merchant may ask about a transaction, and about its newest notification. */
const commands: Readonly<
  Record<string, (shop: Shop, uid: TransactionUid, id: NotificationId) => Effect.Effect<unknown, unknown, Services>>
> = {
  find: (shop, uid) => Effect.flatMap(Transactions, ({ find }) => find(shop, uid)),
  recover: (shop, uid) => Effect.flatMap(Transactions, ({ recover }) => recover(shop, uid)),
  renotify: (shop, uid) => Effect.flatMap(Transactions, ({ renotify }) => renotify(shop, uid)),
  resendExhausted: (shop) => Effect.flatMap(Notifications, ({ resendExhausted }) => resendExhausted(shop)),
  resend: (shop, _, id) => Effect.flatMap(Notifications, ({ resend }) => resend(shop, id))
}

/** An order of some merchant, from what stands in the database. */
const drawn = ({ mirror, plan, timeline }: Simulation, random: Random, count: number): Order => {
  const name = `order-${count}`
  const own = random.pick(plan.shops)
  const key = random.chance(0.6) ? `key-of-${name}` : undefined
  const rows = cardsOf(mirror).filter(({ status }) => status === "successful")
  const { request, ...order } = Orders.draw({
    random,
    known: {
      // The newest few, so that what follows meets.
      parents: rows.flatMap(({ document }) => (document.type in Orders.following ? [document] : [])).slice(-4),
      tokens: rows.flatMap(({ document, shop }) => (shop === own.id && document.card ? [document.card.token] : []))
    },
    amount: () => random.pick(amounts),
    number: () => random.pick(numbers),
    // Every third order, so that what others draw stays as it is.
    providerToken: () => (count % 3 === 0 ? { provider: ScriptedAcquirer.provider, value: name } : undefined),
    more: (type) => ({ tracking_id: name, ...circumstances(random, timeline.now(), type) })
  })
  const parent = mirror.transactions.get(order.parent ?? "")
  const shop = plan.shops.find(({ id }) => id === parent?.shop) ?? own
  const perform = operations[order.type](shop, request, key === undefined ? undefined : { key, fingerprint: name })
  return { name, key, shop, parent: undefined, ...order, perform }
}

const leaving = { passed: 6, failed: 1, forged: 1, replayed: 1 } as const

/** With what a customer returns from the step that is open, or was. */
const returning = (random: Random, { document, uid }: CardRow): ReturnedFields =>
  document.authentication?.challenge == null
    ? { threeDSMethodData: "done" }
    : Issuer.fieldsOf(uid, random.weighted(leaving))

/** What the customer of what is incomplete does at its acquirer first, if it waits for that. */
const atAcquirer = ({ acquirers, faultPlan, trace }: Simulation, { document, uid }: CardRow) => {
  if (document.atProvider?.action == null) return Effect.void
  const { gatewayId, key } = lastCharge(document as unknown as CardTransaction)
  const does = faultPlan.acts()
  trace.add("customer", `${does} at the acquirer of ${trace.labelOf(uid)}`)
  const acquirer = acquirers.find((one) => one.gatewayId === gatewayId)
  return does === "leaves" || acquirer === undefined ? Effect.void : Effect.asVoid(acquirer.act(key, does))
}

/** A customer's return, from the step that is open, with what is done there. */
export const comingBack = (simulation: Simulation, random: Random, uid: string) => {
  const row = simulation.mirror.transactions.get(uid) as CardRow
  const fields = returning(random, row)
  const returned = Effect.flatMap(Cards, (cards) => cards.returned(uid as TransactionUid, fields))
  return { fields, returned: Effect.zipRight(atAcquirer(simulation, row), returned) }
}

/** How long customers take on the issuer's pages. Unit: milliseconds. */
const stays = [0, 5, 700, 5000, 40_000, 600_000, 899_000, 899_999, 900_000]

export const make = (simulation: Simulation, random: Random) => {
  const { audit, fleet, labelOf, mirror, plan, timeline, trace } = simulation
  const orders: Array<Order> = []

  /** A customer returns, once or twice at once, to whichever process, and then from the next step, if there is one. */
  const returns = (uid: string): void => {
    const { fields, returned } = comingBack(simulation, random, uid)
    const to = (gateway: GatewayProcess): void => {
      const { name } = gateway.process
      trace.add("customer", `returns for ${labelOf(uid)} to ${name}: ${fields.cres?.split(" ")[0] ?? "method"}`)
      gateway.request(returned, (exit) => {
        trace.add(name, `answers the customer: ${outcome(exit, ({ transaction: { status } }) => status)}`)
        isSeen(exit)
      })
    }
    withGateway(to)
    if (random.chance(0.2)) withGateway(to)
  }

  /** The customer of what is incomplete goes to the issuer's page; some never return. */
  const isSeen = (exit: Exit.Exit<Answer, unknown>): void => {
    if (Exit.isFailure(exit) || exit.value.transaction.status !== "incomplete" || random.chance(0.15)) return
    const { uid } = exit.value.transaction
    timeline.at(timeline.now() + random.pick(stays), () => returns(uid))
  }

  const withGateway = (act: (gateway: GatewayProcess) => void): void => {
    const serving = fleet.serving()
    if (serving.length > 0) act(random.pick(serving))
  }

  const send = (order: Order): void =>
    withGateway((gateway) => {
      const requestedAt = timeline.now()
      trace.add("merchant", `${order.name}: ${order.type} ${order.amount} to ${gateway.process.name}`)
      gateway.request(order.perform, (exit) => {
        const says = outcome(exit, ({ transaction }) => `${transaction.status} v${transaction.version}`)
        trace.add(gateway.process.name, `answers ${order.name}: ${says}`)
        audit("answered", { order, requestedAt, exit })
        isSeen(exit)
      })
    })

  const newOrder = (): Order => {
    const draws = random.chance(0.3) ? TransferOrders.drawn : drawn
    const order = draws(simulation, random, orders.length + 1)
    orders.push(order)
    return order
  }

  const ask = ({ shop, uid }: TransactionRow): void =>
    withGateway((gateway) => {
      const newest = Array.from(mirror.notifications.values()).findLast(({ subject }) => subject === uid)
      const own = plan.shops.find(({ id }) => id === shop)!
      const name = random.pick(Object.keys(commands).filter((name) => name !== "resend" || newest !== undefined))
      trace.add("merchant", `${name} for ${labelOf(uid)} to ${gateway.process.name}`)
      gateway.request(commands[name]!(own, uid as TransactionUid, newest?.id as NotificationId), (exit) =>
        trace.add(gateway.process.name, `answers ${name}: ${outcome(exit, () => "done")}`)
      )
    })

  return {
    /** One comes back whatever has become of the charge. */
    customer: () => {
      const known = cardsOf(mirror).filter(({ document: { authentication: _ } }) => _?.waitingSince != null)
      if (known.length > 0) returns(random.pick(known).uid)
    },
    order: () => send(newOrder()),
    /** One order twice at once. */
    twins: () => {
      const order = newOrder()
      send(order)
      send(order)
    },
    repeat: () => {
      if (orders.length > 0) send(random.pick(orders))
    },
    command: () => {
      const rows = Array.from(mirror.transactions.values())
      if (rows.length > 0) ask(random.pick(rows))
    }
  }
}
