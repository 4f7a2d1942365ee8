/** The route for webhooks of an upstream gateway. It exists only where the gateway charges through one. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The route's path, under the base URL of the host. */
export const path = "/upstream/notifications"

/** Receives webhooks of the upstream gateway by `POST` at `path`. */
export class UpstreamRoutes extends Context.Tag("@florin/http-adapter/UpstreamRoutes")<
  UpstreamRoutes,
  {
    /** Verifies a webhook and returns the status to reply with. Names of headers are in lower case. */
    readonly receive: (incoming: {
      readonly header: (name: string) => string | undefined
      readonly body: string
    }) => Effect.Effect<200 | 400 | 401 | 503>
  }
>() {}
