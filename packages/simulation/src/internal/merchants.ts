import type { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import { Notifications } from "@florin/core/notifications/Notifications"
import type { Shop } from "@florin/core/shops/Shop"
import { Transactions } from "@florin/core/transactions/Transactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { GatewayProcess, Services } from "../GatewayProcess.js"
import { draw, type Order } from "../Orders.js"
import type { Random } from "../Random.js"
import type { Simulation } from "../Simulation.js"

/** What a request came to, in a few words. */
const outcome = <A>(exit: Exit.Exit<A, unknown>, says: (value: A) => string): string => {
  if (Exit.isSuccess(exit)) return says(exit.value)
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (!(error instanceof Error)) return Cause.pretty(exit.cause).split("\n")[0]!
  // The message of an error without one is everything that is in it.
  return error.message.startsWith("{") ? error.name : `${error.name} ${error.message}`
}

type Operation = Effect.Effect<unknown, unknown, Services>

/** What a merchant may ask about a transaction. */
const commands = (
  shop: Shop,
  uid: TransactionUid,
  id: NotificationId | undefined
): Readonly<Record<string, Operation>> => ({
  find: Effect.flatMap(Transactions, (transactions) => transactions.find(shop, uid)),
  recover: Effect.flatMap(Transactions, (transactions) => transactions.recover(shop, uid)),
  renotify: Effect.flatMap(Transactions, (transactions) => transactions.renotify(shop, uid)),
  resendExhausted: Effect.flatMap(Notifications, (notifications) => notifications.resendExhausted(shop)),
  ...(id === undefined
    ? {}
    : { resend: Effect.flatMap(Notifications, (notifications) => notifications.resend(shop, id)) })
})

/** What merchants do. */
export interface Merchants {
  readonly order: () => void
  /** One order twice at once. */
  readonly twins: () => void
  /** An order that was sent before. */
  readonly repeat: () => void
  readonly command: () => void
}

export const make = (simulation: Simulation, random: Random): Merchants => {
  const { audit, fleet, mirror, plan, timeline, trace } = simulation
  const orders: Array<Order> = []

  const withGateway = (act: (gateway: GatewayProcess) => void): void => {
    const serving = fleet.serving()
    if (serving.length === 0) return
    act(random.pick(serving))
  }

  const send = (order: Order): void =>
    withGateway((gateway) => {
      const askedAt = timeline.now()
      trace.add("merchant", `${order.name}: ${order.type} ${order.amount} to ${gateway.process.name}`)
      gateway.request(order.perform, (exit) => {
        const says = outcome(exit, ({ transaction }) => `${transaction.status} v${transaction.version}`)
        trace.add(gateway.process.name, `answers ${order.name}: ${says}`)
        audit.answered({ order, askedAt, exit })
      })
    })

  const newOrder = (): Order => {
    const order = draw({ random, mirror, shops: plan.shops, now: timeline.now }, orders.length + 1)
    orders.push(order)
    return order
  }

  const ask = (uid: TransactionUid, shop: Shop): void =>
    withGateway((gateway) => {
      const notification = Array.from(mirror.notifications.values()).findLast((row) => row.subject === uid)
      const known = commands(shop, uid, notification?.id as NotificationId | undefined)
      const name = random.pick(Object.keys(known))
      trace.add("merchant", `${name} for ${simulation.labelOf(uid)} to ${gateway.process.name}`)
      gateway.request(known[name]!, (exit) => {
        trace.add(gateway.process.name, `answers ${name}: ${outcome(exit, () => "done")}`)
      })
    })

  return {
    order: () => send(newOrder()),
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
      if (rows.length === 0) return
      const row = random.pick(rows)
      ask(row.uid as TransactionUid, plan.shops.find(({ id }) => id === row.shop)!)
    }
  }
}
