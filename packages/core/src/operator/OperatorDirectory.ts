/** The people who run the gateway. Their routes exist only where there are operators. */

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Unauthorized } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"

/** The source of operators: a file, or the host. */
export interface OperatorDirectory {
  /**
   * Answers with the operator's id, which the history of what an operator decides names. Compares in constant time; an
   * unknown operator takes as long as a wrong key. Source: D2.
   */
  readonly authenticate: (
    id: string,
    key: Redacted.Redacted<string>
  ) => Effect.Effect<string, Unauthorized | StorageError>
}

/**
 * This gateway's operators.
 *
 * Default: none, and the paths under `/operator` are unknown ones.
 */
export class Operators extends Context.Reference<Operators>()("@florin/core/operator/Operators", {
  defaultValue: (): OperatorDirectory | undefined => undefined
}) {}
