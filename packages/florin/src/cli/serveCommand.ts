/** `florin serve`. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"

export const command = Command.make("serve", {}, () =>
  Effect.flatMap(
    Effect.promise(() => import("./serveWork.js")),
    ({ serve }) => serve
  )
).pipe(Command.withDescription("Runs the server until SIGINT or SIGTERM."))
