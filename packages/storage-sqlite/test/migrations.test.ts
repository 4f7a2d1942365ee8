import { assert, describe, it } from "@effect/vitest"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Migrations from "@florin/storage-sql/Migrations"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { execute, insertTransaction, isCommitted, run } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./internal/files.js"

const tables = Effect.map(run(execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")), (rows) =>
  rows.map((row) => row.name)
)

const empty = Layer.unwrapScoped(
  Effect.map(temporaryFile, (filename) => Layer.provideMerge(GroupCommit.layer(), SqliteStore.database({ filename })))
)

const one: Migrations.Migration = { id: 1, name: "one", statements: ["CREATE TABLE one (id {text} NOT NULL)"] }
const two: Migrations.Migration = { id: 2, name: "two", statements: ["CREATE TABLE two (id {text} NOT NULL)"] }

const refused = Effect.fnUntraced(function* (
  reason: Migrations.MigrationError["reason"],
  migration: number,
  migrations: ReadonlyArray<Migrations.Migration>
) {
  const before = yield* tables
  const error = yield* Effect.flip(Migrations.run(migrations))
  assert.deepStrictEqual(error, new Migrations.MigrationError({ reason, migration }))
  assert.deepStrictEqual(yield* tables, before)
})

describe("migrations", () => {
  it.effect("each is run once, in order, and later ones are added", () =>
    Effect.gen(function* () {
      yield* Migrations.run([one])
      yield* Migrations.run([one])
      yield* Migrations.run([one, two])
      yield* Migrations.run([one, two])
      assert.deepStrictEqual(yield* tables, ["florin_schema_migrations", "one", "two"])
      const applied = yield* run(execute("SELECT id, name FROM florin_schema_migrations ORDER BY id"))
      assert.deepStrictEqual(
        applied.map((row) => [row.id, row.name]),
        [
          [1, "one"],
          [2, "two"]
        ]
      )
    }).pipe(Effect.provide(empty))
  )

  it.effect("take the token of a card out of what was agreed, where there is a card", () =>
    Effect.gen(function* () {
      const agreements = [{ card: { token: "abc" } }, { card: null }, {}].map((one) => `('${JSON.stringify(one)}')`)
      const table = "CREATE TABLE three AS SELECT column1 AS agreement FROM (VALUES "
      const three = {
        id: 1,
        name: "three",
        statements: [
          `${table}${agreements.join(", ")})`,
          "ALTER TABLE three ADD COLUMN card_token {text}",
          "UPDATE three SET card_token = {CardOfAgreement}"
        ]
      }
      yield* Migrations.run([three])
      const rows = yield* run(execute("SELECT card_token FROM three ORDER BY rowid"))
      assert.deepStrictEqual(
        rows.map((row) => row.card_token),
        ["abc", null, null]
      )
    }).pipe(Effect.provide(empty))
  )

  it.effect("find the customer in what was agreed, and the charges of subscriptions among the documents", () =>
    Effect.gen(function* () {
      const documents = [
        { subscription: { id: "sbs_1", purpose: "renewal", cycle: 1 }, customerId: "cst_1" },
        { subscription: { id: "sbs_2", purpose: "card", cycle: 0 }, customerId: null },
        {}
      ].map((one) => `('${JSON.stringify(one)}')`)
      const three = {
        id: 1,
        name: "three",
        statements: [
          `CREATE TABLE three AS SELECT column1 AS agreement, column1 AS document FROM (VALUES ${documents.join(", ")})`,
          `CREATE TABLE found AS SELECT {CustomerOfAgreement} AS customer, {SubscriptionOfTransaction} AS subscription,
            {PurposeOfTransaction} AS purpose FROM three ORDER BY rowid`
        ]
      }
      yield* Migrations.run([three])
      const rows = yield* run(execute("SELECT customer, subscription, purpose FROM found ORDER BY rowid"))
      assert.deepStrictEqual(
        rows.map((row) => [row.customer, row.subscription, row.purpose]),
        [
          ["cst_1", "sbs_1", "renewal"],
          [null, "sbs_2", "card"],
          [null, null, null]
        ]
      )
    }).pipe(Effect.provide(empty))
  )

  it.effect("a database of a later version is refused and left as it is", () =>
    Effect.gen(function* () {
      yield* Migrations.run([one, two])
      yield* refused("newer", 2, [one])
    }).pipe(Effect.provide(empty))
  )

  it.effect("a migration that was changed, renamed or moved since it was applied is refused", () =>
    Effect.gen(function* () {
      yield* Migrations.run([one])
      yield* refused("changed", 1, [{ ...one, statements: [...one.statements, "SELECT 1"] }])
      yield* refused("changed", 1, [{ ...one, name: "uno" }, two])
      yield* refused("changed", 1, [two, one])
    }).pipe(Effect.provide(empty))
  )

  it.effect("when one fails none of them was run", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Migrations.run([one, { ...two, statements: [...two.statements, "NO SQL"] }]))
      assert.strictEqual(error._tag, "StorageError")
      assert.deepStrictEqual(yield* tables, [])
      yield* Migrations.run([one, two])
    }).pipe(Effect.provide(empty))
  )

  it.scoped("two processes that open a new database at once migrate it once", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const insert = Effect.suspend(() => Effect.provide(insertTransaction(), SqliteStore.layer({ filename })))
      const transactions = yield* Effect.all([insert, insert, insert], { concurrency: "unbounded" })
      for (const transaction of transactions) {
        assert.isTrue(yield* Effect.provide(isCommitted(transaction), SqliteStore.layer({ filename })))
      }
    })
  )
})
