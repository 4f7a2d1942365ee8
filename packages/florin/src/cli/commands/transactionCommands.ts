/** `florin transactions`: what the books say of payments. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Made from "./operationCommands.js"
import { after, json, limit, shop } from "./sharedOptions.js"

const work = Effect.promise(() => import("./transactionWork.js"))

const uid = Args.text({ name: "uid" }).pipe(Args.withDescription("A transaction's uid"))

const statuses = ["incomplete", "pending", "successful", "failed", "expired"] as const

const status = Options.choice("status", statuses).pipe(Options.withDescription("Only these"), Options.optional)

const trackingId = Options.text("tracking-id").pipe(
  Options.withDescription("Only those with this id of yours, the 10 newest"),
  Options.optional
)

const list = Command.make("list", { shop, status, trackingId, limit, after: after("uid"), json }, (request) =>
  Effect.flatMap(work, ({ list }) => list(request))
).pipe(Command.withDescription("Lists a shop's transactions, newest first."))

const show = Command.make("show", { uid, json }, (request) => Effect.flatMap(work, ({ show }) => show(request))).pipe(
  Command.withDescription("Shows a transaction of any shop, and its history.")
)

const explain = Command.make("explain", { uid, json }, (request) =>
  Effect.flatMap(work, ({ explain }) => explain(request))
).pipe(Command.withDescription("Says why a charge went where it went: rules, 3-D Secure, acquirers."))

export const below = [show, explain, list, ...Made.below("transactions")] as const

export const command = Command.make("transactions").pipe(
  Command.withDescription("Lists, shows and explains transactions."),
  Command.withSubcommands(below)
)
