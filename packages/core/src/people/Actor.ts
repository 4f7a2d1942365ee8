/** Who acts: a person or an operator, as far as roles and the audit need to know. Source: D74, D75. */
import * as Schema from "effect/Schema"
import type { Grants } from "./Role.js"

/**
 * A person or an operator.
 *
 * Shape: 1 to 64 of `A-Z a-z 0-9 _ -`. It is kept for ever in the audit: an address or a full name has no place in it.
 */
export const PersonId = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/), Schema.brand("PersonId"))

export type PersonId = typeof PersonId.Type

/**
 * How an actor has got in.
 *
 * - `session`: by signing in
 * - `key`: with an operator's key over HTTP
 * - `host`: the host says who it is
 * - `command`: on the command line
 */
export const Entrance = Schema.Literal("session", "key", "host", "command")

export type Entrance = typeof Entrance.Type

/** Who acts. `address`: of the network, where one is known. */
export interface Actor {
  readonly id: PersonId
  readonly entrance: Entrance
  readonly address?: string | undefined
  readonly grants: Grants
}
