/** Creates, finds and lists customers. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CommitStore, commitUnguarded, writing } from "../commits/Commit.js"
import { type CustomerDetails, type CustomerRequest, partyOf } from "../customers/CustomerRequest.js"
import { CustomerStore } from "../customers/CustomerStore.js"
import type { StoredCustomer } from "../customers/StoredCustomer.js"
import { EntitlementStore } from "../entitlements/EntitlementStore.js"
import { asOf, type Entitlements } from "../entitlements/Entitlements.js"
import { type CustomerId, Entropy, makeCustomerId, type ShopId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import type { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { findOrCreate, type WithChosenId } from "../store/FindOrCreate.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"

export class Customers extends Context.Tag("@florin/core/Customers")<
  Customers,
  {
    readonly create: (
      shop: Shop,
      request: CustomerRequest,
      options?: WithChosenId<CustomerId>
    ) => Effect.Effect<StoredCustomer, NotInsideTransaction | StorageError>
    readonly find: (shop: Shop, id: CustomerId) => Effect.Effect<StoredCustomer, NotFound | StorageError>
    readonly list: List<StoredCustomer, CustomerId>
    /** What the customer may use now, and which subscription gives it. Source: D66. */
    readonly entitlements: (shop: Shop, id: CustomerId) => Effect.Effect<Entitlements, NotFound | StorageError>
  }
>() {}

/** The customer of a request. */
export const customerOf = (
  shop: ShopId,
  id: CustomerId,
  details: CustomerDetails,
  now: DateTime.Utc
): StoredCustomer => ({ shop, id, ...partyOf(details), createdAt: now })

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* CustomerStore
  const entitlements = yield* EntitlementStore
  const entropy = yield* Entropy

  const insert = Effect.fnUntraced(function* (shop: Shop, request: CustomerRequest, id: CustomerId) {
    const customer = customerOf(shop.id, id, request, yield* DateTime.now)
    return yield* write(writing("customer-create", [{ _tag: "InsertCustomer", customer }], customer))
  })

  const create = (shop: Shop, request: CustomerRequest, { id }: WithChosenId<CustomerId> = {}) =>
    id === undefined
      ? insert(shop, request, makeCustomerId(entropy))
      : findOrCreate(store.find(shop.id, id), insert(shop, request, id))

  return Customers.of({
    create: (shop, request, options) => outsideUnitOfWork("Customers.create", create(shop, request, options)),
    find: (shop, id) => existing(store.find(shop.id, id)),
    list: listing(store),
    entitlements: (shop, id) =>
      Effect.zipWith(existing(entitlements.find(shop.id, id)), DateTime.now, (all, now) => asOf(all, now))
  })
})
