/** Error replies of plan, customer and subscription routes: unwrapped, and without a closing period. Source: D2, D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import type { ErrorReply } from "./Errors.js"
import { errorTree, listed, summary } from "./internal/errorTree.js"

const reply = (status: number, document: object): ErrorReply => ({ status, body: JSON.stringify(document) })

/**
 * A request that was refused field by field.
 *
 * Shape: `{"message","errors"}`. Source: interface,
 * "Errors | Plan creation with invalid or missing parameter or invalid credentials"; D4, D5.
 */
export const invalidRequest = (errors: ReadonlyArray<FieldError>): ErrorReply => {
  const told = listed(errors)
  return reply(422, { message: summary(told), errors: errorTree(told) })
}

/** The body is not JSON. Source: D4. */
export const malformedJson: ErrorReply = reply(400, {
  message: "Request body is not valid JSON",
  errors: { base: ["Request body is not valid JSON"] }
})

/** There is no such record in this shop. Source: D4. */
export const notFound: ErrorReply = reply(404, { message: "Not found." })

/** Wrong or missing credentials. Source: D2. */
export const unauthorized: ErrorReply = {
  ...reply(401, { message: "Unauthorized" }),
  headers: { "WWW-Authenticate": 'Basic realm="Florin"' }
}

/** The same where a plan is created. Source: interface, "Authentication | Plan operations"; D2. */
export const planUnauthorized: ErrorReply = {
  ...reply(422, { message: "Unauthorized", errors: { base: ["Unauthorized"] } }),
  headers: { "WWW-Authenticate": 'Basic realm="Florin"' }
}
