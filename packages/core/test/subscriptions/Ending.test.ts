/** What is charged at the end of the last period, case by case. Source: D60, D62, D63. */
import { assert, describe, it } from "@effect/vitest"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as Preview from "@florin/core/subscriptions/Preview"
import * as ShopLines from "@florin/core/subscriptions/ShopLines"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import { oneOff } from "@florin/core/terms/OneOff"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { amountOff, percentOff } from "../terms/given.js"
import { at } from "../time/clocks.js"
import { berlin, planWith } from "./given.js"
import * as Story from "./story.js"

const { begun, changed, end, endedWithPeriod, line, metered, paused, renewal, scheduled, seats, used } = Story

const monthly = planWith()
const twice = planWith({ billingCycles: 2 })
const api = [seats(1), metered(2)]
const leaves = endedWithPeriod("2026-01-20T09:00Z")

interface Row extends Story.Row {
  readonly balance?: number
}

const rows: ReadonlyArray<Row> = [
  { name: "nothing, of a plan alone", begun: begun(monthly), steps: [leaves, end()], charged: [], next: "canceled" },
  { name: "nothing, where nothing was used", steps: [leaves, end()], charged: [], next: "canceled" },
  { name: "usage", steps: [leaves, used({ calls: 30 }), end()], charged: ["2026-02-10 60"], next: "canceled" },
  {
    name: "usage, while it is paused",
    steps: [leaves, paused("2026-01-21T09:00Z"), used({ calls: 30 }), end()],
    charged: ["2026-02-10 60"],
    next: "canceled"
  },
  {
    name: "lines that wait",
    begun: begun(monthly),
    steps: [line(500), leaves, end()],
    charged: ["2026-02-10 500"],
    next: "canceled"
  },
  {
    name: "a difference that waits",
    steps: [changed("2026-01-26T09:00Z", { items: [seats(2), metered(2)], proration: "credit" }), leaves, end()],
    // 15 of 31 days.
    charged: ["2026-02-10 484"],
    next: "canceled"
  },
  {
    name: "less than nothing: the balance keeps it",
    steps: [line(-500), leaves, used({ calls: 30 }), end()],
    charged: [],
    next: "canceled",
    balance: 440
  },
  {
    name: "what the balance does not pay",
    steps: [leaves, used({ calls: 30 }), end()],
    begun: begun(monthly, api, { balance: Story.money(1040) }),
    charged: ["2026-02-10 20"],
    next: "canceled"
  },
  {
    name: "usage less the coupons that hold",
    begun: { ...begun(monthly, api), facts: { ...Bills.noFacts, customerCoupon: amountOff(10, 1) } },
    steps: [leaves, used({ calls: 30 }), end()],
    charged: ["2026-02-10 50"],
    next: "canceled"
  },
  {
    name: "again, after a decline, and then it has ended",
    steps: [leaves, used({ calls: 30 }), end("funds"), end()],
    charged: ["2026-02-11 60"],
    next: "canceled"
  },
  {
    name: "again within the hour, after a technical failure",
    steps: [leaves, used({ calls: 30 }), end("acquirer-temporary")],
    charged: [],
    next: "2026-02-10"
  },
  {
    name: "until the attempts run out",
    steps: [leaves, used({ calls: 30 }), end("funds"), end("funds"), end("funds")],
    charged: [],
    next: "canceled"
  },
  {
    name: "what is owed alone, where a renewal was declined before",
    steps: [used({ calls: 30 }), renewal("funds"), endedWithPeriod("2026-02-10T12:00Z"), end()],
    charged: ["2026-02-11 60"],
    next: "canceled"
  },
  {
    name: "the usage of items that were to go",
    steps: [scheduled("2026-01-20T09:00Z", undefined, [seats(1)]), leaves, used({ calls: 30 }), end()],
    charged: ["2026-02-10 60"],
    next: "canceled"
  },
  {
    name: "no usage of a trial, but its lines",
    begun: begun(
      planWith({ trial: { amount: Story.money(0), interval: { length: 7, unit: "day" }, asFirstPayment: false } }),
      api
    ),
    steps: [endedWithPeriod("2026-01-12T09:00Z"), used({ calls: 30 }), line(500), end()],
    charged: ["2026-01-17 500"],
    next: "canceled"
  },
  {
    name: "of a trial, and declined: it is retried, too",
    begun: begun(
      planWith({ trial: { amount: Story.money(0), interval: { length: 7, unit: "day" }, asFirstPayment: false } }),
      api
    ),
    steps: [endedWithPeriod("2026-01-12T09:00Z"), used({ calls: 30 }), line(500), end("funds"), end()],
    charged: ["2026-01-18 500"],
    next: "canceled"
  },
  {
    name: "in the morning, where the plan spares nights",
    begun: (({ facts, subscription, ...rest }) => ({
      ...rest,
      facts,
      subscription: { ...subscription, activeTo: at("2026-02-10T22:00Z"), renewAt: at("2026-02-10T22:00Z") }
    }))(begun(planWith({ preventPaymentsAtNight: true }), api)),
    steps: [leaves, used({ calls: 30 }), end()],
    charged: ["2026-02-11 60"],
    next: "canceled"
  },
  {
    name: "the usage of the last billing cycle, and then all is paid",
    begun: begun(twice, api),
    steps: [used({ calls: 30 }), renewal(), used({ calls: 40 }), end()],
    charged: ["2026-02-10 1060", "2026-03-10 80"],
    next: "expired"
  },
  {
    name: "nothing, where nothing was used in the last billing cycle",
    begun: begun(twice, api),
    steps: [renewal(), end()],
    charged: ["2026-02-10 1000"],
    next: "expired"
  },
  {
    name: "of the last billing cycle until the attempts run out",
    begun: begun(planWith({ billingCycles: 1 }), api),
    steps: [used({ calls: 30 }), end("funds"), end("funds"), end("funds")],
    charged: [],
    next: "canceled"
  },
  {
    name: "nothing at an end of billing cycles without usage: all is paid ahead",
    begun: begun(twice, [seats(1)]),
    steps: [renewal()],
    charged: ["2026-02-10 1000"],
    next: "expired"
  },
  {
    name: "with the renewal, where the last billing cycle is followed by another plan",
    begun: begun(twice, api),
    steps: [
      renewal(),
      scheduled("2026-02-20T09:00Z", planWith({ id: "pln_0000000000000002" as never }), api),
      used({ calls: 30 }),
      renewal(),
      renewal()
    ],
    charged: ["2026-02-10 1000", "2026-03-10 1060", "2026-04-10 1000"],
    next: "2026-05-10"
  },
  {
    name: "with the renewal, where another plan begins within the last billing cycle",
    begun: begun(twice, api),
    steps: [
      renewal(),
      changed("2026-02-20T09:00Z", { plan: planWith({ id: "pln_0000000000000002" as never }), items: api }),
      used({ calls: 30 }),
      renewal()
    ],
    charged: ["2026-02-10 1000", "2026-03-10 1060"],
    next: "2026-04-10"
  }
]

