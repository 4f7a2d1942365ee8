// Source: D24, D25: what is charged, when, and what follows; told by the bank's books and not by the gateway.
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { reasons } from "../src/Audit.js"
import * as Figures from "../src/Figures.js"
import { defaults } from "../src/Options.js"
import * as Page from "../src/page/Page.js"
import * as Year from "../src/Year.js"

const add = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, amount) => sum + amount, 0)

describe("a year of a shop", () => {
  let year: Year.Year
  let figures: Figures.Figures
  const shares: Array<number> = []

  beforeAll(async () => {
    year = await Effect.runPromise(Year.run({ ...defaults, subscriptions: 90 }, (share) => shares.push(share)))
    figures = Figures.of(year)
  }, 120_000)

  it("reconciles to the cent: what was expected is received, or has its reason", () => {
    const { expected, received, unpaid } = figures
    assert.strictEqual(received.amount, add(year.movements.map(({ amount }) => amount)))
    assert.strictEqual(expected.amount, received.amount + add(reasons.map((reason) => unpaid[reason].amount)))
    assert.strictEqual(expected.payments, received.payments + add(reasons.map((reason) => unpaid[reason].payments)))
    assert.deepStrictEqual(figures.violations, [])
  })

  it("has something of everything that it explains", () => {
    for (const reason of ["refused", "left", "attempts"] as const) assert.isAbove(figures.unpaid[reason].payments, 0)
    assert.isAbove(figures.recovered.payments, 0)
    assert.isAbove(figures.troubles.length, 2)
    assert.includeMembers(
      year.attempts.map(({ outcome }) => outcome),
      ["approved", "funds", "do-not-honour", "acquirer-temporary", "lost", "unanswered"]
    )
  })

  it("D59 to D63: has seats, more of them at once, usage, coupons and ends with a period", () => {
    const { served } = year
    const changed = served.flatMap(({ changes }) => changes)
    const charged = new Set(year.attempts.map(({ at }) => at))
    assert.isAbove(changed.filter(({ at }) => charged.has(at)).length, 0)
    assert.isAbove(served.flatMap(({ uses }) => uses).length, 0)
    assert.isAbove(served.filter(({ customer }) => customer.hasCoupon).length, 0)
    assert.isAbove(served.filter(({ leavesAtEnd }) => leavesAtEnd).length, 0)
  })

  it("says by month and by plan what it says of the whole", () => {
    const { byMonth, byPlan, expected, received, recovered, retries } = figures
    const { length } = year.attempts
    assert.strictEqual(add(byMonth.map((month) => month.received.total.amount)), received.amount)
    assert.strictEqual(add(byMonth.map((month) => month.received.recovered.amount)), recovered.amount)
    assert.strictEqual(add(byMonth.map((month) => month.expected.amount)), expected.amount)
    assert.strictEqual(add(byMonth.map(({ attempts }) => attempts)), length)
    assert.strictEqual(length - add(byMonth.map(({ failedAttempts }) => failedAttempts)), received.payments)
    assert.strictEqual(add(byMonth.map((month) => month.retries)), retries)
    assert.strictEqual(add(byPlan.map((plan) => plan.received.amount)), received.amount)
    assert.strictEqual(add(byPlan.map((plan) => plan.subscriptions)), 90)
    for (const { received: parts } of byMonth) {
      assert.strictEqual(parts.total.amount, parts.first.amount + parts.renewed.amount + parts.recovered.amount)
    }
  })

  it("counts every subscription once, in the state that its payments have led to (D23)", () => {
    assert.strictEqual(add(Object.values(figures.states)), 90)
    const lost = add(figures.byMonth.map(({ ended }) => ended.left + ended.attempts + ended.forbidden))
    assert.strictEqual(figures.states.canceled ?? 0, lost)
    assert.strictEqual(figures.states.expired ?? 0, add(figures.byMonth.map(({ ended }) => ended.paid)))
  })

  it.each<[string, (year: Year.Year) => Year.Year, string]>([
    [
      "a payment that the bank has not",
      (year) => ({ ...year, movements: year.movements.slice(1) }),
      "do not have every"
    ],
    [
      "money that was not due",
      (year) => ({ ...year, movements: [...year.movements, { ...year.movements[0]!, key: "strange" }] }),
      "moved money under strange"
    ],
    [
      "a charge at another time",
      ({ attempts: [first, ...others], ...year }) => ({
        ...year,
        attempts: [{ ...first!, at: first!.at + 1 }, ...others]
      }),
      "was charged at"
    ],
    [
      "a gateway that counts otherwise",
      ({ served: [first, ...others], ...year }) => {
        const subscription = { ...first!.subscription, paidCycles: 99 }
        return { ...year, served: [{ ...first!, subscription }, ...others] }
      },
      "paid cycles is 99"
    ],
    [
      "a gateway that says another state",
      ({ served: [first, ...others], ...year }) => {
        const subscription = { ...first!.subscription, state: "redirecting" as const }
        return { ...year, served: [{ ...first!, subscription }, ...others] }
      },
      "state is redirecting"
    ]
  ])("would not go unnoticed: %s", (_, meddle, says) => {
    const { violations, ...wrong } = Figures.of(meddle(year))
    assert.include(violations.join("\n"), says)
    assert.include(Page.render({ ...wrong, violations }), "The figures do not add up")
  })

  it.each([
    ["Revenue by month", "recovered"],
    ["Cash expected against received", "expected"],
    ["What became of failed payments", "retries were made"],
    ["Joining and leaving", "churn"],
    ["Subscriptions by state", "active"]
  ])("is drawn: %s", (title, word) => {
    const section =
      Page.render(figures)
        .split("<h2>")
        .find((part) => part.startsWith(`${title}</h2>`)) ?? ""
    assert.include(section, "<svg")
    assert.include(section.toLowerCase(), word)
  })

  it("goes on to its end without a step back", () => {
    assert.deepStrictEqual(
      shares,
      shares.toSorted((a, b) => a - b)
    )
    assert.isTrue(shares.every((share) => share >= 0 && share <= 1))
  })
})
