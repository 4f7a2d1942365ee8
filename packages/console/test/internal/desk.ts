/** A desk that answers rows with their examples, or with what a test says, and remembers what it was called for. */
import { type Answered, type Desk, Refused, type RowCall, type Waits } from "@florin/console/Desk"
import type * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

export type Answers = Readonly<Record<string, unknown>>

export interface Call extends RowCall {
  readonly row: string
}

/** What HTTP refuses is refused here, too: a page that asks for more than a row answers shows nothing. */
const isTaken = ({ query = {} }: Operation.Any, sent: RowCall): boolean =>
  Either.isRight(
    Schema.decodeUnknownEither(Schema.Struct(query) as unknown as Schema.Schema<object>)(sent.query ?? {})
  )

/** `answers`: by the ids of rows; a function gets the call. Of the others their examples are answered. */
export const deskOf = (answers: Answers = {}) => {
  const calls: Array<Call> = []
  const call = (row: Operation.Any, sent: RowCall = {}) =>
    Effect.sync((): Answered<unknown> | Refused | Waits => {
      calls.push({ row: row.id, ...sent })
      if (!isTaken(row, sent)) return new Refused(422, [`the query of ${row.id} is refused`])
      const own = answers[row.id]
      const answer = typeof own === "function" ? own(sent) : own
      if (answer instanceof Object && "_tag" in answer) return answer as Refused | Waits
      if (answer !== undefined) return { _tag: "Answered", document: answer }
      const example = row.example?.()
      return example === undefined ? new Refused(404, []) : { _tag: "Answered", document: example.answer }
    })
  return { desk: { call } as unknown as Desk, calls }
}
