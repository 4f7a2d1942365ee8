/** What a contract suite takes of a test runner. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/** The `describe` and `it` of Vitest, Jest, `node:test`, or of another runner whose tests are promises. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => Promise<void>) => unknown
}

/** Declares an effect as a test. A failure rejects with the error itself, so that runners show both values of an assertion. */
export const declareTest = <E>({ it }: Runner, name: string, effect: Effect.Effect<unknown, E, Scope.Scope>): void => {
  it(name, async () => {
    // biome-ignore lint/plugin/runners: the test of a runner is a promise
    const exit = await Effect.runPromiseExit(Effect.scoped(effect))
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  })
}
