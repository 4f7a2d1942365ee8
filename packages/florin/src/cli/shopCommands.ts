/** `florin shops`: adds, re-keys and lists the shops in the database. */
import { existsSync } from "node:fs"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { ShopId } from "@florin/core/ids/Ids"
import * as Shops from "@florin/gateway/Shops"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Database } from "../internal/database.js"
import { bad } from "./badSetting.js"
import * as Parts from "./parts.js"
import * as Secrets from "./secrets.js"
import * as Settings from "./settings.js"

const id = Args.text({ name: "id" }).pipe(Args.withDescription("1 to 64 letters, digits, _ or -"))

const json = Options.boolean("json").pipe(Options.withDescription("Answers one JSON document"))

const name = Options.text("name").pipe(Options.withDescription("Stands on receipts. Default: the id"), Options.optional)

/** A server with FLORIN_SHOPS does not read shops from the database, so changing them there has no effect. */
const inDatabase = Effect.filterOrFail(
  Settings.load(Settings.shopsFile),
  (file) => file === undefined,
  () => bad("FLORIN_SHOPS", "is set, so the server has the shops of that file and no others: change the file")
)

const idOf = (text: string) =>
  Schema.is(ShopId)(text) ? Effect.succeed(ShopId.make(text)) : bad("<id>", "must be 1 to 64 letters, digits, _ or -")

/** `rotate` and `list` do not create a database; `add` does. */
const existing = (database: Database) =>
  database._tag === "Postgres" || existsSync(database.path)
    ? Effect.void
    : bad("FLORIN_DATABASE", `cannot be used: ${database.path} does not exist`)

const stored = Effect.gen(function* () {
  yield* inDatabase
  const { database, keys } = yield* Settings.load(Config.all({ database: Settings.database, keys: Settings.keys }))
  return { database, layer: Layer.provideMerge(Parts.keys(keys), Parts.store(database)) }
})

const shown = (shop: Shops.NewShop, isJson: boolean, note: string): string => {
  const secrets = Secrets.shownOnce(shop)
  if (isJson) {
    const [, secretKey] = secrets.shop.split(":")
    return JSON.stringify({ id: shop.id, secret_key: secretKey, webhook_secret: secrets.webhookSecret })
  }
  return [
    note,
    "",
    `  export FLORIN_SHOP=${secrets.shop}`,
    `  export FLORIN_WEBHOOK_SECRET=${secrets.webhookSecret}`,
    ""
  ].join("\n")
}

const refused = (id: string) => (error: Shops.ShopRefused) => bad(`${id}:`, error.message)

const add = Command.make("add", { id, name, json }, ({ id, json, name }) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const { layer } = yield* stored
    const shop = yield* Shops.add(
      known,
      Option.getOrElse(name, () => id)
    ).pipe(Effect.catchTag("ShopRefused", refused(id)), Effect.provide(layer))
    yield* Console.log(shown(shop, json, `Shop ${id} was added. Its secrets are shown this once:`))
  })
).pipe(Command.withDescription("Adds a shop and shows its secrets, once."))

const rotate = Command.make("rotate", { id, json }, ({ id, json }) =>
  Effect.gen(function* () {
    const known = yield* idOf(id)
    const { database, layer } = yield* stored
    yield* existing(database)
    const shop = yield* Shops.rotate(known).pipe(Effect.catchTag("ShopRefused", refused(id)), Effect.provide(layer))
    const note = `Shop ${id} has a new secret, shown this once; the old one is refused from now on. Its webhook secret stays:`
    yield* Console.log(shown(shop, json, note))
  })
).pipe(Command.withDescription("Gives a shop a new secret, at once; also after the old one was lost."))

const row = ({ createdAt, id, name }: Shops.StoredShop, width: number): string =>
  `${id.padEnd(width)}  ${DateTime.formatIso(createdAt)}  ${name}`

const table = (shops: ReadonlyArray<Shops.StoredShop>): string => {
  if (shops.length === 0) return "There is no shop yet."
  const width = Math.max(...shops.map(({ id }) => id.length))
  return shops.map((shop) => row(shop, width)).join("\n")
}

const list = Command.make("list", { json }, ({ json }) =>
  Effect.gen(function* () {
    yield* inDatabase
    const database = yield* Settings.load(Settings.database)
    yield* existing(database)
    const shops = yield* Effect.provide(Shops.list, Parts.store(database))
    const documents = shops.map(({ createdAt, id, name }) => ({ id, name, created_at: DateTime.formatIso(createdAt) }))
    yield* Console.log(json ? JSON.stringify({ shops: documents }) : table(shops))
  })
).pipe(Command.withDescription("Lists the shops, without their secrets."))

export const command = Command.make("shops").pipe(
  Command.withDescription("Adds, lists and re-keys the shops of the database."),
  Command.withSubcommands([add, rotate, list])
)
