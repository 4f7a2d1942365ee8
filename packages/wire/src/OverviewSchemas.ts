/** The documents of what operators look up as schemas, for OpenAPI. */

import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import { Explanation } from "./ExplanationSchema.js"
import * as Sections from "./internal/sectionSchemas.js"
import { FoundTransaction } from "./OperatorSchemas.js"
import { AnyFound, Notice } from "./Schemas.js"

const { integer, required, text, timestamp } = Sections

const { order } = FieldDescriptions

const shop = required(Schema.String, "Id of the shop.")
const gatewayId = required(Schema.NullOr(integer), "Id of the acquirer or provider whose decision is the outcome.")

const transition = Schema.Struct({
  version: required(integer, "Version of the transaction from then on."),
  at: required(timestamp, "When."),
  trigger: required(Schema.String, "What has happened."),
  from: required(Schema.String, "Status before."),
  to: required(Schema.String, "Status after."),
  detail: required(text, "More about it, without card data.")
}).annotations({ identifier: "Transition" })

const left = (what: string) => required(Schema.NullOr(integer), `How much of it can still be ${what}; null: nothing.`)

/** All that is known of a transaction. Source: D73. */
export const StoryDocument = Schema.Struct({
  shop,
  transaction: required(AnyFound, "The transaction, as its shop reads it."),
  parent: required(Schema.NullOr(FoundTransaction), "What it follows."),
  followers: required(Schema.Array(FoundTransaction), "What follows it, oldest first."),
  history: required(Schema.Array(transition), "Each change of its status, oldest first."),
  notifications: required(Schema.Array(Notice), "The webhooks about it, newest first."),
  explanation: required(Schema.NullOr(Explanation), "Why it went where it went; null: it is no charge of a card."),
  remains: required(
    Schema.Struct({
      capture: left("captured"),
      void: left("voided"),
      refund: left("refunded"),
      released_by_capture: required(Schema.Boolean, "The acquirer takes one capture, and releases what it leaves."),
      voided_whole: required(Schema.Boolean, "The acquirer voids all that is left, and no part of it.")
    }),
    "What may still be done with it, by our books and by what its acquirer can do."
  )
}).annotations({ identifier: "StoryDocument" })

/** Source: D73. */
export const WebhooksDocument = Schema.Struct({
  notifications: required(
    Schema.Array(Schema.Struct({ shop, ...Notice.fields }).annotations({ identifier: "WebhookOfShop" })),
    "Newest first."
  )
}).annotations({ identifier: "WebhooksDocument" })

const tallied = Schema.Struct({
  at: required(timestamp, "When the part of the period began in which they were accepted."),
  type: required(TransactionType, "What they are."),
  status: required(TransactionStatus, "How they stand."),
  currency: required(Schema.String, order.currency),
  gateway_id: gatewayId,
  method: required(text, "Brand of the card, or payment method of a transfer; null: not known."),
  code: required(text, "Code of the decline; null: they were not declined."),
  renewal: required(
    Schema.NullOr(Schema.Literal("first", "retry")),
    "Of a renewal of a subscription: first, or retry after one of the same cycle that was counted."
  ),
  count: required(integer, "How many."),
  amount: required(integer, "The sum of their amounts in minor units.")
}).annotations({ identifier: "TallyLine" })

/** Source: D73. */
export const TallyDocument = Schema.Struct({
  lines: required(Schema.Array(tallied), "What is alike is one line."),
  counted: required(integer, "How many transactions were counted."),
  cut: required(Schema.Boolean, "Whether there are more, of which only the newest were counted.")
}).annotations({ identifier: "TallyDocument" })

/** Source: D73. */
export const PulseDocument = Schema.Struct({
  newer: required(integer, "How many transactions were accepted since; no more than 100 are counted."),
  version: required(Schema.NullOr(integer), "Version of the transaction; null: there is none.")
}).annotations({ identifier: "PulseDocument" })
