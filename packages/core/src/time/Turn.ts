/** The turns of the event loop. */
import * as Effect from "effect/Effect"

/** Lets everything else have its turn, between two long steps. Not a sleep: whatever the clock, it ends. */
// biome-ignore lint/style/noRestrictedGlobals: not for time
export const nextTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
