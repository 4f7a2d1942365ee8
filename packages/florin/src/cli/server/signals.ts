/** Signals: SIGINT and SIGTERM stop the server, SIGHUP reloads its keys. */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

const signals = ["SIGINT", "SIGTERM"] as const

/**
 * Waits for SIGINT or SIGTERM. The handlers are never removed: Ctrl-C under npm delivers SIGINT twice, from the terminal
 * and from npm, and the default action on the second would kill the process while it drains.
 */
export const stop: Effect.Effect<NodeJS.Signals> = Effect.async((resume) => {
  for (const signal of signals) process.on(signal, () => resume(Effect.succeed(signal)))
})

/** Offers an element per SIGHUP; one that arrives during a reload queues another reload. */
export const hangUps = Effect.gen(function* () {
  const signals = yield* Queue.sliding<void>(1)
  const ask = () => void signals.unsafeOffer(undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", ask)),
    () => Effect.sync(() => process.off("SIGHUP", ask))
  )
  return signals
})
