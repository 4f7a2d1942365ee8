/** The contract of a provider of instant bank transfers, as tests that every implementation runs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { declareTest, type Runner } from "../Runner.js"
import { manners } from "./internal/manners.js"
import { refunding } from "./internal/refunding.js"
import { sendings } from "./internal/sendings.js"
import { standings } from "./internal/standings.js"
import type { Add, Check, ProviderUnderTest, SuiteTransfers } from "./internal/underTest.js"

export type { Change, Check, ProviderUnderTest, SuiteTransfers } from "./internal/underTest.js"

/** The promises of the contract, for runners of another kind. */
export const checks = <E>(
  open: Effect.Effect<ProviderUnderTest, E, Scope.Scope>,
  of: SuiteTransfers
): ReadonlyArray<Check> => {
  const all: Array<Check> = []
  const check: Add = (name, run) => void all.push({ name, run: Effect.suspend(run) })
  sendings(check, open, of)
  standings(check, open, of)
  refunding(check, open, of)
  manners(check, open, of)
  return all
}

/**
 * Runs the contract of `TransferProvider` against a provider: idempotent by key, standings by key with the bank's own
 * amounts and dates, orders that a customer can pay, refunds within what was paid, movements that agree, unknown is
 * explicit, never a failure. `open` is run once per test; it may give the same provider each time, for all keys are new.
 * Real time: nothing has to move a test clock.
 *
 * Shape: amounts are whole thousands of kopecks, or one kopeck beside a limit, so that they are no trigger by chance.
 */
export const transferProviderSuite = <E>(
  runner: Runner,
  name: string,
  open: Effect.Effect<ProviderUnderTest, E, Scope.Scope>,
  of: SuiteTransfers
): void => {
  runner.describe(`${name} keeps the contract of a provider of transfers`, () => {
    for (const { name, run } of checks(open, of)) declareTest(runner, name, run)
  })
}
