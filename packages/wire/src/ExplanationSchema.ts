/** The document of an explanation as a schema, for OpenAPI and for the types of hosts. */
import { optional, required } from "@florin/core/request/Fields"
import * as Schema from "effect/Schema"

const Lacks = Schema.Literal(
  "authorizations",
  "checks",
  "credits",
  "payouts",
  "currency",
  "contracts",
  "charges_without_customer",
  "authentication",
  "card_numbers",
  "tokens"
)

const fact = (meaning: string) => required(Schema.NullOr(Schema.String), meaning)

/** Why a charge went where it went, by itself. */
export const Explanation = Schema.Struct({
  uid: required(Schema.String, "UID of the transaction."),
  facts: required(
    Schema.Struct({
      shop: required(Schema.String, "Id of the shop."),
      type: required(Schema.String, "Type of the transaction."),
      amount: required(Schema.Int, "Amount in minor units."),
      currency: required(Schema.String, "ISO 4217 alpha-3 code of the currency."),
      brand: fact("Brand of the card."),
      bin: required(Schema.NullOr(Schema.String), "First six or eight digits of the card number. Null: not known."),
      issuer_country: fact("Country of the card's issuer."),
      customer_country: fact("Country of the billing address."),
      ip_country: fact("Country of the customer's IP address."),
      contracts: required(Schema.Array(Schema.String), "Contracts that are asked for or used."),
      test: required(Schema.Boolean, "Whether it is a test.")
    }),
    "What the rules looked at."
  ),
  rules: required(
    Schema.Array(
      Schema.Struct({
        name: required(Schema.String, "Name of the rule."),
        action: required(
          Schema.Literal("decline", "skip_3_d_secure", "force_3_d_secure", "acquirers"),
          "What the rule does."
        ),
        gateway_ids: optional(Schema.Array(Schema.Int), "The acquirers that it names, in order.")
      })
    ),
    "The rules that fired, in their order."
  ),
  three_d_secure: required(
    Schema.Literal("not_asked", "optional", "mandatory"),
    "Whether the customer was to be authenticated."
  ),
  acquirers: required(
    Schema.Array(
      Schema.Struct({
        gateway_id: required(Schema.NullOr(Schema.Int), "Id of the acquirer."),
        result: required(
          Schema.String,
          "skipped where its circuit breaker was open or it lacks something, passed_on where the next one was asked, or else the transaction's status."
        ),
        lacks: required(
          Schema.NullOr(Lacks),
          "What a skipped one lacks for the charge: the type, the currency, its contract, charges that its customer does not begin, an authentication that is demanded, card numbers or tokens of that provider. Null: nothing."
        ),
        code: fact("Code of the reason."),
        at: fact("When it was known.")
      })
    ),
    "The acquirers that were considered, in order."
  )
})

/** Why a charge went where it went. Source: D17. */
export const ExplanationDocument = Schema.Struct({
  explanation: required(Explanation, "The explanation.")
}).annotations({ identifier: "ExplanationDocument" })
