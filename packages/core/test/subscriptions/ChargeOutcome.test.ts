/** What the outcome of a charge means to its subscription, case by case. Source: D25, D40. */
import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as ChargeOutcome from "@florin/core/subscriptions/ChargeOutcome"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { transactionWith, uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { id, paidAt, planWith, renewedWith } from "./given.js"

/** Its renewal of 10 April was declined, and is retried. */
const failing = renewedWith(paidAt(planWith(), "2026-03-10T10:00+01:00"), ["declined"])

/** Made when the cycle was due, and told as failed; it succeeds after all. */
const late = (changes: Partial<CardTransaction> = {}): CardTransaction =>
  transactionWith({
    ...{ uid: uid("7"), type: "payment", status: "successful" },
    subscription: { id, purpose: "renewal", cycle: failing.cycle },
    createdAt: at("2026-04-10T10:00+02:00"),
    updatedAt: at("2026-04-10T18:00+02:00"),
    ...changes
  })

describe("a charge that was told as failed", () => {
  it.each<
    readonly [pays: boolean, what: string, subscription: Partial<Subscription>, charge: Partial<CardTransaction>]
  >([
    [true, "its success is late", {}, {}],
    [false, "it failed", {}, { status: "failed" }],
    [false, "a retry has paid the cycle", { attempts: 0 }, {}],
    [false, "the subscription has ended", { state: "canceled" }, {}],
    [false, "it is of another cycle", {}, { subscription: { id, purpose: "renewal", cycle: failing.cycle + 1 } }],
    [false, "it is of a trial, whose cycle has the number", {}, { createdAt: at("2026-04-10T09:59:59+02:00") }],
    [false, "nothing was paid before", { activeTo: null }, {}]
  ])("pays its cycle: %s, where %s", (pays, _, subscription, charge) => {
    assert.strictEqual(ChargeOutcome.paysLate({ ...failing, ...subscription }, late(charge)), pays)
  })
})

describe("the outcome of a charge", () => {
  it.each<readonly [what: string, charge: Partial<CardTransaction>, outcome: object]>([
    ["success", {}, { _tag: "Charged" }],
    ["no money on the card", { status: "failed", reason: "funds" }, { _tag: "Declined", isForbidden: false }],
    ["a customer who never came back", { status: "expired" }, { _tag: "Declined", isForbidden: false }]
  ])("is counted by the calendar: %s", (_, charge, outcome) => {
    const { card: __, ...without } = late(charge)
    assert.deepInclude(ChargeOutcome.outcomeOf(without as CardTransaction), outcome)
  })

  it.each<readonly [what: string, error: InvalidRequest, isForbidden: boolean]>([
    ["its card is erased", invalid(["credit_card", "token"], "does not exist"), false],
    ["its card may not be charged", invalid(["credit_card", "token"], "can't be charged"), true],
    ["something else is wrong", invalid(["amount"], "does not exist"), true]
  ])("that the gateway refuses is a decline, where %s", (_, error, isForbidden) => {
    assert.deepStrictEqual(ChargeOutcome.ofRefusal(error), { _tag: "Declined", isForbidden })
  })

  it("leaves a charge under way that is another one", () => {
    assert.isNull(ChargeOutcome.withOutcome({ ...failing, charging: uid("7") }, late()).charging)
    assert.strictEqual(ChargeOutcome.withOutcome({ ...failing, charging: uid("8") }, late()).charging, uid("8"))
  })
})
