/** The work of `florin shops`. */
import { ShopId } from "@florin/core/ids/Ids"
import * as Shops from "@florin/gateway/Shops"
import * as Vault from "@florin/vault/Vault"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "./badSetting.js"
import { aligned } from "./columns.js"
import * as Parts from "./parts.js"
import * as Secrets from "./secrets.js"
import * as Settings from "./settings.js"
import * as StoreAsIs from "./storeAsIs.js"

/** A server with FLORIN_SHOPS does not read shops from the database, so changing them there has no effect. */
const inDatabase = Effect.filterOrFail(
  Settings.load(Settings.shopsFile),
  (file) => file === undefined,
  () => bad("FLORIN_SHOPS", "is set, so the server has the shops of that file and no others: change the file")
)

const idOf = (text: string) =>
  Schema.is(ShopId)(text) ? Effect.succeed(ShopId.make(text)) : bad("<id>", "must be 1 to 64 letters, digits, _ or -")

const stored = Effect.zipRight(
  inDatabase,
  Settings.load(Config.all({ database: Settings.database, keys: Settings.keys, accept: Settings.accept }))
)

const shown = (shop: Shops.NewShop, isJson: boolean, note: string): string => {
  if (isJson) return JSON.stringify(Secrets.documentOf(shop))
  const secrets = Secrets.shownOnce(shop)
  return [
    note,
    "",
    `  export FLORIN_SHOP=${secrets.shop}`,
    `  export FLORIN_WEBHOOK_SECRET=${secrets.webhookSecret}`,
    ""
  ].join("\n")
}

const refused = (id: string) => (error: Shops.ShopRefused) => bad(`${id}:`, error.message)

const sealedWith = <A, E>(keys: Settings.KeySource, store: Layer.Layer<A, E>) =>
  Vault.layer.pipe(Layer.provideMerge(Parts.keys(keys)), Layer.provideMerge(store))

interface Named {
  readonly id: string
  readonly json: boolean
}

/** Makes the database where there is none: a shop is the first thing it needs. */
export const add = ({ id, json, name }: Named & { readonly name: Option.Option<string> }) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const { accept, database, keys } = yield* stored
    const adding = Shops.add(
      known,
      Option.getOrElse(name, () => id)
    )
    const shop = yield* Effect.zipRight(Parts.claimKeys({ accept }), adding).pipe(
      Effect.catchTag("ShopRefused", refused(id)),
      Effect.provide(sealedWith(keys, Parts.store(database)))
    )
    yield* Console.log(shown(shop, json, `Shop ${id} was added. Its secrets are shown this once:`))
  })

export const rotate = ({ id, json }: Named) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const { accept, database, keys } = yield* stored
    yield* StoreAsIs.existing(database)
    const shop = yield* Effect.zipRight(Parts.claimKeys({ accept }), Shops.rotate(known)).pipe(
      Effect.catchTag("ShopRefused", refused(id)),
      Effect.provide(sealedWith(keys, StoreAsIs.layer(database)))
    )
    const note = `Shop ${id} has a new secret, shown this once; the old one is refused from now on. Its webhook secret stays:`
    yield* Console.log(shown(shop, json, note))
  })

const row = ({ createdAt, id, name }: Shops.StoredShop) => [id, DateTime.formatIso(createdAt), name]

const table = (shops: ReadonlyArray<Shops.StoredShop>): string =>
  shops.length === 0 ? "There is no shop yet: `florin shops add <id>` adds one." : aligned(shops.map(row)).join("\n")

export const list = (json: boolean) =>
  Effect.gen(function* () {
    yield* inDatabase
    const database = yield* Settings.load(Settings.database)
    const shops = yield* Effect.provide(Shops.list, StoreAsIs.layer(database))
    const documents = shops.map(({ createdAt, id, name }) => ({ id, name, created_at: DateTime.formatIso(createdAt) }))
    yield* Console.log(json ? JSON.stringify({ shops: documents }) : table(shops))
  })
