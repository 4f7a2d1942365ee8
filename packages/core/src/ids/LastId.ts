/** The last time-ordered identifier of this process, so that the next one is greater. */
import * as Context from "effect/Context"

/** The millisecond and the count of the last identifier. A seeded test gives every run one of its own. */
export class LastId extends Context.Reference<LastId>()("@florin/core/LastId", {
  defaultValue: (): { millis: number; count: number } => ({ millis: 0, count: 0 })
}) {}
