/** What the system asks of a server: to stop, or to read its keys again. */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

const signals = ["SIGINT", "SIGTERM"] as const

/**
 * Waits until the process is asked to stop. The handlers stay to the end: an interrupt from a terminal reaches every
 * process of its group and is passed on by npm as well, and a second one must not cut off what the first one lets finish.
 */
export const stop: Effect.Effect<NodeJS.Signals> = Effect.async((resume) => {
  for (const signal of signals) process.on(signal, () => resume(Effect.succeed(signal)))
})

/** The handler stays: a hang-up while keys are being put into use asks for another round, and never ends the process. */
export const hangUps = Effect.gen(function* () {
  const asked = yield* Queue.sliding<void>(1)
  const ask = () => void asked.unsafeOffer(undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", ask)),
    () => Effect.sync(() => process.off("SIGHUP", ask))
  )
  return asked
})
