/** `florin transactions`: what the books say of payments. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Made from "./operationCommands.js"
import { after, as, json, limit, shop } from "./sharedOptions.js"

const work = Effect.promise(() => import("./transactionWork.js"))

const uid = Args.text({ name: "uid" }).pipe(Args.withDescription("A transaction's uid"))

const statuses = ["incomplete", "pending", "successful", "failed", "expired"] as const

const types = [
  "authorization",
  "payment",
  "tokenization",
  "capture",
  "void",
  "refund",
  "credit",
  "payout",
  "proof"
] as const

const oneOf = (name: string, words: ReadonlyArray<string>) =>
  Options.choice(name, words).pipe(Options.withDescription("Only these"), Options.optional)

const only = (name: string, meaning: string) =>
  Options.text(name).pipe(Options.withDescription(meaning), Options.optional)

const money = (name: string, meaning: string) =>
  Options.integer(name).pipe(Options.withDescription(meaning), Options.optional)

/** What is searched by, each as the query of the operation is called. */
const filters = {
  status: oneOf("status", statuses),
  // Too many for a line of the help.
  type: only("type", `Only these: ${types.join(", ")}`),
  from: only("from", "Only those created at this instant or later, such as 2026-11-24T00:00:00Z"),
  to: only("to", "Only those created before this instant"),
  uid: only("uid", "Only the one of this uid"),
  tracking_id: only("tracking-id", "Only those with this id of yours"),
  reference: only("reference", "Only those that an acquirer calls so"),
  email: only("email", "Only those of the customer with this address, whatever its case"),
  customer: only("customer", "Only those of this customer, by your own id"),
  subscription: only("subscription", "Only charges of this subscription"),
  last4: only("last4", "Only those of cards that end in these four digits"),
  currency: only("currency", "Only those in this currency"),
  amount: money("amount", "Only those of exactly this amount, in minor units"),
  min_amount: money("min-amount", "Only those of this amount or more"),
  max_amount: money("max-amount", "Only those of this amount or less")
}

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
