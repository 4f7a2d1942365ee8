// What a customer may use, by the states of their subscriptions (D66).
import { assert, describe, it } from "@effect/vitest"
import * as Entitlements from "@florin/core/entitlements/Entitlements"
import { SubscriptionId } from "@florin/core/ids/Ids"
import type { Features } from "@florin/core/plans/Features"
import type { Subscription, SubscriptionState } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { paidAt, planWith, renewedWith } from "../subscriptions/given.js"
import { at } from "../time/clocks.js"

const features: Features = { export: true, seats: 5 }

const id = (digit: string) => SubscriptionId.make(`sbs_${digit.padStart(16, "0")}`)

/** Paid until 10 April, 08:00 UTC, and looked at in between unless a case says otherwise. */
const active: Subscription = paidAt(planWith({ features }), "2026-03-10T08:00Z")
const during = at("2026-03-20T08:00Z")
const after = at("2026-04-10T08:00Z")
const pausedAt = during

const endOf = (changes: Partial<Subscription>, grace?: number, now = during): string => {
  const grant = Entitlements.grantOf({ ...active, ...changes }, grace, now)
  if (grant === undefined) return "nothing"
  assert.deepStrictEqual(grant.features, features)
  return grant.until === null ? "open" : DateTime.formatIso(grant.until)
}

describe("D66: a subscription gives the features of its plan", () => {
  assert.strictEqual(DateTime.formatIso(active.activeTo!), "2026-04-10T07:00:00.000Z")

  it.each<[string, string, Partial<Subscription>, (number | undefined)?, DateTime.Utc?]>([
    ["not while it waits for its card", "nothing", { state: "redirecting" }],
    ["in a trial", "open", { state: "trial" }],
    ["while it is active", "open", {}],
    ["while its renewal is in doubt after the paid period", "open", { charging: "x" as never }, undefined, after],
    ["while it is to end with its period", "open", { ending: { reason: "Moved away" } }],
    [
      "while what is owed at its end is charged",
      "nothing",
      { ending: { reason: "Moved away", isDue: true } },
      undefined,
      after
    ],
    ["to the end of what is paid where it is paused", "paid", { pausedAt }],
    ["not where it is paused after what was paid", "nothing", { pausedAt }, undefined, after],
    ["not where it is paused with nothing paid", "nothing", { pausedAt, activeTo: null }],
    ["to the end of the last cycle where all are paid", "paid", { state: "expired" }],
    ["not after the last cycle", "nothing", { state: "expired" }, undefined, after],
    ["not where no instant ends the last cycle", "nothing", { state: "expired", activeTo: null }],
    ["not once it is cancelled, even if a period is paid", "nothing", { state: "canceled" }],
    ["not where its first charge failed", "nothing", { state: "failed" }],
    ["while a declined charge is retried", "open", { state: "failed_attempt" }, undefined, after],
    ["while a charge without a decision is retried", "open", { state: "error" }, undefined, after],
    [
      "for days of grace from the end of what is paid",
      "2026-04-13T07:00:00.000Z",
      { state: "failed_attempt" },
      3,
      after
    ],
    ["not without grace", "nothing", { state: "error" }, 0, after],
    ["not after its grace", "nothing", { state: "failed_attempt" }, 3, at("2026-04-13T07:00Z")],
    ["not where nothing retries, because it is paused", "nothing", { state: "failed_attempt", pausedAt }, 30, after],
    ["while a failed charge is retried of which no period is known", "open", { state: "error", activeTo: null }, 3]
  ])("%s", (_, expected, changes, grace, now) => {
    const end = endOf(changes, grace, now)
    assert.strictEqual(end, expected === "paid" ? "2026-04-10T07:00:00.000Z" : expected)
  })

  it("and none where its plan has none", () => {
    assert.isUndefined(Entitlements.grantOf(paidAt(planWith(), "2026-03-10T08:00Z"), undefined, during))
    assert.isUndefined(Entitlements.grantOf(paidAt(planWith({ features: {} }), "2026-03-10T08:00Z"), undefined, during))
  })

  it("of the next plan from the renewal on that charges it", () => {
    const next = planWith({ features: { export: true, seats: 20 } })
    const replanned: Subscription = { ...active, nextPlan: next }
    assert.deepStrictEqual(Entitlements.grantOf(replanned, undefined, during)?.features, features)
    const renewed = renewedWith(replanned, ["charged"])
    assert.deepStrictEqual(Entitlements.grantOf(renewed, undefined, during)?.features, next.features)
  })
})

