/** The walk: a process crashes at a fault point, another one is started, and gateway, ledger and merchant agree. */
import { type FaultPoint, type Moment, points } from "@florin/core/store/FaultPoints"
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Environment from "./Environment.js"
import { untilFound } from "./Fleet.js"
import type { Process, ProcessEnded, Program } from "./Process.js"
import type { Settings, Store, Trap } from "./Protocol.js"
import * as Rest from "./Rest.js"
import { scenarios } from "./Scenarios.js"

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

/** Where one crash is played: an environment with one process in front, which the merchant asks. */
export interface Stage {
  readonly environment: Environment.Environment
  /** The trap that this is about. */
  readonly trap: Trap
  readonly merchant: Merchant
  /** Starts one more process; from now on it is the one in front. */
  readonly start: (changes?: Partial<Settings>) => Effect.Effect<Process, ProcessEnded>
  /** Starts a process that is not expected to come up. */
  readonly startInto: (changes: Partial<Settings>) => Effect.Effect<void>
  readonly front: Effect.Effect<Process>
  /** Puts it in front again. */
  readonly bringBack: (process: Process) => Effect.Effect<void>
  /** Sets a trap in the process in front. Default: the one that this is about. */
  readonly set: (trap?: Trap) => Effect.Effect<void>
  /** Lets the process in front come to its end in peace. */
  readonly stop: Effect.Effect<void>
  /** Ends when a process has run into the trap and is dead. */
  readonly crashed: Effect.Effect<void>
}

const isSame = (left: Trap, right: Trap): boolean =>
  left.point === right.point && left.moment === right.moment && left.action === right.action

const stageOf = Effect.fnUntraced(function* (environment: Environment.Environment, trap: Trap) {
  const scope = yield* Effect.scope
  const crashed = yield* Deferred.make<void>()
  let front: Process | undefined
  let ahead = 0

  const url: Effect.Effect<string> = Effect.suspend(() => front?.url ?? Effect.never).pipe(
    Effect.catchAll(() => Effect.zipRight(Effect.sleep("20 millis"), url))
  )

  const launch = Effect.fnUntraced(function* (changes: Partial<Settings>) {
    ahead = changes.ahead ?? ahead
    const process = yield* Scope.extend(environment.start({ ...changes, ahead }), scope)
    front = process
    const watched = Effect.flatMap(process.ended, ({ reached, signal }) =>
      Effect.when(
        Deferred.succeed(crashed, undefined),
        () => signal === "SIGKILL" && reached.some((other) => isSame(other, trap))
      )
    )
    yield* Effect.forkIn(watched, scope)
    return process
  })

  const stage: Stage = {
    environment,
    trap,
    merchant: environment.merchant(url),
    start: (changes = {}) => Effect.tap(launch(changes), ({ url }) => url),
    startInto: (changes) => Effect.asVoid(launch(changes)),
    front: Effect.sync(() => front!),
    bringBack: (process) =>
      Effect.sync(() => {
        front = process
      }),
    set: (which = trap) => Effect.ignore(Effect.suspend(() => front!.tell({ _tag: "Set", trap: which }))),
    stop: Effect.suspend(() => Effect.asVoid(front!.stop)),
    crashed: Deferred.await(crashed)
  }
  return stage
})

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
  const stage = yield* stageOf(environment, trap)
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
