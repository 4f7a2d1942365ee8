/** What the rows of several operations have. */

import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { holdsCardNumber } from "@florin/core/redaction/Redaction"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Documents } from "../Documents.js"
import type { TransferDocument } from "../internal/transferSections.js"
import type { Subject } from "./Operation.js"

export const byUid: Subject<TransactionUid> = {
  name: "uid",
  schema: TransactionUid,
  description: "UID of the transaction."
}

export const byId = <Id extends string>(schema: Schema.Schema<Id, string>, noun: string): Subject<Id> => ({
  name: "id",
  schema,
  description: `Id of the ${noun}.`
})

/** How many are listed: as a text over HTTP. `most` is the greatest number. Default: `usual`. */
export const limit = (most: number, usual = most) => {
  const number = `a whole number from 1 to ${most}`
  const sentence = `must be ${number}`
  return Schema.optionalWith(
    Schema.compose(
      Schema.String.pipe(Schema.pattern(/^[0-9]{1,4}$/, { message: () => sentence, ...expected(number) })),
      Schema.NumberFromString
    ).pipe(
      Schema.filter((value) => (value >= 1 && value <= most) || sentence),
      Schema.annotations({
        jsonSchema: { type: "integer", minimum: 1, maximum: most, default: usual, description: "How many are listed." }
      })
    ),
    { default: () => usual }
  )
}

/** Id of the last one of the page before. */
export const after = Schema.optional(
  Schema.String.annotations({ description: "Id of the last one of the page before." })
)

/** The query of a list. */
export const pageQuery = (most: number) => ({ limit: limit(most), after })

export const instant = (description: string) =>
  Fields.instant.annotations({ description, jsonSchema: { type: "string", format: "date-time", description } })

/** An instant that may be left out. */
export const instantIf = (description: string) =>
  Schema.optionalWith(
    Fields.instant.annotations({ jsonSchema: { type: "string", format: "date-time", description } }),
    { exact: true }
  )

/** The document of a transfer, of those of all transactions. */
export const ofTransfer = (document: Documents["Type"], transfer: Transfer): TransferDocument =>
  document(transfer).transaction as TransferDocument

/** A page of a list. An `after` of another form finds nothing, like an unknown one. */
export const paged = <Id extends string, A, E>(
  schema: Schema.Schema<Id, string>,
  list: (page: { readonly limit: number; readonly after?: Id }) => Effect.Effect<ReadonlyArray<A>, E>
) => {
  const isId = Schema.is(schema)
  return ({
    after,
    limit
  }: {
    readonly limit: number
    readonly after?: string | undefined
  }): Effect.Effect<ReadonlyArray<A>, E> =>
    after === undefined ? list({ limit }) : isId(after) ? list({ limit, after }) : Effect.succeed([])
}

/** Where a page begins: behind the last record of the page before. */
export const lastOf = <Id extends string>(id: Schema.Schema<Id, string>, noun: string) =>
  Schema.optional(
    id.annotations({
      message: () => "is invalid",
      ...expected(`the id of a ${noun}`),
      description: "Id of the last one of the page before."
    })
  )

/** Text of a shop's own, of at most `maximum` characters. A card number is refused: it would be kept as it is. */
export const privateText = (maximum: number): Schema.Schema<string> =>
  Fields.text(maximum).pipe(Schema.filter((text) => !holdsCardNumber(text) || "can't contain a card number"))

/** Only records of one status are listed. */
export const ofStatus = <A extends string>(status: Schema.Schema<A>, nouns: string) =>
  Schema.optional(status.annotations({ message: () => "is invalid", description: `Only ${nouns} of this status.` }))

/** The pages of transactions and of what is about them. */
export const pages = { usual: 100, most: 1000 }

/** The filter of a list of several shops. */
export const ofShop = Schema.optional(
  ShopId.annotations({ message: () => "is invalid", description: "Only those of this shop." })
)

/** A command whose answer over HTTP is a sentence. */
export const sentence = (message: string) => ({
  schema: "DoneDocument" as const,
  of: () => ({ response: { message } })
})
