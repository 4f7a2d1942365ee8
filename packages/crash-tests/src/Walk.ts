/** The walk: a process crashes at a fault point, another one is started, and gateway, ledger and merchant agree. */
import { type FaultPoint, type Moment, points } from "@florin/core/store/FaultPoints"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Environment from "./Environment.js"
import { untilFound } from "./Fleet.js"
import type { Program } from "./Process.js"
import type { Store, Trap } from "./Protocol.js"
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
  /** Another gateway stands between the process and the acquirer. Default: `false`. */
  readonly isUpstream?: boolean
  readonly point: FaultPoint
  readonly moment: Moment
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

/** Every fault point, before and after; those first that take long. */
export const steps: ReadonlyArray<Pick<Step, "point" | "moment">> = [...points].reverse().flatMap((point) => [
  { point, moment: "before" },
  { point, moment: "after" }
])

/** How many steps are made side by side: most of the time is spent waiting for the dead to be missed. */
export const atOnce = 8

const within = (trap: Trap, reason: StepFailed["reason"], duration: Duration.DurationInput) =>
  Effect.timeoutFail({ duration, onTimeout: () => new StepFailed({ trap, reason }) })

/** Crashes once, there and then, and compares gateway, ledger and merchant when everything has come to rest. */
export const step = Effect.fnUntraced(function* (options: Step) {
  const { moment, point, restsWithin = Rest.resolvedWithin } = options
  const { ends = () => true, fresh = false, manner, play } = scenarios[point]
  const trap: Trap = { point, moment, action: "kill" }
  const script = manner === undefined ? {} : { script: () => Effect.succeed(manner) }
  const environment = yield* Environment.make({ ...options, ...script })
  const stage = yield* Stage.make(environment, trap)
  if (!fresh) yield* stage.start()
  const player = yield* Effect.fork(play(stage))
  yield* within(trap, "not-reached", "60 seconds")(stage.crashed)
  yield* stage.start()
  const restarted = yield* Clock.currentTimeMillis
  yield* Rest.reached(environment, [stage.merchant], restarted, restsWithin)
  yield* within(trap, "not-ended", restsWithin)(untilFound(() => ends(stage) || undefined))
  // What was ordered since then.
  yield* Rest.reached(environment, [stage.merchant], restarted, restsWithin)
  yield* Fiber.interrupt(player)
  return yield* Rest.audit(environment, [stage.merchant])
}, Effect.scoped)
