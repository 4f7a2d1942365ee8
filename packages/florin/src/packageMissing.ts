/** Packages that Florin needs only for some options are not installed. */
import * as Schema from "effect/Schema"

export class PackageMissing extends Schema.TaggedError<PackageMissing>("florin/PackageMissing")("PackageMissing", {
  packages: Schema.Array(Schema.String),
  /** What they are needed for. */
  purpose: Schema.String,
  /** The packages as `npm install` takes them, with their versions. */
  install: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const all = this.packages.join(", ").replace(/, ([^,]+)$/, " and $1")
    return `florin needs ${all} for ${this.purpose}: npm install ${this.install.join(" ")}`
  }
}
