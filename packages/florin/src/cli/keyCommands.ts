/** `florin keys`: makes and extends the key ring's file. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as KeyFile from "@florin/vault/KeyFile"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { BadSetting } from "./badSetting.js"
import * as KeyProblems from "./keyProblems.js"

const file = Args.text({ name: "file" }).pipe(Args.withDescription("The key ring's file"))

const refused = (path: string) => (error: KeyRingError) => {
  const isNew = error.reason === "not-found"
  return new BadSetting({ lines: [isNew ? `${path} does not exist` : KeyProblems.problem(error, path)] })
}

const create = Command.make("create", { file }, ({ file }) =>
  KeyFile.create(file).pipe(
    Effect.mapError((error) =>
      error.reason === "not-found"
        ? new BadSetting({ lines: [`the folder of ${file} does not exist`] })
        : refused(file)(error)
    ),
    Effect.zipRight(
      Console.log(`${file} was made, readable by its owner alone. Keep a copy apart from the database's.`)
    )
  )
).pipe(Command.withDescription("Makes a key ring in a new file."))

const add = Command.make("add", { file }, ({ file }) =>
  KeyFile.addKey(file).pipe(
    Effect.mapError(refused(file)),
    Effect.flatMap((name) =>
      Console.log(`Current key: ${name}. Send SIGHUP to every process, so that it wraps its cards anew.`)
    )
  )
).pipe(Command.withDescription("Adds a new key to the ring and makes it the current one."))

export const command = Command.make("keys").pipe(
  Command.withDescription("Makes a key ring, and adds keys to it."),
  Command.withSubcommands([create, add])
)
