/** The shop that a command is about: the one that was named, or the only one. */
import type { Shop } from "@florin/core/shops/Shop"
import { toShop } from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import * as ShopRecords from "@florin/storage-sql/ShopRecords"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type BadSetting, bad } from "../badSetting.js"
import * as ListedFiles from "../server/listedFiles.js"
import * as Settings from "../settings.js"

/** How many ids an error lists. */
const listed = 10

const idsOf = (shops: ReadonlyArray<Shop>): string => {
  const ids = shops.slice(0, listed).map(({ id }) => id)
  return shops.length > listed ? `${ids.join(", ")} and ${shops.length - listed} more` : ids.join(", ")
}

/** Pure. Errors: there is none, there are several, or none of that id. */
export const choose = (shops: ReadonlyArray<Shop>, named: Option.Option<string>): Either.Either<Shop, BadSetting> => {
  const [first] = shops
  if (first === undefined) return Either.left(bad("There", "is no shop yet: `florin shops add <id>` adds one"))
  if (Option.isNone(named)) {
    return shops.length === 1
      ? Either.right(first)
      : Either.left(bad("--shop", `is needed, because there are several: ${idsOf(shops)}`))
  }
  return Either.fromNullable(
    shops.find(({ id }) => id === named.value),
    () => bad("--shop", `names no shop; there are: ${idsOf(shops)}`)
  )
}

/** Those of the settings' file, those in the database, and those of its books, which a host may keep in its program. */
const shops = Effect.gen(function* () {
  const file = yield* Settings.load(Settings.shopsFile)
  const listed = file === undefined ? [] : (yield* ListedFiles.shops(file)).list.map(toShop)
  const stored = (yield* Shops.list).map(({ id, name }) => Shops.bare(id, name))
  const inBooks = (yield* (yield* ShopRecords.ShopRecords).inBooks).map((id) => Shops.bare(id, id))
  const all = [...listed, ...stored, ...inBooks]
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
})

export const chosen = (named: Option.Option<string>) => Effect.flatMap(shops, (all) => choose(all, named))
