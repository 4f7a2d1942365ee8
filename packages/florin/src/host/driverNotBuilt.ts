/** A driver is installed without its native part, because package managers do not run every install script. */
import * as Schema from "effect/Schema"
import { type CodedError, docsOf, noFields, sentenceOf, statusOf } from "../faces/errorCodes.js"

export class DriverNotBuilt
  extends Schema.TaggedError<DriverNotBuilt>("florin/DriverNotBuilt")("DriverNotBuilt", {
    driver: Schema.String,
    /** The native part is missing, or it was built for another version of Node or another system. */
    reason: Schema.Literal("missing", "other-node")
  })
  implements CodedError
{
  readonly code = "driver-not-built"
  readonly fields = noFields
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    const state =
      this.reason === "missing"
        ? "is installed without its native part, because its install script did not run"
        : "was built for another version of Node, or for another system"
    return sentenceOf(this.code, { driver: this.driver, state })
  }
}
