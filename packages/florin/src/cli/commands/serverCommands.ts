/** `florin serve`, and the commands that look after the server's settings and its database. */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { json } from "./sharedOptions.js"

export const serve = Command.make("serve", { json }, ({ json }) =>
  Effect.flatMap(
    Effect.promise(() => import("./serveWork.js")),
    ({ serve }) => serve(json)
  )
).pipe(Command.withDescription("Runs the server until SIGINT or SIGTERM."))

const pci = Options.boolean("pci").pipe(
  Options.withDescription(
    "Says what an assessment by PCI DSS asks for: scope, kept cards, scripts and headers of pages"
  )
)

export const doctor = Command.make("doctor", { json, pci }, ({ json, pci }) =>
  Effect.gen(function* () {
    if (pci) {
      const work = yield* Effect.promise(() => import("./pciWork.js"))
      return yield* work.pci(json)
    }
    const work = yield* Effect.promise(() => import("./doctorWork.js"))
    return yield* work.doctor(json)
  })
).pipe(
  Command.withDescription(
    "Checks settings, database, clock, keys, disk and versions, and says what to do. Ends with 1 if something fails."
  )
)

export const migrate = Command.make("migrate", { json }, ({ json }) =>
  Effect.flatMap(
    Effect.promise(() => import("./migrateWork.js")),
    ({ migrate }) => migrate(json)
  )
).pipe(Command.withDescription("Brings the database up to this version's schema, and says from which to which."))
