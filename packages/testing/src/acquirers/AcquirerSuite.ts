/** The contract of an acquirer, as tests that every implementation runs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { declareTest, type Runner } from "../Runner.js"
import { acceptances } from "./internal/acceptances.js"
import { actions } from "./internal/actions.js"
import { capabilities } from "./internal/capabilities.js"
import { children } from "./internal/children.js"
import { keyLife } from "./internal/keyLife.js"
import { manners } from "./internal/manners.js"
import { notifications } from "./internal/notifications.js"
import { sendings } from "./internal/sendings.js"
import { statuses } from "./internal/statuses.js"
import { tokens } from "./internal/tokens.js"
import {
  type AcquirerUnderTest,
  type Add,
  type Check,
  type Part,
  type SuiteCards,
  sourcesOf
} from "./internal/underTest.js"

export type {
  AcquirerUnderTest,
  Check,
  Forgeries,
  NotificationsUnderTest,
  Part,
  Returned,
  SuiteCards
} from "./internal/underTest.js"

/** The promises of the contract, for runners of another kind. */
export const checks = <E>(
  open: Effect.Effect<AcquirerUnderTest, E, Scope.Scope>,
  cards: SuiteCards,
  parts: ReadonlyArray<Part> = []
): ReadonlyArray<Check> => {
  const all: Array<Check> = []
  const check: Add = (name, run) => void all.push({ name, run: Effect.suspend(run) })
  const sources = sourcesOf(cards)
  sendings(check, open, sources)
  statuses(check, open, sources)
  children(check, open, sources)
  tokens(check, open, sources)
  capabilities(check, open, sources)
  actions(check, open, sources)
  if (parts.includes("acceptances")) acceptances(check, open, sources)
  if (parts.includes("notifications")) notifications(check, open, sources)
  if (parts.includes("keyLife")) keyLife(check, open, sources)
  manners(check, open, sources, parts)
  return all
}

/**
 * Runs the contract of `AcquirerService` against an acquirer: idempotent by key, status by key, unknown is explicit,
 * children within their limits and at their own parent, refusals of what it cannot do, never a failure; and, by what it
 * has, tokens, actions of the customer, acceptances, notifications and the life of keys. `open` is run once per test; it
 * may give the same acquirer each time, for all keys are new. Real time: nothing has to move a test clock.
 *
 * Shape: the cards need an expiry in the future of the clock that is in use.
 *
 * Source: D40, D53.
 */
export const acquirerSuite = <E>(
  runner: Runner,
  name: string,
  open: Effect.Effect<AcquirerUnderTest, E, Scope.Scope>,
  cards: SuiteCards,
  parts: ReadonlyArray<Part> = []
): void => {
  runner.describe(`${name} keeps the contract of an acquirer`, () => {
    for (const { name, run } of checks(open, cards, parts)) declareTest(runner, name, run)
  })
}
