/** The sandbox's controls over the routes that HTTP offers too. */
import { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { SandboxRoutes } from "@florin/http-adapter/SandboxRoutes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import { RequestRefused } from "../refusals.js"
import type { Distance, Move, Movement, SandboxControls } from "../sandboxControls.js"
import { promiseOf, start } from "./running.js"

/** `P1Y2M3DT4H5M6S`: the clock's own decoder says what is wrong with it. */
const durationOf = ({ days = 0, hours = 0, minutes = 0, months = 0, seconds = 0, years = 0 }: Distance): string =>
  `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`

const told = (error: unknown): unknown =>
  error instanceof InvalidRequest ? new RequestRefused({ errors: error.errors }) : error

/** None where nothing is simulated. */
export const make = (runtime: Runtime.Runtime<never>): SandboxControls | undefined => {
  const routes = Option.getOrUndefined(Context.getOption(runtime.context, SandboxRoutes))
  if (routes === undefined) return undefined
  const call = <A>(effect: Effect.Effect<unknown, unknown>): Promise<A> =>
    promiseOf(start(runtime)(Effect.mapError(effect, told))) as Promise<A>
  return {
    advance: (by) => call<Move>(routes.moveClock({ advance: durationOf(by) })),
    moveTo: (instant) => call<Move>(routes.moveClock({ to: instant })),
    ledger: async () => (await call<{ readonly movements: ReadonlyArray<Movement> }>(routes.ledger)).movements
  }
}
