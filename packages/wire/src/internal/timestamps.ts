/** The instants of the documents of transfers. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** In UTC without milliseconds. Source: interface, "Conventions | Timestamps of instant bank-transfer responses"; D8. */
export const timestamp = (instant: DateTime.Utc | null): string | null =>
  instant === null ? null : `${DateTime.formatIso(instant).slice(0, 19)}Z`

/** Source: interface, "Conventions | Timestamps of instant bank-transfer responses". */
export const Timestamp = Schema.NullOr(Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)))
