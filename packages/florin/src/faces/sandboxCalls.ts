/** The sandbox's controls. */
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import { sandboxTable } from "@florin/wire/operations/Table"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import { calling, faceOf } from "./operationCalls.js"
import type { FlorinClosed } from "./refusals.js"
import type { Distance, SandboxControls } from "./sandboxControls.js"
import { type Effectful, type Parts, promised } from "./twoFaces.js"

/** `P1Y2M3DT4H5M6S`: the clock's own decoder says what is wrong with it. */
const durationOf = ({ days = 0, hours = 0, minutes = 0, months = 0, seconds = 0, years = 0 }: Distance = {}): string =>
  `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`

const moveClock = calling(sandboxTable.moveClock, "sandbox")

export const sandbox = {
  ...faceOf(sandboxTable, "sandbox"),
  advance: (by: Distance) => moveClock({ advance: durationOf(by) }),
  moveTo: (instant: string) => moveClock({ to: instant })
} as unknown as Effectful<SandboxControls>

/** None where nothing is simulated. */
export const make = (
  runtime: Runtime.Runtime<Parts>,
  admitted: Effect.Effect<void, FlorinClosed>
): SandboxControls | undefined =>
  Option.isNone(Context.getOption(runtime.context, SandboxRoutes)) ? undefined : promised(runtime, sandbox, admitted)
