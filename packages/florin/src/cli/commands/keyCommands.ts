/** `florin keys`: makes a key ring, and changes the key that wraps the others. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { as, json } from "./sharedOptions.js"

const work = Effect.promise(() => import("./keyWork.js"))

const file = Args.text({ name: "file" }).pipe(Args.withDescription("The key ring's file"))

const make = (name: "new" | "create", description: string) =>
  Command.make(name, { file, json }, (request) => Effect.flatMap(work, ({ make }) => make(request))).pipe(
    Command.withDescription(description)
  )

const add = Command.make("add", { file, json }, (request) => Effect.flatMap(work, ({ add }) => add(request))).pipe(
  Command.withDescription("Adds a new key to the ring and makes it the current one, without a database.")
)

const keep = Options.boolean("keep").pipe(
  Options.withDescription("Adds no key: wraps what the current one does not wrap yet")
)

const rotate = Command.make("rotate", { keep, as, json }, (request) =>
  Effect.flatMap(
    Effect.promise(() => import("./keyRotation.js")),
    ({ rotate }) => rotate(request)
  )
).pipe(
  Command.withDescription("Adds a new key to the ring, and wraps the data keys of all cards and documents with it.")
)

export const below = [
  make("new", "Makes a key ring in a new file."),
  make("create", "The same as new, by its name in 0.1."),
  add,
  rotate
] as const

export const command = Command.make("keys").pipe(
  Command.withDescription("Makes a key ring, and rotates its keys."),
  Command.withSubcommands(below)
)
