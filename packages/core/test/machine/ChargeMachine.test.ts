import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as Machine from "@florin/core/machine/Machine"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const now = 1_000_000
const next = (state: ChargeMachine.State, trigger: ChargeMachine.Trigger, facts: object) =>
  Either.match(
    Machine.decide(ChargeMachine.machine, state, trigger, {
      now: DateTime.unsafeMake(now),
      expiredAt: null,
      waitingSince: null,
      threeDSecureNeeded: false,
      checksRejected: false,
      isReleased: false,
      ...ChargeMachine.noAction,
      ...facts
    }),
    { onLeft: () => "refused", onRight: ({ effects, next }) => [next, ...effects].join(" ") }
  )

describe("a charge", () => {
  // Source: States and transitions, "any unpaid, Time passes": the limit is inclusive.
  it.each([
    { expiry: "a millisecond ago", expiredAt: now - 1, timePassed: "expired notify", notDone: "expired notify" },
    { expiry: "this instant", expiredAt: now, timePassed: "expired notify", notDone: "expired notify" },
    { expiry: "in a millisecond", expiredAt: now + 1, timePassed: "refused", notDone: "failed notify" },
    { expiry: "never", expiredAt: null, timePassed: "refused", notDone: "failed notify" }
  ])("States and transitions | Time passes: expired_at $expiry", ({ expiredAt, notDone, timePassed }) => {
    const facts = { expiredAt: expiredAt === null ? null : DateTime.unsafeMake(expiredAt) }
    assert.strictEqual(next("incomplete", "TimePassed", facts), timePassed)
    assert.strictEqual(next("pending", "NotDone", facts), notDone)
    assert.strictEqual(next("pending", "Approved", facts), "successful notify watch-hold mail-receipt")
  })

  // Source: D15: the customer has 15 minutes on the issuer's pages.
  it.each([
    { waited: 15 * 60_000 - 1, timePassed: "refused", returned: "pending authenticate" },
    { waited: 15 * 60_000, timePassed: "expired notify", returned: "refused" }
  ])("D15: that waits for its customer for $waited ms, Time passes: $timePassed, Returned: $returned", (row) => {
    const facts = { waitingSince: DateTime.unsafeMake(now - row.waited) }
    assert.strictEqual(next("incomplete", "TimePassed", facts), row.timePassed)
    assert.strictEqual(next("incomplete", "Returned", facts), row.returned)
  })

  it.each([
    { expiredAt: now + 1, expected: "pending authenticate" },
    { expiredAt: now, expected: "refused" }
  ])("D15: whose customer returns at $expiredAt of 1000000: $expected", ({ expected, expiredAt }) => {
    const facts = { waitingSince: DateTime.unsafeMake(now - 1), expiredAt: DateTime.unsafeMake(expiredAt) }
    assert.strictEqual(next("incomplete", "Returned", facts), expected)
  })

  // Source: D53: an action has the time of a challenge; D40: what the acquirer may have approved is asked for first.
  const minutes = 60_000
  const action = { isActionOpen: true }
  it.each([
    { waited: 15 * minutes - 1, more: {}, timePassed: "refused", returned: "pending ask-acquirer" },
    { waited: 15 * minutes, more: {}, timePassed: "pending find-out", returned: "refused" },
    {
      waited: 1,
      more: { expiredAt: DateTime.unsafeMake(now + 1) },
      timePassed: "refused",
      returned: "pending ask-acquirer"
    },
    { waited: 1, more: { expiredAt: DateTime.unsafeMake(now) }, timePassed: "pending find-out", returned: "refused" },
    {
      waited: 1,
      more: { returns: ChargeMachine.mostReturns - 1 },
      timePassed: "refused",
      returned: "pending ask-acquirer"
    },
    { waited: 1, more: { returns: ChargeMachine.mostReturns }, timePassed: "refused", returned: "refused" },
    { waited: 1, more: { isActionOpen: false }, timePassed: "refused", returned: "refused" }
  ])(
    "D53: whose customer is at the acquirer for $waited ms, with $more, Time passes: $timePassed, back: $returned",
    ({ more, returned, timePassed, waited }) => {
      const facts = { ...action, waitingSince: DateTime.unsafeMake(now - waited), ...more }
      assert.strictEqual(next("incomplete", "TimePassed", facts), timePassed)
      assert.strictEqual(next("incomplete", "ActionReturned", facts), returned)
    }
  )

  // Source: D53: only a customer who is present, and in time, can act; what nobody ends is taken back.
  it.each([
    { facts: {}, expected: "incomplete watch-challenge" },
    { facts: { expiredAt: DateTime.unsafeMake(now + 1) }, expected: "incomplete watch-challenge" },
    { facts: { expiredAt: DateTime.unsafeMake(now) }, expected: "expired notify reverse" },
    { facts: { waitingSince: DateTime.unsafeMake(now - 15 * minutes + 1) }, expected: "incomplete watch-challenge" },
    { facts: { waitingSince: DateTime.unsafeMake(now - 15 * minutes) }, expected: "expired notify reverse" },
    { facts: { isByMerchant: true }, expected: "failed notify reverse" },
    { facts: { isByMerchant: true, expiredAt: DateTime.unsafeMake(now) }, expected: "failed notify reverse" }
  ])("D53: whose acquirer needs the customer, with $facts: $expected", ({ expected, facts }) => {
    assert.strictEqual(next("pending", "ActionNeeded", facts), expected)
  })

  // Source: States and transitions, the authorization and tokenization rows; D16 to D20.
  it.each([
    { state: "none", trigger: "Accepted", facts: {}, expected: "pending ask-acquirer" },
    { state: "none", trigger: "Accepted", facts: { threeDSecureNeeded: true }, expected: "pending authenticate" },
    { state: "none", trigger: "RulesDeclined", facts: {}, expected: "failed notify" },
    { state: "none", trigger: "NoAcquirer", facts: {}, expected: "failed notify" },
    { state: "pending", trigger: "ChallengeRequired", facts: {}, expected: "incomplete watch-challenge" },
    { state: "pending", trigger: "AuthenticationFailed", facts: {}, expected: "failed notify" },
    { state: "incomplete", trigger: "Returned", facts: {}, expected: "pending authenticate" },
    { state: "pending", trigger: "Approved", facts: {}, expected: "successful notify watch-hold mail-receipt" },
    { state: "pending", trigger: "Approved", facts: { checksRejected: true }, expected: "failed notify reverse" },
    { state: "pending", trigger: "Declined", facts: {}, expected: "failed notify" },
    { state: "pending", trigger: "VerificationRefused", facts: {}, expected: "failed notify" },
    { state: "pending", trigger: "NoAnswer", facts: {}, expected: "pending" },
    { state: "pending", trigger: "Acknowledged", facts: {}, expected: "pending" },
    { state: "incomplete", trigger: "Approved", facts: action, expected: "successful notify watch-hold mail-receipt" },
    {
      state: "incomplete",
      trigger: "Approved",
      facts: { ...action, checksRejected: true },
      expected: "failed notify reverse"
    },
    { state: "incomplete", trigger: "Declined", facts: action, expected: "failed notify" },
    { state: "incomplete", trigger: "ActionNeeded", facts: action, expected: "refused" },
    { state: "incomplete", trigger: "Withdrawn", facts: action, expected: "expired notify reverse" },
    { state: "incomplete", trigger: "Withdrawn", facts: {}, expected: "refused" },
    { state: "expired", trigger: "ReversalAcknowledged", facts: {}, expected: "expired" },
    { state: "failed", trigger: "ApprovalReported", facts: {}, expected: "failed reverse" },
    { state: "expired", trigger: "ApprovalReported", facts: {}, expected: "expired reverse" },
    { state: "failed", trigger: "TakenBack", facts: { isActionOpen: true }, expected: "failed" },
    { state: "expired", trigger: "TakenBack", facts: { isActionOpen: true }, expected: "expired" },
    { state: "successful", trigger: "Closed", facts: {}, expected: "successful close" },
    { state: "successful", trigger: "HoldLapsed", facts: {}, expected: "successful notify close reverse" },
    { state: "successful", trigger: "ReversalBegun", facts: {}, expected: "successful" },
    { state: "successful", trigger: "Corrected", facts: {}, expected: "refused" },
    {
      state: "successful",
      trigger: "Corrected",
      facts: { isReleased: true },
      expected: "successful notify reopen"
    },
    { state: "failed", trigger: "ReversalBegun", facts: {}, expected: "failed" },
    { state: "failed", trigger: "Corrected", facts: {}, expected: "successful notify watch-hold mail-receipt" },
    { state: "expired", trigger: "Corrected", facts: {}, expected: "successful notify watch-hold mail-receipt" }
  ] as const)("that is $state, told $trigger with $facts: $expected", ({ expected, facts, state, trigger }) => {
    assert.strictEqual(next(state, trigger, facts), expected)
  })

  it("takes no trigger in any other state", () => {
    const taken = ChargeMachine.machine.rows.map(({ state, trigger }) => `${state} ${trigger}`)
    const accepted = Machine.states(ChargeMachine.machine).flatMap((state) =>
      Machine.triggers(ChargeMachine.machine)
        .filter((trigger) => !taken.includes(`${state} ${trigger}`) && next(state, trigger, {}) !== "refused")
        .map((trigger) => `${state} ${trigger}`)
    )
    assert.deepStrictEqual(accepted, [])
  })
})
