// A host's tool for its schema, on the database that Florin is in too.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFlorin } from "florin"
import knex, { type Knex } from "knex"
import { afterAll, assert, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-tools-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** As everyday as a host's tables are. */
const source = (...names: ReadonlyArray<string>): Knex.MigrationSource<string> => ({
  getMigrations: async () => [...names],
  getMigrationName: (name) => name,
  getMigration: async (name) => ({
    up: (db) => db.schema.createTable(name, (table) => table.increments("id")),
    down: (db) => db.schema.dropTable(name)
  })
})

describe("Knex", () => {
  it("D43a: migrates a host's customers, cards and jobs before and after Florin, and takes back only those", async () => {
    const filename = join(directory, "shop.db")
    const db = knex({ client: "better-sqlite3", connection: { filename }, useNullAsDefault: true })
    const tables = async (): Promise<ReadonlyArray<string>> => {
      const rows = await db("sqlite_master").where({ type: "table" }).select<Array<{ name: string }>>("name")
      return rows.map(({ name }) => name)
    }
    const florin = async () => {
      const started = await createFlorin({
        database: `sqlite:${filename}`,
        sandbox: true,
        baseUrl: "https://shop.example",
        shops: [{ id: "shop", secretKey: "a-secret-key-of-a-shop-01" }]
      })
      await started.close()
    }
    await db.migrate.latest({ migrationSource: source("customers", "cards") })
    await florin()
    const own = (await tables()).filter((name) => name.startsWith("florin_"))
    assert.include(own, "florin_customers")
    await db.migrate.latest({ migrationSource: source("customers", "cards", "jobs") })
    await florin()
    await db.migrate.rollback({ migrationSource: source("customers", "cards", "jobs") }, true)
    const left = await tables()
    assert.includeMembers([...left], [...own])
    for (const name of ["customers", "cards", "jobs"]) assert.notInclude(left, name)
    await florin()
    await db.destroy()
  })
})
