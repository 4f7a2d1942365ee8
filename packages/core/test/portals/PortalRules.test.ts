import { assert, describe, it } from "@effect/vitest"
import { PlanId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import type { PortalFeatures } from "@florin/core/portals/Portal"
import * as PortalRules from "@florin/core/portals/PortalRules"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import { ItemId } from "@florin/core/terms/Item"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { berlin, paidAt, planWith, renewedWith, settled, trialOf, waiting } from "../subscriptions/given.js"
import { at, iso } from "../time/clocks.js"

const now = at("2026-03-20T12:00+01:00")

const idOf = (digit: number) => PlanId.make(`pln_${String(digit).padStart(16, "0")}`)
const other = planWith({ id: idOf(2), amount: 2000 })
const yearly = planWith({ id: idOf(3), every: "12 month" })
const dollars = planWith({ id: idOf(5), currency: Currency.make("USD") })
const testPlan = planWith({ id: idOf(4), test: true })

const all: PortalFeatures = { cancel: true, card: true, invoices: true, plans: [] }

const active = paidAt(planWith(), "2026-03-10T10:00+01:00")
const inTrial = settled(waiting(planWith({ trial: trialOf(100, "1 month") })), "charged", "2026-03-10T10:00+01:00")
const declined = renewedWith(active, ["declined"])
const ending = Either.getOrThrow(SubscriptionRules.endedWithPeriod(active, "why", now)).subscription
const changed = Either.getOrThrow(SubscriptionRules.withNextPlan(active, other, now, berlin)).subscription
const charging: Subscription = { ...active, renewAt: null, charging: uid("7") }

const endOf = (offers: PortalRules.PortalOffers): string => {
  if (offers.cancel === undefined) return "-"
  return typeof offers.cancel.at === "string" ? offers.cancel.at : iso(offers.cancel.at).replace(".000", "")
}

/** What is offered, in short. */
const shown = (
  subscription: Subscription,
  features = all,
  plans: ReadonlyArray<Plan> = [planWith(), other, yearly, testPlan, dollars],
  instant = now
): string => {
  const offers = PortalRules.offersOf(subscription, features, plans, instant, berlin)
  const chosen = offers.plans.map(({ id }) => Number(id.slice(4))).join(" ")
  return `cancel ${endOf(offers)} goesOn ${offers.goesOn} card ${offers.card} plans ${chosen}`.trim()
}

describe("what a customer may do with a subscription", () => {
  it.each<[string, Subscription, string]>([
    ["is active", active, "cancel 2026-04-10T08:00:00Z goesOn false card true plans 2 3"],
    ["is in its trial", inTrial, "cancel 2026-04-10T08:00:00Z goesOn false card true plans 2 3"],
    ["is to be retried", declined, "cancel now goesOn false card true plans 2 3"],
    ["is being charged", charging, "cancel unknown goesOn false card true plans 2 3"],
    ["is paused", { ...active, pausedAt: now }, "cancel 2026-04-10T08:00:00Z goesOn false card true plans 2 3"],
    ["is to end", ending, "cancel - goesOn true card true plans"],
    ["is to end with a period under way", { ...ending, charging: uid("7") }, "cancel - goesOn true card true plans"],
    ["has another plan from its renewal on", changed, "cancel 2026-04-10T08:00:00Z goesOn false card true plans 1 3"],
    [
      "consists of items",
      {
        ...active,
        items: [
          { id: ItemId.make("seats"), title: "Seats", price: { kind: "flat", amount: Amount.make(5) }, quantity: 5 }
        ]
      },
      "cancel 2026-04-10T08:00:00Z goesOn false card true plans"
    ],
    ["waits for its card", waiting(planWith()), "cancel now goesOn false card false plans"],
    ["has failed", { ...active, state: "failed" }, "cancel - goesOn false card false plans"],
    ["is cancelled", { ...active, state: "canceled" }, "cancel - goesOn false card false plans"],
    ["has ended", { ...active, state: "expired" }, "cancel - goesOn false card false plans"]
  ])("D64: that %s", (_, subscription, offers) => {
    assert.strictEqual(shown(subscription), offers)
  })

  it.each<[string, PortalFeatures, ReadonlyArray<Plan>, string]>([
    ["no cancellation", { ...all, cancel: false }, [other], "cancel - goesOn false card true plans 2"],
    ["no other card", { ...all, card: false }, [other], "cancel 2026-04-10T08:00:00Z goesOn false card false plans 2"],
    ["no other plan", all, [], "cancel 2026-04-10T08:00:00Z goesOn false card true plans"],
    ["nothing", { ...all, cancel: false, card: false }, [], "cancel - goesOn false card false plans"]
  ])("D64: where the shop allows %s", (_, features, plans, offers) => {
    assert.strictEqual(shown(active, features, plans), offers)
  })

  it("D64: an end is taken back only where the shop lets customers cancel, and before it has come", () => {
    assert.include(shown(ending, { ...all, cancel: false }), "goesOn false")
    const end = at("2026-04-10T10:00+02:00")
    assert.include(shown(ending, all, [], end), "goesOn false")
  })
})

describe("the charges that a portal shows", () => {
  it.each<[string, Subscription, ReadonlyArray<string>]>([
    ["a month", active, ["2026-04-10", "2026-05-10", "2026-06-10"]],
    [
      "a year",
      paidAt(planWith({ every: "12 month" }), "2026-03-10T10:00+01:00"),
      ["2027-03-10", "2028-03-10", "2029-03-10"]
    ],
    [
      "two days",
      paidAt(planWith({ every: "2 day" }), "2026-03-19T10:00+01:00"),
      ["2026-03-21", "2026-03-23", "2026-03-25"]
    ],
    [
      "an hour, at night",
      paidAt(planWith({ every: "1 hour", preventPaymentsAtNight: true }), "2026-03-20T19:30+01:00"),
      ["2026-03-21", "2026-03-21", "2026-03-21"]
    ]
  ])("D64: are the next three of a plan of %s", (_, subscription, days) => {
    const until = PortalRules.chargesUntil(subscription, now)
    const charges = Preview.ofSubscription(subscription, until, berlin)
    assert.isBelow(charges.length, 30)
    const next = charges.slice(0, PortalRules.chargesShown).map((one) => iso(one.at).slice(0, 10))
    assert.deepStrictEqual(next, days)
  })
})
