/** `florin audit`: who has done or seen what, when and from where. */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { after, as, json, limit } from "./sharedOptions.js"

const text = (name: string, meaning: string) =>
  Options.text(name).pipe(Options.withDescription(meaning), Options.optional)

const kinds = ["action", "look", "denied", "sign-in"] as const

const options = {
  from: text("from", "Entries from then on: a day in UTC such as 2026-03-01, or an instant with an offset"),
  to: text("to", "Entries before then"),
  actor: text("actor", "Only of this person or operator"),
  kind: Options.choice("kind", kinds).pipe(Options.withDescription("Only of this kind"), Options.optional),
  operation: text("operation", "Only of this operation, by its id"),
  shop: text("shop", "Only about this shop"),
  subject: text("subject", "Only about this record, by its id"),
  limit,
  after: after("id"),
  all: Options.boolean("ndjson").pipe(
    Options.withDescription("Writes all of them, each as one line of JSON, whatever --limit says")
  ),
  as,
  json
}

export const command = Command.make("audit", options, (request) =>
  Effect.flatMap(
    Effect.promise(() => import("./auditWork.js")),
    ({ audit }) => audit(request)
  )
).pipe(Command.withDescription("Lists who has done or seen what, when and from where, newest first."))
