/** Changes of a subscription's terms between its renewals, case by case. Source: D60. */
import { assert, describe, it } from "@effect/vitest"
import { PlanId } from "@florin/core/ids/Ids"
import { planWith } from "./given.js"
import * as Story from "./story.js"

const { begun, changed, metered, paused, renewal, resumed, scheduled, seats, undone, used } = Story

const monthly = planWith()
const yearly = planWith({ id: PlanId.make("pln_0000000000000002"), amount: 10_000, every: "12 month" })
const careful = planWith({ preventPaymentsAtNight: true })
const declined = renewal("funds")

const paidFor = (cycles: number) => Array.from({ length: cycles }, () => renewal())

const intervals: ReadonlyArray<Story.Row> = [
  {
    name: "while something is paid: a period begins at once, less what is unused",
    steps: [changed("2026-01-25T09:00Z", { plan: yearly }), renewal()],
    charged: ["2026-01-25 9484", "2027-01-25 10000"],
    next: "2028-01-25"
  },
  {
    name: "after a declined renewal: the retry begins the period that is not paid",
    steps: [...paidFor(3), declined, changed("2026-05-10T12:00Z", { plan: yearly }), renewal(), renewal()],
    charged: ["2026-02-10 1000", "2026-03-10 1000", "2026-04-10 1000", "2026-05-11 10000", "2027-05-10 10000"],
    next: "2028-05-10"
  },
  {
    name: "after a declined renewal and back again: the retry charges what was agreed first",
    steps: [
      declined,
      changed("2026-02-10T12:00Z", { plan: yearly }),
      changed("2026-02-10T12:01Z", { plan: monthly }),
      renewal(),
      renewal()
    ],
    charged: ["2026-02-11 1000", "2026-03-10 1000"],
    next: "2026-04-10"
  },
  {
    name: "while the renewal waits for the morning: the morning's charge begins a year where the month ended",
    begun: begun({ ...careful }),
    steps: [
      // At 22:30 in Berlin, where cycles of a day are charged in the morning from then on.
      changed("2026-01-10T21:30Z", { plan: planWith({ every: "1 day", preventPaymentsAtNight: true, id: yearly.id }) }),
      changed("2026-01-11T23:00Z", { plan: { ...yearly, preventPaymentsAtNight: true } }),
      renewal(),
      renewal()
    ],
    charged: ["2026-01-12 10000", "2027-01-12 10000"],
    next: "2028-01-12"
  },
  {
    name: "where cycles went by while it was paused: with the next renewal",
    steps: [
      paused("2026-01-20T09:00Z"),
      resumed("2026-03-20T09:00Z"),
      changed("2026-03-21T09:00Z", { plan: yearly }),
      renewal()
    ],
    charged: ["2026-04-10 10000"],
    next: "2027-04-10"
  },
  {
    name: "in a trial: with the end of the trial",
    begun: begun(
      planWith({ trial: { amount: Story.money(0), interval: { length: 7, unit: "day" }, asFirstPayment: false } })
    ),
    steps: [changed("2026-01-12T09:00Z", { plan: yearly }), renewal()],
    charged: ["2026-01-17 10000"],
    next: "2027-01-17"
  }
]

