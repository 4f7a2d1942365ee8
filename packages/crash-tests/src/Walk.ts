/** The walk: a process crashes at a fault point, another one is started, and gateway, ledger and merchant agree. */
import { type FaultPoint, type Moment, points } from "@florin/core/store/FaultPoints"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { prompt } from "./Acquirer.js"
import * as Environment from "./Environment.js"
import type { Store, Trap } from "./HostSettings.js"
import type { Program } from "./Program.js"
import * as Rest from "./Rest.js"
import { scenarios } from "./Scenarios.js"
import * as Stage from "./Stage.js"

/**
 * A step of the walk did not go as it should.
 *
 * - `not-reached`: nothing came to the fault point
 * - `not-ended`: what the scenario waits for in the end did not come true
 */
export class StepFailed extends Data.TaggedError("StepFailed")<{
  readonly trap: Trap
  readonly reason: "not-reached" | "not-ended"
}> {
  override get message(): string {
    return `${this.trap.moment} ${this.trap.point}: ${this.reason}`
  }
}

export interface Step {
  readonly program: Program
  readonly store?: Store
  readonly point: FaultPoint
  readonly moment: Moment
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

const within = (trap: Trap, reason: StepFailed["reason"], duration: Duration.DurationInput) =>
  Effect.timeoutFail({ duration, onTimeout: () => new StepFailed({ trap, reason }) })

const becomesTrue = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.zipRight(Effect.sleep("50 millis"), becomesTrue(condition))))

/** Every fault point, before and after; those first that take long. */
export const steps: ReadonlyArray<Pick<Step, "point" | "moment">> = [...points].reverse().flatMap((point) => [
  { point, moment: "before" },
  { point, moment: "after" }
])

/** How many steps are made side by side: most of the time is spent waiting for the dead to be missed. */
export const atOnce = 8

/** Crashes once, there and then, and compares gateway, ledger and merchant when everything has come to rest. */
export const step = Effect.fnUntraced(function* ({
  moment,
  point,
  restsWithin = Rest.resolvedWithin,
  ...options
}: Step) {
  const { ends = () => true, fresh = false, manner = prompt, play } = scenarios[point]
  const trap: Trap = { point, moment, action: "kill" }
  const environment = yield* Environment.make({ ...options, manner: () => Effect.succeed(manner) })
  const stage = yield* Stage.make(environment, trap)
  if (!fresh) yield* stage.start()
  const player = yield* Effect.fork(play(stage))
  yield* within(trap, "not-reached", "60 seconds")(stage.crashed)
  yield* stage.start()
  const restarted = yield* Clock.currentTimeMillis
  yield* Rest.reached(environment, stage.merchant, restarted, restsWithin)
  yield* within(trap, "not-ended", restsWithin)(becomesTrue(() => ends(stage)))
  // What was ordered since then.
  yield* Rest.reached(environment, stage.merchant, restarted, restsWithin)
  yield* Fiber.interrupt(player)
  return yield* Rest.audit(environment, stage.merchant)
}, Effect.scoped)
