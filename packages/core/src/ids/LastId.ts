/** The last time-ordered identifier of this process; the next one must be greater. */
import * as Context from "effect/Context"

/** The millisecond and the count of the last identifier. A seeded test provides a new one per run. */
export class LastId extends Context.Reference<LastId>()("@florin/core/LastId", {
  defaultValue: (): { millis: number; count: number } => ({ millis: 0, count: 0 })
}) {}
