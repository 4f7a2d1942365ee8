/** Changes of terms at the moments at which a calendar or a charge is in their way, by name. Source: D60. */
import { assert, describe, it } from "@effect/vitest"
import { PlanId } from "@florin/core/ids/Ids"
import { zero } from "@florin/core/money/Amount"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as DueTask from "@florin/core/subscriptions/DueTask"
import type { QueuedTerms, Subscription } from "@florin/core/subscriptions/Subscription"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import * as WithinPeriod from "@florin/core/subscriptions/WithinPeriod"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { berlin, planWith, trialOf } from "./given.js"
import * as Story from "./story.js"

const { begun, changed, paused, renewal, resumed, seats } = Story

const monthly = planWith()
const quarterly = planWith({ id: PlanId.make("pln_0000000000000002"), amount: 3000, every: "3 month" })

/** 10.00 EUR a month for each seat. */
const toSeats = (instant: string, quantity: number) => changed(instant, { items: [seats(quantity)] })

/** Other seats, while the outcome of the renewal is not known: it is learnt at `learnt`, and what waits is done then. */
const inDoubt =
  (instant: string, quantity: number, learnt: string): Story.Step =>
  ({ charged, facts, subscription: known }) => {
    const due = known.renewAt!
    const renewed = Billing.renewed(known, berlin)
    const bill = Either.getOrThrow(Bills.ofRenewal(known, renewed, facts, due, berlin))!
    const charging: Subscription = { ...renewed, charging: uid("7"), renewAt: null }
    const wish: QueuedTerms = { items: [seats(quantity)], proration: "charge", onDecline: "keep_old", at: at(instant) }
    const waiting = TermsChanges.withQueuedTerms(charging, wish, at(instant)).subscription
    assert.strictEqual(DueTask.of(waiting, at(instant))._tag, "Nothing", "it waits for the charge")
    const paid = { ...waiting, charging: null }
    const settled = Bills.settled(paid, bill.bill, at(learnt), berlin).subscription
    const task = DueTask.of(settled, at(learnt))
    if (task._tag !== "Change") return assert.fail(`${task._tag}: what waits is not done`)
    const one = WithinPeriod.ofTerms(settled, task.wish, facts, at(learnt), berlin)
    if (one._tag !== "Charged") return assert.fail(`${one._tag}: it is not charged`)
    const applied = TermsChanges.appliedWithoutCharge(
      one.left,
      { bill: one.one.bill, gained: zero },
      at(learnt),
      berlin
    )
    const day = (instant: DateTime.Utc) => DateTime.formatIso(instant).slice(0, 10)
    return {
      facts,
      subscription: applied.subscription,
      charged: [...charged, `${day(due)} ${bill.bill.total}`, `${day(at(learnt))} ${one.one.bill.total}`]
    }
  }

const one = begun(monthly, [seats(1)])

/** Paid on 10 January, 10 February and so on: 31 days in January and March, 28 in February. */
const rows: ReadonlyArray<Story.Row> = [
  {
    name: "while a charge is in doubt: after it, by the days that were left when it was asked for",
    begun: one,
    steps: [inDoubt("2026-02-10T12:00Z", 2, "2026-02-12T12:00Z"), renewal()],
    charged: ["2026-02-10 1000", "2026-02-12 1000", "2026-03-10 2000"],
    next: "2026-04-10"
  },
  {
    name: "while paused: the first renewal after it charges the rest of what is paid, too",
    begun: one,
    steps: [paused("2026-01-15T09:00Z"), toSeats("2026-01-20T09:00Z", 2), resumed("2026-01-30T09:00Z"), renewal()],
    // 21 of 31 days are left: 1355 less 677.
    charged: ["2026-02-10 2678"],
    next: "2026-03-10"
  },
  {
    name: "in the last second of a period: its last day belongs to the next one, and nothing moves",
    begun: one,
    steps: [toSeats("2026-02-10T08:59:59Z", 2), renewal()],
    charged: ["2026-02-10 2000"],
    next: "2026-03-10"
  },
  {
    name: "a second later, where the renewal is late: for the whole period that follows",
    begun: one,
    steps: [renewal(), toSeats("2026-02-10T09:00:01Z", 2), renewal()],
    charged: ["2026-02-10 1000", "2026-02-10 1000", "2026-03-10 2000"],
    next: "2026-04-10"
  },
  {
    name: "on the day a clock changes, before it does: that day counts as one",
    begun: one,
    steps: [renewal(), renewal(), toSeats("2026-03-29T00:59:59Z", 2), renewal()],
    charged: ["2026-02-10 1000", "2026-03-10 1000", "2026-03-29 387", "2026-04-10 2000"],
    next: "2026-05-10"
  },
  {
    name: "on the day a clock changes, after it has: the same",
    begun: one,
    steps: [renewal(), renewal(), toSeats("2026-03-29T21:59:59Z", 2), renewal()],
    charged: ["2026-02-10 1000", "2026-03-10 1000", "2026-03-29 387", "2026-04-10 2000"],
    next: "2026-05-10"
  },
  {
    name: "on 31 January: by the ten of 31 days that are left",
    begun: one,
    steps: [toSeats("2026-01-31T09:00Z", 2), renewal()],
    // 645 less 323.
    charged: ["2026-01-31 322", "2026-02-10 2000"],
    next: "2026-03-10"
  },
  {
    name: "on 31 January to another interval: the last day of each month it falls in is its day",
    begun: begun(monthly),
    steps: [changed("2026-01-31T09:00Z", { plan: quarterly }), renewal(), renewal()],
    // Ten of 31 days are unused: 323 less.
    charged: ["2026-01-31 2677", "2026-04-30 3000", "2026-07-31 3000"],
    next: "2026-10-31"
  },
  {
    name: "in a trial: nothing moves, and its end charges what there is then",
    begun: begun(planWith({ trial: trialOf(0) }), [seats(1)]),
    steps: [toSeats("2026-01-12T09:00Z", 3), renewal()],
    charged: ["2026-01-17 3000"],
    next: "2026-02-17"
  },
  {
    name: "twice a minute: each adds what it costs",
    begun: one,
    steps: [toSeats("2026-01-25T09:00:00Z", 2), toSeats("2026-01-25T09:00:30Z", 3), renewal()],
    charged: ["2026-01-25 516", "2026-01-25 516", "2026-02-10 3000"],
    next: "2026-03-10"
  },
  {
    name: "and back again: what was charged pays for what comes next",
    begun: one,
    steps: [toSeats("2026-01-25T09:00:00Z", 3), toSeats("2026-01-25T09:00:30Z", 1), renewal(), renewal()],
    charged: ["2026-01-25 1032", "2026-02-10 0", "2026-03-10 968"],
    next: "2026-04-10"
  }
]

describe("D60: a change", () => {
  it.each(rows.map((row) => [row.name, row] as const))("%s", (_, { begun: first, charged, next, steps }) => {
    const last = Story.after(first!, ...steps)
    assert.deepStrictEqual([last.charged, Story.next(last)], [charged, next])
  })
})
