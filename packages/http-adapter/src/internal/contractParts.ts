/** Parts that several routes of the contract share. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import { keyPattern } from "@florin/core/idempotency/IdempotencyKey"
import { TransactionUid } from "@florin/core/ids/Ids"
import { given } from "@florin/core/request/Given"
import { BillingErrorDocument } from "@florin/wire/BillingSchemas"
import { ErrorDocument, FailureDocument } from "@florin/wire/Schemas"
import * as Schema from "effect/Schema"

/** Declares that a route takes shop credentials. The adapter checks them itself. Source: D2. */
export class ShopCredentials extends HttpApiMiddleware.Tag<ShopCredentials>()(
  "@florin/http-adapter/internal/ShopCredentials",
  {
    security: {
      shop: HttpApiSecurity.annotate(
        HttpApiSecurity.basic,
        OpenApi.Description,
        "HTTP Basic: the user is the shop's id, the password is its secret key."
      )
    }
  }
) {}

/** Declares that a route takes an operator's credentials, never a shop's. The adapter checks them itself. Source: D2. */
export class OperatorCredentials extends HttpApiMiddleware.Tag<OperatorCredentials>()(
  "@florin/http-adapter/internal/OperatorCredentials",
  {
    security: {
      operator: HttpApiSecurity.annotate(
        HttpApiSecurity.basic,
        OpenApi.Description,
        "HTTP Basic: the user is the operator's id, the password is the operator's key. A shop's secret is refused."
      )
    }
  }
) {}

const key = (description: string) =>
  Schema.optional(Schema.String.pipe(Schema.pattern(keyPattern), Schema.annotations({ description })))

/** Source: D13. */
export const repeatable = Schema.Struct({
  "Idempotency-Key": key("Makes the request repeatable: for 30 days it is answered with the first answer."),
  RequestID: key("The same under the name that older clients send. Idempotency-Key goes before it.")
})

/** Source: D1. */
export const byUid = Schema.Struct({
  uid: TransactionUid.annotations({ description: "UID of the transaction." })
})

export const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...given({ description }) })

const answer = <A, I>(schema: Schema.Schema<A, I>, identifier: string, status: number) => {
  // New annotations drop the identifier; without it the document would inline the schema in every answer.
  return schema.annotations({ identifier, ...HttpApiSchema.annotations({ status }) })
}

/** Error answers of the routes; `openApiDocument.ts` says what each status means. Source: D4. */
export const refusals = {
  invalid: answer(ErrorDocument, "ErrorDocument", 400),
  /** A form with too many fields. */
  badForm: answer(FailureDocument, "FailureDocument", 400),
  unauthorized: answer(ErrorDocument, "ErrorDocument", 401),
  notFound: answer(ErrorDocument, "ErrorDocument", 404),
  inFlight: answer(FailureDocument, "FailureDocument", 409),
  tooLarge: answer(FailureDocument, "FailureDocument", 413),
  mediaType: answer(FailureDocument, "FailureDocument", 415),
  mismatch: answer(FailureDocument, "FailureDocument", 422),
  headerTooLarge: answer(FailureDocument, "FailureDocument", 431),
  tooMany: answer(FailureDocument, "FailureDocument", 429),
  failure: answer(FailureDocument, "FailureDocument", 500),
  unavailable: answer(FailureDocument, "FailureDocument", 503)
}

/** An error answer of plans, customers, subscriptions, transfers and operators. Source: D4. */
export const billingRefusal = (status: number) => answer(BillingErrorDocument, "BillingErrorDocument", status)

/** A GET that needs credentials. */
export const querying =
  <E, EI>(unauthorized: Schema.Schema<E, EI>) =>
  <const Name extends string, A, I>(
    name: Name,
    path: `/${string}`,
    success: Schema.Schema<A, I>,
    title: string,
    description: string
  ) =>
    HttpApiEndpoint.get(name, path)
      .addSuccess(success)
      .addError(unauthorized)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary(title, description))

export const page = (description: string) =>
  HttpApiSchema.Text({ contentType: "text/html" }).annotations({ description })

/** The 404 of a page. */
export const missing = HttpApiSchema.Text({ contentType: "text/html" }).annotations({
  description: "There is no such page",
  ...HttpApiSchema.annotations({ status: 404 })
})
