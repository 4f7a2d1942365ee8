/**
 * Time that only goes forward, and that no setting of a wall clock moves.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"

/**
 * Milliseconds since an instant of its own: leases and deadlines are differences of it. It goes on while a process is
 * stopped.
 *
 * Default: the platform's own.
 *
 * @since 0.2.0
 * @category services
 */
export class MonotonicClock extends Context.Reference<MonotonicClock>()("@florin/core/MonotonicClock", {
  defaultValue: (): { readonly unsafeNow: () => number } => ({ unsafeNow: () => performance.now() })
}) {}
