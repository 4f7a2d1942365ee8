/** What can go wrong in a store, without any value that stood in a row. */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/**
 * Why a store refused.
 *
 * - `busy`: others have locked it for longer than we wait; nothing was written, try again
 * - `full`: no space left; nothing was written
 * - `readonly`: it may not be written at all
 * - `unavailable`: it cannot be reached; nothing was written
 * - `unknown-outcome`: the connection was lost while committing, and the database could not say what became of it;
 *   re-read by key
 * - `constraint`: a unique or check constraint refused the row
 * - `corrupt`: what is stored does not read as what we store
 * - `unexpected`: none of the above
 */
export const Reason = Schema.Literal(
  "busy",
  "full",
  "readonly",
  "unavailable",
  "unknown-outcome",
  "constraint",
  "corrupt",
  "unexpected"
)

export type Reason = typeof Reason.Type

/**
 * A store did not do what it was asked.
 *
 * - `operation`: a fixed name from our code; `host.execute` and `host.listener` are the host's own
 * - `detail`: a driver code such as `SQLITE_FULL`, or a constraint's name
 * - `says`: the driver's own message, where it quotes no value; of a listener, its error
 * - `statement`: the host's statement, with its literals masked
 */
export class StorageError extends Schema.TaggedError<StorageError>("@florin/core/StorageError")("StorageError", {
  reason: Reason,
  operation: Schema.String,
  detail: Schema.optional(Schema.String),
  says: Schema.optional(Schema.String),
  statement: Schema.optional(Schema.String)
}) {
  /** What a log line tells of it. */
  static facts({ detail, operation, reason, says, statement }: StorageError): Readonly<Record<string, string>> {
    const known = { reason, operation, detail, says, statement }
    return Record.filter(known, (value): value is string => value !== undefined)
  }

  override get message(): string {
    const { detail, operation, reason, says, statement } = this
    const code = detail === undefined ? "" : ` (${detail})`
    const said = says === undefined ? "" : `: ${says}`
    return `${operation}: ${reason}${code}${said}${statement === undefined ? "" : `, in ${statement}`}`
  }
}