const given = (all: ReadonlyArray<Features>): Entitlements.Entitlements => ({
  ...Entitlements.none,
  grants: all.map((features, index) => ({ subscription: id(String(index)), features, until: null }))
})

describe("D66: what several subscriptions of a customer give together", () => {
  it.each<[string, ReadonlyArray<Features>, Features]>([
    ["nothing by none", [], {}],
    ["what one gives", [{ export: true, seats: 5 }], { export: true, seats: 5 }],
    ["numbers add up", [{ seats: 5 }, { seats: 10 }, { seats: 0 }], { seats: 15 }],
    ["a flag is given if any gives it", [{ export: true }, { seats: 1 }], { export: true, seats: 1 }],
    ["no limit beside a number is no limit", [{ seats: 5 }, { seats: true }, { seats: 7 }], { seats: true }],
    ["0 is kept", [{ seats: 0 }], { seats: 0 }],
    [
      "a sum beyond what numbers hold exactly stays there",
      [{ seats: Number.MAX_SAFE_INTEGER }, { seats: 2 }],
      { seats: Number.MAX_SAFE_INTEGER }
    ],
    [
      "names that objects have of their own",
      [{ constructor: 2 } as never, { constructor: 3 } as never],
      { constructor: 5 } as never
    ]
  ])("%s", (_, all, expected) => {
    assert.deepStrictEqual({ ...Entitlements.featuresAt(given(all), during) }, expected)
    assert.deepStrictEqual({ ...Entitlements.featuresAt(given(all.toReversed()), during) }, expected)
  })

  it("only what has not ended counts, to the millisecond", () => {
    const [one, other] = [{ seats: 5 }, { seats: 7 }]
    const all: Entitlements.Entitlements = {
      ...Entitlements.none,
      grants: [
        { subscription: id("1"), features: one, until: after },
        { subscription: id("2"), features: other, until: null }
      ]
    }
    const before = DateTime.subtract(after, { millis: 1 })
    assert.deepStrictEqual(Entitlements.featuresAt(all, before), { seats: 12 })
    assert.deepStrictEqual(Entitlements.featuresAt(all, after), { seats: 7 })
    assert.deepStrictEqual(
      Entitlements.asOf(all, after).grants.map(({ subscription }) => subscription),
      [id("2")]
    )
  })

  it.each<[string, Features, boolean, number | null]>([
    ["seats", { seats: 5 }, true, 5],
    ["seats", { seats: true }, true, null],
    ["seats", { seats: 0 }, false, 0],
    ["seats", {}, false, 0],
    ["constructor", {}, false, 0]
  ])("%s of %j: may be used %s, limit %s", (name, features, isGiven, limit) => {
    assert.strictEqual(Entitlements.hasFeature(features, name), isGiven)
    assert.strictEqual(Entitlements.limitIn(features, name), limit)
  })
})

const changed = (before: Entitlements.Entitlements, changes: Partial<Subscription>, now = during) =>
  Entitlements.afterChange(before, { ...active, ...changes }, undefined, now)

