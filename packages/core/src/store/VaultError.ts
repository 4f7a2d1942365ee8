/** The failure of the vault, which seals cards and documents. */
import * as Schema from "effect/Schema"

/**
 * The vault operation failed: the key is not in the ring, or the stored value was altered or belongs to another shop or
 * token.
 */
export class VaultError extends Schema.TaggedError<VaultError>("@florin/core/VaultError")("VaultError", {
  reason: Schema.Literal("unknown-key", "altered", "no-key")
}) {
  get code() {
    return this.reason === "altered" ? "card-altered" : "card-key-missing"
  }
}
