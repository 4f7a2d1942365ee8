/** Error replies of the operators' routes, whose bodies are not wrapped. Source: D2, D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as BillingErrors from "./BillingErrors.js"
import type { ErrorReply } from "./Errors.js"
import { errorTree, listed, summary } from "./internal/errorTree.js"

const reply = (status: number, document: object): ErrorReply => ({ status, body: JSON.stringify(document) })

/**
 * A request that was refused field by field.
 *
 * Shape: `{"message","errors"}`. Source: D4, D5.
 */
export const invalidRequest = (errors: ReadonlyArray<FieldError>): ErrorReply => {
  const told = listed(errors)
  return reply(422, { message: `${summary(told)}.`, errors: errorTree(told) })
}

/** The body is not JSON. Source: D4. */
export const malformedJson: ErrorReply = BillingErrors.malformedJson

/** There is no such transaction, or nothing of it that an operator decides. Source: D4. */
export const notFound: ErrorReply = BillingErrors.notFound

/** Wrong or missing credentials, or those of a shop. Source: D2. */
export const unauthorized: ErrorReply = {
  ...reply(401, { message: "Unauthorized" }),
  headers: { "WWW-Authenticate": 'Basic realm="Florin operators"' }
}
