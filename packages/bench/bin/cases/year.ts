/** A year of monthly subscriptions, through the real operations, while a clock jumps from due instant to due instant. */

import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { atOnce, onDemand, oneShop, sqlite } from "../florin.js"
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

/** What the renewals of a year take that begins on its last day of January. */
const year = async (number: number, count: number): Promise<Year> => {
  const clock = VirtualClock.make(Date.UTC(number, 0, 31, 9))
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
  const run = <A, E>(effect: Effect.Effect<A, E, Subscriptions | Scheduler | ShopDirectory>) =>
    runtime.runPromise(Effect.withClock(effect, clock))
  await run(
    Effect.gen(function* () {
      const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(shopId as never))
      const { create } = yield* Subscriptions
      const request = yield* BillingRequests.subscription({ plan, card })
      const members = Array.from({ length: count }, (_, index) => `member-${index}`)
      yield* Effect.forEach(members, (trackingId) => create(shop, { ...request, trackingId }), {
        concurrency: 100,
        discard: true
      })
    })
  )
  const first = charged
  const end = Date.UTC(number + 1, 0, 31, 12)
  const before = process.cpuUsage()
  const begun = performance.now()
  await run(
    Effect.gen(function* () {
      const scheduler = yield* Scheduler
      while (true) {
        const next = yield* scheduler.nextDue
        if (Option.isNone(next) || next.value.epochMillis > end) return
        clock.jumpTo(next.value.epochMillis)
        yield* scheduler.runDue(DateTime.unsafeMake(next.value.epochMillis))
      }
    })
  )
  const took = performance.now() - begun
  const { system, user } = process.cpuUsage(before)
  const renewed = charged - first
  if (first !== count || renewed !== count * months) throw new Error(`${first} + ${renewed} charges of ${count} cards`)
  return { took, each: (user + system) / renewed }
}

export const subscriptionsYear = async (scale: number): Promise<string> => {
  const shown = ({ each, took }: Year): string => `${Math.round(took)} ms (${Math.round(each)} µs of CPU each)`
  const small = Math.ceil(1000 * scale)
  const large = Math.ceil(10_000 * scale)
  // One after the other: ids are in the order of time, and a process makes none that is before its last.
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
