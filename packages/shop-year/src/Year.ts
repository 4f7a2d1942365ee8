/** Runs a shop for its months: customers join and leave, and the gateway charges whatever falls due in between. */

import { Subscriptions } from "@florin/core/billing/Subscriptions"
import type { Shop } from "@florin/core/shops/Shop"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Bank from "./Bank.js"
import { monthStart, opening } from "./Calendar.js"
import * as Customers from "./Customers.js"
import { bodyOf } from "./Offers.js"
import type { Options } from "./Options.js"
import * as ShopGateway from "./ShopGateway.js"

/** A customer and what the gateway says of the subscription when the run ends. */
export interface Served {
  readonly customer: Customers.Customer
  readonly subscription: Subscription
  /** When the shop cancelled it for the customer; undefined if it did not, or something had ended it before. */
  readonly cancelledAt: number | undefined
}

/** How many subscriptions are in each state. */
export type States = Partial<Readonly<Record<Subscription["state"], number>>>

export interface Year {
  readonly options: Options
  readonly end: number
  /** In the order in which the customers came. */
  readonly served: ReadonlyArray<Served>
  /** At the end of each month. */
  readonly states: ReadonlyArray<States>
  readonly attempts: ReadonlyArray<Bank.Attempt>
  readonly movements: ReadonlyArray<Bank.Movement>
}

/** Called with the share of the time that has passed, from 0 to 1. */
export type Progress = (share: number) => void

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2040"
}

interface Moment {
  readonly at: number
  readonly act: Effect.Effect<void, unknown, Subscriptions | Scheduler>
}

/** Jumps from due instant to due instant, and runs what is due at each. */
const passing = (clock: VirtualClock.VirtualClock, end: number, progress: Progress) =>
  Effect.fnUntraced(function* (to: number) {
    const scheduler = yield* Scheduler
    while (true) {
      const next = Option.getOrUndefined(yield* scheduler.nextDue)
      if (next === undefined || next.epochMillis > to) break
      clock.jumpTo(Math.max(next.epochMillis, clock.unsafeCurrentTimeMillis()))
      yield* scheduler.runDue(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
      progress((clock.unsafeCurrentTimeMillis() - opening) / (end - opening))
    }
    clock.jumpTo(to)
  })

const subscribing = (shop: Shop, { offer, trackingId }: Customers.Customer) =>
  Effect.gen(function* () {
    const body = { plan: bodyOf(offer), card, tracking_id: trackingId }
    return yield* (yield* Subscriptions).create(shop, yield* BillingRequests.subscription(body))
  })

/** What the shop knows of its customers while the run goes on. */
const ledgerOf = (shop: Shop) => {
  const ids = new Map<string, Subscription["id"]>()
  const cancelled = new Map<string, number>()
  const find = (trackingId: string) =>
    Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.find(shop, ids.get(trackingId)!))

  const join = (customer: Customers.Customer) =>
    Effect.map(subscribing(shop, customer), ({ id }) => void ids.set(customer.trackingId, id))

  const leave = ({ trackingId }: Customers.Customer, at: number) =>
    Effect.gen(function* () {
      const { id, ...found } = yield* find(trackingId)
      if (isFinal(found)) return
      yield* (yield* Subscriptions).cancel(shop, id, { cancelReason: "The customer has left" })
      cancelled.set(trackingId, at)
    })

  const served = (customer: Customers.Customer) =>
    Effect.map(
      find(customer.trackingId),
      (subscription): Served => ({ customer, subscription, cancelledAt: cancelled.get(customer.trackingId) })
    )

  const states = Effect.gen(function* () {
    const counts: Record<string, number> = {}
    for (const trackingId of ids.keys()) {
      const { state } = yield* find(trackingId)
      counts[state] = (counts[state] ?? 0) + 1
    }
    return counts as States
  })

  return { join, leave, served, states }
}

/** Everything that does not come from the gateway, in its order: customers who join and leave, and ends of months. */
const momentsOf = (
  { months }: Options,
  customers: ReadonlyArray<Customers.Customer>,
  { join, leave, states }: ReturnType<typeof ledgerOf>,
  monthEnds: Array<States>
): ReadonlyArray<Moment> => {
  const counted = Effect.map(states, (counts) => void monthEnds.push(counts))
  return [
    ...customers.map((customer) => ({ at: customer.joinsAt, act: join(customer) })),
    ...customers.flatMap((customer) => {
      const { leavesAt } = customer
      return leavesAt === undefined ? [] : [{ at: leavesAt, act: leave(customer, leavesAt) }]
    }),
    ...Array.from({ length: months }, (_, month) => ({ at: monthStart(month + 1) - 1, act: counted }))
  ].sort((a, b) => a.at - b.at)
}

const living = (options: Options, clock: VirtualClock.VirtualClock, bank: Bank.Bank, progress: Progress) =>
  Effect.gen(function* () {
    const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(ShopGateway.shopId))
    const end = monthStart(options.months) - 1
    const pass = passing(clock, end, progress)
    const customers = Customers.draw(options)
    const ledger = ledgerOf(shop)
    const states: Array<States> = []
    for (const { act, at } of momentsOf(options, customers, ledger, states)) {
      yield* pass(at)
      yield* act
    }
    const served = yield* Effect.forEach(customers, ledger.served)
    return { options, end, served, states, attempts: bank.attempts, movements: bank.movements } satisfies Year
  })

/** A run, from the opening of the shop to the end of its last month. The same options give the same run. */
export const run = (options: Options, progress: Progress = () => undefined): Effect.Effect<Year> =>
  Effect.suspend(() => {
    const clock = VirtualClock.make(opening)
    const bank = Bank.make(options.seed)
    return living(options, clock, bank, progress).pipe(
      Effect.provide(ShopGateway.layer({ clock, seed: options.seed, acquirer: bank.service })),
      Effect.withClock(clock),
      Effect.orDie
    )
  })
