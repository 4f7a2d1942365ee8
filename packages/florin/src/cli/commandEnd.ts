/** How a command ends: its exit code, and its error for people or as a document. */
import { stripVTControlCharacters } from "node:util"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Cause from "effect/Cause"
import { docsOf, type ErrorCode, isErrorCode } from "../faces/errorCodes.js"
import { failureOf } from "../faces/refusals.js"
import { BadSetting } from "./badSetting.js"

export interface Ending {
  /** 1: it failed, or found something. 2: it was asked wrongly, and has done nothing. */
  readonly exit: 1 | 2
  /** `failed` if the failure has no code of its own. */
  readonly code: ErrorCode
  readonly message: string
  /** `@effect/cli` has printed it already. */
  readonly isPrinted: boolean
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const codeOf = (error: unknown): ErrorCode =>
  error instanceof Error && "code" in error && isErrorCode(error.code) ? error.code : "failed"

/** The ending of a failure; none of an interruption, which is how a server ends. */
export const endingOf = (cause: Cause.Cause<unknown>): Ending | undefined => {
  if (Cause.isInterruptedOnly(cause)) return undefined
  const error = failureOf(Cause.squash(cause))
  if (ValidationError.isValidationError(error)) {
    const message = stripVTControlCharacters(HelpDoc.toAnsiText(error.error)).trim()
    return { exit: 2, code: "arguments", message, isPrinted: true }
  }
  const exit = error instanceof BadSetting ? 2 : 1
  return { exit, code: codeOf(error), message: messageOf(error), isPrinted: false }
}

/** The error as one document. */
export const documentOf = ({ code, message }: Ending): string =>
  JSON.stringify({ error: { code, message, docs: docsOf(code) } })
