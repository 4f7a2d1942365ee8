/** What Effect's loggers are given, as plain values. */
import * as Cause from "effect/Cause"
import * as HashMap from "effect/HashMap"
import * as Inspectable from "effect/Inspectable"
import type * as Logger from "effect/Logger"

export type Fields = Readonly<Record<string, unknown>>

const messageOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part) => (typeof part === "string" ? part : Inspectable.toStringUnknown(part, 0)))
    .join(" ")

/** The message of an entry, and its annotations with its cause. */
export const contentOf = ({
  annotations,
  cause,
  message
}: Logger.Logger.Options<unknown>): { readonly message: string; readonly fields: Fields } => {
  const fields = Object.fromEntries(HashMap.toEntries(annotations))
  const why = Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause, { renderErrorCause: true }) }
  return { message: messageOf(message), fields: { ...fields, ...why } }
}
