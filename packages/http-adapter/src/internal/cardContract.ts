/**
 * Card operations. Source: D1, D10, D11.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { answers, requests } from "@florin/wire/Schemas"
import { refusals, repeatable, ShopCredentials, summary } from "./contractParts.js"

const operation = <const Name extends string, const Type extends keyof typeof requests>(
  name: Name,
  path: `/${string}`,
  type: Type,
  title: string,
  description: string
) =>
  HttpApiEndpoint.post(name, path)
    .setHeaders(repeatable)
    .setPayload(requests[type])
    .addSuccess(answers[type])
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
      "authorization",
      "Authorization",
      "Holds an amount on a card without charging it. A capture or a void follows."
    )
  )
  .add(operation("pay", "/transactions/payments", "payment", "Payment", "Charges a card in one step."))
  .add(
    operation(
      "tokenize",
      "/transactions/tokenizations",
      "tokenization",
      "Tokenization",
      "Turns card details into a token for later requests. No money moves."
    )
  )
  .add(
    operation("capture", "/transactions/captures", "capture", "Capture", "Charges a held amount, wholly or in part.")
  )
  .add(operation("void", "/transactions/voids", "void", "Void", "Cancels a held amount, wholly or in part."))
  .add(
    operation(
      "refund",
      "/transactions/refunds",
      "refund",
      "Refund",
      "Returns the amount of a payment or capture, wholly or in part."
    )
  )
  .add(operation("credit", "/transactions/credits", "credit", "Credit", "Pays out to a saved card."))
  .add(operation("payOut", "/transactions/payouts", "payout", "Payout", "Pays out to a card."))
  .annotateContext(
    OpenApi.annotations({
      title: "Card operations",
      description: "What a shop asks for. An answer with 200 says in its status whether the operation was successful."
    })
  )
