/** The store of customers. Customers are written once and never changed. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Entitlements } from "../entitlements/Entitlements.js"
import type { CustomerId, ShopId } from "../ids/Ids.js"
import type { Records } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { StoredCustomer } from "./StoredCustomer.js"

export class CustomerStore extends Context.Tag("@florin/core/CustomerStore")<
  CustomerStore,
  Records<StoredCustomer, CustomerId> & {
    /**
     * What a customer is entitled to, as the last commit left it; `none` of one without any. One query by the primary key;
     * inside a unit of work it sees the unit's own writes.
     */
    readonly entitlements: (shop: ShopId, id: CustomerId) => Effect.Effect<Option.Option<Entitlements>, StorageError>
  }
>() {}
