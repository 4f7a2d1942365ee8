/** `florin doctor`. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "./sharedOptions.js"

export const command = Command.make("doctor", { json }, ({ json }) =>
  Effect.flatMap(
    Effect.promise(() => import("./doctorWork.js")),
    ({ doctor }) => doctor(json)
  )
).pipe(
  Command.withDescription(
    "Checks settings, database, clock, keys, disk and versions, and says what to do. Ends with 1 if something fails."
  )
)
