/** The work of `florin shops`. */

import { ShopId } from "@florin/core/ids/Ids"
import { isVisible } from "@florin/core/people/Role"
import type { StorageError } from "@florin/core/store/StorageError"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Shops from "@florin/settings/Shops"
import * as Vault from "@florin/vault/Vault"
import type { Overlap } from "@florin/wire/operations/ShopKeeper"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type BadSetting, bad } from "../badSetting.js"
import * as ListedFiles from "../server/listedFiles.js"
import * as Parts from "../server/parts.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { aligned } from "../text/columns.js"
import { instantOf } from "../text/instants.js"
import { commanding, type Row } from "./acting.js"
import * as Secrets from "./secrets.js"
import * as ShopGiven from "./shopGiven.js"
import * as ShopText from "./shopText.js"

/** The shops of the server's file, which are changed there. A server with shops of its own program has no others. */
const listed = Effect.gen(function* () {
  const { shops } = yield* Effect.flatMap(Settings.load(Settings.portsFile), Settings.portsIn)
  if (shops !== undefined) yield* bad("FLORIN_PORTS", "exports shops, so the server has those and no others")
  const file = yield* Settings.load(Settings.shopsFile)
  return file === undefined ? [] : (yield* ListedFiles.shops(file)).list
})

const idOf = (text: string) =>
  Schema.is(ShopId)(text) ? Effect.succeed(ShopId.make(text)) : bad("<id>", "must be 1 to 64 letters, digits, _ or -")

const stored = Effect.zipWith(
  listed,
  Settings.load(Config.all({ database: Settings.database, keys: Settings.keys, accept: Settings.accept })),
  (listed, settings) => ({ ...settings, listed: Effect.provideService(Shops.ListedShops, listed) })
)

const shown = (shop: Shops.NewShop, isJson: boolean, note: string): string => {
  if (isJson) return JSON.stringify(Secrets.documentOf(shop))
  const secrets = Secrets.shownOnce(shop)
  const { publicKey } = shop
  return [
    note,
    "",
    `  export FLORIN_SHOP=${secrets.shop}`,
    `  export FLORIN_WEBHOOK_SECRET=${secrets.webhookSecret}`,
    "",
    ...(publicKey === undefined
      ? []
      : [`Public key of its webhooks' Content-Signature, as plugins want it:\n\n${publicKey}\n`])
  ].join("\n")
}

const refused = (id: string) => (error: Shops.ShopRefused) => bad(`${id}:`, error.message)

const sealedWith = <A, E>(keys: Settings.KeySource, store: Layer.Layer<A, E>) =>
  Vault.layer.pipe(Layer.provideMerge(Parts.keys(keys)), Layer.provideMerge(store))

interface Listed {
  readonly as: Option.Option<string>
  readonly json: boolean
}

interface Named extends Listed {
  readonly id: string
}

type Failed = Effect.Effect.Error<ReturnType<typeof Shops.add>>

/** What was refused, under the name of the shop or of the option. */
const named =
  (id: string) =>
  (error: Failed): BadSetting | StorageError | VaultError => {
    if (error._tag === "ShopRefused") return refused(id)(error)
    return error._tag === "InvalidRequest" ? ShopGiven.refused(error) : error
  }

/** Works on the shop of a database that is there, as somebody, and with the key ring of the server. */
const onStored = <A>(
  { as, id }: Named,
  row: Row,
  work: (id: ShopId) => Effect.Effect<A, Failed, Effect.Effect.Context<ReturnType<typeof Shops.add>>>
) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const { accept, database, keys, listed } = yield* stored
    yield* StoreAsIs.existing(database)
    const acted = Effect.gen(function* () {
      const { inShop, inSight } = yield* commanding(as)
      yield* Parts.claimKeys({ accept })
      const done = Effect.mapError(work(known), named(id))
      return yield* row.isEverywhere === true
        ? inSight(row, () => done, known)
        : inShop(row, { shop: known, subject: known }, done)
    })
    return yield* Effect.provide(listed(acted), sealedWith(keys, StoreAsIs.layer(database)))
  })

/** Makes the database where there is none: a shop is the first thing it needs. */
export const add = ({ as, id, json, ...request }: Named & ShopGiven.ShopOptions) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const given = yield* ShopGiven.given(request)
    const { accept, database, keys, listed } = yield* stored
    const adding = Effect.gen(function* () {
      const { inSight } = yield* commanding(as)
      yield* Parts.claimKeys({ accept })
      return yield* inSight(operatorTable.addShop, () => Effect.mapError(Shops.add(known, given), named(id)), known)
    })
    const shop = yield* adding.pipe(listed, Effect.provide(sealedWith(keys, Parts.store(database))))
    yield* Console.log(shown(shop, json, `Shop ${id} was added. Its secrets are shown this once:`))
  })

