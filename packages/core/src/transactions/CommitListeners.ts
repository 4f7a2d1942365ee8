/** The host's own rows: what the host writes in the commit that changes a transaction. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { TransactionChange } from "./TransactionChange.js"

/**
 * Runs inside the commit, with `UnitOfWorkContext` for the host's own statements. When it fails, the change is not
 * committed and due work tries again. It must not fork, sleep or wait for the outside.
 */
export type CommitListener = (change: TransactionChange) => Effect.Effect<void, StorageError, UnitOfWorkContext>

/** Default: none. */
export class CommitListeners extends Context.Reference<CommitListeners>()("@florin/core/CommitListeners", {
  defaultValue: (): ReadonlyArray<CommitListener> => []
}) {}
