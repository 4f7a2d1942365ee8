/** What bills cost: the preview of a year with many items, and a renewal by how much was used in its cycle. */
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Usages } from "@florin/core/billing/Usages"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { sqlite as databank } from "../databank.js"
import * as Florin from "../florin.js"
import { median, rounds, timed } from "../measure.js"
import { card, shopId } from "../orders.js"
import { atEnd, newFile } from "../places.js"
import { single } from "../report.js"

const begin = Date.parse("2026-03-01T09:00:00Z")

const plan = { title: "Monthly", currency: "EUR", plan: { amount: 1000, interval: 1, interval_unit: "month" } }

const tiers = [{ up_to: 10, unit_amount: 100 }, { up_to: 100, unit_amount: 80 }, { unit_amount: 50 }]

/** Ten items of all kinds of prices. */
const items = Array.from({ length: 10 }, (_, index) => ({
  ...{ id: `item-${index}`, title: `Item ${index}`, quantity: 1 + 7 * index },
  price: [
    { kind: "flat", amount: 900 },
    { kind: "per_unit", unit_amount: 120 },
    { kind: "graduated", tiers },
    { kind: "volume", tiers },
    { kind: "per_unit", unit_amount: 2, metered: {} }
  ][index % 5]
}))

const calls = { ...items[4], id: "calls" }

const shopOf = Effect.flatMap(ShopDirectory, (all) => Effect.map(all.find(shopId as never), Option.getOrThrow))

const subscribed = (body: object) =>
  Effect.gen(function* () {
    const request = yield* BillingRequests.subscription({ plan, card, ...body })
    return (yield* (yield* Subscriptions).create(yield* shopOf, request)).id
  })

/** The preview of a year, monthly, as a shop asks for it. */
export const preview = async (scale: number): Promise<string> => {
  const runtime = ManagedRuntime.make(Florin.onDemand(Florin.sqlite(newFile())))
  atEnd(() => runtime.dispose())
  const count = Math.ceil(1000 * scale)
  const seen: Array<number> = []
  const id = await runtime.runPromise(subscribed({ items }))
  const [shop, { preview }] = await runtime.runPromise(Effect.all([shopOf, Subscriptions]))
  const listed = await runtime.runPromise(preview(shop, id, {}))
  const lines = listed.reduce((sum, one) => sum + (one.lines?.length ?? 0), 0)
  if (listed.length < 12 || lines < 12 * 8) throw new Error(`${listed.length} charges with ${lines} lines`)
  const asking = async () => {
    for (let index = 0; index < count; index++) await runtime.runPromise(preview(shop, id, {}))
  }
  await asking()
  for (let round = 0; round < rounds; round++) seen.push(1000 / (await timed(count, asking)).perSecond)
  const took = median(seen)
  const what = `the preview of a year with ${items.length} items: ${listed.length} charges, ${lines} lines, SQLite`
  return single(what, `${took.toFixed(2)} ms`, "≤ 2 ms", took <= 2)
}

/** How many renewals of each are timed. */
const cycles = 25

/** A subscription of which something is used, and its renewals, each with all events in the cycle that ends. */
const metering = async (events: number) => {
  const bank = await databank()
  const clock = VirtualClock.make(begin)
  const runtime = ManagedRuntime.make(Florin.onDemand(bank.store))
  atEnd(() => runtime.dispose())
  const run = <A, E>(effect: Effect.Effect<A, E, Subscriptions | Usages | Scheduler | ShopDirectory>): Promise<A> =>
    runtime.runPromise(Effect.withClock(effect, clock))
  const id = await run(subscribed({ items: [calls] }))
  const shop = await run(shopOf)
  const use = async (key: string) => {
    const request = await run(BillingRequests.usage({ item: calls.id, quantity: 1, key }))
    const [{ quantity } = { quantity: 0 }] = await run(Effect.flatMap(Usages, (all) => all.record(shop, id, request)))
    return quantity
  }
  await use("first")
  // The other events as they are stored; each of them was one more of the total.
  await bank.run(`INSERT INTO florin_usage_events
    (shop_id, subscription, event_key, item, quantity, happened_at, cycle)
    WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${events})
    SELECT t.shop_id, t.subscription, 'copy-' || n.value, t.item, t.quantity, t.happened_at, t.cycle
    FROM n, florin_usage_events t WHERE t.event_key = 'first'`)
  const find = () => run(Effect.flatMap(Subscriptions, ({ find }) => find(shop, id)))
  const pass = (until: number) =>
    run(
      Effect.flatMap(Scheduler, ({ runDue }) => {
        clock.jumpTo(until)
        return runDue(DateTime.unsafeMake(until))
      })
    )
  const next = async () => {
    const due = (await find()).renewAt!.epochMillis
    // The daily sweep.
    await pass(due - 1)
    const begun = performance.now()
    await pass(due)
    return performance.now() - begun
  }
  // The first charge has ended the cycle before the first one.
  let cycle = 1
  return {
    /** How long a renewal takes, in milliseconds. */
    renew: async () => {
      await bank.run(`UPDATE florin_usage_events SET cycle = ${cycle}`)
      await bank.run(`UPDATE florin_usage_totals SET total = ${events} WHERE cycle = ${cycle}`)
      await bank.settle()
      const took = await next()
      cycle++
      if ((await use(`${cycle}`)) !== 1) throw new Error("The usage of another cycle is counted")
      return took
    },
    last: async () => (await find()).usageCycle
  }
}

/** A renewal with a million events in its cycle, beside one with a single event. */
export const usage = async (scale: number): Promise<string> => {
  const count = Math.ceil(1_000_000 * scale)
  const [many, few] = [await metering(count), await metering(1)]
  const times = { many: [] as number[], few: [] as number[] }
  for (let round = 0; round < cycles + 5; round++) {
    const took = { few: await few.renew(), many: await many.renew() }
    // The first ones are compiled while they run.
    if (round >= 5) for (const side of ["few", "many"] as const) times[side].push(took[side])
  }
  const last = await many.last()
  if (last !== cycles + 6) throw new Error(`${last} cycles were charged`)
  const [with_, without] = [median(times.many), median(times.few)]
  // A flush takes half as long or twice as long from minute to minute: renewals stand beside their neighbours.
  const ratio = median(times.many.map((took, round) => took / times.few[round]!))
  return single(
    `a renewal with ${count.toLocaleString("en")} events in its cycle, SQLite`,
    `${with_.toFixed(2)} ms, beside ${without.toFixed(2)} ms with one, ${ratio.toFixed(2)} × within a round`,
    "≤ 1.2 ×",
    ratio <= 1.2
  )
}
