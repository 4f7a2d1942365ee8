/** Why a transaction ended `failed`: a closed set, encoded as codes on the wire. */
import * as Schema from "effect/Schema"

/** Source: D6. */
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

export type DeclineReason = typeof DeclineReason.Type
