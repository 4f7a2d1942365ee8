/** The walk: a process crashes at a fault point, another one is started, and gateway, ledger and merchant agree. */
import { type FaultPoint, type Moment, points } from "@florin/core/store/FaultPoints"
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Environment from "./Environment.js"
import { representatives } from "./Kinds.js"
import { untilFound } from "./Process.js"
import * as Rest from "./Rest.js"
import type { Scenario } from "./Scenario.js"
import { others, scenarios } from "./Scenarios.js"
import * as Stage from "./Stage.js"

export interface Step extends Omit<Environment.Options, "script"> {
  readonly point: FaultPoint
  readonly moment: Moment
  /** Default: that of the fault point. */
  readonly scenario?: Scenario
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

/** Every fault point, before and after; those first that take long. */
export const steps = [...points.map((point) => ({ ...{ point, what: "" }, ...scenarios[point] })), ...others]
  .reverse()
  .flatMap(({ point, what, ...scenario }) =>
    (["before", "after"] as const).map((moment) => ({
      ...{ point, what, moment, scenario },
      name: what === "" ? `${moment} ${point}` : `${moment} ${point}, ${what}`
    }))
  )

/**
 * The steps of a short walk: after the first of each kind of fault points, in its usual scenario, and before money is
 * moved. A crash before a commit, or before somebody is asked or told, is like one after what came before it. The
 * simulation comes to most of the others without a process to start, and the whole walk to all of them.
 */
export const short = steps.filter(
  ({ moment, point, what }) =>
    representatives.has(point) && what === "" && (moment === "after" || point.endsWith(".perform"))
)

/** How many steps are made side by side: most of the time is spent waiting for the dead to be missed. */
export const atOnce = 8

const within = (what: string, duration: Duration.DurationInput) =>
  Effect.timeoutFail({ duration, onTimeout: () => new Error(what) })

/** Crashes once, there and then, and compares gateway, ledger and merchant when everything has come to rest. */
const step = Effect.fnUntraced(function* (options: Step) {
  const { moment, point, restsWithin = Rest.resolvedWithin, scenario = scenarios[point] } = options
  const {
    bankManner,
    ends = () => true,
    first = () => Effect.void,
    freeCycles,
    fresh = false,
    manner,
    passing = 0,
    play
  } = scenario
  const script = manner && {
    script: (movement: Movement) => Effect.succeed(typeof manner === "function" ? manner(movement) : manner)
  }
  const bankScript = bankManner && { bankScript: (request: BankRequest) => Effect.succeed(bankManner(request)) }
  const environment = yield* Environment.make({ ...options, ...script, ...bankScript })
  const stage = yield* Stage.make(environment, { point, moment, action: "kill", passing })
  if (!fresh) yield* stage.start
  const led = Effect.zipRight(first(stage), stage.set(stage.trap))
  const player = yield* Effect.fork(Effect.flatMap(led, () => play(stage)))
  yield* within("not reached", "60 seconds")(stage.crashed)
  yield* stage.startLater(scenario.later ?? 0)
  const rest = Rest.reached(environment, [stage.merchant], restsWithin, yield* Clock.currentTimeMillis)
  yield* rest
  yield* within("its end did not come", restsWithin)(untilFound(() => ends(stage) || undefined))
  // What was ordered since then.
  yield* rest
  yield* Fiber.interrupt(player)
  return Object.values(yield* Rest.audit(environment, [stage.merchant], freeCycles)).flat()
}, Effect.scoped)

/** What a step finds wrong, a line each. */
export const faults = (options: Step): Effect.Effect<ReadonlyArray<string>> =>
  step(options).pipe(
    Effect.catchAllCause((cause) => Effect.succeed([Cause.pretty(cause)])),
    Effect.map((found) => found.map((fault) => `${options.moment} ${options.point}: ${fault}`))
  )
