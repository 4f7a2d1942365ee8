/** An acquirer under test, and what all parts of its contract ask of it. */
import type { AcquirerAnswer, AcquirerCard, AcquirerRequest, AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as assert from "../../internal/assert.js"
import { about, charge, child, payOut } from "../AcquirerRequests.js"

/** An acquirer and, where they can be looked into, its books. */
export interface AcquirerUnderTest {
  readonly acquirer: AcquirerService
  /** How many movements the books hold under a key. Without it the suite concludes from what is left to capture. */
  readonly movementsOf?: (key: AcquirerKey) => Effect.Effect<number>
}

/**
 * The cards the acquirer has for tests. `lostCard`: no answer, nothing charged. `lateCard`: no answer, charged. Both
 * lose the first sending of a key, and a later one is answered (D37).
 */
export interface SuiteCards {
  readonly approvingCard: AcquirerCard
  readonly decliningCard: AcquirerCard
  readonly lostCard?: AcquirerCard
  readonly lateCard?: AcquirerCard
}

export type Open = Effect.Effect<AcquirerUnderTest, unknown, Scope.Scope>

/** One promise of the contract. It fails as a defect, with the assertion that was not met. */
export interface Check {
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown, Scope.Scope>
}

export type Add = (name: string, run: () => Check["run"]) => void

export const assertMovements = (under: AcquirerUnderTest, key: AcquirerKey, expected: number): Effect.Effect<void> =>
  under.movementsOf === undefined
    ? Effect.void
    : Effect.map(under.movementsOf(key), (count) => assert.strictEqual(count, expected, "movements under the key"))

/** Asks, and expects an answer of that kind. */
export const expecting = Effect.fnUntraced(function* (
  tag: AcquirerAnswer["_tag"],
  { acquirer }: AcquirerUnderTest,
  request: AcquirerRequest
) {
  const answer = yield* acquirer.perform(request)
  assert.strictEqual(answer._tag, tag, `${request._tag} of ${request.amount}`)
  return answer
})

/** Asks what became of the key, and expects what was answered to it. */
export const assertStatus = Effect.fnUntraced(function* (
  { acquirer }: AcquirerUnderTest,
  key: AcquirerKey,
  answer: AcquirerAnswer
) {
  assert.deepStrictEqual({ ...(yield* acquirer.status(key, about)) }, { ...answer } as object)
})

const movesMoney = (request: AcquirerRequest): boolean => request._tag !== "Charge" || request.kind !== "tokenization"

/** It happened once: the books hold it once, and a query by the key says that it was approved. */
export const assertOnce = Effect.fnUntraced(function* (under: AcquirerUnderTest, request: AcquirerRequest) {
  yield* assertMovements(under, request.key, movesMoney(request) ? 1 : 0)
  assert.strictEqual((yield* under.acquirer.status(request.key, about))._tag, "Approved")
})

/** One request of every kind, each possible when it is its turn. */
export const oneOfEach = (card: AcquirerCard) =>
  Effect.gen(function* () {
    const authorization = yield* charge("authorization", card, { amount: 1000 })
    const payment = yield* charge("payment", card, { amount: 500 })
    const capture = yield* child("Capture", authorization.key, { amount: 600 })
    return [
      authorization,
      payment,
      yield* charge("tokenization", card, { amount: 0 }),
      capture,
      yield* child("Void", authorization.key, { amount: 400 }),
      yield* child("Refund", capture.key, { amount: 600 }),
      yield* child("Refund", payment.key, { amount: 500 }),
      yield* payOut("credit", card, { amount: 300 }),
      yield* payOut("payout", card, { amount: 300 })
    ]
  })
