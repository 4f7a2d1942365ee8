/** Time that only goes forward, and that no setting of a wall clock moves. */
import * as Context from "effect/Context"

/**
 * Milliseconds since an instant of its own: leases and deadlines are differences of it. It goes on while a process is
 * stopped.
 *
 * Default: the platform's own.
 */
export class MonotonicClock extends Context.Reference<MonotonicClock>()("@florin/core/MonotonicClock", {
  // biome-ignore lint/style/noRestrictedGlobals: the default source, which everything else is given
  defaultValue: (): { readonly unsafeNow: () => number } => ({ unsafeNow: () => performance.now() })
}) {}
