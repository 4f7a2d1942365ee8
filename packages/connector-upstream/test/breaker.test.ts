import { assert, describe, it } from "@effect/vitest"
import { about } from "@florin/testing/acquirers/AcquirerRequests"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as TestClock from "effect/TestClock"
import { admit, closed, failed, failureLimit, isClosed, pause, type State } from "../src/CircuitBreaker.js"
import { connected, payment, quietly } from "./internal/asking.js"
import { answers, approves, resets } from "./internal/behaviours.js"
import { type Behaviour, hostile } from "./internal/hostile.js"

const wait = Duration.toMillis(pause)
const now = 1_000_000

const after = (failures: number, at = now): State => {
  let state = closed
  for (let nth = 0; nth < failures; nth++) state = failed(state, at)
  return state
}

describe("A breaker", () => {
  it.each([
    { name: "is closed at first", state: closed, at: 0, lets: true },
    { name: "is closed below the limit of failures", state: after(failureLimit - 1), at: now, lets: true },
    { name: "is open at the limit", state: after(failureLimit), at: now, lets: false },
    { name: "is open until the pause is over", state: after(failureLimit), at: now + wait - 1, lets: false },
    { name: "lets a probe through when it is over", state: after(failureLimit), at: now + wait, lets: true }
  ])("$name", ({ at, lets, state }) => {
    assert.strictEqual(admit(state, at)[0], lets)
  })

  it.each([
    { later: 0, lets: false },
    { later: wait - 1, lets: false },
    { later: wait, lets: true }
  ])("lets one probe through per pause: $later ms after the first one, $lets", ({ later, lets }) => {
    const [, probed] = admit(after(failureLimit), now + wait)
    assert.strictEqual(admit(probed, now + wait + later)[0], lets)
  })

  it("counts the pause from the last failure", () => {
    const state = failed(after(failureLimit), now + wait)
    assert.deepStrictEqual([admit(state, now + 2 * wait - 1)[0], admit(state, now + 2 * wait)[0]], [false, true])
  })

  type Step = { readonly after: number; readonly what: "call" | "failure" | "answer" }
  const steps = FastCheck.array(
    FastCheck.record({
      after: FastCheck.integer({ min: 0, max: 2 * wait }),
      what: FastCheck.constantFrom<Step["what"]>("call", "failure", "failure", "failure", "answer")
    }),
    { maxLength: 60 }
  )

  it("holds back only after as many failures in a row, and never for longer than a pause", () => {
    FastCheck.assert(
      FastCheck.property(steps, (history) => {
        let state = closed
        let at = 0
        let inARow = 0
        let last = 0
        for (const step of history) {
          at += step.after
          if (step.what === "call") {
            const [isAdmitted, next] = admit(state, at)
            assert.strictEqual(isAdmitted, inARow < failureLimit || at >= last + wait)
            if (isAdmitted && inARow >= failureLimit) last = at
            state = next
          } else if (step.what === "failure") {
            state = failed(state, at)
            inARow += 1
            last = at
          } else {
            state = closed
            inARow = 0
          }
          assert.strictEqual(isClosed(state), inARow < failureLimit)
        }
      }),
      { numRuns: 2_000 }
    )
  })
})

// The breaker uses the gateway's clock, connections use the machine's.
describe("When the other gateway stops answering", () => {
  /** Fails as specified and counts the requests. */
  const failing = (post: Behaviour, get?: Behaviour) =>
    Effect.gen(function* () {
      const { port, posts } = yield* hostile(post, get)
      const acquirer = yield* connected(port)
      const perform = Effect.map(Effect.flatMap(payment, acquirer.perform), ({ _tag }) => _tag)
      yield* Effect.replicateEffect(perform, failureLimit)
      return { acquirer, perform, posts }
    })

  it.scoped("nothing is asked of it for a while, and then one request at a time", () =>
    Effect.gen(function* () {
      let isBroken = true
      const { perform, posts } = yield* failing((visit) => (isBroken ? answers(500)(visit) : approves(visit)))
      assert.deepStrictEqual([yield* perform, posts().length], ["NotSent", failureLimit])
      yield* TestClock.adjust(Duration.subtract(pause, 1))
      assert.strictEqual(yield* perform, "NotSent")
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        [yield* perform, yield* perform, posts().length],
        ["NoAnswer", "NotSent", failureLimit + 1]
      )
      isBroken = false
      yield* TestClock.adjust(pause)
      assert.deepStrictEqual([yield* perform, yield* perform], ["Approved", "Approved"])
    }).pipe(quietly)
  )

  it.scoped("it is still asked what became of a key, and its answer ends the pause", () =>
    Effect.gen(function* () {
      const { acquirer, perform } = yield* failing(answers(503))
      assert.strictEqual(yield* perform, "NotSent")
      assert.strictEqual((yield* acquirer.status((yield* payment).key, about))._tag, "NotFound")
      assert.strictEqual(yield* perform, "NoAnswer")
    }).pipe(quietly)
  )

  const cases = [
    { name: "fails", post: answers(500), counts: true },
    { name: "has too many", post: answers(429), counts: true },
    { name: "resets", post: resets, counts: true },
    { name: "refuses our key", post: answers(401), counts: false },
    { name: "refuses what it is asked", post: answers(404), counts: false },
    { name: "answers nonsense", post: answers(200, "{}"), counts: false }
  ]
  it.scoped.each(cases)("one that $name counts as such: $counts", ({ counts, post }) =>
    Effect.gen(function* () {
      const { perform, posts } = yield* failing(post)
      const before = posts().length
      yield* perform
      assert.strictEqual(posts().length === before, counts)
    }).pipe(quietly)
  )
})
