/**
 * What a subscription of the simulated shop costs besides its plan: seats, usage, a coupon. Computed here and not by the
 * gateway, like the dates: what the report expects must not be wrong in the same way as what it checks.
 *
 * Source: D59 to D63.
 */
import { day } from "./Calendar.js"

/** More seats from an instant on, as the customer has ordered them. */
export interface SeatChange {
  readonly at: number
  readonly seats: number
}

/** What was used at an instant. */
export interface Used {
  readonly at: number
  readonly quantity: number
}

/** For the first payments of whoever enters it. */
export const coupon = { code: "WELCOME", percent: 25, cycles: 3 } as const

const halfEven = (numerator: number, denominator: number): number => {
  const whole = Math.floor(numerator / denominator)
  const twice = 2 * (numerator - whole * denominator)
  return twice > denominator || (twice === denominator && whole % 2 === 1) ? whole + 1 : whole
}

/** An amount less the coupon. */
export const discounted = (amount: number): number => amount - halfEven(amount * coupon.percent, 100)

/** How often the clock shows midnight from one instant to another. */
const midnights = (from: number, to: number): number => Math.floor(to / day) - Math.floor(from / day)

const shareOf = (amount: number, left: number, whole: number): number =>
  whole === 0 ? 0 : halfEven(amount * left, whole)

/** What is paid of a period, until its end. */
export interface Paid {
  readonly amount: number
  readonly from: number
}

/** What a change within a period comes to: the new price for the days that are left, less what is unused of the old one. */
export const changeOf = (
  price: number,
  at: number,
  paid: Paid,
  period: { readonly from: number; readonly to: number }
): { readonly difference: number; readonly paid: Paid } => {
  const left = midnights(at, period.to)
  const charge = shareOf(price, left, midnights(period.from, period.to))
  const unused = shareOf(paid.amount, left, midnights(paid.from, period.to))
  return { difference: charge - unused, paid: { amount: charge, from: at } }
}

/** What was used from an instant on, and before another. */
export const usedIn = (usage: ReadonlyArray<Used>, from: number, to: number): number =>
  usage.reduce((sum, { at, quantity }) => (at >= from && at < to ? sum + quantity : sum), 0)
