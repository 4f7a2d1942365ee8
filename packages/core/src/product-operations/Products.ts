/** Products: created and changed by shops, bought by customers through a link. Source: D51. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Checkouts } from "../checkout-operations/Checkouts.js"
import type { Checkout } from "../checkouts/Checkout.js"
import { type Commit, CommitStore, commitUnguarded, decided, refuse, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { Entropy, makeProductId, type ProductId, type ShopId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import type { Product } from "../products/Product.js"
import type { ProductChangeRequest, ProductRequest } from "../products/ProductRequest.js"
import * as ProductRules from "../products/ProductRules.js"
import { ProductStore } from "../products/ProductStore.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { findOrCreate, type WithChosenId } from "../store/FindOrCreate.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"

export class Products extends Context.Tag("@florin/core/Products")<
  Products,
  {
    readonly create: (
      shop: Shop,
      request: ProductRequest,
      options?: WithChosenId<ProductId>
    ) => Effect.Effect<Product, InvalidRequest | NotInsideTransaction | StorageError>
    readonly find: (shop: Shop, id: ProductId) => Effect.Effect<Product, NotFound | StorageError>
    /** For the page: the unguessable id is the capability. */
    readonly findPublic: (id: ProductId) => Effect.Effect<Product, NotFound | StorageError>
    readonly list: List<Product, ProductId>
    readonly update: (
      shop: Shop,
      id: ProductId,
      change: ProductChangeRequest
    ) => Effect.Effect<Product, InvalidRequest | NotFound | NotInsideTransaction | StorageError>
    /**
     * A customer begins to buy a piece: a new checkout of the product. It reserves nothing, so that nobody empties a shop
     * by sending the form again and again; its attempts do. Refused where none is left, or its time is over.
     */
    readonly buy: (
      shop: Shop,
      product: Product
    ) => Effect.Effect<Checkout, InvalidRequest | NotInsideTransaction | StorageError>
  }
>() {}

interface Facts {
  readonly product: Product | undefined
}

const changing = (
  shop: ShopId,
  id: ProductId,
  change: ProductChangeRequest,
  now: DateTime.Utc
): Commit<Facts, Product, InvalidRequest | NotFound> => ({
  name: "product-change",
  load: { product: Reads.product(shop, id) },
  decide: ({ product }) => {
    if (product === undefined) return refuse(new NotFound())
    const changed = ProductRules.changed(product, change, now)
    return Either.isLeft(changed)
      ? refuse(changed.left)
      : decided([{ _tag: "ReplaceProduct", product: changed.right }], changed.right)
  }
})

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* ProductStore
  const entropy = yield* Entropy
  const checkouts = yield* Checkouts

  const insert = Effect.fnUntraced(function* (shop: Shop, request: ProductRequest, id: ProductId) {
    const now = yield* DateTime.now
    const product = ProductRules.productOf(shop.id, id, request, now)
    if (product.expiresAt !== null && DateTime.lessThanOrEqualTo(product.expiresAt, now)) {
      return yield* invalid("expired_at", "must be in the future")
    }
    return yield* write(writing("product-create", [{ _tag: "InsertProduct", product }], product))
  })

  const create = (shop: Shop, request: ProductRequest, { id }: WithChosenId<ProductId> = {}) =>
    id === undefined
      ? Effect.suspend(() => insert(shop, request, makeProductId(entropy)))
      : findOrCreate(store.find(shop.id, id), insert(shop, request, id))

  // The row is locked by the commit that replaces it: it is never stale.
  const update = (shop: Shop, id: ProductId, change: ProductChangeRequest) =>
    Effect.flatMap(DateTime.now, (now) => write(changing(shop.id, id, change, now)))

  const buy = (shop: Shop, product: Product) =>
    Effect.flatMap(
      DateTime.now,
      (now) =>
        ProductRules.refusal(product, now) ??
        checkouts.create(shop, ProductRules.orderOf(product, now), undefined, { product: product.id })
    )

  return Products.of({
    create: (shop, request, options) => outsideUnitOfWork("Products.create", create(shop, request, options)),
    find: (shop, id) => existing(store.find(shop.id, id)),
    findPublic: (id) => existing(store.findPublic(id)),
    list: listing(store),
    update: (shop, id, change) => outsideUnitOfWork("Products.update", update(shop, id, change)),
    buy: (shop, product) => outsideUnitOfWork("Products.buy", buy(shop, product))
  })
})
