/** Requests about saved cards: one that is kept without a charge, and what changes of it. Source: D51. */
import * as Schema from "effect/Schema"
import { customerFields } from "../party/Buyer.js"
import { savedCard as meanings } from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { cardFields, crossFieldErrors } from "./CardInput.js"
import { Contract } from "./CardRequest.js"

const { optional } = Fields

const { expMonth, expYear, holder, number, providerToken, token } = cardFields

const contract = optional(Fields.words(Contract.literals), meanings.contract)

/** Whose card it is. Other members are ignored. */
const customer = optional(Fields.object({ externalId: customerFields.externalId }), meanings.customer)

const later = { holder: optional(holder.schema, holder.meaning), contract }

/** A card to keep; or, with `token` and without `number`, what changes of one that is kept. */
export const SavedCardRequest = Fields.named(
  "SavedCardRequest",
  Fields.object({
    number: optional(number.schema, number.meaning),
    expMonth: optional(expMonth.schema, expMonth.meaning),
    expYear: optional(expYear.schema, expYear.meaning),
    ...later,
    customer,
    token: optional(token.schema, meanings.token),
    providerToken: optional(providerToken.schema, providerToken.meaning)
  }).pipe(
    Schema.filter((card) => {
      if (card.token === undefined || card.providerToken !== undefined) {
        return crossFieldErrors(card, ["number", "expMonth", "expYear"])
      }
      return card.number === undefined ? true : { path: ["number"], message: "can't be sent together with token" }
    })
  )
)

export type SavedCardRequest = typeof SavedCardRequest.Type

/** What changes of a saved card. Its number never does: another number is another card. */
export const SavedCardChange = Fields.named(
  "SavedCardChange",
  Fields.object({
    expMonth: optional(expMonth.schema, expMonth.meaning),
    expYear: optional(expYear.schema, expYear.meaning),
    ...later
  })
)

export type SavedCardChange = typeof SavedCardChange.Type
