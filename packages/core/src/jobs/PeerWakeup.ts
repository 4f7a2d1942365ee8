/** The other processes that share the store, as far as a hint goes. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { constVoid } from "effect/Function"

// `Effect.never` would keep the process from ending.
const never = Effect.async<void>(() => undefined)

/**
 * Hints between processes that due work was added. One that is lost delays the work until the others look by
 * themselves; nothing depends on it.
 *
 * Default: no hints are sent, and none arrive.
 */
export class PeerWakeup extends Context.Reference<PeerWakeup>()("@florin/core/PeerWakeup", {
  defaultValue: (): {
    /** Tells the others soon. Ends at once, and never fails. */
    readonly unsafeTell: () => void
    /** Ends when another process has told since it was last awaited. */
    readonly told: Effect.Effect<void>
  } => ({ unsafeTell: constVoid, told: never })
}) {}
