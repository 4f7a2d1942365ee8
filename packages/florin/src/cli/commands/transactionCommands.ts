/** `florin transactions`: what the books say of payments. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Made from "./operationCommands.js"
import { after, as, json, limit, shop } from "./sharedOptions.js"

const work = Effect.promise(() => import("./transactionWork.js"))

const uid = Args.text({ name: "uid" }).pipe(Args.withDescription("A transaction's uid"))

const filters = Made.filtersOf("transactions list")

const list = Command.make("list", { shop, filters, limit, after: after("uid"), as, json }, (request) =>
  Effect.flatMap(work, ({ list }) => list(request))
).pipe(Command.withDescription("Lists or searches a shop's transactions, newest first."))

const show = Command.make("show", { uid, as, json }, (request) =>
  Effect.flatMap(work, ({ show }) => show(request))
).pipe(Command.withDescription("Shows a transaction of any shop, and its history."))

const explain = Command.make("explain", { uid, as, json }, (request) =>
  Effect.flatMap(work, ({ explain }) => explain(request))
).pipe(Command.withDescription("Says why a charge went where it went: rules, 3-D Secure, acquirers."))

export const below = [show, explain, list, ...Made.below("transactions")] as const

export const command = Command.make("transactions").pipe(
  Command.withDescription("Lists, shows and explains transactions."),
  Command.withSubcommands(below)
)
