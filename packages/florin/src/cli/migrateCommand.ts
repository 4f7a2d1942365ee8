/** `florin migrate`. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "./sharedOptions.js"

export const command = Command.make("migrate", { json }, ({ json }) =>
  Effect.flatMap(
    Effect.promise(() => import("./migrateWork.js")),
    ({ migrate }) => migrate(json)
  )
).pipe(Command.withDescription("Brings the database up to this version's schema, and says from which to which."))
