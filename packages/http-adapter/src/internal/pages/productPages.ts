/** The pages of products: how a product is found, and which page is shown. Source: D51. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { ProductId } from "@florin/core/ids/Ids"
import { Products } from "@florin/core/product-operations/Products"
import { type Product, type Unavailable, unavailable } from "@florin/core/products/Product"
import { given } from "@florin/core/request/Given"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { closedRefusal, type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import * as Simulated from "@florin/core/transactions/Simulated"
import { Pages } from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import { type Exchange, page, type Reply } from "../transport/exchange.js"

/** A product, by the shop that it belongs to. */
export interface Offered {
  readonly product: Product
  readonly shop: Shop
}

const isProductId = Schema.is(ProductId)

const missing = new NotFound()

export const make = Effect.gen(function* () {
  const { findPublic } = yield* Products
  const directory = yield* ShopDirectory
  const pages = yield* Pages
  const { framedBy } = yield* HttpSettings
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const allSimulated = Simulated.areAll(Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => []))

  const found = Effect.fnUntraced(function* (id: string | undefined) {
    if (!isProductId(id)) return yield* missing
    const product = yield* findPublic(id)
    // A shop that is disabled sells nothing.
    const shop = Option.filter(yield* directory.find(product.shop), (one) => closedRefusal(one) === undefined)
    return Option.isNone(shop) ? yield* missing : { product, shop: shop.value }
  })

  const shown = ({ incoming }: Exchange, { product, shop }: Offered, why: Unavailable | undefined): Reply => {
    const { language = incoming.header("accept-language") ?? "en", returnUrl, test } = product
    const body = pages.product({
      product,
      merchant: shop.name,
      language,
      simulated: test || allSimulated,
      ...given({ returnUrl, unavailable: why })
    })
    return page(pages.contentSecurityPolicy({ framedBy, forms: why === undefined ? ["'self'"] : [] }), body)
  }

  return {
    /** The product that a path names, whose unguessable id is the capability. Source: D2. */
    found,
    /** The page of a product as it is now. */
    current: (exchange: Exchange, offered: Offered) =>
      Effect.map(DateTime.now, (now) => shown(exchange, offered, unavailable(offered.product, now))),
    /** In place of the page of an order that is open, and whose product can't be bought any more. */
    gone: Effect.fnUntraced(function* (exchange: Exchange, { product: sells, state }: Checkout) {
      if (sells === undefined || state !== "open") return undefined
      const offered = yield* found(sells.id)
      const why = unavailable(offered.product, yield* DateTime.now)
      return why === undefined ? undefined : shown(exchange, offered, why)
    })
  }
})
