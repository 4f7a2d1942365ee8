/** One line of the audit: who has done what, when, and from where. Never changed, never removed. Source: D75. */
import * as Schema from "effect/Schema"
import { ShopId } from "../ids/Ids.js"

/**
 * What kind of thing was done.
 *
 * - `action`: something was changed, or is to be
 * - `look`: personal data were shown
 * - `denied`: a role was too low; nothing was done
 * - `sign-in`: signed in, signed out, or failed to
 */
export const AuditKind = Schema.Literal("action", "look", "denied", "sign-in")

export type AuditKind = typeof AuditKind.Type

/** Time-ordered. Shape: UUID version 7. */
export const AuditId = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  Schema.brand("AuditId")
)

export type AuditId = typeof AuditId.Type

/**
 * Holds ids and names of operations only: no card data, and nothing of a customer.
 *
 * - `actor`: the id of a person or an operator
 * - `entrance`: how they got in
 * - `address`: of the network they came from; null where none is known
 * - `operation`: the name of the row, such as `transactions.refund`, or what was done to a person
 * - `subject`: the id of the record; null of a list
 * - `detail`: a word of ours about it, such as the role that was given
 */
export const AuditEntry = Schema.Struct({
  id: AuditId,
  at: Schema.DateTimeUtcFromSelf,
  kind: AuditKind,
  actor: Schema.String,
  entrance: Schema.Literal("session", "key", "host", "command", "link", "password"),
  address: Schema.NullOr(Schema.String),
  operation: Schema.String,
  shop: Schema.NullOr(ShopId),
  subject: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String)
})

export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}

const isPlain = /^[A-Za-z0-9_.:-]{1,128}$/

/** A long run of digits may be a card's number. */
const digits = /\d{12,}/

/**
 * What may stand as a subject: an id, and nothing that may be a card number or a word that was typed. Ids of ours are hex,
 * in which a run of digits so long comes about once in a thousand: those are kept, because their form says what they are.
 */
export const subjectOf = (id: unknown): string | null => {
  if (typeof id !== "string" || !isPlain.test(id)) return null
  const isOurs = /^(?:[a-z]{3,4}_)?[0-9a-f]{8}-[0-9a-f-]{27}(?:_\d+)?$|^[a-z]{3}_[0-9a-f]{16}$|^[0-9a-f]{64}$/.test(id)
  return isOurs || !digits.test(id) ? id : null
}
