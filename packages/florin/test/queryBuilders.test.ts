// A host's queries, built with Kysely, Drizzle or Knex, in the payment's commit.
import Sqlite from "better-sqlite3"
import { eq } from "drizzle-orm"
import { drizzle as drizzleSqlite } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres"
import * as PgTable from "drizzle-orm/pg-core"
import * as SqliteTable from "drizzle-orm/sqlite-core"
import { createFlorin, type Florin, type OnCommit } from "florin"
import knexOf from "knex"
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  sql
} from "kysely"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { ask, listed, payment, type Shop, shops, stateOf, statusIn } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

interface Tables {
  readonly orders: { readonly id: string; readonly state: string }
}

/** Kysely without a connection: it only writes queries. */
const writing = (dialect: Pick<Dialect, "createAdapter" | "createQueryCompiler">) =>
  new Kysely<Tables>({
    dialect: {
      ...dialect,
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteDialect({ database: new Sqlite(":memory:") }).createIntrospector(db)
    }
  })

const onSqlite = {
  kysely: writing({
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler()
  }),
  drizzle: drizzleSqlite.mock(),
  orders: SqliteTable.sqliteTable("orders", {
    id: SqliteTable.text().primaryKey(),
    state: SqliteTable.text().notNull()
  }),
  knex: knexOf({ client: "better-sqlite3", useNullAsDefault: true })
}

const onPostgres = {
  kysely: writing({
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler()
  }),
  drizzle: drizzlePostgres.mock(),
  orders: PgTable.pgTable("orders", { id: PgTable.text().primaryKey(), state: PgTable.text().notNull() }),
  knex: knexOf({ client: "pg" })
}

/** What a listener has read. */
let read: Promise<unknown> | undefined

const kyselyOf =
  (kysely: Kysely<Tables>): OnCommit =>
  ({ transaction: { status, trackingId } }, tx) => {
    const mine = kysely
      .selectFrom("orders")
      .select("state")
      .where("id", "=", trackingId ?? "")
    const rows: Promise<ReadonlyArray<{ readonly state: string }>> = tx.run(mine)
    // @ts-expect-error A row has what the query selects.
    const wrong: Promise<ReadonlyArray<{ readonly id: string }>> = tx.run(mine)
    read = rows.then(() => wrong)
    tx.run(
      kysely
        .updateTable("orders")
        .set({ state: status })
        .where("id", "=", trackingId ?? "")
    )
  }

const knexFor =
  (knex: typeof onSqlite.knex): OnCommit =>
  ({ transaction: { status, trackingId } }, tx) => {
    read = tx.run(knex("orders").select("state").where({ id: trackingId }))
    tx.run(knex("orders").where({ id: trackingId }).update({ state: status }))
  }

const listeners: Readonly<Record<"SQLite" | "PostgreSQL", Readonly<Record<string, OnCommit>>>> = {
  SQLite: {
    Kysely: kyselyOf(onSqlite.kysely),
    Knex: knexFor(onSqlite.knex),
    Drizzle: ({ transaction: { status, trackingId } }, tx) => {
      const { drizzle, orders } = onSqlite
      const mine = eq(orders.id, trackingId ?? "")
      read = tx.run(drizzle.select({ state: orders.state }).from(orders).where(mine))
      tx.run(drizzle.update(orders).set({ state: status }).where(mine))
    }
  },
  PostgreSQL: {
    Kysely: kyselyOf(onPostgres.kysely),
    Knex: knexFor(onPostgres.knex),
    Drizzle: ({ transaction: { status, trackingId } }, tx) => {
      const { drizzle, orders } = onPostgres
      const mine = eq(orders.id, trackingId ?? "")
      read = tx.run(drizzle.select({ state: orders.state }).from(orders).where(mine))
      tx.run(drizzle.update(orders).set({ state: status }).where(mine))
    }
  }
}

describe.each(["SQLite", "PostgreSQL"] as const)("onCommit on %s", (kind) => {
  let shop: Shop
  let florin: Florin
  let onCommit: OnCommit = () => undefined
  let amount = 1000

  beforeAll(async () => {
    // What fails here is logged, too.
    vi.spyOn(console, "error").mockImplementation(() => undefined)
    shop = await made.on(kind)
    florin = await createFlorin({
      ...{ database: shop.database, keys: `${shop.directory}/keys.json`, sandbox: true, shops: [listed] },
      baseUrl: "https://shop.example/pay",
      onCommit: (event, tx) => onCommit(event, tx)
    })
  })
  afterAll(async () => {
    await florin.close()
    await shop.remove()
    vi.restoreAllMocks()
  })

  const paying = async (listener: OnCommit): Promise<string | undefined> => {
    onCommit = listener
    await shop.query("UPDATE orders SET state = 'new' WHERE id = '42' RETURNING id")
    const request = new Request("https://shop.example/pay/transactions/payments", payment(amount++))
    return statusIn(await ask(florin, request))
  }

  it.each(Object.entries(listeners[kind]))("runs queries of %s in the payment's commit", async (_, listener) => {
    assert.strictEqual(await paying(listener), "successful")
    assert.strictEqual(await stateOf(shop), "successful")
    assert.deepStrictEqual(await read, [{ state: "new" }])
  })

  it.each(Object.entries(listeners[kind]))(
    "takes back what %s has written when the listener throws",
    async (_, listener) => {
      const status = await paying((event, tx) => {
        listener(event, tx)
        read?.catch(() => undefined)
        throw new Error("no such order")
      })
      assert.isUndefined(status)
      assert.strictEqual(await stateOf(shop), "new")
    }
  )

  it("takes the payment back when a query fails, and says why in the promise of the query", async () => {
    const { kysely } = kind === "SQLite" ? onSqlite : onPostgres
    let reply: Promise<unknown> = Promise.resolve()
    const status = await paying((_, tx) => {
      reply = tx
        .run(kysely.updateTable("nothing" as "orders").set({ state: "lost" }))
        .catch((error: Error) => error.message)
    })
    assert.isUndefined(status)
    assert.match(String(await reply), /nothing/)
    assert.strictEqual(await stateOf(shop), "new")
  })

  it("leaves a question mark that is no placeholder to the database", async () => {
    const query = {
      SQLite: sql`SELECT '?' = ${"?"} AS "is"`.compile(onSqlite.kysely),
      PostgreSQL: sql`SELECT '{"42":1}'::jsonb ? ${"42"} AS "is"`.compile(onPostgres.kysely)
    }[kind]
    const status = await paying((_, tx) => {
      read = tx.run(query)
    })
    assert.strictEqual(status, "successful")
    assert.deepStrictEqual(await read, [{ is: kind === "SQLite" ? 1 : true }])
  })

  it("takes NULL for a member that a transaction does not have", async () => {
    const status = await paying(({ transaction: { parentUid, trackingId } }, tx) => {
      read = tx.execute("SELECT state FROM orders WHERE id = ? AND CAST(? AS TEXT) IS NULL", [trackingId, parentUid])
    })
    assert.deepStrictEqual([status, await read], ["successful", [{ state: "new" }]])
  })

  it("refuses a query that ends the payment's transaction", async () => {
    const { kysely } = kind === "SQLite" ? onSqlite : onPostgres
    assert.isUndefined(await paying((_, tx) => void tx.run(sql`COMMIT`.compile(kysely))))
    assert.strictEqual(await stateOf(shop), "new")
  })
})
