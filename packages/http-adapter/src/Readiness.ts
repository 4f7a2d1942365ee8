/** Whether requests can be served now. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Answers `true` when what the gateway depends on can be reached. `GET /health/ready` asks it each time.
 *
 * Default: ready as soon as it is up.
 */
export class Readiness extends Context.Reference<Readiness>()("@florin/http-adapter/Readiness", {
  defaultValue: (): Effect.Effect<boolean> => Effect.succeed(true)
}) {}
