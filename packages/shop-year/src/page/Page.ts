/** The report as one HTML page: no script, nothing from elsewhere, the same bytes for the same figures. */
import type { Figures, Month, PlanFigures, Sum } from "../Figures.js"
import * as Charts from "./Charts.js"
import * as Style from "./Style.js"
import * as Svg from "./Svg.js"
import * as Wording from "./Wording.js"

const { count, money, percent, plural, roundMoney } = Wording

const tile = (value: string, says: string): string =>
  `<div class="tile"><b>${Wording.escaped(value)}</b><span>${Wording.escaped(says)}</span></div>`

const section = (title: string, about: string, ...content: ReadonlyArray<string>): string =>
  [`<section>`, `<h2>${title}</h2>`, `<p class="about">${about}</p>`, ...content, "</section>"].join("\n")

const scrolling = (content: string): string => `<div class="wide" tabindex="0">${content}</div>`

const failedPayments = ({ troubles }: Figures) => troubles.reduce((sum, { payments }) => sum + payments, 0)

/** The share of payments that were made of those that fell due while the subscription was alive. */
const collected = ({ expected, received, unpaid }: Figures): string => {
  const { left, waiting } = unpaid
  return percent(received.amount, expected.amount - left.amount - waiting.amount)
}

const goingOn = ({ byPlan }: Figures): number => byPlan.reduce((sum, plan) => sum + plan.goingOn, 0)

const meanChurn = ({ byMonth }: Figures): string => {
  const known = byMonth.flatMap(({ churn }) => (churn === null ? [] : [churn]))
  return percent(
    known.reduce((sum, churn) => sum + churn, 0),
    known.length
  )
}

const titleOf = ({ months, subscriptions }: Figures): string => {
  const time = months === 12 ? "A year" : months === 1 ? "A month" : `${months} months`
  return `${time} of a shop with ${plural(subscriptions, "subscription")}`
}

const lead = (figures: Figures): string => {
  const { expected, from, received, recovered, to } = figures
  return [
    `From ${Wording.date(from)} to ${Wording.date(to)} the shop received <strong>${money(received.amount)}</strong>,`,
    `${percent(received.amount, expected.amount)} of the ${money(expected.amount)} that would have come in`,
    "had no payment failed and no customer left.",
    failedPayments(figures) === 0
      ? "No payment failed."
      : `Retries recovered ${roundMoney(recovered.amount)} of it, from ${percent(recovered.payments, failedPayments(figures))} of the payments that had failed at first.`
  ].join(" ")
}

const tiles = (figures: Figures): string =>
  [
    `<div class="tiles">`,
    tile(roundMoney(figures.received.amount), `received in ${plural(figures.received.payments, "payment")}`),
    tile(
      roundMoney(figures.recovered.amount),
      `recovered by retries, in ${plural(figures.recovered.payments, "payment")}`
    ),
    tile(count(goingOn(figures)), "subscriptions go on at the end"),
    tile(meanChurn(figures), "churn, on average of the months"),
    "</div>"
  ].join("\n")

const attempts = ["first", "second", "third", "fourth", "fifth", "sixth"]

const recoveredAt = ({ recoveredAt: all, retries }: Figures): string => {
  const made = `${plural(retries, "retry was", "retries were")} made.`
  const [first, ...others] = all.map(({ attempt, payments }) => [
    count(payments),
    attempts[attempt - 1] ?? `${attempt}th`
  ])
  if (first === undefined) return made
  const each = [`${first[0]} at the ${first[1]} attempt`, ...others.map(([paid, nth]) => `${paid} at the ${nth}`)]
  const list = each.length === 1 ? each[0] : `${each.slice(0, -1).join(", ")} and ${each.at(-1)}`
  return `${made} Of these payments succeeded ${list}.`
}

const cells = (values: ReadonlyArray<string>, kind: "td" | "th" = "td"): string =>
  `<tr>${values.map((value) => `<${kind}>${Wording.escaped(value)}</${kind}>`).join("")}</tr>`

const table = (
  head: ReadonlyArray<string>,
  body: ReadonlyArray<ReadonlyArray<string>>,
  foot: ReadonlyArray<string>
): string =>
  scrolling(
    [
      "<table>",
      `<thead>${cells(head, "th")}</thead>`,
      `<tbody>${body.map((row) => cells(row)).join("\n")}</tbody>`,
      `<tfoot>${cells(foot)}</tfoot>`,
      "</table>"
    ].join("\n")
  )

const both = (expected: Sum, received: Sum): ReadonlyArray<string> => [
  money(expected.amount),
  money(received.amount),
  percent(received.amount, expected.amount)
]

const planRow = ({ expected, goingOn, interval, price, received, subscriptions, title }: PlanFigures) => [
  title,
  `${money(price)} / ${interval}`,
  count(subscriptions),
  count(goingOn),
  ...both(expected, received)
]

