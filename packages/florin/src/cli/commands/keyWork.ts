/** The work of `florin keys` on the ring's file alone. */
import * as KeyFile from "@florin/vault/KeyFile"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { BadSetting } from "../badSetting.js"
import * as KeyProblems from "./keyProblems.js"

interface Requested {
  readonly file: string
  readonly json: boolean
}

const sentence = (text: string) => new BadSetting({ lines: [text] })

const refused = (path: string) => (error: KeyRingError) =>
  sentence(error.reason === "not-found" ? `${path} does not exist` : KeyProblems.problem(error, path))

/** Makes a ring. Never writes over one. */
export const make = ({ file, json }: Requested) =>
  KeyFile.create(file).pipe(
    Effect.mapError((error) =>
      error.reason === "not-found" ? sentence(`the folder of ${file} does not exist`) : refused(file)(error)
    ),
    Effect.zipRight(
      Console.log(
        json
          ? JSON.stringify({ file, current: "k1" })
          : `${file} was made, readable by its owner alone. Keep a copy apart from the database's.`
      )
    )
  )

export const add = ({ file, json }: Requested) =>
  KeyFile.addKey(file).pipe(
    Effect.mapError(refused(file)),
    Effect.flatMap((name) =>
      Console.log(
        json
          ? JSON.stringify({ file, current: name })
          : `Current key: ${name}. Send SIGHUP to every process, so that it wraps its cards anew.`
      )
    )
  )
