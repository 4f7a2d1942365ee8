import { SqlClient } from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { assert, it } from "@effect/vitest"
import { StorageError } from "@florin/core/store/StorageError"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { authorize, charge, morning, movements, pass, world } from "./internal/world.js"

const says = /host_orders/
const statement = "UPDATE host_orders SET state = ? WHERE id = ?"

/** The host did not create its table. */
const listener = HostSql.listener(() =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe("UPDATE host_orders SET state = 'paid' WHERE id = 42"))
)

describeOnStores("a host whose listener's statement fails", () => {
  it.effect(
    "reads the driver's own words in the error and in the log, with the statement and without its values",
    () => {
      const lines: Array<Readonly<Record<string, unknown>>> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ annotations }) => void lines.push(Object.fromEntries(HashMap.toEntries(annotations))))
      )
      return Effect.gen(function* () {
        yield* morning
        const error = yield* Effect.flip(authorize(charge()))
        assert.instanceOf(error, StorageError)
        assert.match(error.says ?? "", says)
        assert.strictEqual(error.statement, statement)
        yield* pass("2 seconds")
        yield* pass("1 second")
        const logged = lines.find(({ kind }) => kind === "recover")
        assert.match(String(logged?.says), says)
        assert.strictEqual(logged?.statement, statement)
      }).pipe(Effect.provide(Layer.merge(world({ settings: listener }), log)))
    }
  )
})

describeOnStores("a transaction that the host holds with a client of its own", () => {
  it.effect("D43: is no place for a charge, which the acquirer is not asked about", () =>
    Effect.gen(function* () {
      yield* morning
      const sql = yield* SqlClient
      const error = yield* Effect.flip(sql.withTransaction(Effect.zipRight(sql`SELECT 1`, authorize(charge()))))
      assert.propertyVal(error, "_tag", "NotInsideTransaction")
      assert.lengthOf(yield* movements, 0)
      assert.strictEqual((yield* authorize(charge())).status, "successful")
    }).pipe(Effect.provide(Layer.merge(world(), SqliteClient.layer({ filename: ":memory:" }))))
  )
})
