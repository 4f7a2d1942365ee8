// What tools beside a server need of a store: the version of its schema, its migration alone, the store as it is.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CardStore } from "@florin/core/cards/CardStore"
import { TransactionUid } from "@florin/core/ids/Ids"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type * as Migrations from "@florin/storage-sql/Migrations"
import type { Stores } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { temporaryFile } from "@florin/storage-sqlite/testing/files"
import { oldFile } from "@florin/storage-sqlite/testing/oldFile"
import {
  cardWith,
  documentWith,
  insertTransaction,
  otherShop,
  shop,
  write
} from "@florin/testing/stores/StoreUnderTest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { newAddress, optionsOf } from "./internal/database.js"
import { describeOnStores, emptyStore } from "./internal/eitherStore.js"

interface Tools {
  readonly migrate: Effect.Effect<Migrations.Versions, SqliteStore.StartError | PostgresStore.StartError>
  readonly versions: Effect.Effect<Migrations.Versions, SqliteStore.StartError | PostgresStore.StartError>
  readonly asIs: Layer.Layer<Stores, SqliteStore.StartError | PostgresStore.StartError>
}

const sqliteTools = (filename: string): Tools => ({
  migrate: SqliteStore.migrate({ filename }),
  versions: SqliteStore.versions({ filename }),
  asIs: SqliteStore.layerAsIs({ filename })
})

const emptyFile = Effect.map(temporaryFile, (filename) => {
  writeFileSync(filename, "")
  return sqliteTools(filename)
})

const emptySchema = Effect.map(newAddress, (address): Tools => {
  const options = optionsOf(address, { poolSize: 2 })
  return {
    migrate: PostgresStore.migrate(options),
    versions: PostgresStore.versions(options),
    asIs: PostgresStore.layerAsIs(options)
  }
})

const places: ReadonlyArray<readonly [string, Effect.Effect<Tools, never, Scope.Scope>]> = [
  ["SQLite", emptyFile],
  ["PostgreSQL", emptySchema]
]

const latest = 24

const list = Effect.flatMap(TransactionStore, (store) => store.newest(shop, { limit: 1 }))

describe.each(places)("a database of %s that is used as it is", (_, place) => {
  it.scoped("says its version, is refused while it lacks migrations, and read once it has them", () =>
    Effect.gen(function* () {
      const { asIs, migrate, versions } = yield* place
      assert.deepStrictEqual(yield* versions, { from: 0, to: latest })
      const error = yield* Effect.flip(Effect.provide(list, asIs))
      assert.strictEqual(error.message, "The database has no tables of Florin")
      assert.deepStrictEqual(yield* versions, { from: 0, to: latest })
      assert.deepStrictEqual(yield* migrate, { from: 0, to: latest })
      assert.deepStrictEqual(yield* migrate, { from: latest, to: latest })
      assert.deepStrictEqual(yield* versions, { from: latest, to: latest })
      assert.deepStrictEqual(yield* Effect.provide(list, asIs), [])
    })
  )
})

describe("a file that is used as it is", () => {
  it.scoped("of an older version is neither migrated nor changed", () =>
    Effect.gen(function* () {
      const filename = yield* oldFile
      const { asIs, migrate, versions } = sqliteTools(filename)
      const { from } = yield* versions
      assert.isAbove(from, 0)
      assert.isBelow(from, latest)
      const error = yield* Effect.flip(Effect.provide(list, asIs))
      assert.strictEqual(error.message, `The database lacks migration ${from + 1}`)
      assert.deepStrictEqual(yield* migrate, { from, to: latest })
      assert.deepStrictEqual(yield* versions, { from: latest, to: latest })
    })
  )

  it.scoped("of another program keeps its journal and its content", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      new Sqlite(filename).exec("CREATE TABLE theirs (id)").close()
      const before = readFileSync(filename)
      yield* Effect.flip(Effect.provide(list, SqliteStore.layerAsIs({ filename })))
      assert.deepStrictEqual(readFileSync(filename), before)
    })
  )

  it.scoped("is not made where it is missing", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const error = yield* Effect.flip(SqliteStore.versions({ filename }))
      assert.strictEqual(error._tag, "StorageError")
      assert.deepStrictEqual(readdirSync(dirname(filename)), [])
    })
  )
})

const uid = (last: number): TransactionUid =>
  TransactionUid.make(`018bcfe5-6800-7000-8000-${String(last).padStart(12, "0")}`)

describeOnStores("what a tool reads", () => {
  it.effect("the newest transactions of a shop, page by page, of any status or of one", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      for (const last of [2, 4, 1, 3]) yield* insertTransaction({ uid: uid(last), status: "failed" })
      yield* insertTransaction({ uid: uid(5), status: "pending" })
      yield* insertTransaction({ uid: uid(6), shop: otherShop })
      const uids = (page: Parameters<typeof store.newest>[1]) =>
        Effect.map(store.newest(shop, page), (found) => found.map((_) => _.uid))
      assert.deepStrictEqual(yield* uids({ limit: 2 }), [uid(5), uid(4)])
      assert.deepStrictEqual(yield* uids({ limit: 2, after: uid(4) }), [uid(3), uid(2)])
      assert.deepStrictEqual(yield* uids({ limit: 2, after: uid(1) }), [])
      assert.deepStrictEqual(yield* uids({ limit: 9, status: "pending" }), [uid(5)])
      assert.deepStrictEqual(yield* uids({ limit: 2, status: "failed", after: uid(3) }), [uid(2), uid(1)])
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("how many cards and documents another key wraps, of all shops", () =>
    Effect.gen(function* () {
      const [cards, documents] = [yield* CardStore, yield* DocumentStore]
      for (const keyId of ["k1", "k2", "k3"]) {
        yield* write({ _tag: "InsertCard", card: yield* cardWith({ shop: otherShop, number: { keyId, sealed: "s" } }) })
        const { sealed, ...document } = yield* documentWith()
        yield* write({ _tag: "InsertDocument", document: { ...document, sealed: { ...sealed, keyId } } })
      }
      const counted = (keyId: string) =>
        Effect.all([cards.countNotSealedWith(keyId), documents.countNotSealedWith(keyId)])
      assert.deepStrictEqual(yield* counted("k2"), [2, 2])
      assert.deepStrictEqual(yield* counted("k9"), [3, 3])
    }).pipe(Effect.provide(emptyStore))
  )
})
