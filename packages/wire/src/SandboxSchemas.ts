/** The documents of the sandbox's routes as schemas, for OpenAPI. */
import { optional, required } from "@florin/core/request/Fields"
import * as Schema from "effect/Schema"

export const ClockDocument = Schema.Struct({
  now: required(Schema.String, "The instant the clock stands at."),
  follow: required(Schema.Boolean, "Whether the clock follows real time.")
}).annotations({ identifier: "ClockDocument" })

export const ClockMovedDocument = Schema.Struct({
  now: required(Schema.String, "The instant the clock stands at now."),
  ran: required(Schema.Int, "How many jobs fell due on the way and were run.")
}).annotations({ identifier: "ClockMovedDocument" })

const Movement = Schema.Struct({
  id: required(Schema.String, "Id of the movement."),
  kind: required(
    Schema.String,
    "What was moved: authorization, payment, capture, void, refund, credit, payout, or transfer: what a customer has paid by bank."
  ),
  amount: required(Schema.Int, "Amount in minor units."),
  currency: required(Schema.String, "ISO 4217 alpha-3 code of the currency."),
  reference: required(Schema.String, "The key that the gateway sent."),
  parent: optional(Schema.String, "The key of the movement that it follows."),
  at: required(Schema.String, "When it was booked.")
}).annotations({ identifier: "Movement" })

export const LedgerDocument = Schema.Struct({
  movements: required(Schema.Array(Movement), "What was moved, oldest first.")
}).annotations({ identifier: "LedgerDocument" })
