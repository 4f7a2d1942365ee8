/** The contract of a 3-D Secure server, as tests that every implementation runs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { declareTest, type Runner } from "../Runner.js"
import { concluding } from "./internal/concluding.js"
import { forging } from "./internal/forging.js"
import { repeating } from "./internal/repeating.js"
import { speaking } from "./internal/speaking.js"
import type { Check, ServerUnderTest, SuiteCards } from "./internal/underTest.js"

export type { Check, Choice, ServerUnderTest, SuiteCards } from "./internal/underTest.js"

/** The promises of the contract, for runners of another kind. */
export const checks = (cards: SuiteCards): ReadonlyArray<Check> => [
  ...concluding(cards),
  ...repeating(cards),
  ...forging(cards),
  ...speaking(cards)
]

/**
 * Runs the contract of `ThreeDSecureServer` against a server: every transStatus, the method step, the challenge of both
 * versions; idempotent by key; forged returns conclude nothing; unknown is explicit; never a failure. `open` is run once
 * per test; it may give the same server each time, for all keys are new. Real time: nothing has to move a test clock.
 */
export const threeDSecureServerSuite = <E>(
  runner: Runner,
  name: string,
  open: Effect.Effect<ServerUnderTest, E, Scope.Scope>,
  cards: SuiteCards
): void => {
  runner.describe(`${name} keeps the contract of a 3-D Secure server`, () => {
    for (const { name, run } of checks(cards)) declareTest(runner, name, Effect.flatMap(open, run))
  })
}
