/** What the attempts of a checkout do to the product that it sells. Pure. Source: D51. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { Checkout } from "../../checkouts/Checkout.js"
import type { AttemptOutcome } from "../../checkouts/CheckoutRules.js"
import type { Write } from "../../commits/Write.js"
import type { Product } from "../../products/Product.js"
import * as ProductRules from "../../products/ProductRules.js"
import { type InvalidRequest, invalid } from "../../request/InvalidRequest.js"

/** A checkout that says whether it holds a piece, and the writes of its product. */
export interface Moved {
  readonly checkout: Checkout
  readonly writes: ReadonlyArray<Write>
}

const put = (product: Product | undefined): ReadonlyArray<Write> =>
  product === undefined ? [] : [{ _tag: "ReplaceProduct", product }]

const moved = (checkout: Checkout, holds: boolean, product: Product | undefined): Moved => ({
  checkout: checkout.product === undefined ? checkout : { ...checkout, product: { ...checkout.product, holds } },
  writes: put(product)
})

/** An attempt is accepted: it holds a piece from this commit on. Refused where none is left. */
export const reserved = (
  checkout: Checkout,
  product: Product | undefined,
  now: DateTime.Utc
): Either.Either<Moved, InvalidRequest> => {
  if (checkout.product === undefined) return Either.right({ checkout, writes: [] })
  if (product === undefined) return Either.left(invalid([], "Product is not found"))
  return Either.map(ProductRules.reserved(product, now), ({ holds, product }) => moved(checkout, holds, product))
}

/** The outcome of an attempt, and whether a bank transfers its money. */
interface Ended {
  readonly outcome: AttemptOutcome
  readonly isTransfer: boolean
}

/**
 * An attempt has ended. A card's that is unsettled keeps its piece: an approval of it can still stand. A transfer that
 * failed gives it back, or whoever opens orders at a bank without paying them would empty the shop.
 */
export const settled = (
  checkout: Checkout,
  product: Product | undefined,
  { isTransfer, outcome }: Ended,
  now: DateTime.Utc
): Moved => {
  const same: Moved = { checkout, writes: [] }
  if (checkout.product === undefined || product === undefined) return same
  const { holds } = checkout.product
  if (outcome === "AttemptSucceeded") return moved(checkout, false, ProductRules.sold(product, holds, now))
  const isKept = outcome === "AttemptUnsettled" && !isTransfer
  return holds && !isKept ? moved(checkout, false, ProductRules.returned(product, now)) : same
}
