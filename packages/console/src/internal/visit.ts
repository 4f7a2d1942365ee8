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

/** How keys of forms look. One of another shape is no form of ours. */
const isKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)

/** The view of a form keeps its key: what follows it is the same intent. */
export const keeping = ({ form, view }: Pick<Visit, "form" | "view">): View => ({
  ...view,
  key: isKey(form.key ?? "") ? form.key! : view.key
})

export type Handle = (visit: Visit) => Effect.Effect<Outcome>

/** Routes by method and path: `GET payments/:uid`. */
export type Routes = Readonly<Record<`${"GET" | "POST"} ${string}`, Handle>>
