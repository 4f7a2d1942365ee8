/** A year of monthly subscriptions, through the real operations, while a clock jumps from due instant to due instant. */

import { Coupons } from "@florin/core/billing/Coupons"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Usages } from "@florin/core/billing/Usages"
import type { SubscriptionId } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { atOnce, onDemand, oneShop, sqlite } from "../florin.js"
import { median } from "../measure.js"
import { card, shopId } from "../orders.js"
import { atEnd, newFileInMemory } from "../places.js"
import { single } from "../report.js"

const plan = { title: "Monthly", currency: "EUR", plan: { amount: 1000, interval: 1, interval_unit: "month" } }

const months = 12

interface Year {
  /** In milliseconds. */
  readonly took: number
  /** Processor time of one renewal, in microseconds. */
  readonly each: number
}

type Work = Effect.Effect<void, unknown, Subscriptions | Usages | Coupons>

/** What subscriptions live through besides their renewals. */
interface Life {
  /** Before the year. */
  readonly opens: (shop: Shop) => Work
  readonly body: (index: number) => object
  /** The days of the year on which something happens to some of them, in their order. */
  readonly days: ReadonlyArray<{
    readonly day: number
    readonly isOf: (index: number) => boolean
    readonly act: (shop: Shop, id: SubscriptionId, day: number) => Work
  }>
  /** How often one is charged within the year. */
  readonly charges: (index: number) => number
}

const plain: Life = { opens: () => Effect.void, body: () => ({ plan }), days: [], charges: () => months }

const seats = (quantity: number) => ({
  ...{ id: "seats", title: "Seats", quantity },
  price: { kind: "per_unit", unit_amount: 500 }
})

const metered = {
  ...{ id: "calls", title: "Calls", quantity: 1 },
  price: { kind: "per_unit", unit_amount: 2, metered: {} }
}

const every = (count: number) => (index: number) => index % count === 0

const half = every(2)
const third = every(3)
const fourth = every(4)
/** None of them tells of usage. */
const tenth = (index: number) => index % 10 === 1

const code = "TENTH"

/**
 * All have seats. Half of them have a coupon, a third gets more seats in July, a fourth tells of usage each month, and a
 * tenth is cancelled in October, with its period.
 */
const mixed: Life = {
  opens: (shop) =>
    Effect.gen(function* () {
      const request = yield* BillingRequests.coupon({ code, percent_off: 1000, duration: "forever" })
      yield* (yield* Coupons).create(shop, request)
    }),
  body: (index) => ({
    plan,
    items: [seats(3), ...(fourth(index) ? [metered] : [])],
    ...(half(index) ? { coupon: code } : {})
  }),
  days: [
    ...Array.from({ length: months }, (_, month) => ({
      day: 15 + 30 * month,
      isOf: fourth,
      act: (shop: Shop, id: SubscriptionId, day: number) =>
        Effect.gen(function* () {
          const request = yield* BillingRequests.usage({ item: "calls", quantity: 40, key: `day-${day}` })
          yield* (yield* Usages).record(shop, id, request)
        })
    })),
    {
      day: 160,
      isOf: third,
      act: (shop, id) =>
        Effect.gen(function* () {
          const service = yield* Subscriptions
          const { items = [] } = yield* service.find(shop, id)
          const rest = items.length > 1 ? [metered] : []
          const request = yield* BillingRequests.change({ items: [seats(5), ...rest] })
          yield* service.change(shop, id, request)
        })
    },
    {
      day: 250,
      isOf: tenth,
      act: (shop, id) =>
        Effect.gen(function* () {
          yield* (yield* Subscriptions).cancel(shop, id, yield* BillingRequests.cancel({ at_period_end: true }))
        })
    }
  ],
  charges: (index) => months + (third(index) ? 1 : 0) - (tenth(index) ? 4 : 0)
}

const nothing = (): Promise<void> => Promise.resolve()

