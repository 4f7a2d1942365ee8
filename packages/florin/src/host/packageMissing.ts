/** Optional packages that the options require are not installed. */
import * as Schema from "effect/Schema"
import { type CodedError, docsOf, noFields, sentenceOf, statusOf } from "../faces/errorCodes.js"

export class PackageMissing
  extends Schema.TaggedError<PackageMissing>("florin/PackageMissing")("PackageMissing", {
    packages: Schema.Array(Schema.String),
    /** The purpose that requires them. */
    purpose: Schema.String,
    /** The packages as `npm install` takes them, with their versions. */
    install: Schema.Array(Schema.String)
  })
  implements CodedError
{
  readonly code = "package-missing"
  readonly fields = noFields
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    const packages = this.packages.join(", ").replace(/, ([^,]+)$/, " and $1")
    return sentenceOf(this.code, { packages, purpose: this.purpose, install: this.install.join(" ") })
  }
}
