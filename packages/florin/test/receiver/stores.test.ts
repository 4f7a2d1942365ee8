// The stores of the guide, in databases: what stands between the rules is its code.
import { readFileSync } from "node:fs"
import { receiverSuite } from "@florin/testing/webhooks/ReceiverSuite"
import Database from "better-sqlite3"
import type { Seen, WebhookEvent } from "florin/receiver"
import { receiver } from "florin/receiver"
import { Pool, type PoolClient } from "pg"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Shop, shops } from "../internal/shop.js"
import { secret } from "./internal/signing.js"

const table = `
  CREATE TABLE webhooks (subject TEXT PRIMARY KEY, sequence BIGINT NOT NULL, id TEXT NOT NULL);
  CREATE TABLE effects (uid TEXT NOT NULL)`

const made = shops()
let sqlite: Shop
let postgres: Shop
let database: Database.Database
let pool: Pool

beforeAll(async () => {
  sqlite = await made.on("SQLite")
  postgres = await made.on("PostgreSQL")
  for (const statement of table.split(";")) await postgres.query(statement)
  database = new Database(sqlite.place)
  database.exec(table)
  pool = new Pool({ connectionString: postgres.place })
})
afterAll(async () => {
  database.close()
  await pool.end()
  await sqlite.remove()
  await postgres.remove()
  await made.remove()
})

/** Fails on demand, after it has written: what it wrote must not stay. */
const failing = () => {
  let fails = false
  return {
    failNext: () => {
      fails = true
    },
    fail: () => {
      if (!fails) return
      fails = false
      throw new Error("the mail server is away")
    }
  }
}

const onSqlite = (database: Database.Database) => {
  // -----
  const remember = database.prepare(`
    INSERT INTO webhooks (subject, sequence, id) VALUES (?, ?, ?)
    ON CONFLICT (subject) DO UPDATE SET sequence = excluded.sequence, id = excluded.id
    WHERE (excluded.sequence, excluded.id) > (webhooks.sequence, webhooks.id)`)

  const claim = database.transaction<Seen<Database.Database>["claim"]>(({ id, sequence, subject }, work) =>
    remember.run(subject, sequence, id).changes === 1 ? work(database) : undefined
  )
  const seen: Seen<Database.Database> = { claim: claim.immediate }
  // -----
  return seen
}

const onPostgres = (pool: Pool) => {
  // -----
  const remember = `
    INSERT INTO webhooks (subject, sequence, id) VALUES ($1, $2, $3)
    ON CONFLICT (subject) DO UPDATE SET sequence = excluded.sequence, id = excluded.id
    WHERE (excluded.sequence, excluded.id) > (webhooks.sequence, webhooks.id)`

  const seen: Seen<PoolClient> = {
    claim: async ({ id, sequence, subject }, work) => {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const { rowCount } = await client.query(remember, [subject, sequence, id])
        if (rowCount === 1) await work(client)
        await client.query("COMMIT")
      } catch (error) {
        await client.query("ROLLBACK")
        throw error
      } finally {
        client.release()
      }
    }
  }
  // -----
  return seen
}

receiverSuite({ describe, it }, "A host with its table in SQLite", () => {
  const { fail, failNext } = failing()
  const handle = ({ subject }: WebhookEvent, tx: Database.Database) => {
    tx.prepare("INSERT INTO effects VALUES (?)").run(subject)
    fail()
  }
  return {
    handler: receiver({ secrets: secret, seen: onSqlite(database), handle }),
    secret,
    failNext,
    effects: async (uid) => (await sqlite.query(`SELECT * FROM effects WHERE uid = '${uid}'`)).length
  }
})

receiverSuite({ describe, it }, "A host with its table in PostgreSQL", () => {
  const { fail, failNext } = failing()
  const handle = async ({ subject }: WebhookEvent, tx: PoolClient) => {
    await tx.query("INSERT INTO effects VALUES ($1)", [subject])
    fail()
  }
  return {
    handler: receiver({ secrets: secret, seen: onPostgres(pool), handle }),
    secret,
    failNext,
    effects: async (uid) => (await postgres.query(`SELECT * FROM effects WHERE uid = '${uid}'`)).length
  }
})

describe("the stores of the guide", () => {
  it("are these", () => {
    const linesOf = (path: string) =>
      readFileSync(new URL(path, import.meta.url), "utf8")
        .split("\n")
        .map((line) => line.trim())
    const guide = linesOf("../../../../docs/guides/receive-webhooks.md")
    const programs = linesOf(import.meta.url)
      .join("\n")
      .split("// -----\n")
      .filter((_, index) => index % 2 === 1)
    const lines = programs.flatMap((program) => program.trim().split("\n"))
    assert.isAbove(lines.length, 20)
    for (const line of lines) assert.include(guide, line)
  })

  it("refuse a handler that waits on SQLite, whose transaction would have ended before it", async () => {
    const database = new Database(":memory:")
    database.exec(table)
    const reported = { id: "msg_1", subject: "a", sequence: 1 }
    assert.throws(() => onSqlite(database).claim(reported, async () => undefined), /cannot return a promise/)
    assert.isEmpty(database.prepare("SELECT * FROM webhooks").all())
  })
})
