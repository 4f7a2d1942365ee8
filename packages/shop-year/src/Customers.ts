/** The customers of a run: what each chooses, when each comes, and when some leave. Drawn from the seed alone. */
import * as Random from "@florin/testing/parties/Random"
import { monthStart } from "./Calendar.js"
import { type Offer, offers } from "./Offers.js"
import type { Options } from "./Options.js"
import type { Used } from "./Terms.js"

export interface Customer {
  /** Names the customer at the shop, at the gateway and at the bank. */
  readonly trackingId: string
  readonly offer: Offer
  readonly joinsAt: number
  /** When the customer cancels, if nothing has ended the subscription before. Undefined: not within the run. */
  readonly leavesAt: number | undefined
  /** The customer cancels with the end of the period that is paid. */
  readonly leavesAtEnd: boolean
  /** How many seats the customer begins with. */
  readonly seats: number
  /** The customer enters the coupon. */
  readonly hasCoupon: boolean
  /** When the customer orders more seats, how many each time. */
  readonly upgrades: ReadonlyArray<{ readonly at: number; readonly more: number }>
  /** What the customer uses. */
  readonly uses: ReadonlyArray<Used>
}

/** So many join in the first month, when the shop opens; the others come evenly. */
const joinAtOpening = 0.15

/** How likely a customer leaves within a month. */
const leaveInMonth = 0.02

const shares = Object.fromEntries(offers.map(({ share }, index) => [String(index), share]))

const withinMonth = (random: Random.Random, month: number): number =>
  random.between(monthStart(month), monthStart(month + 1) - 1)

const leaving = (random: Random.Random, joinsAt: number, joinedIn: number, months: number): number | undefined => {
  for (let month = joinedIn; month < months; month++) {
    if (!random.chance(leaveInMonth)) continue
    const leavesAt = withinMonth(random, month)
    if (leavesAt > joinsAt) return leavesAt
  }
  return undefined
}

/** How likely a customer with seats orders more within a month. */
const upgradeInMonth = 0.12

const monthsFrom = (joinedIn: number, months: number): ReadonlyArray<number> =>
  Array.from({ length: months - joinedIn }, (_, index) => joinedIn + index)

/** What those do who pay by the seat. */
const working = (random: Random.Random, joinsAt: number, months: ReadonlyArray<number>) => {
  const upgrades = months
    .filter(() => random.chance(upgradeInMonth))
    .map((month) => ({
      at: withinMonth(random, month),
      more: random.between(1, 3)
    }))
  const uses = months
    .flatMap((month) => Array.from({ length: random.between(0, 3) }, () => withinMonth(random, month)))
    .map((at): Used => ({ at, quantity: random.between(1, 80) }))
  const since = <One extends { readonly at: number }>(all: ReadonlyArray<One>) => all.filter(({ at }) => at > joinsAt)
  return { upgrades: since(upgrades), uses: since(uses) }
}

const idle = { upgrades: [], uses: [] } as const

const drawn = ({ months, seed }: Options, index: number): Customer => {
  const trackingId = `customer-${String(index + 1).padStart(5, "0")}`
  const random = Random.make(seed, trackingId)
  const offer = offers[Number(random.weighted(shares))]!
  const joinsIn = random.chance(joinAtOpening) ? 0 : random.between(0, months - 1)
  const joinsAt = withinMonth(random, joinsIn)
  return {
    trackingId,
    offer,
    joinsAt,
    leavesAt: leaving(random, joinsAt, joinsIn, months),
    leavesAtEnd: random.chance(0.5),
    seats: random.between(2, 6),
    hasCoupon: offer.takesCoupon === true && random.chance(0.4),
    ...(offer.seats === undefined ? idle : working(random, joinsAt, monthsFrom(joinsIn, months)))
  }
}

/** All customers, in the order in which they come. */
export const draw = (options: Options): ReadonlyArray<Customer> =>
  Array.from({ length: options.subscriptions }, (_, index) => drawn(options, index)).sort(
    (a, b) => a.joinsAt - b.joinsAt || (a.trackingId < b.trackingId ? -1 : 1)
  )
