/** `florin webhooks`: notifications to merchants. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Made from "./operationCommands.js"
import { after, as, json, limit, shop } from "./sharedOptions.js"

const work = Effect.promise(() => import("./webhookWork.js"))

const filters = Made.filtersOf("webhooks list")

const list = Command.make("list", { shop, filters, limit, after: after("id"), as, json }, (request) =>
  Effect.flatMap(work, ({ list }) => list(request))
).pipe(Command.withDescription("Lists a shop's notifications, newest first."))

const id = Args.text({ name: "id" }).pipe(Args.withDescription("A notification's id"), Args.optional)

const exhausted = Options.boolean("exhausted").pipe(
  Options.withDescription("The newest exhausted notification of every transaction")
)

const resend = Command.make("resend", { id, shop, exhausted, as, json }, (request) =>
  Effect.flatMap(work, ({ resend }) => resend(request))
).pipe(Command.withDescription("Lets a running server send a notification again, or all exhausted ones."))

export const below = [list, resend, ...Made.below("webhooks")] as const

export const command = Command.make("webhooks").pipe(
  Command.withDescription("Lists notifications to merchants, and sends them again."),
  Command.withSubcommands(below)
)
