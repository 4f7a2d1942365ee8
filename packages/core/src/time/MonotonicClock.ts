/**
 * Time that only goes forward: how long something has taken, whatever the clock on the wall was set to meanwhile.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * The monotonic clock of this process. It goes on while the process stands still, and says nothing of the date.
 *
 * Unit: milliseconds since an instant of its own.
 *
 * Default: the machine's.
 *
 * @since 0.1.0
 * @category services
 */
export class MonotonicClock extends Context.Reference<MonotonicClock>()("@florin/core/MonotonicClock", {
  defaultValue: (): { readonly unsafeNow: () => number } => ({ unsafeNow: () => performance.now() })
}) {}
