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

/** There is no such shop, or no such record in it. */
export class RecordMissing extends Schema.TaggedError<RecordMissing>("florin/RecordMissing")("RecordMissing", {
  kind: Schema.Literal("shop", "plan", "customer", "subscription", "transfer")
}) {
  override get message(): string {
    return this.kind === "shop" ? "there is no shop with this id" : `there is no such ${this.kind} in this shop`
  }
}
