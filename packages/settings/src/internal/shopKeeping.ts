/** The shops of the database for the people who keep them, beside those of the host's list, which they only see. Source: D73. */
import type { ShopId } from "@florin/core/ids/Ids"
import { given } from "@florin/core/request/Given"
import { invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { elsewhere, type KeptShop, type ShopKeeper } from "@florin/core/shops/ShopKeeper"
import * as SignatureKey from "@florin/vault/SignatureKey"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ShopSettings } from "../ShopSettings.js"
import * as Shops from "./storedShops.js"

/** One of the host's list. */
const ofSettings = (shop: ShopSettings): KeptShop => ({
  id: shop.id,
  name: shop.name ?? shop.id,
  from: "settings",
  site: shop.site,
  notificationUrl: shop.notificationUrl,
  publicKey:
    shop.notificationPrivateKey === undefined ? undefined : SignatureKey.publicKeyOf(shop.notificationPrivateKey),
  createdAt: undefined,
  isDisabled: false,
  former: shop.formerSecretKey === undefined ? undefined : {}
})

const ofDatabase = ({ settings, ...shop }: Shops.StoredShop): KeptShop => ({
  id: shop.id,
  name: shop.name,
  from: "database",
  site: settings.site,
  notificationUrl: settings.notificationUrl,
  publicKey: shop.publicKey,
  createdAt: shop.createdAt,
  isDisabled: shop.isDisabled === true,
  former: shop.former
})

const refusedAs = (error: Shops.Refused) => {
  if (error._tag !== "ShopRefused") return error
  switch (error.reason) {
    case "exists":
      return invalid("id", "is the id of another shop")
    case "listed":
      return invalid([], elsewhere)
    case "not-found":
      return new NotFound()
  }
}

/** The keeper of the shops that may be changed. */
export const of = (stored: Context.Context<Shops.Stored>): ShopKeeper["Type"] => {
  const run = <A>(work: Effect.Effect<A, Shops.Refused, Shops.Stored>) =>
    Effect.mapError(Effect.provide(work, stored), refusedAs)
  const list = Effect.gen(function* () {
    const listed = yield* Shops.ListedShops
    const ids = new Set(listed.map(({ id }) => id))
    const kept = yield* Shops.list
    return [...listed.map(ofSettings), ...kept.filter(({ id }) => !ids.has(id)).map(ofDatabase)]
  }).pipe(Effect.provide(stored))
  const find = (id: ShopId) =>
    Effect.flatMap(list, (all) => {
      const found = all.find((one) => one.id === id)
      return found === undefined ? new NotFound() : Effect.succeed(found)
    })
  const changed = (id: ShopId, work: Effect.Effect<unknown, Shops.Refused, Shops.Stored>) =>
    Effect.zipRight(run(work), find(id))
  const withSecrets = (id: ShopId, work: Effect.Effect<Shops.NewShop, Shops.Refused, Shops.Stored>) =>
    Effect.flatMap(run(work), ({ secretKey, webhookSecret }) =>
      Effect.map(find(id), (shop) => ({ ...shop, secretKey, webhookSecret }))
    )
  return {
    list,
    find,
    add: ({ id, name, notificationUrl, site }) =>
      withSecrets(id, Shops.add(id, { given: given({ name, notificationUrl, site }), removed: [] })),
    rotate: (id, overlap) => withSecrets(id, Shops.rotate(id, overlap)),
    retire: (id) => changed(id, Shops.retire(id)),
    disable: (id, isDisabled) => changed(id, Shops.disable(id, isDisabled))
  }
}
