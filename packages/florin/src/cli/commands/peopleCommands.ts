/** `florin people`: who may sign in, and what they may do. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { after, as, json, limit } from "./sharedOptions.js"

const work = Effect.promise(() => import("./peopleWork.js"))

const id = Args.text({ name: "id" }).pipe(Args.withDescription("1 to 64 letters, digits, _ or -, kept for ever"))

const roles = ["view", "operate", "administer"] as const

const shop = Options.text("shop").pipe(Options.withDescription("Only in this shop. Default: in all"), Options.optional)

const role = Options.choice("role", roles).pipe(
  Options.withDescription("What the person may do. Default: view"),
  Options.withDefault("view" as const)
)

const add = Command.make("add", { id, role, shop, as, json }, (request) =>
  Effect.flatMap(work, ({ add }) => add(request))
).pipe(Command.withDescription("Adds a person, and shows a link by which they sign in once."))

const list = Command.make("list", { limit, after: after("id"), as, json }, (request) =>
  Effect.flatMap(work, ({ list }) => list(request))
).pipe(Command.withDescription("Lists the people and their roles."))

const newRole = Options.choice("role", [...roles, "none"] as const).pipe(Options.withDescription("none takes it away"))

const change = Command.make("role", { id, role: newRole, shop, as, json }, (request) =>
  Effect.flatMap(work, ({ role }) => role(request))
).pipe(Command.withDescription("Gives a person a role, or takes it away. It holds with their next request."))

const remove = Command.make("remove", { id, as, json }, (request) =>
  Effect.flatMap(work, ({ remove }) => remove(request))
).pipe(Command.withDescription("Removes a person and ends their sessions at once. The id stays taken."))

const reset = Options.boolean("reset").pipe(
  Options.withDescription("Also takes away password, second factor, browsers and sessions")
)

const link = Command.make("link", { id, reset, as, json }, (request) =>
  Effect.flatMap(work, ({ link }) => link(request))
).pipe(Command.withDescription("Shows a link by which a person signs in once, within an hour."))

export const below = [add, list, change, remove, link] as const

export const command = Command.make("people").pipe(
  Command.withDescription("Adds, lists and removes people, and says what they may do."),
  Command.withSubcommands(below)
)
