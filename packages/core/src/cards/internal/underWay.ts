import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import type { StorageError } from "../../store/StorageError.js"
import type { Answer } from "../Answer.js"

// Stopping waits this long for operations that are under way; due work finishes the rest after the next start.
const drainLimit = Duration.seconds(6)

/** Runs an accepted operation to its end: a caller that goes away does not stop it. */
export const underWay = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<Answer, StorageError>()
  // A finalizer can't be interrupted; what it waits for has to be, or the limit would not hold.
  yield* Effect.addFinalizer(() =>
    Effect.ignore(Effect.timeout(Effect.interruptible(FiberSet.awaitEmpty(fibers)), drainLimit))
  )
  // Awaited and not joined: nothing of its references is wanted, and taking them over costs more than the fiber.
  return (operation: Effect.Effect<Answer, StorageError>) =>
    Effect.flatten(Effect.flatMap(FiberSet.run(fibers, operation), Fiber.await))
})
