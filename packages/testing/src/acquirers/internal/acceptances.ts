/** What is accepted first and decided later. Source: D53. */
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { aboutOf } from "../AcquirerRequests.js"
import { assertOnce, assertSameAgain, type Done, doing, eachKind, learned, referenceOf } from "./asking.js"
import { type AcquirerUnderTest, type Add, assertMovements, type Open, type Sources } from "./underTest.js"

/** Not decided yet, and not unknown to the provider either. */
const underway = ["Accepted", "Unknown"]

/** Asks between the acceptance and the decision. */
const assertUndecided = Effect.fnUntraced(function* ({ acquirer }: AcquirerUnderTest, { answer, request }: Done) {
  const reference = referenceOf(answer)
  for (const known of [{}, { reference }]) {
    const status = yield* acquirer.status(request.key, yield* aboutOf(request, known))
    assert.include(underway, status._tag)
  }
})

export const acceptances = (check: Add, open: Open, { approving }: Sources): void => {
  check("decides once what it has accepted, and says so by key and by reference", () =>
    Effect.gen(function* () {
      const under = yield* open
      assert.isDefined(under.settle, "an acquirer that answers Accepted is tried with `settle`")
      let accepted = 0
      yield* eachKind(under, approving, (request) =>
        Effect.gen(function* () {
          const done = yield* doing(under, request)
          assert.strictEqual(done.decision._tag, "Approved")
          if (done.answer._tag !== "Accepted") return done
          accepted++
          assert.isNotEmpty(done.answer.reference)
          assert.strictEqual((yield* learned(under, request, done))._tag, "Approved")
          yield* assertSameAgain(under, done)
          yield* assertOnce(under, done)
          return done
        })
      )
      assert.isAtLeast(accepted, 1, "requests that were accepted first")
    })
  )

  check("says nothing of what it has accepted before that is decided", () =>
    Effect.gen(function* () {
      const under = yield* open
      yield* eachKind(under, approving, (request) =>
        Effect.gen(function* () {
          const answer = yield* under.acquirer.perform(request)
          if (answer._tag === "Accepted") {
            const reference = referenceOf(answer)
            const done = { request, answer, decision: answer, key: request.key, kind: "payment", reference } as const
            yield* assertUndecided(under, done)
            yield* assertMovements(under, request.key, 0)
          }
          return yield* doing(under, request)
        })
      )
    })
  )
}