/** Servers meet the change with their next request. */
export const update = (request: Named & ShopGiven.ShopOptions) =>
  Effect.gen(function* () {
    const { json } = request
    const change = yield* ShopGiven.given(request)
    const shop = yield* onStored(request, operatorTable.updateShop, (id) =>
      Effect.zipRight(Shops.update(id, change), Shops.find(id))
    )
    yield* Console.log(json ? JSON.stringify(ShopText.documentOf(shop)) : ShopText.one(shop))
  })

export const show = ({ as, id, json }: Named) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const isListed = (yield* listed).some((one) => one.id === known)
    if (isListed) yield* refused(id)(new Shops.ShopRefused({ reason: "listed" }))
    const database = yield* Settings.load(Settings.database)
    const found = Effect.flatMap(commanding(as), ({ inShop }) =>
      inShop(operatorTable.showShop, { shop: known }, Effect.catchTag(Shops.find(known), "ShopRefused", refused(id)))
    )
    const shop = yield* Effect.provide(found, StoreAsIs.layer(database))
    yield* Console.log(json ? JSON.stringify(ShopText.documentOf(shop)) : ShopText.one(shop))
  })

interface Rotated extends Named, ShopGiven.ShopOptions {
  readonly atOnce: boolean
  readonly until: Option.Option<string>
}

const overlapOf = ({ atOnce, until }: Rotated) =>
  Effect.gen(function* () {
    if (Option.isNone(until)) return atOnce ? ("none" as const) : ("until-retired" as const)
    if (atOnce) return yield* bad("--until", "and --at-once exclude each other")
    return (yield* instantOf("--until", until)) ?? ("until-retired" as const)
  })

const oldSecret = (id: string, overlap: Overlap): string => {
  if (overlap === "none") return "the old one is refused from now on"
  return overlap === "until-retired"
    ? `the old one stays valid until \`florin shops retire ${id}\``
    : `the old one stays valid until ${DateTime.formatIso(overlap)}`
}

export const rotate = (request: Rotated) =>
  Effect.gen(function* () {
    const { id, json } = request
    const overlap = yield* overlapOf(request)
    const given = yield* ShopGiven.given(request)
    const shop = yield* onStored(request, operatorTable.rotateShopSecret, (known) =>
      Shops.rotate(known, overlap, given)
    )
    const note = `Shop ${id} has a new secret, shown this once; ${oldSecret(id, overlap)}. Its webhook secret stays:`
    yield* Console.log(shown(shop, json, note))
  })

export const retire = (request: Named) =>
  Effect.gen(function* () {
    const { id, json } = request
    yield* onStored(request, operatorTable.retireShopSecret, Shops.retire)
    yield* Console.log(json ? JSON.stringify({ id }) : `Shop ${id} has its present secret, and no other.`)
  })

const shutting = (isDisabled: boolean, row: Row, note: (id: string) => string) => (request: Named) =>
  Effect.gen(function* () {
    const shop = yield* onStored(request, row, (id) => Effect.zipRight(Shops.disable(id, isDisabled), Shops.find(id)))
    yield* Console.log(request.json ? JSON.stringify(ShopText.documentOf(shop)) : note(request.id))
  })

/** Servers meet both with their next request. */
export const disable = shutting(
  true,
  operatorTable.disableShop,
  (id) => `Shop ${id} is disabled: its secrets let nobody in. \`florin shops enable ${id}\` opens it again.`
)

export const enable = shutting(false, operatorTable.enableShop, (id) => `Shop ${id} is open: its secrets let it in.`)

const row = ({ createdAt, id, isDisabled, name }: Shops.StoredShop) => [
  id,
  DateTime.formatIso(createdAt),
  isDisabled === true ? `${name} (disabled)` : name
]

const table = (shops: ReadonlyArray<Shops.StoredShop>): string =>
  shops.length === 0 ? "There is no shop yet: `florin shops add <id>` adds one." : aligned(shops.map(row)).join("\n")

export const list = ({ as, json }: Listed) =>
  Effect.gen(function* () {
    yield* listed
    const database = yield* Settings.load(Settings.database)
    const found = Effect.flatMap(commanding(as), ({ inSight }) =>
      inSight(operatorTable.listShops, (sight) =>
        Effect.map(Shops.list, (all) => all.filter(({ id }) => isVisible(sight, id)))
      )
    )
    const shops = yield* Effect.provide(found, StoreAsIs.layer(database))
    yield* Console.log(json ? JSON.stringify({ shops: shops.map(ShopText.documentOf) }) : table(shops))
  })
