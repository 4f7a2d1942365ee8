import {
  admit,
  type BreakerState,
  type BreakerStatus,
  closed,
  failed,
  pause,
  processed,
  reached,
  statusOf,
  volume
} from "@florin/core/routing/CircuitBreaker"
import * as Duration from "effect/Duration"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"

const wait = Duration.toMillis(pause)
const now = 1_000_000
const open = failed(closed, { calls: 10, failures: 10 }, now)

describe("a circuit breaker", () => {
  // Both sides of the volume and of the threshold.
  it.each([
    [9, 9, "closed"],
    [10, 4, "closed"],
    [10, 5, "open"],
    [10, 10, "open"],
    [11, 5, "closed"],
    [11, 6, "open"],
    [1000, 499, "closed"],
    [1000, 500, "open"]
  ] as const)("D17: of %d calls %d failed: %s", (calls, failures, expected) => {
    assert.strictEqual(statusOf(failed(closed, { calls, failures }, now), now), expected)
  })

  it.each<[name: string, state: BreakerState, at: number, isAdmitted: boolean]>([
    ["closed", closed, now, true],
    ["just opened", open, now, false],
    ["before the pause is over", open, now + wait - 1, false],
    ["when the pause is over", open, now + wait, true],
    ["after a probe", admit(open, now + wait)[1], now + 2 * wait - 1, false],
    ["a pause after a probe", admit(open, now + wait)[1], now + 2 * wait, true],
    ["after a failed probe", failed(open, { calls: 11, failures: 11 }, now + wait + 500), now + 2 * wait + 499, false],
    ["after an answered query", reached(open, now + 1), now + 1, true],
    ["before the query was answered", reached(open, now + 1), now, false],
    ["after one probe since the query", admit(reached(open, now + 1), now + 1)[1], now + 2, false],
    ["closed, after an answered query", reached(closed, now), now, true]
  ])("D17: %s admits a charge: %s", (_, state, at, isAdmitted) => {
    assert.strictEqual(admit(state, at)[0], isAdmitted)
  })

  it.each([
    ["before it opened", now - 1, "open"],
    ["when it opened", now, "closed"],
    ["later", now + wait, "closed"]
  ] as const)("D17: a processed call that began %s leaves it %s", (_, began, expected) => {
    assert.strictEqual(statusOf(processed(open, began), now), expected)
  })

  it("is half-open from the end of its pause", () => {
    assert.deepStrictEqual([statusOf(open, now + wait - 1), statusOf(open, now + wait)], [
      "open",
      "half-open"
    ] satisfies ReadonlyArray<BreakerStatus>)
  })

  type Step = { readonly after: number; readonly what: "charge" | "failure" | "success" | "query" }
  const steps = FastCheck.array(
    FastCheck.record({
      after: FastCheck.integer({ min: 1, max: 2 * wait }),
      what: FastCheck.constantFrom<Step["what"]>("charge", "failure", "failure", "success", "query")
    }),
    { maxLength: 60 }
  )

  it("D17: holds a charge back only while open, and never longer than a pause after the last failure or probe", () => {
    FastCheck.assert(
      FastCheck.property(steps, (history) => {
        let state: BreakerState = closed
        let at = 0
        let last = Number.NEGATIVE_INFINITY
        for (const { after, what } of history) {
          at += after
          if (what === "failure") {
            state = failed(state, { calls: volume, failures: volume }, at)
            last = at
          } else if (what === "success") {
            state = processed(state, at)
            assert.strictEqual(state, closed)
          } else if (what === "query") {
            state = reached(state, at)
          } else {
            const [isAdmitted, next] = admit(state, at)
            if (state._tag === "Closed" || at >= last + wait) assert.isTrue(isAdmitted)
            if (isAdmitted) last = at
            assert.strictEqual(next._tag, state._tag)
            state = next
          }
        }
      }),
      { numRuns: 2_000 }
    )
  })
})
