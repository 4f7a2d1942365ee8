/** What a route is, and what it takes. */
import type * as Effect from "effect/Effect"
import type { Desk } from "../Desk.js"
import type { Outcome } from "../Outcome.js"
import type { View } from "../View.js"

/** A request, as a route takes it. */
export interface Visit {
  readonly view: View
  readonly desk: Desk
  readonly form: Readonly<Record<string, string>>
  /** The segments of the path that a route leaves open, by their names. */
  readonly params: Readonly<Record<string, string>>
}

export type Handle = (visit: Visit) => Effect.Effect<Outcome>

/** Routes by method and path: `GET payments/:uid`. */
export type Routes = Readonly<Record<`${"GET" | "POST"} ${string}`, Handle>>
