/**
 * What the console asks of the gateway: rows of the table of operations, for whoever is signed in. Roles, approvals and the
 * audit hold there, so that no page can show or do what an operation does not. Source: D73, D74, D75.
 */
import type { Answers } from "@florin/wire/Answers"
import type * as Operation from "@florin/wire/operations/Operation"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** A row, as far as a page names it. */
export type Row = Pick<Operation.Any, "id" | "answer">

/** The document that a row answers. */
export type DocumentOf<A extends Row> = Schema.Schema.Encoded<Answers[A["answer"]]>

/** A call of a row. */
export interface RowCall {
  /** Of an operation of a shop: whose. */
  readonly shop?: string
  /** The record in its path. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  /** Without what it is wrapped in. */
  readonly request?: object
  /** Of what changes something: made with the form, so that a form that is sent twice is carried out once. */
  readonly key?: string
  /** The id of a request that a second person has approved. */
  readonly approval?: string
}

/** Why there is no document. `sentences`: what is wrong, in the words of the interface. */
export class Refused {
  readonly _tag = "Refused"
  constructor(
    readonly status: number,
    readonly sentences: ReadonlyArray<string>
  ) {}
}

/** The request waits for a second person, under an id. */
export class Waits {
  readonly _tag = "Waits"
  constructor(readonly approval: string) {}
}

export interface Answered<Document> {
  readonly _tag: "Answered"
  readonly document: Document
}

export interface Desk {
  /** Never fails: what the gateway could not do is refused with 500 or 503. */
  readonly call: <A extends Row>(row: A, call?: RowCall) => Effect.Effect<Answered<DocumentOf<A>> | Refused | Waits>
}
