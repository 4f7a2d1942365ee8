import { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import { withThrown } from "@florin/core/store/Thrown"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { HostConnection } from "../Database.js"

/** The longest part of a statement that an error quotes. Unit: characters. */
const quoted = 500

const literals = /[eE]?'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|(?<![$\w])\d+(?:\.\d+)?/gs

/** A statement with the literals in its text masked. */
export const masked = (statement: string): string => {
  const text = statement.replace(literals, "?").replace(/\s+/g, " ").trim()
  return text.length > quoted ? `${text.slice(0, quoted)}…` : text
}

/** In one pass, because a comment may hold a quote and a literal the beginning of a comment. */
const passages = new RegExp(`--[^\\n]*|/\\*.*?\\*/|${literals.source}`, "gs")
const beginnings = /^[\s;]*(?:BEGIN|COMMIT|END|ABORT|ROLLBACK(?!\s+TO)|START\s+TRANSACTION|PREPARE\s+TRANSACTION)\b/i
const endings =
  /;\s*(?:COMMIT|ABORT|ROLLBACK(?!\s+TO)|START\s+TRANSACTION|PREPARE\s+TRANSACTION|BEGIN\s*(?:;|TRANSACTION|WORK))\b/i
/**
 * An operation that shares its transaction with others is in a savepoint of this name. One of the host's by the same name
 * would be rolled back to in its place.
 */
const ours = /\b(?:TO|RELEASE|SAVEPOINT)\s+(?:SAVEPOINT\s+)?["'`[]?unit\b/i

const hasComment = (statement: string): boolean => statement.includes("--") || statement.includes("/*")

/** Whether a statement begins or ends a transaction, or moves the savepoint of the operation. A host must do neither. */
export const movesTransaction = (statement: string): boolean => {
  if (!hasComment(statement) && !statement.includes(";")) return beginnings.test(statement) || ours.test(statement)
  const text = statement.replace(passages, " ")
  // A savepoint's name may be quoted as a literal is.
  const named = statement.replace(passages, (passage) => (/^(?:--|\/\*)/.test(passage) ? " " : passage))
  return beginnings.test(text) || ours.test(named) || endings.test(text)
}

/** Whether a unit can still execute statements. */
export interface UnitState {
  /** Why the unit refuses further statements, if it does. */
  readonly refusal: () => StorageError | undefined
  readonly failed: (statement: string, cause: Cause.Cause<unknown>) => StorageError
}

/** `withTransaction` inside a unit rolls back to its savepoint. After a failed statement the whole unit rolls back. */
const goesBack = (statement: string): boolean => statement.startsWith("ROLLBACK TO SAVEPOINT")

const nothing: ReadonlyArray<never> = []

export const notYours = Cause.fail(
  new StorageError({ operation: "host.execute", reason: "unexpected", detail: "transaction-control" })
)

/**
 * The connection that a host's clients use inside a unit. A failed statement prevents the commit even if the host
 * handles the failure. After the unit has ended, every statement fails.
 */
export const guarding = (connection: HostConnection, { failed, refusal }: UnitState): HostConnection => {
  const guarded = <A>(
    statement: string,
    parameters: ReadonlyArray<unknown>,
    run: (statement: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<A, SqlError>
  ): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      const refused = refusal() ?? (movesTransaction(statement) ? failed(statement, notYours) : undefined)
      if (refused === undefined) {
        return Effect.tapErrorCause(run(statement, parameters), (cause) => Effect.sync(() => failed(statement, cause)))
      }
      if (goesBack(statement)) return Effect.succeed(nothing as A)
      return Effect.fail(new SqlError({ cause: refused, message: refused.message }))
    })
  const { execute, executeRaw, executeUnprepared, executeValues } = connection
  return {
    execute: (sql, parameters, transform) =>
      guarded(sql, parameters, (...parameters) => execute(...parameters, transform)),
    executeRaw: (sql, parameters) => guarded(sql, parameters, executeRaw),
    executeUnprepared: (sql, parameters, transform) =>
      guarded(sql, parameters, (...parameters) => executeUnprepared(...parameters, transform)),
    executeValues: (sql, parameters) => guarded(sql, parameters, executeValues)
  }
}

const described = (error: unknown): string => {
  const says = error instanceof Error ? error.message : ""
  const name = Predicate.hasProperty(error, "_tag")
    ? String(error._tag)
    : error instanceof Error
      ? error.name
      : "an error"
  return says === "" ? name : `${name}: ${says}`
}

// What a host throws can be anything, even what throws when it is read.
const safelyDescribed = (error: unknown): string => {
  try {
    return described(error)
  } catch {
    return "an error"
  }
}

/** A host listener's failure, as the error of the operation that it rolled back. */
export const listenerFailed = (error: unknown): StorageError =>
  error instanceof StorageError
    ? error
    : withThrown(
        new StorageError({ operation: "host.listener", reason: "unexpected", says: safelyDescribed(error) }),
        error
      )
