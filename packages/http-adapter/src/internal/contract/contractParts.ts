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
import type { Method } from "@florin/wire/operations/Operation"
import { ErrorDocument, FailureDocument } from "@florin/wire/Schemas"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const publicKey = HttpApiSecurity.annotate(
  HttpApiSecurity.bearer,
  OpenApi.Description,
  "The public key of a shop that allows it, one line of base64 (SPKI in DER). It may stand without a scheme, too."
)

const shop = HttpApiSecurity.annotate(
  HttpApiSecurity.basic,
  OpenApi.Description,
  "HTTP Basic: the user is the shop's id, the password is its secret key."
)

/** Declares that a route takes shop credentials. The adapter checks them itself. Source: D2. */
export class ShopCredentials extends HttpApiMiddleware.Tag<ShopCredentials>()(
  "@florin/http-adapter/internal/ShopCredentials",
  { security: { shop } }
) {}

/** Declares that a route takes shop credentials, or a shop's public key. The adapter checks them itself. Source: D45. */
export class GuestCredentials extends HttpApiMiddleware.Tag<GuestCredentials>()(
  "@florin/http-adapter/internal/GuestCredentials",
  { security: { shop, publicKey } }
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

/** A schema as the answer of a status. New annotations drop the identifier, without which it would be inlined. */
export const at = (schema: Schema.Schema.Any, status: number): Schema.Schema.Any => {
  const identifier = SchemaAST.getIdentifierAnnotation(schema.ast)
  const own = identifier._tag === "Some" ? { identifier: identifier.value } : {}
  return (schema as Schema.Schema<unknown>).annotations({ ...own, ...HttpApiSchema.annotations({ status }) })
}

/** Error answers of the routes; `openApiDocument.ts` says what each status means. Source: D4. */
export const refusals = {
  invalid: at(ErrorDocument, 400),
  /** A form with too many fields. */
  badForm: at(FailureDocument, 400),
  unauthorized: at(ErrorDocument, 401),
  notFound: at(ErrorDocument, 404),
  /** A route that this host does not have. */
  missing: at(FailureDocument, 404),
  inFlight: at(FailureDocument, 409),
  tooLarge: at(FailureDocument, 413),
  mediaType: at(FailureDocument, 415),
  mismatch: at(FailureDocument, 422),
  headerTooLarge: at(FailureDocument, 431),
  forbidden: at(FailureDocument, 403),
  tooMany: at(FailureDocument, 429),
  failure: at(FailureDocument, 500),
  unavailable: at(FailureDocument, 503)
}

/** An error answer of plans, customers, subscriptions, transfers and operators. Source: D4. */
export const billingRefusal = (status: number) => at(BillingErrorDocument, status)

/** The platform's endpoint without the types that it gathers: rows are typed where they are written. */
export interface Endpoint {
  readonly setPath: (schema: Schema.Schema.Any) => Endpoint
  readonly setUrlParams: (schema: Schema.Schema.Any) => Endpoint
  readonly setHeaders: (schema: Schema.Schema.Any) => Endpoint
  readonly setPayload: (schema: Schema.Schema.Any) => Endpoint
  readonly addSuccess: (schema: Schema.Schema.Any, options?: { readonly status: number }) => Endpoint
  readonly addError: (schema: Schema.Schema.Any) => Endpoint
  readonly middleware: (tag: unknown) => Endpoint
  readonly annotateContext: (context: unknown) => Endpoint
  readonly annotate: (tag: unknown, value: unknown) => Endpoint
}

/** The method of a route and its path, such as `GET /health/live`. */
type Place = `${Method} /${string}`

export const endpoint = (name: string, at: Place): Endpoint => {
  const [method, path] = at.split(" ") as [Method, `/${string}`]
  return HttpApiEndpoint.make(method)(name, path) as unknown as Endpoint
}

/** What any route answers that gets no place, or fails. */
export const failures = [refusals.tooMany, refusals.failure, refusals.unavailable]

/** The same of one that reads a body. */
export const afterBody = [refusals.tooLarge, refusals.mediaType]

/** A route that is no operation. */
interface Route {
  readonly path?: Schema.Schema.Any
  readonly query?: Schema.Schema.Any
  readonly body?: Schema.Schema.Any
  readonly answers: ReadonlyArray<Schema.Schema.Any>
  readonly refused?: ReadonlyArray<Schema.Schema.Any>
  /** Default: `failures`. */
  readonly failures?: ReadonlyArray<Schema.Schema.Any>
  /** Its summary and its description. Absent: it is left out of the document, as parts of pages are. */
  readonly says?: readonly [summary: string, description: string]
}

/** Declares a route that is no operation. The names of all are those that a server has handlers for. */
export const route = <const Name extends string>(
  name: Name,
  at: Place,
  { answers, body, failures: failed = failures, path, query, refused = [], says }: Route
): HttpApiEndpoint.HttpApiEndpoint<Name, "GET"> => {
  let made = endpoint(name, at)
  if (path !== undefined) made = made.setPath(path)
  if (query !== undefined) made = made.setUrlParams(query)
  if (body !== undefined) made = made.setPayload(body)
  for (const answer of answers) made = made.addSuccess(answer)
  for (const refusal of [...refused, ...failed]) made = made.addError(refusal)
  const shown = says === undefined ? OpenApi.annotations({ exclude: true }) : summary(...says)
  return made.annotateContext(shown) as unknown as HttpApiEndpoint.HttpApiEndpoint<Name, "GET">
}

/** A reply without a body. */
export const empty = (status: number, description: string) => HttpApiSchema.Empty(status).annotations({ description })

export const page = (description: string) =>
  HttpApiSchema.Text({ contentType: "text/html" }).annotations({ description })

/** A page in the place of another. */
export const pageOf = (status: number, description: string) =>
  HttpApiSchema.Text({ contentType: "text/html" }).annotations({
    description,
    ...HttpApiSchema.annotations({ status })
  })

/** The 404 of a page. */
export const missing = pageOf(404, "There is no such page")
