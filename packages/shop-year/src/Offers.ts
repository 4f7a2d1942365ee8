/** What the simulated shop sells: its plans, as plain facts from which the report computes what should be paid. */
import type { Interval } from "./Calendar.js"

export interface Trial {
  /** Unit: minor units. */
  readonly amount: number
  readonly days: number
  readonly asFirstPayment: boolean
}

export interface Offer {
  readonly title: string
  /** Unit: minor units. */
  readonly amount: number
  readonly interval: Interval
  readonly trial?: Trial
  /** Absent: unlimited. */
  readonly cycles?: number
  /** Unsuccessful attempts within a cycle after which the gateway cancels. */
  readonly attempts: number
  /** No charges between 20:00 and 08:00. */
  readonly sparesNights: boolean
  /** Its amount is that of one seat. Each use of what comes with it costs so much. Unit: minor units. */
  readonly seats?: { readonly useAmount: number }
  /** Some customers enter the shop's coupon. */
  readonly takesCoupon?: true
  /** How many of a hundred customers choose it. */
  readonly share: number
}

export const currency = "EUR"

const month: Interval = { length: 1, unit: "month" }

/** Each plan shows rules that the others don't. */
export const offers: ReadonlyArray<Offer> = [
  {
    title: "Reader",
    amount: 990,
    interval: month,
    attempts: 3,
    sparesNights: false,
    share: 32,
    takesCoupon: true
  },
  {
    title: "Team, by the seat",
    amount: 1190,
    interval: month,
    attempts: 4,
    sparesNights: false,
    share: 14,
    seats: { useAmount: 7 }
  },
  {
    title: "Reader, 14 days free",
    amount: 990,
    interval: month,
    trial: { amount: 0, days: 14, asFirstPayment: false },
    attempts: 3,
    sparesNights: false,
    share: 16
  },
  {
    title: "Studio, first week for €1",
    amount: 3900,
    interval: month,
    trial: { amount: 100, days: 7, asFirstPayment: true },
    attempts: 5,
    sparesNights: true,
    share: 14
  },
  {
    title: "Weekly box",
    amount: 1450,
    interval: { length: 7, unit: "day" },
    attempts: 4,
    sparesNights: true,
    share: 8
  },
  {
    title: "Course, six months",
    amount: 4900,
    interval: month,
    cycles: 6,
    attempts: 4,
    sparesNights: false,
    share: 10
  },
  {
    title: "Reader, by the year",
    amount: 9900,
    interval: { length: 12, unit: "month" },
    attempts: 5,
    sparesNights: false,
    share: 6
  }
]

/** The names of its items at the gateway. */
export const items = { seats: "seats", uses: "uses" } as const

/** The items of an offer by the seat as a merchant sends them to the gateway. Absent: it has none. */
export const itemsOf = ({ amount, seats, title }: Offer, quantity: number): ReadonlyArray<object> | undefined =>
  seats && [
    { id: items.seats, title, quantity, price: { kind: "per_unit", unit_amount: amount } },
    { id: items.uses, title: "Uses", price: { kind: "per_unit", unit_amount: seats.useAmount, metered: {} } }
  ]

/** The plan as a merchant sends it to the gateway. */
export const bodyOf = ({ amount, attempts, cycles, interval, sparesNights, title, trial }: Offer): object => ({
  title,
  currency,
  plan: { amount, interval: interval.length, interval_unit: interval.unit },
  ...(trial === undefined
    ? {}
    : {
        trial: {
          amount: trial.amount,
          interval: trial.days,
          interval_unit: "day",
          as_first_payment: trial.asFirstPayment
        }
      }),
  ...(cycles === undefined ? {} : { infinite: false, billing_cycles: cycles }),
  number_payment_attempts: attempts,
  prevent_payments_at_night: sparesNights
})
