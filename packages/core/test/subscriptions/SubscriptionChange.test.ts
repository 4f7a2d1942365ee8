import { assert, describe, it } from "@effect/vitest"
import * as SubscriptionChange from "@florin/core/subscriptions/SubscriptionChange"
import { machine } from "@florin/core/subscriptions/SubscriptionMachine"
import { paidAt, planWith } from "./given.js"

const subscription = paidAt(planWith(), "2026-03-10T08:00Z")

const meaning: Readonly<Record<string, SubscriptionChange.SubscriptionMeaning>> = {
  "none Created redirecting": "created",
  "redirecting Charged trial": "started",
  "redirecting Charged active": "started",
  "redirecting Charged expired": "completed",
  "redirecting Declined failed": "failed",
  "redirecting Errored failed": "failed",
  "redirecting Canceled canceled": "canceled"
}

/** The same whichever state of those in which it runs it comes from. */
const running: Readonly<Record<string, SubscriptionChange.SubscriptionMeaning>> = {
  "Charged active": "renewed",
  "Charged expired": "completed",
  "Declined failed": "failed",
  "Declined failed_attempt": "payment_failed",
  "Declined canceled": "canceled",
  "Errored failed": "failed",
  "Errored error": "payment_failed",
  "Errored canceled": "canceled",
  "Canceled canceled": "canceled"
}

/** The state stays. */
const progress: Readonly<Record<string, SubscriptionChange.SubscriptionMeaning>> = {
  Paused: "paused",
  Resumed: "resumed",
  CardChanged: "card_changed",
  CardDeleted: "card_deleted",
  PlanChanged: "plan_changed",
  EndScheduled: "end_scheduled",
  EndWithdrawn: "end_withdrawn",
  TermsChanged: "terms_changed"
}

describe("D66: a listener is told what has happened to a subscription", () => {
  it.each(machine.rows.map(({ next, state, trigger }) => [state, trigger, next] as const))(
    "%s, %s, %s",
    (from, trigger, to) => {
      const expected =
        meaning[`${from} ${trigger} ${to}`] ??
        running[`${trigger} ${to}`] ??
        (from === to ? progress[trigger] : undefined)
      assert.isDefined(expected)
      const { change } = SubscriptionChange.fromWritten({
        subscription: { ...subscription, state: to as never },
        step: { trigger, from }
      })
      assert.deepStrictEqual<unknown>(change, { means: expected, trigger, from, to })
    }
  )

  it("and not that a charge is made at the instant with which it ends", () => {
    const reported = (ending?: { readonly reason: string; readonly isDue?: true }) =>
      SubscriptionChange.fromWritten({
        subscription: { ...subscription, ending },
        step: { trigger: "EndScheduled", from: "active" }
      }).subscription
    assert.deepStrictEqual(reported().renewAt, subscription.renewAt)
    const ending = reported({ reason: "Moved away" })
    assert.deepStrictEqual([ending.renewAt, ending.ending], [null, { reason: "Moved away" }])
  })

  it("and when what is owed at its end is charged again", () => {
    const { renewAt } = SubscriptionChange.fromWritten({
      subscription: { ...subscription, state: "error", attempts: 1, ending: { reason: "Moved away", isDue: true } },
      step: { trigger: "Errored", from: "active" }
    }).subscription
    assert.deepStrictEqual(renewAt, subscription.renewAt)
  })
})
