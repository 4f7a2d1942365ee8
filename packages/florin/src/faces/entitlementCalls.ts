/** What customers may use, asked in a host's process about one feature: one query, and nothing else on the way. */
import { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import * as Entitlements from "@florin/core/entitlements/Entitlements"
import { CustomerId, type ShopId } from "@florin/core/ids/Ids"
import { type Features, isFeatureName } from "@florin/core/plans/Features"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Failure, friendly, hostErrorOf, idOf, shopOf } from "./calls.js"
import type { ShopEntitlements } from "./inProcessShop.js"
import { refusal } from "./refusal.js"
import { RecordMissing } from "./refusals.js"
import { type Effectful, type Parts, reading } from "./twoFaces.js"

const customerOf = idOf(CustomerId, "customer")

const missing = () => new RecordMissing({ kind: "customer" })

/** Only a shop that there is has customers: it is looked for where none was found. */
const featuresOf = (shop: string, customer: unknown): Effect.Effect<Features, Failure, Parts> =>
  Effect.gen(function* () {
    const id = yield* customerOf(customer)
    const store = yield* EntitlementStore
    const found = yield* store.find(shop as ShopId, id)
    if (Option.isNone(found)) return yield* Effect.zipRight(shopOf(shop), missing())
    return Entitlements.featuresAt(found.value, yield* DateTime.now)
  })

const answering = <Answer>(shop: string, answer: (features: Features, name: string) => Answer) =>
  reading((customer: string, feature: string) => {
    if (typeof feature !== "string" || !isFeatureName(feature)) {
      return refusal(["feature"], "must be the name of a feature: 1 to 64 characters of a-z, 0-9, _, . and -")
    }
    return featuresOf(shop, customer).pipe(
      Effect.map((features) => answer(features, feature)),
      Effect.catchAll((error) => friendly(undefined)(hostErrorOf("customer")(error)))
    )
  })

export const shop = (id: string): Effectful<ShopEntitlements> => ({
  can: answering(id, Entitlements.hasFeature),
  limit: answering(id, Entitlements.limitIn)
})
