/** What there is to do when the work of a subscription is due, case by case. Source: D25, D60, D62. */
import { assert, describe, it } from "@effect/vitest"
import * as DueTask from "@florin/core/subscriptions/DueTask"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { oneOff } from "@florin/core/terms/OneOff"
import { uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { paidAt, planWith } from "./given.js"

/** 10.00 EUR a month, due on 10 April. */
const active = paidAt(planWith(), "2026-03-10T10:00+01:00")

const before = at("2026-04-10T09:59:59+02:00")
const due = at("2026-04-10T10:00+02:00")

const ending: Partial<Subscription> = { ending: { reason: "Moving" } }
const wished: Partial<Subscription> = { wished: { proration: "charge", onDecline: "keep_old", at: before } }
const lines: Partial<Subscription> = { linesNow: [oneOff("Setup", 500)] }
const paused: Partial<Subscription> = { pausedAt: before }
const noCard: Partial<Subscription> = { card: null }

type Row = readonly [what: string, changes: Partial<Subscription>, then: DueTask.DueTask["_tag"], now?: typeof due]

const rows: ReadonlyArray<Row> = [
  ["is a charge when its period is over", {}, "Charge"],
  ["waits where the clock was set back", {}, "Later", before],
  ["is nothing while a charge is in doubt", { charging: uid("7") }, "Nothing"],
  ["is nothing while a charge is in doubt, whatever is wished", { charging: uid("7"), ...wished, ...lines }, "Nothing"],
  ["is nothing once it has ended", { state: "canceled", ...wished }, "Nothing"],
  ["is nothing while it is paused", paused, "Nothing"],
  ["is nothing without a card", noCard, "Nothing"],
  ["is nothing where nothing is due any more", { renewAt: null }, "Nothing"],
  ["is a change before its period is over", wished, "Change", before],
  ["is a change before the charge", wished, "Change"],
  ["is a change before lines", { ...wished, ...lines }, "Change"],
  ["is a change while it is paused", { ...wished, ...paused }, "Change"],
  ["is a change without a card, which may cost nothing", { ...wished, ...noCard }, "Change"],
  ["is lines before its period is over", lines, "Lines", before],
  ["is no lines while it is paused", { ...lines, ...paused }, "Nothing"],
  ["is the end with which its period is over", ending, "End"],
  ["is the end while it is paused", { ...ending, ...paused }, "End"],
  ["is the end without a card", { ...ending, ...noCard }, "End"],
  ["waits for the end", { ...ending, ...paused }, "Later", before]
]

describe("the work of a subscription", () => {
  it.each(rows.map((row) => [row[0], row] as const))("%s", (_, [, changes, then, now = due]) => {
    const subscription = { ...active, ...changes }
    const task = DueTask.of(subscription, now)
    assert.strictEqual(task._tag, then)
    if (task._tag === "Later") assert.deepStrictEqual(task.at, due)
    if ("subscription" in task) assert.strictEqual(task.subscription, subscription)
  })

  it("is nothing where it is not known", () => {
    assert.deepStrictEqual(DueTask.of(undefined, due), { _tag: "Nothing" })
  })
})
