/** Error replies of the card routes: status, headers, and a body that holds no cause and no value that was sent. */
import type { CardsError } from "@florin/core/card-operations/Cards"
import type { AlreadyAnswered } from "@florin/core/idempotency/IdempotencyKey"
import { given } from "@florin/core/request/Given"
import type { FieldError, NotFound } from "@florin/core/request/InvalidRequest"
import type { Unauthorized } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import { errorTree, listed, summary } from "./internal/errorTree.js"

/** A reply ready to be sent. */
export interface ErrorReply {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What can end a card request without a transaction. A first answer that is given again is none. */
export type Refusal = Exclude<CardsError, AlreadyAnswered> | NotFound | Unauthorized

/**
 * How long a client should wait before it retries a key in flight or a busy store.
 *
 * Unit: seconds.
 */
export const retryAfterSeconds = 1

/** A reply of a document. */
export const reply = (status: number, document: object, headers?: Readonly<Record<string, string>>): ErrorReply => ({
  status,
  body: JSON.stringify(document),
  ...given({ headers })
})

const retryAfter = (seconds: number) => ({ "Retry-After": String(Math.max(1, Math.ceil(seconds))) })

/**
 * A request that was refused field by field.
 *
 * Shape: `{"response":{"message","errors"}}`; `errors` nests by object and by index, each leaf a list of sentences.
 * At most 100 errors are listed, fewer where the body would have more than 64 KiB.
 *
 * Source: D4, D5.
 */
export const invalidRequest = (errors: ReadonlyArray<FieldError>): ErrorReply => {
  const list = listed(errors)
  return reply(400, { response: { message: `${summary(list)}.`, errors: errorTree(list) } })
}

const wholeRequest = (sentence: string): ErrorReply => invalidRequest([{ path: [], sentence }])

/** The body is not JSON. The text is not echoed. Source: D4. */
export const malformedJson: ErrorReply = wholeRequest("Request body is not valid JSON")

/** The same request came less than 30 seconds ago. Source: D4, D12. */
export const duplicate: ErrorReply = wholeRequest("Duplicate transaction")

/** There is no such transaction in this shop. Source: D4. */
export const notFound: ErrorReply = reply(404, { response: { message: "Record not found" } })

/** Wrong or missing credentials. Source: D2. */
export const unauthorized: ErrorReply = reply(
  401,
  { response: { message: "Unauthorized" } },
  { "WWW-Authenticate": 'Basic realm="Florin"' }
)

/** The role of an operator does not allow it. Source: D74. */
export const forbidden: ErrorReply = reply(403, { message: "Forbidden" })

/** The path allows other methods only. Source: D4. */
export const methodNotAllowed = (allowed: ReadonlyArray<string>): ErrorReply =>
  reply(405, { message: "Method not allowed" }, { Allow: allowed.join(", ") })

/** The body is larger than its limit. Source: D3, D4. */
export const tooLarge: ErrorReply = reply(413, { message: "Request body is too large" })

/** The content type is not JSON. Source: D3, D4. */
export const unsupportedMediaType: ErrorReply = reply(415, { message: "Content type must be application/json" })

/** The body is compressed or otherwise coded. Source: D3; RFC 9110, 15.5.16. */
export const unsupportedContentEncoding: ErrorReply = reply(
  415,
  { message: "Content encoding is not supported. Send the body as it is, without Content-Encoding" },
  { "Accept-Encoding": "identity" }
)

/** Too many requests. `seconds`: how long the client should wait. Source: D4. */
export const tooManyRequests = (seconds: number): ErrorReply =>
  reply(429, { message: "Too many requests" }, retryAfter(seconds))

/** The key was used for a different request. Source: D13. */
export const idempotencyMismatch: ErrorReply = reply(422, {
  message: "The idempotency key was used for another request"
})

/** The first request with this key has no answer yet. Source: D13. */
export const idempotencyInFlight: ErrorReply = reply(
  409,
  { message: "A request with this idempotency key is still being processed" },
  retryAfter(retryAfterSeconds)
)

/** A failure of the gateway. The body has the request id and no cause. Source: D4. */
export const internalError = (requestId: string): ErrorReply =>
  reply(500, { message: "Internal server error", request_id: requestId })

/** The gateway cannot serve now. Nothing was processed, and the client may retry. Source: D4. */
export const unavailable = (requestId: string): ErrorReply =>
  reply(503, { message: "Service unavailable", request_id: requestId }, retryAfter(retryAfterSeconds))

const storageFailure = ({ reason }: StorageError, requestId: string): ErrorReply => {
  switch (reason) {
    case "busy":
    case "full":
    case "readonly":
    case "unavailable":
      return unavailable(requestId)
    case "unknown-outcome":
    case "constraint":
    case "corrupt":
    case "unexpected":
      return internalError(requestId)
  }
}

/** The reply of a card route when there is no transaction. Source: D2, D4, D5, D13. */
export const errorReply = (error: Refusal, requestId: string): ErrorReply => {
  switch (error._tag) {
    case "InvalidRequest":
      return invalidRequest(error.errors)
    case "DuplicateRequest":
      return duplicate
    case "NotFound":
      return notFound
    case "Unauthorized":
      return unauthorized
    case "IdempotencyMismatch":
      return idempotencyMismatch
    case "IdempotencyInFlight":
      return idempotencyInFlight
    case "VaultError":
    case "NotInsideTransaction":
      return internalError(requestId)
    case "StorageError":
      return storageFailure(error, requestId)
  }
}
