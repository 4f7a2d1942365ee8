/** The charts of the report, each of the figures it shows. */
import { reasons } from "../Audit.js"
import type { Figures, Month } from "../Figures.js"
import type { States } from "../Year.js"
import * as Svg from "./Svg.js"
import * as Wording from "./Wording.js"

const { count, money, shortMoney } = Wording

const paying = (name: string, colour: Svg.Colour, { amount, payments }: Month["expected"]): Svg.Part => ({
  name,
  colour,
  value: amount,
  shown: `${money(amount)} in ${Wording.plural(payments, "payment")}`
})

const counting = (name: string, colour: Svg.Colour, value: number): Svg.Part => ({
  name,
  colour,
  value,
  shown: count(value)
})

/** The year stands under its first month. */
const yearOf = (month: string, index: number): { readonly note?: string } =>
  index === 0 || month.endsWith("-01") ? { note: month.slice(0, 4) } : {}

export const revenueColours = [
  ["First payments", "blue"],
  ["Renewals", "teal"],
  ["Recovered by a retry", "amber"]
] as const

/** What came in, by month and by kind of payment. */
export const revenue = ({ byMonth }: Figures): string =>
  Svg.columns(
    "Revenue by month",
    byMonth.map(({ month, received: { first, recovered, renewed, total } }, index) => ({
      label: Wording.monthLabel(month),
      ...yearOf(month, index),
      total: shortMoney(total.amount),
      up: [
        paying("Renewals", "teal", renewed),
        paying("First payments", "blue", first),
        paying("Recovered by a retry", "amber", recovered)
      ].map((part) => ({ ...part, name: `${Wording.monthAndYear(month)}, ${part.name.toLowerCase()}` }))
    })),
    shortMoney
  )

/** From what fell due, reason by reason, to what was received. */
export const reconciliation = ({ expected, received, unpaid }: Figures): string => {
  let left = expected.amount
  const steps = reasons.map((reason): Svg.Row => {
    const part = paying(Wording.reasons[reason], reason === "waiting" ? "amber" : "red", unpaid[reason])
    left -= part.value
    const shown = `− ${money(part.value)} · ${Wording.plural(unpaid[reason].payments, "payment")}`
    return { label: part.name, start: left, parts: [part], shown }
  })
  const whole = (label: string, colour: Svg.Colour, sum: Month["expected"]): Svg.Row => ({
    label,
    parts: [paying(label, colour, sum)],
    shown: `${money(sum.amount)} · ${Wording.plural(sum.payments, "payment")}`,
    isStrong: true
  })
  return Svg.rows("Cash expected against received", [
    whole("Expected", "grey", expected),
    ...steps,
    whole("Received", "teal", received)
  ])
}

export const troubleColours = [
  ["Recovered", "teal"],
  ["Still being retried", "amber"],
  ["Lost", "red"]
] as const

/** What became of payments whose first attempt failed. */
export const troubles = ({ troubles }: Figures): string =>
  Svg.rows(
    "Failed payments by the first failure",
    troubles.map(({ lost, outcome, payments, recovered, waiting }) => ({
      label: Wording.outcome(outcome),
      parts: [
        counting("Recovered", "teal", recovered),
        counting("Still being retried", "amber", waiting),
        counting("Lost", "red", lost)
      ],
      shown: `${count(recovered)} of ${count(payments)} recovered`
    }))
  )

export const comingAndGoingColours = [
  ["Joined", "blue"],
  ["Left", "violet"],
  ["Lost to failed payments", "red"],
  ["All cycles paid", "grey"]
] as const

/** Customers who joined, above the line; subscriptions that ended, below it. */
export const comingAndGoing = ({ byMonth }: Figures): string =>
  Svg.columns(
    "Subscriptions begun and ended by month",
    byMonth.map(({ churn, ended, joined, month }) => ({
      label: Wording.monthLabel(month),
      note: Wording.share(churn),
      total: count(joined),
      up: [counting("Joined", "blue", joined)],
      down: [
        counting("Left", "violet", ended.left),
        counting(
          "Lost to failed payments",
          "red",
          ended.refused + ended.unconverted + ended.attempts + ended.forbidden
        ),
        counting("All cycles paid", "grey", ended.paid)
      ]
    })),
    count
  )

const stateColours = [
  ["active", "Active", "teal"],
  ["trial", "Trial", "blue"],
  ["failed_attempt", "Payment failed, retried", "amber"],
  ["error", "Error, retried", "amber"],
  ["expired", "Expired: all cycles paid", "grey"],
  ["canceled", "Cancelled", "violet"],
  ["failed", "Failed at the first payment", "red"],
  ["redirecting", "Waiting for the customer", "grey"]
] as const

const isShown = (byMonth: ReadonlyArray<Month>, state: keyof States): boolean =>
  byMonth.some(({ states }) => (states[state] ?? 0) > 0)

const shownStates = (byMonth: ReadonlyArray<Month>) => stateColours.filter(([state]) => isShown(byMonth, state))

/** The colours of the states that occur. */
export const stateLegend = ({ byMonth }: Figures): ReadonlyArray<readonly [string, Svg.Colour]> => {
  const shown = shownStates(byMonth)
  const isBoth = ["failed_attempt", "error"].every((state) => shown.some(([name]) => name === state))
  return shown.flatMap(([state, name, colour]) => {
    if (isBoth && state === "error") return []
    return [[isBoth && state === "failed_attempt" ? "Failed or error, retried" : name, colour] as const]
  })
}

/** All subscriptions by their state, at the end of each month. */
export const states = ({ byMonth }: Figures): string =>
  Svg.columns(
    "Subscriptions by state at the end of each month",
    byMonth.map(({ month, states }, index) => ({
      label: Wording.monthLabel(month),
      ...yearOf(month, index),
      total: count(Object.values(states).reduce((sum, value) => sum + value, 0)),
      up: shownStates(byMonth).map(([state, name, colour]) => counting(name, colour, states[state] ?? 0))
    })),
    count
  )
