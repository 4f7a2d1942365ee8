/** What customers are entitled to, as the last commit left it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CustomerId, ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { Entitlements } from "./Entitlements.js"

export class EntitlementStore extends Context.Tag("@florin/core/EntitlementStore")<
  EntitlementStore,
  {
    /** `none` of a customer without any. One query by the primary key; inside a unit of work it sees the unit's own writes. */
    readonly find: (shop: ShopId, customer: CustomerId) => Effect.Effect<Option.Option<Entitlements>, StorageError>
  }
>() {}
