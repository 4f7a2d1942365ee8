/** What an acquirer says when it is asked. Source: D40, D53. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as assert from "../../internal/assert.js"
import { about, aboutOf, newKey } from "../AcquirerRequests.js"
import { assertLearned, assertOnce, assertStatus, eachKind, expecting, requestsOf } from "./asking.js"
import { approvedCharge } from "./children.js"
import type { Add, Open, Sources } from "./underTest.js"

export const statuses = (check: Add, open: Open, { approving, declining }: Sources): void => {
  check("says by key what it approved and what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      yield* eachKind(under, approving, (request) =>
        Effect.tap(expecting("Approved", under, request), (done) => assertStatus(under, done))
      )
      const request = yield* requestsOf(under).charge("authorization", declining, { amount: 1000 })
      yield* assertStatus(under, yield* expecting("Declined", under, request))
    })
  )

  check("has not found a key it has never seen", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { _tag } = yield* under.acquirer.status(yield* newKey, about)
      assert.include(under.answersQuestions === false ? ["NotFound", "Unknown"] : ["NotFound"], _tag)
    })
  )

  check("does not take the reference of another charge for the key that it is asked about", () =>
    Effect.gen(function* () {
      const under = yield* open
      const other = yield* approvedCharge(under, "payment", approving, 1000)
      const request = yield* requestsOf(under).charge("payment", approving, { amount: 1000 })
      const { _tag } = yield* under.acquirer.status(
        request.key,
        yield* aboutOf(request, { reference: other.reference })
      )
      assert.include(["NotFound", "Unknown"], _tag)
    })
  )

  check("knows after an interruption whether it happened, and does it once when asked again", () =>
    Effect.gen(function* () {
      const under = yield* open
      const request = yield* requestsOf(under).charge("payment", approving, { amount: 1000 })
      const fiber = yield* Effect.fork(under.acquirer.perform(request))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      yield* Effect.sleep(under.acquirer.inFlightWindow)
      yield* assertLearned(["Approved", "NotFound"], under, request)
      yield* assertOnce(under, yield* expecting("Approved", under, request))
    })
  )
}
