/** Monotonic time, which changes to the wall clock do not affect. */
import * as Context from "effect/Context"

/**
 * Milliseconds since an arbitrary instant; leases and deadlines use differences. It advances while a process is
 * stopped.
 *
 * Default: the platform's.
 */
export class MonotonicClock extends Context.Reference<MonotonicClock>()("@florin/core/MonotonicClock", {
  // biome-ignore lint/style/noRestrictedGlobals: the default source, injected everywhere else
  defaultValue: (): { readonly unsafeNow: () => number } => ({ unsafeNow: performance.now.bind(performance) })
}) {}
