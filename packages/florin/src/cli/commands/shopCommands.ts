/** `florin shops`: adds, changes, re-keys and lists the shops in the database. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { as, json } from "./sharedOptions.js"
import { changeOptions, secretOptions } from "./shopOptions.js"

const work = Effect.promise(() => import("./shopWork.js"))

const id = Args.text({ name: "id" }).pipe(Args.withDescription("1 to 64 letters, digits, _ or -"))

const add = Command.make("add", { id, ...secretOptions, as, json }, (request) =>
  Effect.flatMap(work, ({ add }) => add(request))
).pipe(Command.withDescription("Adds a shop and shows its secrets, once."))

const update = Command.make("update", { id, ...changeOptions, as, json }, (request) =>
  Effect.flatMap(work, ({ update }) => update(request))
).pipe(Command.withDescription("Changes settings of a shop. An empty text takes one away."))

const list = Command.make("list", { as, json }, (request) => Effect.flatMap(work, ({ list }) => list(request))).pipe(
  Command.withDescription("Lists the shops, without their secrets.")
)

const show = Command.make("show", { id, as, json }, (request) =>
  Effect.flatMap(work, ({ show }) => show(request))
).pipe(Command.withDescription("Shows the settings of a shop and its public key, without its secrets."))

const atOnce = Options.boolean("at-once").pipe(
  Options.withDescription("Ends the old secret at once: after it was lost or seen")
)

const until = Options.text("until").pipe(
  Options.withDescription("Ends the old secret then: a day in UTC, or an instant. Default: `shops retire` ends it"),
  Options.optional
)

const rotate = Command.make("rotate", { id, atOnce, until, ...secretOptions, as, json }, (request) =>
  Effect.flatMap(work, ({ rotate }) => rotate(request))
).pipe(Command.withDescription("Gives a shop a new secret; the old one is valid beside it for a while."))

const retire = Command.make("retire", { id, as, json }, (request) =>
  Effect.flatMap(work, ({ retire }) => retire(request))
).pipe(Command.withDescription("Ends the secret that a shop had before its present one."))

const disable = Command.make("disable", { id, as, json }, (request) =>
  Effect.flatMap(work, ({ disable }) => disable(request))
).pipe(Command.withDescription("Shuts a shop: its secrets let nobody in. What has begun goes on."))

const enable = Command.make("enable", { id, as, json }, (request) =>
  Effect.flatMap(work, ({ enable }) => enable(request))
).pipe(Command.withDescription("Opens a shop that was disabled."))

export const below = [add, update, list, show, rotate, retire, disable, enable] as const

export const command = Command.make("shops").pipe(
  Command.withDescription("Adds, changes, lists and re-keys the shops of the database."),
  Command.withSubcommands(below)
)
