/** Which usage is counted, and in which cycle. Source: D63. */
import { assert, describe, it } from "@effect/vitest"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as UsageRules from "@florin/core/subscriptions/UsageRules"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { planWith } from "./given.js"
import * as Story from "./story.js"

const { metered, seats } = Story

/** Paid until 10 February 2026, 09:00 UTC. */
const { subscription: paid } = Story.begun(planWith(), [seats(1), metered(2), metered(3, "bytes")])

const cut = at("2026-02-10T09:00Z")
const now = at("2026-02-11T12:00Z")

const event = (quantity: number, when: string, changes: Partial<UsageRules.ItemEvent> = {}): UsageRules.ItemEvent => ({
  ...{ item: "calls", quantity, at: at(when), key: when },
  ...changes
})

const before = event(3, "2026-02-01T09:00Z")

const none: UsageRules.CountedUsage = { present: new Map(), next: new Map(), events: [] }

/** Totals by cycle and item: `1 calls 3`. The present cycle is 1. */
const totals = (result: ReturnType<typeof UsageRules.counted>): ReadonlyArray<string> =>
  Either.match(result, {
    onLeft: ({ message }) => [message],
    onRight: ({ totals }) => totals.map(({ cycle, item, total }) => `${cycle} ${item} ${total.sum}`)
  })

interface Row {
  readonly name: string
  readonly of?: Partial<Subscription>
  readonly events: ReadonlyArray<UsageRules.ItemEvent>
  readonly counted?: Partial<UsageRules.CountedUsage>
  readonly isAlone?: true
  readonly totals: ReadonlyArray<string>
}

const total = (sum: number) => ({ sum, max: sum, last: sum, lastAt: at("2026-01-11T09:00Z") })

const rows: ReadonlyArray<Row> = [
  { name: "within the cycle", events: [before], totals: ["1 calls 3"] },
  {
    name: "added to what is counted already",
    events: [before, event(4, "2026-02-02T09:00Z")],
    counted: {
      present: new Map([
        ["calls", total(10)],
        ["bytes", total(5)]
      ])
    },
    totals: ["1 calls 17"]
  },
  {
    name: "a millisecond before the cut",
    events: [event(3, "2026-02-10T08:59:59.999Z")],
    totals: ["1 calls 3"]
  },
  { name: "at the cut: of the next cycle", events: [event(3, "2026-02-10T09:00Z")], totals: ["2 calls 3"] },
  {
    name: "on both sides of the cut, of two items",
    events: [before, event(4, "2026-02-11T09:00Z", { item: "bytes" })],
    counted: { next: new Map([["bytes", total(1)]]) },
    totals: ["1 calls 3", "2 bytes 5"]
  },
  {
    name: "while a charge is under way: of the next cycle",
    of: { charging: uid("7") },
    events: [before],
    totals: ["2 calls 3"]
  },
  {
    name: "from before the present cycle, whose own was charged: of the present one",
    events: [event(3, "2025-12-31T09:00Z")],
    totals: ["1 calls 3"]
  },
  { name: "now", events: [event(3, "2026-02-11T12:00Z")], totals: ["2 calls 3"] },
  {
    name: "in the future",
    events: [before, event(3, "2026-02-11T12:00:00.001Z")],
    totals: ["events.1.at can't be in the future"]
  },
  {
    name: "in the future, alone",
    events: [event(3, "2026-02-11T12:00:00.001Z")],
    isAlone: true,
    totals: ["at can't be in the future"]
  },
  { name: "sent twice in one request", events: [before, before], totals: ["1 calls 3"] },
  { name: "sent before", events: [before], counted: { events: [before] }, totals: [] },
  {
    name: "sent before, when it was now",
    events: [{ ...before, at: now, isNow: true }],
    counted: { events: [before] },
    totals: []
  },
  {
    name: "under the key of another quantity",
    events: [event(4, "2026-02-01T09:00Z")],
    counted: { events: [before] },
    totals: ["events.0.key is that of another event"]
  },
  {
    name: "under the key of another item",
    events: [{ ...before, item: "bytes" }],
    counted: { events: [before] },
    totals: ["events.0.key is that of another event"]
  },
  {
    name: "100 days ago",
    events: [event(3, "2025-11-03T12:00Z")],
    totals: ["1 calls 3"]
  },
  {
    name: "longer than 100 days ago",
    events: [event(3, "2025-11-03T11:59:59.999Z")],
    totals: ["events.0.at can't be more than 100 days ago"]
  },
  {
    name: "longer than 100 days ago, and counted already",
    events: [event(3, "2025-11-03T11:59:59.999Z")],
    counted: { events: [event(3, "2025-11-03T11:59:59.999Z")] },
    totals: []
  },
  {
    name: "of an item that is not metered",
    events: [event(3, "2026-02-01T09:00Z", { item: "seat" })],
    isAlone: true,
    totals: ["item is no metered item of the subscription"]
  },
  {
    name: "of an item that the renewal removes, within its cycle",
    of: { nextItems: [seats(1)] },
    events: [before],
    totals: ["1 calls 3"]
  },
  {
    name: "of an item that the renewal removes, after it",
    of: { nextItems: [seats(1)] },
    events: [event(3, "2026-02-10T09:00Z")],
    totals: ["events.0.item is no metered item of the subscription"]
  },
  {
    name: "of an item that the renewal in doubt brings",
    of: { items: [seats(1)], dueItems: [metered(2)], attempts: 0, charging: uid("7") },
    events: [event(3, "2026-02-10T09:00Z")],
    totals: ["2 calls 3"]
  },
  {
    name: "of an item that comes after the cycle that is retried",
    of: { items: [seats(1)], nextItems: [metered(2)], attempts: 1, state: "failed_attempt" },
    events: [event(3, "2026-02-10T09:00Z")],
    totals: ["events.0.item is no metered item of the subscription"]
  },
  {
    name: "beyond the limit of sums",
    events: [before, event(Number.MAX_SAFE_INTEGER, "2026-02-02T09:00Z")],
    totals: ["events.1.quantity is too large"]
  },
  {
    name: "within the last period",
    of: { ending: { reason: "Moving" } },
    events: [before],
    totals: ["1 calls 3"]
  },
  {
    name: "after the last period",
    of: { ending: { reason: "Moving" } },
    events: [event(3, "2026-02-10T09:00Z")],
    totals: ["Subscription has ended"]
  },
  {
    name: "within the last period, while another charge is under way",
    of: { ending: { reason: "Moving" }, charging: uid("7") },
    events: [before],
    totals: ["2 calls 3"]
  },
  {
    name: "within the last period, while what is owed is retried",
    of: { ending: { reason: "Moving", isDue: true }, state: "failed_attempt", attempts: 1 },
    events: [before],
    totals: ["1 calls 3"]
  },
  {
    name: "within the last period, while what is owed is charged",
    of: { ending: { reason: "Moving", isDue: true }, charging: uid("7") },
    events: [before],
    totals: ["Subscription has ended"]
  },
  {
    name: "before it has begun",
    of: { state: "redirecting" },
    events: [before],
    totals: ["Subscription is redirecting"]
  },
  { name: "after it was cancelled", of: { state: "canceled" }, events: [before], totals: ["Subscription has ended"] },
  { name: "after it has failed", of: { state: "failed" }, events: [before], totals: ["Subscription has ended"] },
  { name: "after all its cycles", of: { state: "expired" }, events: [before], totals: ["Subscription has ended"] }
]

