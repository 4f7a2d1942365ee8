/** By what transactions are searched for: the members of a query. */
import { SubscriptionId, TransactionUid } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import type { TransactionFilter } from "@florin/core/transactions/TransactionFilter"
import { ListOrder, type NewestPageRequest } from "@florin/core/transactions/TransactionStore"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import * as Codes from "../Codes.js"
import { instantIf, ofStatus } from "./Parts.js"

/** A schema that says how it looks in JSON Schema says it without the description. */
const described = <A, I>(schema: Schema.Schema<A, I>, description: string) => {
  const shown = AST.getJSONSchemaAnnotation(schema.ast)
  const jsonSchema = Option.isSome(shown) ? { jsonSchema: { ...shown.value, description } } : {}
  return Schema.optional(schema.annotations({ description, ...jsonSchema }))
}

const amount = (description: string) =>
  Schema.optional(
    Fields.orDigits(
      Schema.Number.pipe(
        Schema.filter((value) => (Number.isSafeInteger(value) && value >= 0) || "must be a whole number, not below 0"),
        Schema.annotations({
          ...expected("a whole number, not below 0"),
          jsonSchema: { type: "integer", minimum: 0, description }
        })
      )
    )
  )

const idOf = <Id extends string>(id: Schema.Schema<Id, string>, noun: string, description: string) =>
  described(id.annotations({ message: () => "is invalid", ...expected(`the id of a ${noun}`) }), description)

/** Whatever people have in hand of a transaction. Each narrows the list; any of them may be combined. */
export const filters = {
  status: ofStatus(TransactionStatus, "transactions"),
  type: described(TransactionType.annotations({ message: () => "is invalid" }), "Only transactions of this type."),
  from: instantIf("The first instant at which they may have been created: ISO 8601 with an offset."),
  to: instantIf("The end of that period, not included: ISO 8601 with an offset."),
  uid: idOf(TransactionUid, "transaction", "Only the transaction that has this uid."),
  tracking_id: described(Fields.text(255), "Only those that have this tracking id, or hold it as one of several."),
  reference: described(Fields.text(255), "Only those that an acquirer calls so, exactly."),
  email: described(Fields.email, "Only those whose customer has this email address, whatever its case."),
  customer: described(Fields.text(255), "Only those of this customer: the shop's own id, as in customer.external_id."),
  subscription: idOf(SubscriptionId, "subscription", "Only charges of this subscription."),
  last4: described(
    Fields.matching(/^[0-9]{4}$/, "four digits"),
    "Only those of cards whose numbers end in these four digits."
  ),
  gateway_id: Schema.optional(
    Fields.orDigits(
      Schema.Number.pipe(
        Schema.filter((value) => (Number.isSafeInteger(value) && value > 0) || "must be a whole number, above 0"),
        Schema.annotations({
          ...expected("a whole number, above 0"),
          jsonSchema: {
            type: "integer",
            minimum: 1,
            description: "Only those that this acquirer or provider has decided, or is to decide."
          }
        })
      )
    )
  ),
  method: described(
    Fields.text(255),
    "Only those paid so: the brand of the card, such as visa, or the payment method of a transfer."
  ),
  code: described(
    Codes.FailureCode.annotations({ message: () => "is invalid" }),
    "Only those that came to nothing with this code."
  ),
  currency: described(Currency, "Only those in this currency."),
  amount: amount("Only those of exactly this amount, in minor units."),
  min_amount: amount("Only those of this amount or more, in minor units."),
  max_amount: amount("Only those of this amount or less, in minor units."),
  order: described(
    ListOrder.annotations({ message: () => "is invalid", ...expected("newest or oldest") }),
    "Which come first: the newest, or the oldest."
  )
}

type Query = Schema.Struct.Type<typeof filters>

/** What a query asks for, and in which order. */
export const filterOf = ({
  code,
  gateway_id: gatewayId,
  max_amount: maxAmount,
  min_amount: minAmount,
  tracking_id: trackingId,
  ...others
}: Query): TransactionFilter & Pick<NewestPageRequest, "order"> => {
  const reasons = code === undefined ? [] : Codes.reasonsOf(code)
  return {
    ...others,
    gatewayId,
    maxAmount,
    minAmount,
    trackingId,
    ...(Arr.isNonEmptyReadonlyArray(reasons) && { reasons })
  }
}
