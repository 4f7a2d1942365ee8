/** Error replies of the transfer routes: unwrapped, and errors nested as the request is. Source: D2, D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as BillingErrors from "./BillingErrors.js"
import type { ErrorReply } from "./Errors.js"
import { errorTree, listed, summary } from "./internal/errorTree.js"

const reply = (status: number, document: object): ErrorReply => ({ status, body: JSON.stringify(document) })

// What concerns the whole body, or that there is no request in it, stands at the top.
const inRequest = (error: FieldError): FieldError =>
  error.path.length === 0 || error.path[0] === "request" ? error : { ...error, path: ["request", ...error.path] }

/**
 * A request that was refused field by field.
 *
 * Shape: `{"message","errors":{"request":{…}}}`. Source: shapes, "Transfer"; D4, D5.
 */
export const invalidRequest = (errors: ReadonlyArray<FieldError>): ErrorReply => {
  const told = listed(errors)
  return reply(422, { message: `${summary(told)}.`, errors: errorTree(told.map(inRequest)) })
}

/** The body is not JSON. Source: D4. */
export const malformedJson: ErrorReply = BillingErrors.malformedJson

/** The same request came less than 30 seconds ago. Source: D12. */
export const duplicate: ErrorReply = invalidRequest([{ path: [], sentence: "Duplicate transaction" }])

/** There is no such transfer in this shop. Source: D4. */
export const notFound: ErrorReply = BillingErrors.notFound

/** Wrong or missing credentials. Source: D2. */
export const unauthorized: ErrorReply = BillingErrors.unauthorized
