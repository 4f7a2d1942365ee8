/** Runs a shop for its months: customers join and leave, and the gateway charges whatever falls due in between. */

import { Coupons } from "@florin/core/billing/Coupons"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Usages } from "@florin/core/billing/Usages"
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
import { bodyOf, items, itemsOf } from "./Offers.js"
import type { Options } from "./Options.js"
import * as ShopGateway from "./ShopGateway.js"
import * as Terms from "./Terms.js"

/** A customer and what the gateway says of the subscription when the run ends. */
export interface Served {
  readonly customer: Customers.Customer
  readonly subscription: Subscription
  /** When the shop cancelled it for the customer; undefined if it did not, or something had ended it before. */
  readonly cancelledAt: number | undefined
  /** With the end of the period that was paid. */
  readonly leavesAtEnd: boolean
  /** The seats that were ordered meanwhile. */
  readonly changes: ReadonlyArray<Terms.SeatChange>
  /** What the gateway has counted. */
  readonly uses: ReadonlyArray<Terms.Used>
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

const welcome = {
  code: Terms.coupon.code,
  percent_off: Terms.coupon.percent * 100,
  duration: `cycles:${Terms.coupon.cycles}`
}

interface Moment {
  readonly at: number
  readonly act: Effect.Effect<void, unknown, Subscriptions | Usages | Scheduler>
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

const subscribing = (shop: Shop, { hasCoupon, offer, seats, trackingId }: Customers.Customer) =>
  Effect.gen(function* () {
    const items = itemsOf(offer, seats)
    const body = {
      plan: bodyOf(offer),
      card,
      tracking_id: trackingId,
      ...(items && { items }),
      ...(hasCoupon ? { coupon: Terms.coupon.code } : {})
    }
    return yield* (yield* Subscriptions).create(shop, yield* BillingRequests.subscription(body))
  })

/** What the shop knows of its customers while the run goes on. */
const ledgerOf = (shop: Shop) => {
  const ids = new Map<string, Subscription["id"]>()
  const cancelled = new Map<string, { readonly at: number; readonly leavesAtEnd: boolean }>()
  const changes = new Map<string, Array<Terms.SeatChange>>()
  const uses = new Map<string, Array<Terms.Used>>()
  const seats = new Map<string, number>()
  const find = (trackingId: string) =>
    Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.find(shop, ids.get(trackingId)!))

  const join = (customer: Customers.Customer) =>
    Effect.map(subscribing(shop, customer), ({ id }) => void ids.set(customer.trackingId, id))

  const leave = (customer: Customers.Customer, at: number) =>
    Effect.gen(function* () {
      const { trackingId } = customer
      const { activeTo, attempts, charging, id, ...found } = yield* find(trackingId)
      if (isFinal(found)) return
      // What a charge in doubt pays is not known yet, and where nothing is paid there is no end to leave with.
      const isPaid = charging === null && attempts === 0 && activeTo !== null && activeTo.epochMillis > at
      const leavesAtEnd = customer.leavesAtEnd && isPaid
      const more = leavesAtEnd ? ({ atPeriodEnd: true } as const) : {}
      yield* (yield* Subscriptions).cancel(shop, id, { cancelReason: "The customer has left", ...more })
      cancelled.set(trackingId, { at, leavesAtEnd })
    })

  /** Whether its period is paid, and goes on. */
  const isRunning = ({ activeTo, charging, ending, state }: Subscription, at: number): boolean =>
    state === "active" && charging === null && ending === undefined && activeTo !== null && activeTo.epochMillis > at

  const upgrade = ({ offer, seats: begun, trackingId }: Customers.Customer, at: number, more: number) =>
    Effect.gen(function* () {
      const found = yield* find(trackingId)
      if (!isRunning(found, at)) return
      const wanted = (seats.get(trackingId) ?? begun) + more
      const request = yield* BillingRequests.change({ items: itemsOf(offer, wanted), when: "now" })
      yield* (yield* Subscriptions).change(shop, found.id, request)
      // It may be in doubt: the bank decides it in the end.
      seats.set(trackingId, wanted)
      changes.set(trackingId, [...(changes.get(trackingId) ?? []), { at, seats: wanted }])
    })

  const use = ({ trackingId }: Customers.Customer, { at, quantity }: Terms.Used) =>
    Effect.gen(function* () {
      const found = yield* find(trackingId)
      if (isFinal(found) || found.state === "redirecting" || found.ending?.isDue === true) return
      const request = yield* BillingRequests.usage({ item: items.uses, quantity, key: `${at}` })
      yield* (yield* Usages).record(shop, found.id, request)
      uses.set(trackingId, [...(uses.get(trackingId) ?? []), { at, quantity }])
    })

  const served = (customer: Customers.Customer) =>
    Effect.map(find(customer.trackingId), (subscription): Served => {
      const { trackingId } = customer
      const left = cancelled.get(trackingId)
      const done = { changes: changes.get(trackingId) ?? [], uses: uses.get(trackingId) ?? [] }
      return { customer, subscription, cancelledAt: left?.at, leavesAtEnd: left?.leavesAtEnd ?? false, ...done }
    })

  const states = Effect.gen(function* () {
    const counts: Record<string, number> = {}
    for (const trackingId of ids.keys()) {
      const { state } = yield* find(trackingId)
      counts[state] = (counts[state] ?? 0) + 1
    }
    return counts as States
  })

  return { join, leave, served, states, upgrade, use }
}

/** Everything that does not come from the gateway, in its order: customers who join and leave, and ends of months. */
const momentsOf = (
  { months }: Options,
  customers: ReadonlyArray<Customers.Customer>,
  { join, leave, states, upgrade, use }: ReturnType<typeof ledgerOf>,
  monthEnds: Array<States>
): ReadonlyArray<Moment> => {
  const counted = Effect.map(states, (counts) => void monthEnds.push(counts))
  return [
    ...customers.map((customer) => ({ at: customer.joinsAt, act: join(customer) })),
    ...customers.flatMap((customer) => {
      const { leavesAt } = customer
      return leavesAt === undefined ? [] : [{ at: leavesAt, act: leave(customer, leavesAt) }]
    }),
    ...customers.flatMap((customer) => [
      ...customer.upgrades.map(({ at, more }) => ({ at, act: upgrade(customer, at, more) })),
      ...customer.uses.map((one) => ({ at: one.at, act: use(customer, one) }))
    ]),
    ...Array.from({ length: months }, (_, month) => ({ at: monthStart(month + 1) - 1, act: counted }))
  ].sort((a, b) => a.at - b.at)
}

const living = (options: Options, clock: VirtualClock.VirtualClock, bank: Bank.Bank, progress: Progress) =>
  Effect.gen(function* () {
    const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(ShopGateway.shopId))
    const end = monthStart(options.months) - 1
    const pass = passing(clock, end, progress)
    const customers = Customers.draw(options)
    yield* (yield* Coupons).create(shop, yield* BillingRequests.coupon(welcome))
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
