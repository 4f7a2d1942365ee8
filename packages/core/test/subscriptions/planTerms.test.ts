// What makes the plan of a lookup key another one. Source: D21.

import { sameTerms } from "@florin/core/billing/PlanLookup"
import type { Plan } from "@florin/core/plans/Plan"
import { assert, describe, it } from "vitest"
import { at } from "../time/clocks.js"
import { type PlanChanges, planWith, trialOf } from "./given.js"

const keyed = planWith({ lookupKey: "club", trial: trialOf(100) })

const changes: ReadonlyArray<[member: keyof Plan, PlanChanges, isSame: boolean]> = [
  ["createdAt", { createdAt: at("2030-01-01T00:00Z") }, true],
  ["title", { title: "Other" }, false],
  ["currency", { currency: "USD" as Plan["currency"] }, false],
  ["amount", { amount: 1001 }, false],
  ["interval", { every: "2 month" }, false],
  ["interval", { every: "1 day" }, false],
  ["trial", { trial: null }, false],
  ["trial", { trial: trialOf(101) }, false],
  ["trial", { trial: trialOf(100, "8 day") }, false],
  ["trial", { trial: trialOf(100, "7 day", true) }, false],
  ["billingCycles", { billingCycles: 12 }, false],
  ["numberPaymentAttempts", { numberPaymentAttempts: 4 }, false],
  ["preventPaymentsAtNight", { preventPaymentsAtNight: true }, false],
  ["language", { language: "ru" }, false],
  ["test", { test: true }, false],
  ["visibleFields", { visibleFields: ["email"] }, false],
  ["lookupKey", { lookupKey: "Club" }, false]
]

describe("a plan that is created again under its lookup key", () => {
  it.each(changes)("D21: with another %s has the same terms: %o, %s", (_, change, isSame) => {
    const requested = planWith({ lookupKey: "club", trial: trialOf(100), ...change })
    assert.strictEqual(sameTerms(keyed, requested), isSame)
  })

  it("D21: has the same terms as it was stored, whatever the order of its members", () => {
    const stored = Object.fromEntries(Object.entries(keyed).reverse()) as unknown as Plan
    assert.isTrue(sameTerms(keyed, stored))
  })
})
