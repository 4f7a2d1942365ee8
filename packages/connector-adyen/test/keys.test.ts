import { it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { assert, describe } from "vitest"
import { keyLife } from "../src/Adyen.js"
import { charge, open, quietly, referenceOf, word } from "./internal/shop.js"

describe("D55 the fake's keys are Adyen's", () => {
  // Source: Adyen, "API idempotency": at least seven days.
  it.effect.each([
    ["within seven days it has the first answer", "167 hours", true],
    ["at the end of the seventh it may have forgotten it", "168 hours", false]
  ] as const)("%s", ([, wait, isSame]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const request = yield* charge("payment")
      const first = yield* acquirer.perform(request)
      yield* TestClock.adjust(wait)
      const second = yield* acquirer.perform(request)
      assert.strictEqual(referenceOf(first) === referenceOf(second), isSame)
      assert.strictEqual((yield* fake.movements()).length, isSame ? 1 : 2)
    }).pipe(Effect.scoped)
  )

  it("is never used by the gateway for longer than Adyen keeps it", () => {
    assert.isTrue(Duration.lessThanOrEqualTo(keyLife, Duration.days(7)))
  })

  it.live("gives twenty equal requests at once one answer and one movement, also while the first is in progress", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open({ dial: () => ({ wait: "100 millis" }) })
      const request = yield* charge("authorization")
      const answers = yield* Effect.replicateEffect(acquirer.perform(request), 20, { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(answers.map(referenceOf)).size, 1)
      assert.strictEqual((yield* fake.movements()).length, 1)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("says so while a request under a key stays in progress", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open({ dial: ({ nth }) => (nth === 1 ? { wait: "1 hour" } : {}) })
      const request = yield* charge("payment")
      const first = yield* Effect.fork(acquirer.perform(request))
      yield* Effect.repeat(Effect.delay(fake.sendsOf(request.key), 2), { until: (count) => count > 0 })
      assert.strictEqual(word(yield* acquirer.perform(request)), "NoAnswer")
      assert.strictEqual(first.unsafePoll(), null)
      assert.strictEqual((yield* fake.movements()).length, 1)
    }).pipe(Effect.scoped, quietly)
  )

  it.effect("keeps what it has moved by when it moved", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const early = yield* charge("payment")
      yield* acquirer.perform(early)
      yield* TestClock.adjust("1 day")
      const late = yield* charge("authorization")
      yield* acquirer.perform(late)
      const [first, second] = yield* fake.movements()
      assert.deepStrictEqual([first?.key, first?.kind, first?.amount], [early.key, "payment", 1000])
      assert.deepStrictEqual([second?.key, second?.kind], [late.key, "authorization"])
      const period = { from: first!.at, to: second!.at }
      assert.strictEqual((yield* fake.movements(period)).length, 1)
    }).pipe(Effect.scoped)
  )
})
