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
