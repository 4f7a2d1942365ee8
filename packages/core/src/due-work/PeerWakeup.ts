/** Wake-up hints between the processes that share a store. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { constVoid } from "effect/Function"

// `Effect.never` would keep the process alive.
const never = Effect.async<void>(() => undefined)

/**
 * Hints that due work was added. A lost hint only delays the work until the other processes poll.
 *
 * Default: sends and receives no hints.
 */
export class PeerWakeup extends Context.Reference<PeerWakeup>()("@florin/core/PeerWakeup", {
  defaultValue: (): {
    /** Notifies the other processes soon. Returns immediately and never fails. */
    readonly unsafeTell: () => void
    /** Completes once a hint has arrived since it was last awaited. */
    readonly notified: Effect.Effect<void>
  } => ({ unsafeTell: constVoid, notified: never })
}) {}
