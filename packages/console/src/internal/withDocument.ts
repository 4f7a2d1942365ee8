/** From the answer of a row to what is shown. */
import * as Effect from "effect/Effect"
import type { Answered, DocumentOf, Refused, Row, Waits } from "../Desk.js"
import type { Outcome } from "../Outcome.js"

/** Goes on with the document of a row; a refusal is the outcome. */
export const withDocument = <A extends Row>(
  call: Effect.Effect<Answered<DocumentOf<A>> | Refused | Waits>,
  next: (document: DocumentOf<A>) => Effect.Effect<Outcome> | Outcome
): Effect.Effect<Outcome> =>
  Effect.flatMap(call, (answer) => {
    if (answer._tag !== "Answered") return Effect.succeed(answer)
    const outcome = next(answer.document)
    return Effect.isEffect(outcome) ? outcome : Effect.succeed(outcome)
  })
