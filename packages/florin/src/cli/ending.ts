/** How a command ends: its exit code, and its error for people or as a document. */
import { stripVTControlCharacters } from "node:util"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Cause from "effect/Cause"
import { BadSetting } from "./badSetting.js"
import { Found } from "./found.js"

export interface Ending {
  /** 1: it failed, or found something. 2: it was asked wrongly, and has done nothing. */
  readonly exit: 1 | 2
  /** `arguments`, `refused`, `books_differ`, `unhealthy`, `violations` or `failed`. */
  readonly code: string
  readonly message: string
  /** `@effect/cli` has printed it already. */
  readonly isPrinted: boolean
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The ending of a failure; none of an interruption, which is how a server ends. */
export const endingOf = (cause: Cause.Cause<unknown>): Ending | undefined => {
  if (Cause.isInterruptedOnly(cause)) return undefined
  const error = Cause.squash(cause)
  if (ValidationError.isValidationError(error)) {
    const message = stripVTControlCharacters(HelpDoc.toAnsiText(error.error)).trim()
    return { exit: 2, code: "arguments", message, isPrinted: true }
  }
  const message = messageOf(error)
  if (error instanceof BadSetting) return { exit: 2, code: "refused", message, isPrinted: false }
  if (error instanceof Found) return { exit: 1, code: error.code, message, isPrinted: false }
  return { exit: 1, code: "failed", message, isPrinted: false }
}

/** The error as one document. */
export const documentOf = ({ code, message }: Ending): string => JSON.stringify({ error: { code, message } })