/** What the renewals of a year take that begins on its last day of January, without what its breaks take. */
const year = async (number: number, count: number, life = plain, breaks = nothing): Promise<Year> => {
  const start = Date.UTC(number, 0, 31, 9)
  const clock = VirtualClock.make(start)
  let charged = 0
  const acquirer: typeof atOnce = {
    ...atOnce,
    perform: (request) => {
      charged += 1
      return atOnce.perform(request)
    }
  }
  const runtime = ManagedRuntime.make(onDemand(sqlite(newFileInMemory()), { ...oneShop, acquirers: [acquirer] }))
  atEnd(() => runtime.dispose())
  const run = <A, E>(
    effect: Effect.Effect<A, E, Subscriptions | Usages | Coupons | Scheduler | ShopDirectory>
  ): Promise<A> => runtime.runPromise(Effect.withClock(effect, clock))
  const shop = await run(
    Effect.flatMap(ShopDirectory, (all) => Effect.map(all.find(shopId as never), Option.getOrThrow))
  )
  const members = Array.from({ length: count }, (_, index) => index)
  const at100 = { concurrency: 100 } as const
  const ids = await run(
    Effect.gen(function* () {
      yield* life.opens(shop)
      const { create } = yield* Subscriptions
      return yield* Effect.forEach(
        members,
        (index) =>
          Effect.gen(function* () {
            const body = { ...life.body(index), card, tracking_id: `member-${index}` }
            return (yield* create(shop, yield* BillingRequests.subscription(body))).id
          }),
        at100
      )
    })
  )
  const first = charged
  const pass = Effect.fnUntraced(function* (end: number) {
    const scheduler = yield* Scheduler
    while (true) {
      const next = yield* scheduler.nextDue
      if (Option.isNone(next) || next.value.epochMillis > end) break
      clock.jumpTo(next.value.epochMillis)
      yield* scheduler.runDue(DateTime.unsafeMake(next.value.epochMillis))
    }
    clock.jumpTo(end)
  })
  let [took, used] = [0, 0]
  const measured = async (work: Parameters<typeof run>[0]) => {
    const [before, begun] = [process.cpuUsage(), performance.now()]
    await run(work)
    took += performance.now() - begun
    const { system, user } = process.cpuUsage(before)
    used += user + system
  }
  for (const { act, day, isOf } of [...life.days].sort((one, other) => one.day - other.day)) {
    const each = Effect.forEach(members.filter(isOf), (index) => act(shop, ids[index]!, day), {
      ...at100,
      discard: true
    })
    await measured(Effect.zipRight(pass(start + day * 86_400_000), Effect.orDie(each)))
    await breaks()
  }
  await measured(pass(Date.UTC(number + 1, 0, 31, 12)))
  const renewed = charged - first
  const expected = members.reduce((sum, index) => sum + life.charges(index), 0)
  if (first !== count || renewed !== expected) throw new Error(`${first} + ${renewed} charges of ${count} cards`)
  return { took, each: used / renewed }
}

const shown = ({ each, took }: Year): string => `${Math.round(took)} ms (${Math.round(each)} µs of CPU each)`

export const subscriptionsYear = async (scale: number): Promise<string> => {
  const small = Math.ceil(1000 * scale)
  const large = Math.ceil(10_000 * scale)
  await year(2026, small)
  const one = await year(2027, small)
  const ten = await year(2028, large)
  return [
    single(
      `${small} subscriptions × ${months} monthly charges, SQLite in memory`,
      shown(one),
      `≤ ${4000 * scale} ms`,
      one.took <= 4000 * scale
    ),
    single(
      `${large} subscriptions × ${months}`,
      `${shown(ten)}, ${(ten.took / one.took).toFixed(1)} ×`,
      "≤ 11 ×",
      ten.took <= 11 * one.took
    )
  ].join("\n")
}

const middle = (years: ReadonlyArray<Year>): Year =>
  [...years].sort((one, other) => one.took - other.took)[Math.floor(years.length / 2)]!

/** The same year with seats, upgrades, coupons, usage and cancellations. */
export const billingYear = async (scale: number): Promise<string> => {
  const small = Math.ceil(1000 * scale)
  const large = Math.ceil(10_000 * scale)
  const sides = { plain: [] as Year[], mixed: [] as Year[] }
  const lives = [
    ["plain", plain],
    ["mixed", mixed]
  ] as const
  // Two years of each are a warm-up: a copy of a subscription is compiled again as long as other shapes of it come. A life
  // stands beside its neighbour, because the pace of a machine changes from minute to minute.
  for (let round = -2; round < 5; round++) {
    for (const [side, life] of round % 2 === 0 ? lives : [...lives].reverse()) {
      const lived = await year(2022 + round, small, life)
      if (round >= 0) sides[side].push(lived)
    }
  }
  const ratio = median(sides.mixed.map(({ took }, round) => took / sides.plain[round]!.took))
  const [one, other] = [middle(sides.plain), middle(sides.mixed)]
  const between: Array<Year> = []
  const ten = await year(2028, large, mixed, async () => void between.push(await year(2028, small, mixed)))
  const again = middle(between)
  return [
    single(
      `a year of ${small} monthly subscriptions with seats, upgrades, coupons, usage and cancellations, SQLite in memory`,
      `${shown(other)}, beside ${shown(one)} without, ${ratio.toFixed(2)} × within a round`,
      "≤ 1.5 ×",
      ratio <= 1.5
    ),
    single(
      `the same of ${large}, beside years of ${small} in its breaks`,
      `${shown(ten)}, beside ${shown(again)}, ${(ten.took / again.took).toFixed(1)} ×`,
      "≤ 10.5 ×",
      ten.took <= 10.5 * again.took
    )
  ].join("\n")
}
