/** Begins attempts at providers. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type CommandClaim, claimIn } from "../commits/CommandKey.js"
import * as Tracing from "../tracing/Tracing.js"
import { type Attempt, services } from "./Attempt.js"
import type { Trigger } from "./AttemptMachine.js"
import * as AttemptDriver from "./internal/attemptDriver.js"

/** What an attempt takes from the fiber that starts it, since its steps run outside of it. */
export const inFiber = <A, E>(
  effect: (
    clock: Clock.Clock,
    trace: Tracing.Trace | undefined,
    command: CommandClaim | undefined
  ) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiberRuntime((fiber) =>
    effect(
      Context.get(fiber.currentDefaultServices, Clock.Clock),
      Tracing.traceOf(fiber),
      claimIn(fiber.currentContext)
    )
  )

export const make = Effect.map(services, (services) => {
  const dispatch = AttemptDriver.make(services)
  return {
    ...services,
    /** Begins an attempt, which replies once. Shutdown waits until then. */
    begin: <Outcome>(
      trigger: Trigger,
      attemptOf: (reply: (outcome: Outcome) => void) => Attempt,
      done: (outcome: Outcome) => void
    ): void => {
      const leave = services.calls.enter()
      const attempt = attemptOf((outcome) => {
        leave()
        done(outcome)
      })
      dispatch(attempt, trigger)
    }
  }
})

export type Attempts = Effect.Effect.Success<typeof make>
