/** The documents of saved cards as schemas. Source: D51. */
import { Contract } from "@florin/core/cards/CardRequest"
import { customer as customerMeanings, savedCard as meanings } from "@florin/core/request/FieldDescriptions"
import * as Schema from "effect/Schema"
import { CreditCard, required, timestamp } from "./internal/sectionSchemas.js"

/** Flat, as clients of this family read it. Source: D51. */
export const SavedCardDocument = Schema.Struct({
  ...CreditCard.fields,
  contract: required(Schema.Array(Contract), meanings.contract),
  customer: required(
    Schema.NullOr(Schema.Struct({ external_id: required(Schema.String, customerMeanings.externalId) })),
    "Whose card it is; null where nobody was named."
  ),
  created_at: required(timestamp, meanings.createdAt)
}).annotations({ identifier: "SavedCardDocument" })

export const SavedCardListDocument = Schema.Struct({
  cards: required(Schema.Array(SavedCardDocument), "The cards, newest first, each number once.")
}).annotations({ identifier: "SavedCardListDocument" })
