/** Failures of the gateway: answered without a cause, and logged without any part of the request. */
import { StorageError } from "@florin/core/store/StorageError"
import * as Errors from "@florin/wire/Errors"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Failure, Reply } from "./exchange.js"

// An error's message can hold parts of the request; its location cannot.
const frames = (defect: unknown): string =>
  defect instanceof Error
    ? (defect.stack ?? "")
        .split("\n")
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 5)
        .join("")
    : ""

const log = (requestId: string, route: string, facts: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("Request failed"), { requestId, route, ...facts })

const facts = (failure: Failure): Readonly<Record<string, string>> | undefined => {
  switch (failure._tag) {
    case "Refused":
    case "NotFound":
      return undefined
    case "VaultError":
      return { error: failure._tag, reason: failure.reason }
    case "NotInsideTransaction":
      return { error: failure._tag, operation: failure.operation }
    case "StorageError":
      return { error: failure._tag, ...StorageError.facts(failure) }
  }
}

/** The reply for every way in which a route can fail. */
export const answered = (cause: Cause.Cause<Failure>, requestId: string, route: string): Effect.Effect<Reply> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure === undefined) {
    const defect = Cause.squash(cause)
    const error = defect instanceof Error ? defect.name : "Defect"
    return Effect.as(log(requestId, route, { error, at: frames(defect) }), Errors.internalError(requestId))
  }
  const reply = failure._tag === "Refused" ? failure.reply : Errors.errorReply(failure, requestId)
  const incident = facts(failure)
  return incident === undefined ? Effect.succeed(reply) : Effect.as(log(requestId, route, incident), reply)
}
