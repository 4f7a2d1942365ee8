/**
 * Card brands.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The brands we detect.
 *
 * Source: shapes, "Brands".
 *
 * @since 0.1.0
 * @category models
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

/**
 * @since 0.1.0
 * @category models
 */
export type CardBrand = typeof CardBrand.Type
