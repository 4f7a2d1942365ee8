/** Why a call in process was not carried out. */
import * as Schema from "effect/Schema"

/** One fault of a request. `path` names the member as the host spells it; empty: the request as a whole. */
const Fault = Schema.Struct({ path: Schema.Array(Schema.String), sentence: Schema.String })

/** The request was refused: nothing was charged or written. The message never contains a value that was sent. */
export class RequestRefused extends Schema.TaggedError<RequestRefused>("florin/RequestRefused")("RequestRefused", {
  errors: Schema.NonEmptyArray(Fault)
}) {
  override get message(): string {
    return this.errors.map(({ path, sentence }) => `${path.join(".")} ${sentence}`.trim()).join("; ")
  }
}

/** The idempotency key cannot be used now. Nothing was charged or written. Source: D13. */
export class KeyRefused extends Schema.TaggedError<KeyRefused>("florin/KeyRefused")("KeyRefused", {
  reason: Schema.Literal("another-request", "in-flight")
}) {
  override get message(): string {
    return this.reason === "in-flight"
      ? "the first call under this idempotency key has no answer yet: call again later"
      : "this idempotency key was used for another request: use a new key for each order"
  }
}

/** There is no such shop, or no such record in it; for an operator, in no shop. */
export class RecordMissing extends Schema.TaggedError<RecordMissing>("florin/RecordMissing")("RecordMissing", {
  kind: Schema.Literal("shop", "plan", "customer", "subscription", "transfer", "transaction", "notification")
}) {
  override get message(): string {
    switch (this.kind) {
      case "shop":
        return "there is no shop with this id"
      // An operator's call is about those of all shops.
      case "transaction":
        return "there is no such transaction, or nothing of it to decide"
      default:
        return `there is no such ${this.kind} in this shop`
    }
  }
}
