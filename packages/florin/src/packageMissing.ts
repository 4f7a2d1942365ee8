/** Optional packages that the options require are not installed. */
import * as Schema from "effect/Schema"

export class PackageMissing extends Schema.TaggedError<PackageMissing>("florin/PackageMissing")("PackageMissing", {
  packages: Schema.Array(Schema.String),
  /** The purpose that requires them. */
  purpose: Schema.String,
  /** The packages as `npm install` takes them, with their versions. */
  install: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const all = this.packages.join(", ").replace(/, ([^,]+)$/, " and $1")
    return `florin needs ${all} for ${this.purpose}: npm install ${this.install.join(" ")}`
  }
}
