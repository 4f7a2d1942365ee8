/** Layers shared by the commands that use a database. Drivers are imported only for their database. */
import * as Keys from "@florin/gateway/Keys"
import * as Shops from "@florin/gateway/Shops"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Optional from "../internal/optional.js"
import { BadSetting, bad } from "./badSetting.js"
import * as KeyProblems from "./keyProblems.js"
import type { Database, KeySource, Settings } from "./settings.js"

const missing = /^Cannot find (?:package|module) '((?:@[^/']+\/)?[^/']+)/

/** Imports an optional module. A missing package becomes a `BadSetting` that names `setting` and what to install. */
export const loaded = <A>(setting: string, load: () => Promise<A>): Effect.Effect<A, BadSetting> =>
  Effect.catchAllDefect(Effect.promise(load), (cause) => {
    const name = cause instanceof Error ? missing.exec(cause.message)?.[1] : undefined
    return name === undefined
      ? Effect.die(cause)
      : bad(
          setting,
          `needs the package ${name}, which is not installed here: npm install ${Optional.withVersion(name)}`
        )
  })

const ringOf = (source: KeySource) => {
  switch (source._tag) {
    case "Text":
      return KeyProvider.layerText(source.text)
    case "File":
      return source.make ? Keys.layerFileMade(source.path) : KeyProvider.layerFile(source.path)
  }
}

export const keys = (source: KeySource) =>
  Layer.mapError(ringOf(source), (error) =>
    bad(
      "FLORIN_KEYS",
      `cannot be used: ${KeyProblems.problem(error, source._tag === "File" ? source.path : undefined)}`
    )
  )

const sqliteStore = loaded("FLORIN_DATABASE", () => import("@florin/storage-sqlite/SqliteStore"))
const postgresStore = loaded("FLORIN_DATABASE", () => import("@florin/storage-postgres/PostgresStore"))

type Url = Extract<Database, { readonly _tag: "Postgres" }>["url"]

const sqlite = (filename: string) => Layer.unwrapEffect(Effect.map(sqliteStore, ({ layer }) => layer({ filename })))
const postgres = (url: Url) => Layer.unwrapEffect(Effect.map(postgresStore, ({ layer }) => layer({ url })))

/** Of the sandbox's own database. */
export const sqliteClient = (filename: string) =>
  Layer.unwrapEffect(Effect.map(sqliteStore, ({ layerClient }) => layerClient({ filename })))
export const postgresClient = (url: Url) =>
  Layer.unwrapEffect(Effect.map(postgresStore, ({ layerClient }) => layerClient({ url, poolSize: 4 })))

const storeOf = (database: Database) => {
  switch (database._tag) {
    case "Sqlite":
      return sqlite(database.path)
    case "Postgres":
      return postgres(database.url)
  }
}

const hint = (database: Database): string => {
  switch (database._tag) {
    case "Sqlite":
      return `Is ${database.path} in a folder that exists, a database, and yours to write?`
    case "Postgres":
      return "Does the server run there, and are the user, the password and the database right?"
  }
}

/** Turns a store's start error into a `BadSetting`. */
export const refused =
  (database: Database) =>
  (error: BadSetting | { readonly _tag: string; readonly message: string }): BadSetting => {
    if (error instanceof BadSetting) return error
    const next = error._tag === "StorageError" ? `. ${hint(database)}` : ""
    return bad("FLORIN_DATABASE", `cannot be used: ${error.message}${next}`)
  }

export const store = (database: Database) => Layer.mapError(storeOf(database), refused(database))

const shops = ({ shops }: Settings) => (shops === undefined ? Shops.layerStored : Shops.layerListed(shops.list))

/** Shops, vault, keys and store of a server. */
export const base = (settings: Settings) =>
  Layer.mergeAll(shops(settings), Vault.layer).pipe(
    Layer.provideMerge(keys(settings.keys)),
    Layer.provideMerge(store(settings.database))
  )