const plans = (figures: Figures): string =>
  table(["Plan", "Price", "Subscribed", "Going on", "Expected", "Received", "Share"], figures.byPlan.map(planRow), [
    "All",
    "",
    count(figures.subscriptions),
    count(goingOn(figures)),
    ...both(figures.expected, figures.received)
  ])

const monthRow = ({ attempts, churn, expected, failedAttempts, month, received, retries }: Month) => [
  Wording.monthAndYear(month),
  money(expected.amount),
  money(received.total.amount),
  money(received.recovered.amount),
  count(attempts),
  count(failedAttempts),
  count(retries),
  Wording.share(churn)
]

const sum = (months: ReadonlyArray<Month>, of: (month: Month) => number): string =>
  count(months.reduce((total, month) => total + of(month), 0))

const monthTable = (figures: Figures): string =>
  table(
    ["Month", "Expected", "Received", "Of it recovered", "Charges", "Failed", "Retries", "Churn"],
    figures.byMonth.map(monthRow),
    [
      "All",
      ...[figures.expected, figures.received, figures.recovered].map(({ amount }) => money(amount)),
      sum(figures.byMonth, ({ attempts }) => attempts),
      sum(figures.byMonth, ({ failedAttempts }) => failedAttempts),
      count(figures.retries),
      meanChurn(figures)
    ]
  )

const failures = (figures: Figures): string => {
  const title = "What became of failed payments"
  if (failedPayments(figures) === 0) return section(title, "No payment failed.")
  return section(
    title,
    `${plural(failedPayments(figures), "payment")} failed at the first attempt. ${recoveredAt(figures)}`,
    Svg.legend(Charts.troubleColours),
    scrolling(Charts.troubles(figures))
  )
}

const sections = (figures: Figures): ReadonlyArray<string> => [
  section(
    "Revenue by month",
    "What the bank moved, in the month in which it moved it.",
    Svg.legend(Charts.revenueColours),
    scrolling(Charts.revenue(figures))
  ),
  section(
    "Cash expected against received",
    `Expected is what every plan asks for by its own rules, computed apart from the gateway; received is what the bank's books hold. Of what fell due from customers who had not left, ${collected(figures)} came in. Each cent between the two has its reason:`,
    scrolling(Charts.reconciliation(figures))
  ),
  failures(figures),
  section(
    "Joining and leaving",
    "Subscriptions begun are above the line, those that ended below it. Under each month its churn: the share of those subscribed when it began who left or were lost in it.",
    Svg.legend(Charts.comingAndGoingColours),
    scrolling(Charts.comingAndGoing(figures))
  ),
  section(
    "Subscriptions by state",
    "As the gateway has them at the end of each month, ended ones included.",
    Svg.legend(Charts.stateLegend(figures)),
    scrolling(Charts.states(figures))
  ),
  section("By plan", "The plans of the shop, and how much of what they ask for came in.", plans(figures)),
  section("By month", "The same figures as numbers.", monthTable(figures))
]

const mistakes = ({ violations }: Figures): ReadonlyArray<string> =>
  violations.length === 0
    ? []
    : [
        `<section class="wrong"><h2>The figures do not add up</h2>`,
        `<ul>${violations
          .slice(0, 20)
          .map((says) => `<li>${Wording.escaped(says)}</li>`)
          .join("")}</ul></section>`
      ]

const footer = ({ foundOut, months, seed, subscriptions }: Figures): string =>
  [
    "<footer>Everything here is simulated: customers, cards, the bank and the time. The gateway is the real one.",
    `Every charge was checked against the plan's calendar and retry rules, to the millisecond. ${plural(foundOut, "charge")}`,
    `whose answer was lost ${foundOut === 1 ? "was" : "were"} found out by asking the bank. The same page again:`,
    `<code>npm run simulate -- --subscriptions ${subscriptions} --months ${months} --seed ${seed}</code></footer>`
  ].join(" ")

/** The run in a few words, for a terminal. */
export const summary = (figures: Figures): string =>
  [
    `${titleOf(figures)}: received ${money(figures.received.amount)} of ${money(figures.expected.amount)} expected,`,
    `${money(figures.recovered.amount)} of it recovered by retries`
  ].join(" ")

// The page asks nobody for anything, and the browser sees to it.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`

/** The page of a run. */
export const render = (figures: Figures): string => {
  const title = titleOf(figures)
  return [
    "<!doctype html>",
    `<html lang="en">`,
    "<head>",
    `<meta charset="utf-8">`,
    policy,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${title}</title>`,
    `<style>${Style.style}</style>`,
    "</head>",
    "<body>",
    "<main>",
    `<h1>${title}</h1>`,
    `<p class="lead">${lead(figures)}</p>`,
    ...mistakes(figures),
    tiles(figures),
    ...sections(figures),
    footer(figures),
    "</main>",
    "</body>",
    "</html>",
    ""
  ].join("\n")
}
