/** What may still be done under a key that the provider has forgotten: nothing. Source: D53. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { aboutOf } from "../AcquirerRequests.js"
import { eachKind, expecting } from "./asking.js"
import { type Add, assertMovements, type Open, type Sources } from "./underTest.js"

export const keyLife = (check: Add, open: Open, { approving }: Sources): void => {
  check("sends nothing under a key whose life is over, whatever it is asked", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { acquirer, elapse, sendsOf } = under
      assert.isDefined(acquirer.keyLife, "an acquirer whose keys are forgotten says when")
      assert.isDefined(elapse, "the life of keys is tried with `elapse`")
      assert.isDefined(sendsOf, "the life of keys is tried with `sendsOf`")
      assert.isTrue(Duration.isFinite(acquirer.keyLife), "the life of a key ends, or is left out")
      assert.isTrue(
        Duration.greaterThan(acquirer.keyLife, acquirer.inFlightWindow),
        "a key lives longer than a request travels"
      )
      const all = yield* doneOfEach(under, approving)
      const before = yield* Effect.forEach(all, ({ key }) => sendsOf(key))
      yield* elapse(Duration.sum(acquirer.keyLife, Duration.seconds(1)))
      for (const { reference, request } of all) {
        for (const known of [{}, { reference }]) {
          const { _tag } = yield* acquirer.status(request.key, yield* aboutOf(request, known))
          assert.include(["Approved", "Unknown", "NotFound"], _tag)
        }
      }
      assert.deepStrictEqual(yield* Effect.forEach(all, ({ key }) => sendsOf(key)), before)
    })
  )
}

const doneOfEach = Effect.fnUntraced(function* (under: Parameters<typeof expecting>[1], by: Sources["approving"]) {
  const all: Array<Effect.Effect.Success<ReturnType<typeof expecting>>> = []
  yield* eachKind(under, by, (request) =>
    Effect.tap(expecting("Approved", under, request), (done) => {
      all.push(done)
    })
  )
  for (const { key, request } of all) {
    const moves = request._tag !== "Charge" || request.kind !== "tokenization"
    yield* assertMovements(under, key, moves ? 1 : 0)
  }
  return all
})
