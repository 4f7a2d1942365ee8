/** A package that Florin needs only for some options is not installed. */
import * as Schema from "effect/Schema"

export class PackageMissing extends Schema.TaggedError<PackageMissing>("florin/PackageMissing")("PackageMissing", {
  package: Schema.String,
  /** What it is needed for. */
  purpose: Schema.String,
  /** Every package to install for that purpose, with its version. */
  install: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `florin needs ${this.package} for ${this.purpose}: npm install ${this.install.join(" ")}`
  }
}