describe("D66: a change of a subscription", () => {
  const began = changed(Entitlements.none, {})!

  it("that gives something new is told, once", () => {
    assert.isTrue(began.isAnnounced)
    assert.deepStrictEqual(began.entitlements.features, features)
    assert.strictEqual(began.entitlements.version, 1)
    assert.isUndefined(changed(began.entitlements, { paidCycles: 7 }))
  })

  it("that changes only the end is kept and not told", () => {
    const paused = changed(began.entitlements, { pausedAt })!
    assert.isFalse(paused.isAnnounced)
    assert.strictEqual(paused.entitlements.version, 2)
    assert.deepStrictEqual(Entitlements.nextEnd(paused.entitlements), active.activeTo!)
    const resumed = changed(paused.entitlements, {})!
    assert.isFalse(resumed.isAnnounced)
    assert.isUndefined(Entitlements.nextEnd(resumed.entitlements))
  })

  it("that ends what it gives is told, and leaves what others give", () => {
    const both = changed(began.entitlements, { id: id("2"), plan: planWith({ features: { seats: 10 } }) })!
    assert.deepStrictEqual(both.entitlements.features, { export: true, seats: 15 })
    const left = changed(both.entitlements, { state: "canceled" })!
    assert.isTrue(left.isAnnounced)
    assert.deepStrictEqual(left.entitlements.features, { seats: 10 })
    assert.lengthOf(left.entitlements.grants, 1)
  })

  it("of what another subscription gives as well is kept and not told", () => {
    const flag = planWith({ features: { export: true } })
    const one = changed(Entitlements.none, { plan: flag })!
    const both = changed(one.entitlements, { id: id("2"), plan: flag })!
    assert.isFalse(both.isAnnounced)
    const left = changed(both.entitlements, { plan: flag, state: "canceled" })!
    assert.isFalse(left.isAnnounced)
    assert.deepStrictEqual(left.entitlements.features, { export: true })
  })

  it("tells with it of what has ended by itself, where the work that ends it comes late", () => {
    const paused = changed(began.entitlements, { pausedAt })!
    const other = { id: id("2"), plan: planWith({ features: { seats: 10 } }) }
    const late = changed(paused.entitlements, other, after)!
    assert.deepStrictEqual(late.entitlements.features, { seats: 10 })
    assert.isUndefined(Entitlements.afterTime(late.entitlements, after))
  })
})

it("D66: time ends what was given until an instant, and is told once", () => {
  const paused = changed(changed(Entitlements.none, {})!.entitlements, { pausedAt })!.entitlements
  assert.isUndefined(Entitlements.afterTime(paused, DateTime.subtract(active.activeTo!, { millis: 1 })))
  const over = Entitlements.afterTime(paused, active.activeTo!)!
  assert.isTrue(over.isAnnounced)
  assert.deepStrictEqual([over.entitlements.features, over.entitlements.grants], [{}, []])
  assert.isUndefined(Entitlements.afterTime(over.entitlements, after))
})

const states: ReadonlyArray<SubscriptionState> = [
  ...(["redirecting", "trial", "active", "failed_attempt", "error", "failed", "canceled", "expired"] as const)
]

const step = FastCheck.record({
  id: FastCheck.constantFrom("1", "2", "3").map(id),
  state: FastCheck.constantFrom(...states),
  paused: FastCheck.boolean(),
  features: FastCheck.constantFrom<Features>({ seats: 3 }, { seats: true }, { export: true, seats: 1 }, {}),
  hours: FastCheck.integer({ min: 0, max: 600 })
})

it("D66: after any changes in any order, what is stored is what the subscriptions as they are give", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.array(step, { maxLength: 12 }), FastCheck.option(FastCheck.nat(40)), (steps, days) => {
      const grace = days ?? undefined
      const known = new Map<string, Subscription>()
      let stored = Entitlements.none
      let now = during
      for (const { features, hours, id, paused, state } of steps) {
        now = DateTime.add(now, { hours })
        const pausedAt = paused ? now : null
        known.set(id, { ...active, id, state, pausedAt, plan: planWith({ features }) })
        stored = Entitlements.afterChange(stored, known.get(id)!, grace, now)?.entitlements ?? stored
        const own = Array.from(known.values()).flatMap((one) => Entitlements.grantOf(one, grace, now) ?? [])
        const expected = Entitlements.featuresAt({ ...Entitlements.none, grants: own }, now)
        assert.deepStrictEqual(Entitlements.featuresAt(stored, now), expected)
        // Whoever was told of every change knows the same.
        assert.deepStrictEqual((Entitlements.afterTime(stored, now)?.entitlements ?? stored).features, expected)
      }
    }),
    { numRuns: 100 }
  )
})