describe("D63: usage that is sent", () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    "%s",
    (_, { counted, events, isAlone, of, totals: expected }) => {
      assert.strictEqual(paid.activeTo?.epochMillis, cut.epochMillis)
      const result = UsageRules.counted({ ...paid, ...of }, events, { ...none, ...counted }, now, isAlone)
      assert.deepStrictEqual(totals(result), expected)
    }
  )

  it("says when it happened, or that it happens now", () => {
    const sent = { item: "calls", quantity: 3, key: "a" }
    assert.deepStrictEqual(UsageRules.eventsOf(sent, now), [{ ...sent, at: now, isNow: true }])
    assert.deepStrictEqual(UsageRules.eventsOf({ events: [{ ...sent, at: cut }] }, now), [{ ...sent, at: cut }])
  })

  it.each<[string, Partial<Subscription>, boolean]>([
    ["nothing has changed", {}, true],
    ["a charge has begun", { charging: uid("7") }, false],
    ["its cycle is charged", { usageCycle: 2 }, false],
    ["its period is another", { activeTo: now }, false],
    ["its lines have changed", { waiting: [] }, true]
  ])("is counted as it was read where %s: %s", (_, changes, isAlike) => {
    assert.strictEqual(UsageRules.sameUsageCycle(paid, { ...paid, ...changes }), isAlike)
  })

  it("costs what its price says, below 0 nothing", () => {
    const used = UsageRules.itemsUsed(
      paid,
      new Map([
        ["calls", total(7)],
        ["bytes", total(-7)]
      ])
    )
    assert.deepStrictEqual(used, [
      { item: "calls", quantity: 7, amount: 14n },
      { item: "bytes", quantity: 0, amount: 0n }
    ])
    assert.deepStrictEqual(DateTime.formatIso(UsageRules.rememberedSince(now)), "2025-11-03T12:00:00.000Z")
  })
})
