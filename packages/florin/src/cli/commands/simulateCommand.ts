/** `florin simulate`. */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { json, whole } from "./sharedOptions.js"

const subscriptions = whole(
  "subscriptions",
  { least: 1, most: 10_000, otherwise: 1000 },
  "How many customers subscribe"
)

const months = whole("months", { least: 1, most: 36, otherwise: 12 }, "How many months pass")

const seed = whole("seed", { least: 0, most: 999_999_999, otherwise: 7 }, "What decides everything else")

const out = Options.text("out").pipe(
  Options.withDescription("The directory of the report. Default: simulation-report"),
  Options.withDefault("simulation-report")
)

export const command = Command.make("simulate", { subscriptions, months, seed, out, json }, (request) =>
  Effect.flatMap(
    Effect.promise(() => import("./simulateWork.js")),
    ({ simulate }) => simulate(request)
  )
).pipe(
  Command.withDescription(
    "Simulates a shop with subscriptions for a year, and writes a report. Ends with 1 if its books do not agree."
  )
)
