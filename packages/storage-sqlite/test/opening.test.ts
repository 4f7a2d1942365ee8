import { statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { Database } from "@florin/storage-sql/Database"
import { SettingRefused } from "@florin/storage-sqlite/SettingRefused"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { insertTransaction, isCommitted } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./internal/files.js"

const startError = (filename: string) => Effect.flip(Effect.scoped(Layer.build(SqliteStore.layer({ filename }))))

describe("opening a SQLite store", () => {
  // Source: reliability, "SQLite".
  it.scoped.each([
    ["journal_mode", "wal", "wal"],
    ["synchronous", 2, undefined],
    ["busy_timeout", 20, 20],
    ["secure_delete", 1, undefined],
    ["trusted_schema", 0, 0],
    ["cell_size_check", 1, 1],
    ["mmap_size", 0, 0],
    ["cache_size", -65_536, -65_536],
    ["wal_autocheckpoint", 4000, undefined],
    ["journal_size_limit", 67_108_864, undefined],
    ["foreign_keys", 1, 1]
  ] as const)("%s is %s", ([pragma, ofWriter, ofReader]) =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const ask = Effect.gen(function* () {
        const { read, reserve } = yield* Database
        const writer = yield* reserve
        const value = (rows: ReadonlyArray<object>) => Object.values(rows[0]!)[0]
        assert.strictEqual(value(yield* writer.execute(`PRAGMA ${pragma}`, [])), ofWriter)
        if (ofReader !== undefined) assert.strictEqual(value(yield* read(`PRAGMA ${pragma}`, [])), ofReader)
      })
      yield* Effect.provide(Effect.scoped(ask), SqliteStore.database({ filename }))
    })
  )

  it.scoped.each([
    ["full", { filename: "" }, 2],
    ["full", { synchronous: "full" }, 2],
    ["normal", { synchronous: "normal" }, 1]
  ] as const)("a client's commits wait for what it says: %s", ([_, options, synchronous]) =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const ask = Effect.flatMap(SqlClient, (sql) => sql`PRAGMA synchronous`)
      const rows = yield* Effect.provide(ask, SqliteStore.layerClient({ ...options, filename }))
      assert.deepStrictEqual(rows, [{ synchronous }])
    })
  )

  it.effect.each(["", ":memory:"])("a database without a file (%j) is refused: it has no log", (filename) =>
    Effect.gen(function* () {
      const error = yield* startError(filename)
      assert.deepStrictEqual(error, new SettingRefused({ setting: "journal_mode" }))
    })
  )

  it.scoped("only its owner may read a new database and what belongs to it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* insertTransaction()
          for (const suffix of ["", "-wal", "-shm"]) {
            assert.strictEqual(statSync(`${filename}${suffix}`).mode & 0o777, 0o600, suffix)
          }
        }),
        SqliteStore.layer({ filename })
      )
    })
  )

  it.scoped("committed data is there when the store is reopened", () =>
    Effect.gen(function* () {
      const store = SqliteStore.layer({ filename: yield* temporaryFile })
      const transaction = yield* Effect.provide(insertTransaction(), store)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), store))
    })
  )

  it.scoped.each([
    ["a directory that does not exist", "unavailable", (file: string) => `${file}/florin.db`],
    ["a directory", "unavailable", (file: string) => dirname(file)],
    [
      "another kind of file",
      "corrupt",
      (file: string) => {
        writeFileSync(file, "This is not a database. ".repeat(100))
        return file
      }
    ]
  ] as const)("%s is a typed error: %s", ([, reason, name]) =>
    Effect.gen(function* () {
      const error = yield* startError(name(yield* temporaryFile))
      assert.strictEqual(error._tag, "StorageError")
      assert.strictEqual(error._tag === "StorageError" ? error.reason : undefined, reason)
    })
  )

  it.scoped("the connection for readers cannot write", () =>
    Effect.gen(function* () {
      const database = SqliteStore.database({ filename: yield* temporaryFile })
      const write = Effect.flatMap(Database, ({ read }) => read("CREATE TABLE t (id BIGINT)", []))
      const error = yield* Effect.flip(Effect.provide(write, database))
      assert.propertyVal(error, "code", "SQLITE_READONLY")
    })
  )

  it.scoped("a unit may not change how durable the store is", () =>
    Effect.gen(function* () {
      const store = SqliteStore.layer({ filename: yield* temporaryFile })
      const change = Effect.flatMap(UnitOfWorkContext, (_) => _.execute("PRAGMA synchronous = OFF", []))
      const error = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(UnitOfWork, (unit) => unit.run(change)),
          store
        )
      )
      assert.strictEqual(error._tag, "StorageError")
    })
  )
})
