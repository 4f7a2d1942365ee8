/** What a seed makes of a simulation before it begins. All spans are in milliseconds. */
import { ShopId } from "@florin/core/ids/Ids"
import { Shop } from "@florin/core/shops/Shop"
import type { Random } from "@florin/testing/parties/Random"
import * as Duration from "effect/Duration"
import * as Rec from "effect/Record"
import { calm, type Mood } from "./FaultPlan.js"

/**
 * Whether processes agree on the time and are missed soon, or stand still for long and often with clocks that are apart.
 * `subscribed`: they agree, and shops have subscriptions.
 */
export type PlanKind = "agreed" | "estranged" | "subscribed"

export type Plan = ReturnType<typeof agreed>

/** How long a process stands still where processes are estranged. */
export const longStandstill = { least: 6_000, most: 60_000 }

/** The largest distance of a clock from the true time. */
const farthest = 600_000

/** One of the shops has 3-D Secure. */
const shop = (id: string, days: number, notificationUrl?: string): Shop =>
  Shop.make({
    ...{ id: ShopId.make(id), name: id, holdPeriod: Duration.days(days), notificationUrl, strictContracts: false },
    ...{ threeDSecure: id === "north", allowSkipThreeDSecure: false, allowForceThreeDSecure: false }
  })

const url = "https://merchant.example/hook"

const norths = [shop("north", 7, url), shop("north", 1, url)]
const souths = [shop("south", 3), shop("south", 3, url)]

/** How likely each fault is where there are few of it, and where there are many. */
const levels: Readonly<Record<keyof Mood, readonly [few: number, many: number]>> = {
  ...{ call: [0.15, 0.5], decline: [0.1, 0.3], status: [0.15, 0.5], receiver: [0.2, 0.7] },
  ...{ disk: [0.01, 0.05], yield: [0.2, 0.5], pause: [0.005, 0.02], death: [0.005, 0.02] }
}

/** Few or many faults of each kind; in a calm simulation there are none. */
const moodOf = (random: Random): Mood =>
  random.chance(0.05) ? calm : Rec.map(levels, ([few, many]) => random.pick([0, few, few, many]))

const day = 24 * 60 * 60 * 1000

/** A call of 30 s and a window longer than this, so that recovery may send again after 2 s and not after a minute. */
const shortLife = 40_000

const agreed = (random: Random) => {
  const size = random.weighted({ small: 75, usual: 22, large: 3 })
  const start = Date.UTC(2028, 0, 1) + random.between(0, 730 * day)
  return {
    /** Any day of a leap year and the year after. */
    start,
    /** By how much the acquirers remember a key longer than a request is on its way; undefined: for ever. */
    remembers: start % 3 === 0 ? shortLife : undefined,
    steps: size === "small" ? random.between(3, 7) : size === "usual" ? random.between(8, 16) : random.between(30, 60),
    gateways: random.pick([1, 2, 2]),
    shops: [random.pick(norths), random.pick(souths)],
    /** Of the acquirers. Some end shortly before a question about an outcome is due, where a mistake would show. */
    inFlightWindow: random.pick([0, 0, 6000, 20_000, 80_000]),
    /** The bank's answers carry its time. */
    tellsTime: random.chance(0.5),
    mood: moodOf(random),
    /** How far clocks of processes may be from the true time. */
    clocks: [0],
    /** How long a process stands still where it can: less than a lease lasts, just so long, longer, and much longer. */
    standstill: ({ pick }: Random): number => pick([200, 2000, 4900, 8000, 45_000, 200_000])
  }
}

/** What is different where processes are estranged: they meet often, and the acquirer's window is never nothing. */
const estranged = (random: Random, plan: Plan): Plan => ({
  ...plan,
  // The age of a key is counted by clocks that are apart.
  remembers: undefined,
  gateways: random.pick([2, 2, 3]),
  inFlightWindow: random.pick([3000, 6000, 20_000]),
  // Else nobody knows by whose clock the time to pay is over.
  tellsTime: true,
  mood: { ...plan.mood, disk: 0, pause: random.pick([0.02, 0.05, 0.1]) },
  clocks: random.pick([
    [0],
    [0, 10_000, -10_000],
    [0, farthest, -farthest],
    [0, random.between(-farthest, farthest), random.between(-farthest, farthest)]
  ]),
  standstill: ({ between }) => between(longStandstill.least, longStandstill.most)
})

export const draw = (random: Random, planKind: PlanKind): Plan =>
  planKind === "estranged" ? estranged(random, agreed(random)) : agreed(random)
