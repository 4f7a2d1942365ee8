/** Subscriptions: shops create them with a card, time passes, renewals charge, and shops pause and cancel them. */
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { SubscriptionId } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { asking } from "./Asking.js"
import { isOver, nameOf, type SubscriptionRow, waitsForHuman } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"

const numbers = ["4200000000000000", "5555555555554444"]

/** How often they are charged: days of waiting pass many of the short ones. */
const intervals = [
  { interval: 6, interval_unit: "hour" },
  { interval: 1, interval_unit: "day" },
  { interval: 1, interval_unit: "day" },
  { interval: 1, interval_unit: "month" }
]

const hour = 3_600_000

/** Both sides of the interval of an hour's plan, and of a day's. */
const passing = [0, 0, 6 * hour, 6 * hour + 1, 24 * hour, 31 * hour]

const drawn = (random: Random, name: string) => {
  const ends = random.chance(0.3) ? { infinite: false, billing_cycles: random.between(1, 4) } : {}
  const plan = {
    ...{ title: "A plan", currency: "EUR", number_payment_attempts: random.pick([1, 2, 5]), ...ends },
    ...{ test: random.chance(0.1), prevent_payments_at_night: random.chance(0.2) },
    plan: { amount: random.pick([100, 2500]), ...random.pick(intervals) }
  }
  const card = { ...Orders.card, number: random.pick(numbers) }
  return Either.getOrThrow(BillingRequests.subscription({ plan, card, tracking_id: name }))
}

const commands = {
  pause: ({ pause }: Subscriptions["Type"], shop: Shop, id: SubscriptionId) => pause(shop, id, undefined),
  resume: ({ resume }: Subscriptions["Type"], shop: Shop, id: SubscriptionId) => resume(shop, id, undefined),
  charge: ({ charge }: Subscriptions["Type"], shop: Shop, id: SubscriptionId) => charge(shop, id, undefined),
  end: ({ cancel }: Subscriptions["Type"], shop: Shop, id: SubscriptionId) => cancel(shop, id, { atPeriodEnd: true }),
  cancel: ({ cancel }: Subscriptions["Type"], shop: Shop, id: SubscriptionId) =>
    cancel(shop, id, { cancelReason: "Closed" })
}

const weights = { create: 3, pause: 2, resume: 2, charge: 3, end: 1, cancel: 1, nothing: 8 }

/** Customers are never sent to an issuer: whose charge asks for 3-D Secure would be away. */
const shopOf = ({ plan }: Simulation): Shop => plan.shops.find(({ threeDSecure }) => !threeDSecure)!

/** Nothing lies ahead of it but a charge that is not due. */
const isIdle = ({ document: { charging, renewAt } }: SubscriptionRow, now: number): boolean =>
  charging === null && (renewAt === null || renewAt > now)

const isFailing = ({ state }: SubscriptionRow): boolean => state === "failed_attempt" || state === "error"

export const make = (simulation: Simulation, random: Random) => {
  const { mirror, timeline } = simulation
  const shop = shopOf(simulation)
  const ask = asking(simulation, random)
  let count = 0

  const running = () => Array.from(mirror.subscriptions.values()).filter((row) => !isOver(row))

  const commanded = (name: keyof typeof commands, row: SubscriptionRow): void =>
    ask(
      "merchant",
      `asks to ${name} ${nameOf(row)}`,
      Effect.flatMap(
        Subscriptions,
        (subscriptions) =>
          commands[name](subscriptions, shop, SubscriptionId.make(row.id)) as Effect.Effect<unknown, { _tag: string }>
      )
    )

  const create = (): void => {
    const name = `subscription-${++count}`
    const request = drawn(random, name)
    ask(
      "merchant",
      `subscribes ${name}`,
      Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.create(shop, request))
    )
  }

  return {
    /** What happens to subscriptions beside a step of the simulation. */
    step: (): void => {
      const some = running()
      const name = some.length === 0 ? "create" : random.weighted(weights)
      // A charge is asked for where one has failed.
      const meant = name === "charge" ? some.filter(isFailing) : some
      if (name === "create") create()
      else if (name !== "nothing" && meant.length > 0) commanded(name, random.pick(meant))
    },
    /** How much time passes beside a step, so that cycles begin among the faults. Unit: milliseconds. */
    passing: (): number => random.pick(passing),
    areOver: (): boolean => running().every((row) => waitsForHuman(mirror, row)),
    /** In the end each charge that is due is made, and then they are cancelled. */
    cancel: (): void => {
      for (const row of running()) if (isIdle(row, timeline.now())) commanded("cancel", row)
    }
  }
}

/** Of simulations without them: those stay as they are. */
export const none: ReturnType<typeof make> = {
  step: () => undefined,
  passing: () => 0,
  areOver: () => true,
  cancel: () => undefined
}
