/** `florin shops`: adds, re-keys and lists the shops in the database. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { json } from "./sharedOptions.js"

const work = Effect.promise(() => import("./shopWork.js"))

const id = Args.text({ name: "id" }).pipe(Args.withDescription("1 to 64 letters, digits, _ or -"))

const name = Options.text("name").pipe(Options.withDescription("Stands on receipts. Default: the id"), Options.optional)

const add = Command.make("add", { id, name, json }, (asked) => Effect.flatMap(work, ({ add }) => add(asked))).pipe(
  Command.withDescription("Adds a shop and shows its secrets, once.")
)

const list = Command.make("list", { json }, ({ json }) => Effect.flatMap(work, ({ list }) => list(json))).pipe(
  Command.withDescription("Lists the shops, without their secrets.")
)

const rotate = Command.make("rotate", { id, json }, (asked) =>
  Effect.flatMap(work, ({ rotate }) => rotate(asked))
).pipe(Command.withDescription("Gives a shop a new secret, at once; also after the old one was lost."))

export const below = [add, list, rotate] as const

export const command = Command.make("shops").pipe(
  Command.withDescription("Adds, lists and re-keys the shops of the database."),
  Command.withSubcommands(below)
)
