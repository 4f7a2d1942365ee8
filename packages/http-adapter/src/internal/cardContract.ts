/**
 * Card operations. Source: D1, D10, D11.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { requests, TransactionDocument } from "@florin/wire/Schemas"
import type * as Schema from "effect/Schema"
import { refusals, repeatable, ShopCredentials, summary } from "./contractParts.js"

const operation = <const Name extends string, A, I>(
  name: Name,
  path: `/${string}`,
  payload: Schema.Schema<A, I>,
  title: string,
  description: string
) =>
  HttpApiEndpoint.post(name, path)
    .setHeaders(repeatable)
    .setPayload(payload)
    .addSuccess(TransactionDocument)
    .addError(refusals.invalid)
    .addError(refusals.unauthorized)
    .addError(refusals.inFlight)
    .addError(refusals.tooLarge)
    .addError(refusals.mediaType)
    .addError(refusals.mismatch)
    .addError(refusals.tooMany)
    .addError(refusals.failure)
    .addError(refusals.unavailable)
    .middleware(ShopCredentials)
    .annotateContext(summary(title, description))

export const cards = HttpApiGroup.make("cards")
  .add(
    operation(
      "authorize",
      "/transactions/authorizations",
      requests.authorization,
      "Authorization",
      "Holds an amount on a card without charging it. A capture or a void follows."
    )
  )
  .add(operation("pay", "/transactions/payments", requests.payment, "Payment", "Charges a card in one step."))
  .add(
    operation(
      "tokenize",
      "/transactions/tokenizations",
      requests.tokenization,
      "Tokenization",
      "Turns card details into a token for later requests. No money moves."
    )
  )
  .add(
    operation(
      "capture",
      "/transactions/captures",
      requests.capture,
      "Capture",
      "Charges a held amount, wholly or in part."
    )
  )
  .add(operation("void", "/transactions/voids", requests.void, "Void", "Cancels a held amount, wholly or in part."))
  .add(
    operation(
      "refund",
      "/transactions/refunds",
      requests.refund,
      "Refund",
      "Returns the amount of a payment or capture, wholly or in part."
    )
  )
  .add(operation("credit", "/transactions/credits", requests.credit, "Credit", "Pays out to a saved card."))
  .add(operation("payOut", "/transactions/payouts", requests.payout, "Payout", "Pays out to a card."))
  .annotateContext(OpenApi.annotations({ title: "Card operations" }))
