/** The sandbox's controls. */
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import { sandboxTable } from "@florin/wire/operations/Table"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import { calling, faceOf } from "./operationCalls.js"
import { refusal } from "./refusal.js"
import type { FlorinClosed, RequestRefused } from "./refusals.js"
import type { Distance, SandboxControls } from "./sandboxControls.js"
import { type Effectful, type Parts, promised } from "./twoFaces.js"

// The compiler asks for every unit that there is.
const units: Readonly<Record<keyof Distance, true>> = {
  years: true,
  months: true,
  days: true,
  hours: true,
  minutes: true,
  seconds: true
}

const notUnit = `is no unit: there are ${Object.keys(units).join(", ")}`

/** `P1Y2M3DT4H5M6S`: the clock's own decoder says what is wrong with it. A misspelt unit would move it by nothing. */
const durationOf = (by: Distance = {}): Either.Either<string, RequestRefused> => {
  const unknown = Object.keys(by).find((name) => !Object.hasOwn(units, name))
  if (unknown !== undefined) return Either.left(refusal([unknown], notUnit))
  const { days = 0, hours = 0, minutes = 0, months = 0, seconds = 0, years = 0 } = by
  return Either.right(`P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`)
}

const moveClock = calling(sandboxTable.moveClock, "sandbox")

export const sandbox = {
  ...faceOf(sandboxTable, "sandbox"),
  advance: (by: Distance, ...others: ReadonlyArray<unknown>) =>
    Effect.flatMap(durationOf(by), (advance) => moveClock({ advance }, ...others)),
  moveTo: (instant: string, ...others: ReadonlyArray<unknown>) => moveClock({ to: instant }, ...others)
} as unknown as Effectful<SandboxControls>

/** None where nothing is simulated. */
export const make = (
  runtime: Runtime.Runtime<Parts>,
  admitted: Effect.Effect<void, FlorinClosed>
): SandboxControls | undefined =>
  Option.isNone(Context.getOption(runtime.context, SandboxRoutes)) ? undefined : promised(runtime, sandbox, admitted)
