/** Whether requests can be served now. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Returns `true` when everything the gateway depends on can be reached. Runs for each `GET /health/ready`.
 *
 * Default: always ready.
 */
export class Readiness extends Context.Reference<Readiness>()("@florin/http-adapter/Readiness", {
  defaultValue: (): Effect.Effect<boolean> => Effect.succeed(true)
}) {}
