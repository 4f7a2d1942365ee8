/** `florin serve`. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "./sharedOptions.js"

export const command = Command.make("serve", { json }, ({ json }) =>
  Effect.flatMap(
    Effect.promise(() => import("./serveWork.js")),
    ({ serve }) => serve(json)
  )
).pipe(Command.withDescription("Runs the server until SIGINT or SIGTERM."))
