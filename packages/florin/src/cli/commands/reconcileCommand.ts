/** `florin reconcile`: compares our books with those of the acquirers, and says what differs. */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { as, json } from "./sharedOptions.js"

const from = Options.text("from").pipe(
  Options.withDescription("A day in UTC such as 2026-03-01, or an instant with an offset. Default: yesterday"),
  Options.optional
)

const to = Options.text("to").pipe(
  Options.withDescription("The end, not included. Default: a day after --from"),
  Options.optional
)

export const command = Command.make("reconcile", { from, to, as, json }, (request) =>
  Effect.flatMap(
    Effect.promise(() => import("./reconcileWork.js")),
    ({ reconcile }) => reconcile(request)
  )
).pipe(Command.withDescription("Compares the books of a day with those of the acquirers. Ends with 1 if they differ."))
