/** What a gateway that charges through another one offers over HTTP. Where there is none, its route does not exist. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Where its webhooks go, under the address of the host. */
export const path = "/upstream/notifications"

/** Webhooks of the other gateway, by `POST` at `path`. */
export class UpstreamRoutes extends Context.Tag("@florin/http-adapter/UpstreamRoutes")<
  UpstreamRoutes,
  {
    /** Says whether it is genuine, and answers the status to reply with. Names of headers are in lower case. */
    readonly receive: (incoming: {
      readonly header: (name: string) => string | undefined
      readonly body: string
    }) => Effect.Effect<200 | 400 | 401 | 503>
  }
>() {}
