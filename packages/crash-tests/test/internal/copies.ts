/** Thousands of notifications that would take minutes to order one by one. */
import type { Store } from "@florin/crash-tests/HostSettings"
import Database from "better-sqlite3"

const uid = "substr(uid, 1, 24) || printf('%012x', n)"

/** What differs between the copies of a row. Whatever else a table has, they share. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { uid, document: `replace(document, uid, ${uid})` },
  notifications: {
    id: "substr(id, 1, 28) || printf('%012x', n)",
    subject: uid.replace("uid", "subject")
  }
}

/** Copies the only exhausted notification of a SQLite store, with its transaction, so many times. */
export const copyExhausted = (store: Store, count: number): void => {
  const database = new Database(store._tag === "Sqlite" ? store.filename : "", { timeout: 10_000 })
  const copy = (table: string) => {
    const columns = (database.pragma(`table_info(${table})`) as ReadonlyArray<{ name: string }>).map(({ name }) => name)
    const values = columns.map((name) => tables[table]![name] ?? name)
    return `INSERT INTO ${table} (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT ${values.join(", ")} FROM ${table}, numbers`
  }
  database.exec(`BEGIN IMMEDIATE; ${Object.keys(tables).map(copy).join("; ")}; COMMIT`)
  database.close()
}
