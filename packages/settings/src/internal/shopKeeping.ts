/** The shops of the database for the people who keep them, beside those of the host's list, which they only see. Source: D73. */
import type { ShopId } from "@florin/core/ids/Ids"
import { invalid, NotFound } from "@florin/core/request/InvalidRequest"
import * as SignatureKey from "@florin/vault/SignatureKey"
import { elsewhere, type KeptShop, type ShopKeeper } from "@florin/wire/operations/ShopKeeper"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ShopSettings } from "../ShopSettings.js"
import * as Shops from "./storedShops.js"

/** One of the host's list. */
const ofSettings = ({
  formerSecretKey,
  id,
  name,
  notificationPrivateKey: key,
  secretKey: _,
  webhookSecret: __,
  ...settings
}: ShopSettings): KeptShop => ({
  id,
  name: name ?? id,
  from: "settings",
  settings,
  publicKey: key === undefined ? undefined : SignatureKey.publicKeyOf(key),
  createdAt: undefined,
  isDisabled: false,
  former: formerSecretKey === undefined ? undefined : {}
})

const ofDatabase = ({ former, isDisabled, publicKey, ...shop }: Shops.StoredShop): KeptShop => ({
  ...shop,
  from: "database",
  publicKey,
  isDisabled: isDisabled === true,
  former
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
    add: (id, given) => withSecrets(id, Shops.add(id, given)),
    update: (id, given) => changed(id, Shops.update(id, given)),
    rotate: (id, overlap, given) => withSecrets(id, Shops.rotate(id, overlap, given)),
    retire: (id) => changed(id, Shops.retire(id)),
    disable: (id, isDisabled) => changed(id, Shops.disable(id, isDisabled))
  }
}
