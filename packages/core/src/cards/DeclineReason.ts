/**
 * Why a transaction ended `failed`: a closed set. Codes on the wire are an encoding of it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The reasons. Source: D6.
 *
 * @since 0.1.0
 * @category models
 */
export const DeclineReason = Schema.Literal(
  "not-allowed",
  "do-not-honour",
  "duplicate-at-acquirer",
  "order-expired",
  "card-expired",
  "security-code",
  "currency",
  "funds",
  "fraud-acquirer",
  "fraud-issuer",
  "acquirer-temporary",
  "acquirer-permanent",
  "issuer-temporary",
  "issuer-permanent",
  "issuer-limit",
  "unspecified",
  "routing-rules",
  "no-acquirer",
  "authentication-failed",
  "not-enrolled",
  "authentication-technical",
  "authentication-unavailable",
  "avs-cvc",
  "verification-refused"
)

/**
 * @since 0.1.0
 * @category models
 */
export type DeclineReason = typeof DeclineReason.Type