describe("At its end a subscription is charged", () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    "%s",
    (_, { balance = 0, begun: first = begun(monthly, api), charged, next, steps }) => {
      const last = Story.after(first, ...steps)
      assert.deepStrictEqual(last.charged, charged)
      assert.strictEqual(Story.next(last), next)
      if (next === "canceled" || next === "expired") {
        const { ending, linesNow, renewAt, waiting } = last.subscription
        assert.deepStrictEqual([ending, linesNow, renewAt], [undefined, undefined, null])
        if (charged.length > 0) assert.isUndefined(waiting, "nothing is forgotten")
      }
      assert.strictEqual(last.facts.balance, Story.money(balance))
    }
  )

  it("as its preview says, and what would follow a decline", () => {
    const { facts, subscription } = Story.after(begun(monthly, api), leaves, used({ calls: 30 }))
    const listed = Preview.ofSubscription(subscription, at("2027-01-01T00:00Z"), berlin, facts)
    assert.deepStrictEqual(
      listed.map(({ amount, at: due, cycle, ifDeclined, reason }) => ({
        ...{ amount, reason, cycle, at: DateTime.formatIso(due).slice(0, 10) },
        declined: `${ifDeclined.state} ${ifDeclined.retryAt && DateTime.formatIso(ifDeclined.retryAt).slice(0, 10)}`
      })),
      [{ amount: Story.money(60), reason: "end", cycle: null, at: "2026-02-10", declined: "failed_attempt 2026-02-11" }]
    )
  })

  it("and gives its coupon no use where nothing is taken off", () => {
    const one = Story.after(begun(monthly, api), line(500), leaves)
    const { facts, subscription } = one
    const coupon = { ...percentOff(5000, 1), isNew: true as const }
    const withCoupons = { ...facts, customerCoupon: percentOff(1000, 1) }
    const bill = Either.getOrThrow(
      Bills.ofEnd({ ...subscription, coupon }, withCoupons, at("2026-02-10T09:00Z"), berlin)
    ).bill
    assert.deepStrictEqual(
      [bill.taken.redeemed, bill.taken.customerCoupon, bill.total],
      [undefined, undefined, Story.money(500)]
    )
  })

  it("for lines that were to be charged at once while it was paused", () => {
    const { facts, subscription } = Story.after(begun(monthly), leaves)
    const paused = { ...subscription, pausedAt: at("2026-01-21T09:00Z"), linesNow: [oneOff("Own", 700)] }
    const one = Either.getOrThrow(Bills.ofEnd(paused, facts, at("2026-02-10T09:00Z"), berlin))
    assert.strictEqual(one.bill.total, Story.money(700))
  })
})

describe("While what is owed at its end is retried", () => {
  const { subscription } = Story.after(begun(monthly, api), leaves, used({ calls: 30 }), end("funds"))
  const now = at("2026-02-10T12:00Z")

  it.each<[string, (known: Subscription) => Either.Either<unknown, { readonly message: string }>]>([
    ["it does not go on", (known) => SubscriptionRules.withoutCancellation(known, now, berlin)],
    ["it is not to end another time", (known) => SubscriptionRules.endedWithPeriod(known, "Other", now)],
    ["no line is added", (known) => ShopLines.withLine(known, { description: "Own", amount: 1 }, now)],
    ["no terms change", (known) => Either.left(TermsChanges.changeRefusal(known)!)]
  ])("%s", (_, rule) => {
    assert.strictEqual(Either.getOrThrow(Either.flip(rule(subscription))).message, "The period that was paid is over")
  })

  it("it can be cancelled at once", () => {
    const { subscription: after } = Either.getOrThrow(SubscriptionRules.canceled(subscription, "Enough", now))
    assert.deepStrictEqual([after.state, after.ending, after.renewAt], ["canceled", undefined, null])
  })

  it("of all its billing cycles it does not go on before either", () => {
    const complete = Story.after(begun(planWith({ billingCycles: 1 }), api)).subscription
    const refused = Either.flip(SubscriptionRules.withoutCancellation(complete, at("2026-01-20T09:00Z"), berlin))
    assert.strictEqual(Either.getOrThrow(refused).message, "All billing cycles are paid")
  })
})
