// The store in memory keeps the contract of one in a file, except that a reader has no connection of its own.
import { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it } from "@effect/vitest"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as SqliteMemory from "@florin/storage-sqlite/SqliteMemory"
import { commitStoreSuite } from "@florin/testing/stores/CommitStoreSuite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const empty = Layer.unwrapScoped(
  Effect.flatMap(SqliteMemory.migrated, (image) =>
    Effect.map(SqliteMemory.make(image), ({ make }) => Layer.scopedContext(make))
  )
)

describe("SQLite in memory", () => {
  commitStoreSuite({ describe, it }, empty)
})

describe("a database in memory", () => {
  it.scoped("begins as a copy of another, and changes alone", () =>
    Effect.gen(function* () {
      const one = yield* SqliteMemory.make()
      one.execute("CREATE TABLE a (b); INSERT INTO a VALUES (1)")
      const other = yield* SqliteMemory.make(one.image())
      other.query("INSERT INTO a VALUES (?)", [2])
      const all = "SELECT b FROM a"
      assert.deepStrictEqual([one.query(all), other.query(all)], [[{ b: 1 }], [{ b: 1 }, { b: 2 }]])
    })
  )

  it.scoped("answers its own client in a unit of work, and apart from it", () =>
    Effect.gen(function* () {
      const stores = yield* (yield* SqliteMemory.make()).make
      const { run } = Context.get(stores, UnitOfWork)
      // In the context of each unit, though its type does not say so.
      const requested = Effect.flatMap(SqlClient, (sql) => sql`SELECT 1 AS one`) as Effect.Effect<unknown, SqlError>
      const both = run(Effect.all([requested, HostSql.apart(requested)]))
      assert.deepStrictEqual(yield* both, [[{ one: 1 }], [{ one: 1 }]])
    })
  )

  it.effect("is gone with its scope", () =>
    Effect.gen(function* () {
      const { query } = yield* Effect.scoped(SqliteMemory.make())
      assert.throws(() => query("SELECT 1"), /not open/)
    })
  )
})
