import * as Schema from "effect/Schema"

/**
 * The brands we detect.
 *
 * Source: shapes, "Brands".
 */
export const CardBrand = Schema.Literal(
  "visa",
  "master",
  "maestro",
  "amex",
  "mir",
  "unionpay",
  "jcb",
  "discover",
  "diners",
  "belkart"
)

export type CardBrand = typeof CardBrand.Type