const fromRenewal: ReadonlyArray<Story.Row> = [
  {
    name: "other items and another plan: from the next cycle on",
    begun: begun(monthly, [seats(3)]),
    steps: [scheduled("2026-01-20T09:00Z", yearly, [seats(3, 10_000)]), renewal(), renewal()],
    charged: ["2026-02-10 30000", "2027-02-10 30000"],
    next: "2028-02-10"
  },
  {
    name: "scheduled before a declined renewal: its retry charges them, and the year counts from there",
    begun: begun(monthly, [seats(3)]),
    steps: [scheduled("2026-01-20T09:00Z", yearly, [seats(3, 10_000)]), declined, renewal(), renewal()],
    charged: ["2026-02-11 30000", "2027-02-10 30000"],
    next: "2028-02-10"
  },
  {
    name: "scheduled while a declined renewal is retried: the retry charges what the renewal has charged",
    begun: begun(monthly, [seats(3)]),
    steps: [declined, scheduled("2026-02-10T12:00Z", yearly, [seats(3, 10_000)]), renewal(), renewal(), renewal()],
    charged: ["2026-02-11 3000", "2026-03-10 30000", "2027-03-10 30000"],
    next: "2028-03-10"
  },
  {
    name: "twice, before a declined renewal and after it: one after the other",
    begun: begun(monthly, [seats(3)]),
    steps: [
      scheduled("2026-01-20T09:00Z", undefined, [seats(2)]),
      declined,
      scheduled("2026-02-10T12:00Z", undefined, [seats(1)]),
      declined,
      renewal(),
      renewal()
    ],
    charged: ["2026-02-12 2000", "2026-03-10 1000"],
    next: "2026-04-10"
  },
  {
    name: "undone while a declined renewal is retried: only what was to follow it",
    begun: begun(monthly, [seats(3)]),
    steps: [
      scheduled("2026-01-20T09:00Z", undefined, [seats(2)]),
      declined,
      scheduled("2026-02-10T12:00Z", undefined, [seats(1)]),
      undone("2026-02-10T13:00Z"),
      renewal(),
      renewal()
    ],
    charged: ["2026-02-11 2000", "2026-03-10 2000"],
    next: "2026-04-10"
  },
  {
    name: "a plan alone, while a declined renewal is retried: with the next cycle",
    steps: [declined, scheduled("2026-02-10T12:00Z", yearly), renewal(), renewal()],
    charged: ["2026-02-11 1000", "2026-03-10 10000"],
    next: "2027-03-10"
  },
  {
    name: "the first items of a plan, before a declined renewal, and the plan alone again",
    steps: [
      scheduled("2026-01-20T09:00Z", undefined, [seats(3)]),
      declined,
      scheduled("2026-02-10T12:00Z", undefined),
      renewal(),
      renewal()
    ],
    charged: ["2026-02-11 3000", "2026-03-10 1000"],
    next: "2026-04-10"
  },
  {
    name: "of an item that is metered: the usage of its last cycle is charged by its own price",
    begun: begun(monthly, [seats(1), metered(2)]),
    steps: [scheduled("2026-01-20T09:00Z", undefined, [seats(1)]), used({ calls: 30 }), declined, renewal(), renewal()],
    charged: ["2026-02-11 1060", "2026-03-10 1000"],
    next: "2026-04-10"
  }
]

const others: ReadonlyArray<Story.Row> = [
  {
    name: "takes the place of what a declined renewal was to begin",
    begun: begun(monthly, [seats(3)]),
    steps: [
      scheduled("2026-01-20T09:00Z", undefined, [seats(2)]),
      declined,
      changed("2026-02-10T12:00Z", { items: [seats(5)] }),
      renewal(),
      renewal()
    ],
    charged: ["2026-02-11 5000", "2026-03-10 5000"],
    next: "2026-04-10"
  },
  {
    name: "of a metered price, after the cycle is over, leaves its usage at the old one",
    begun: begun(monthly, [metered(2)]),
    steps: [
      used({ calls: 30 }),
      declined,
      changed("2026-02-10T12:00Z", { items: [metered(5)] }),
      // The totals of items whose usage waits as a line are forgotten.
      used({}),
      renewal()
    ],
    charged: ["2026-02-11 60"],
    next: "2026-03-10"
  },
  {
    name: "where cycles went by while it was paused, it moves no date",
    begun: begun(monthly, [seats(1)]),
    steps: [
      paused("2026-01-20T09:00Z"),
      resumed("2026-03-20T09:00Z"),
      changed("2026-03-21T09:00Z", { items: [seats(2)] }),
      renewal()
    ],
    charged: ["2026-04-10 2000"],
    next: "2026-05-10"
  }
]

describe.each([
  ["to another interval", intervals],
  ["from the renewal on", fromRenewal],
  ["at once", others]
] as const)("D60: a change %s", (_, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))(
    "%s",
    (_, { begun: first = begun(monthly), charged, next, steps }) => {
      const last = Story.after(first, ...steps)
      assert.deepStrictEqual(last.charged, charged)
      assert.strictEqual(Story.next(last), next)
    }
  )
})

describe("D60: a change to another interval", () => {
  it.each<[string, ReadonlyArray<Story.Step>]>([
    ["within the period", [paused("2026-01-20T09:00Z")]],
    ["past its end", [paused("2026-01-20T09:00Z")]],
    ["after a declined renewal", [declined, paused("2026-02-10T10:00Z")]]
  ])("is refused while paused, %s: nothing could be charged for the period that it begins", (_, steps) => {
    const one = Story.after(begun(monthly), ...steps)
    assert.throws(() => changed("2026-03-20T09:00Z", { plan: yearly })(one), "Subscription is paused")
  })
})
