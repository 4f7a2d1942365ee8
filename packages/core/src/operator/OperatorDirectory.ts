/** The people who run the gateway. Their routes exist only where there are operators. */

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Grants } from "../people/Role.js"
import type { Unauthorized } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"

/** An operator with a role of their own. */
export interface KnownOperator {
  readonly id: string
  readonly grants: Grants
}

/** The source of operators: a file, or the host. */
export interface OperatorDirectory {
  /**
   * Answers with the operator's id, which the history of what an operator decides names, and their roles; an id alone
   * administers all shops. Compares in constant time; an unknown operator takes as long as a wrong key. Source: D2, D74.
   */
  readonly authenticate: (
    id: string,
    key: Redacted.Redacted<string>
  ) => Effect.Effect<string | KnownOperator, Unauthorized | StorageError>
  /**
   * Who is signed in at the host, by a request as the server has it: Node's or the web's. Undefined: nobody is.
   *
   * Default: the host does not say. Source: D74.
   */
  readonly recognize?: (request: unknown) => Effect.Effect<KnownOperator | undefined>
}

/**
 * This gateway's operators.
 *
 * Default: none, and the paths under `/operator` are unknown ones.
 */
export class Operators extends Context.Reference<Operators>()("@florin/core/operator/Operators", {
  defaultValue: (): OperatorDirectory | undefined => undefined
}) {}
