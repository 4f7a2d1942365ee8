/** Errors of a store. They never contain a value from a row. */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** The code of each reason, without its prefix. */
const codes = {
  busy: "busy",
  full: "full",
  readonly: "readonly",
  unavailable: "unavailable",
  "unknown-outcome": "outcome-unknown",
  constraint: "constraint",
  corrupt: "corrupt",
  unexpected: "failed"
} as const

/**
 * Why a store failed.
 *
 * - `busy`: waiting for a lock timed out; nothing was written, retry
 * - `full`: no space left; nothing was written
 * - `readonly`: the database is read-only
 * - `unavailable`: the database cannot be reached; nothing was written
 * - `unknown-outcome`: the connection was lost during the commit, and the database could not report its outcome;
 *   re-read by key
 * - `constraint`: a unique or check constraint refused the row
 * - `corrupt`: stored data does not decode
 * - `unexpected`: none of the above
 */
export const Reason = Schema.Literal(...(Object.keys(codes) as [Reason, ...Array<Reason>]))

export type Reason = keyof typeof codes

/**
 * A store operation failed.
 *
 * - `operation`: a fixed name from Florin's code; `host.execute` and `host.listener` belong to the host
 * - `detail`: a driver code such as `SQLITE_FULL`, or a constraint's name
 * - `says`: the driver's message if it quotes no value, or the listener's error
 * - `statement`: the host's statement, with its literals masked
 */
export class StorageError extends Schema.TaggedError<StorageError>("@florin/core/StorageError")("StorageError", {
  reason: Reason,
  operation: Schema.String,
  detail: Schema.optional(Schema.String),
  says: Schema.optional(Schema.String),
  statement: Schema.optional(Schema.String)
}) {
  get code() {
    const isOfHost = this.operation === "host.listener" && this.reason === "unexpected"
    return isOfHost ? ("commit-listener-failed" as const) : (`storage-${codes[this.reason]}` as const)
  }

  /** The annotations for a log line. */
  static facts({ detail, operation, reason, says, statement }: StorageError): Readonly<Record<string, string>> {
    const known = { reason, operation, detail, says, statement }
    return Record.filter(known, (value): value is string => value !== undefined)
  }

  override get message(): string {
    const { detail, operation, reason, says, statement } = this
    const code = detail === undefined ? "" : ` (${detail})`
    const sentence = says === undefined ? "" : `: ${says}`
    return `${operation}: ${reason}${code}${sentence}${statement === undefined ? "" : `, in ${statement}`}`
  }
}
