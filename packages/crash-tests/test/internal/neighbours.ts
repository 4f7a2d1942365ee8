/** Two shops on one process: one whose world hangs, and the other, which must not notice. */
import * as Environment from "@florin/crash-tests/Environment"
import type { Settings, Store } from "@florin/crash-tests/Protocol"
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import { program } from "./gateway.js"

/** What is done with a request: it hangs, or is answered after so many milliseconds. */
export type Treatment = "hangs" | { readonly status: number; readonly body?: object; readonly after?: number }

export const outsider = (treat: (method: string) => Treatment) =>
  Loopback.serve(({ method }) => {
    const treatment = treat(method)
    if (treatment === "hangs") return Effect.never
    const { after = 0, body = {}, status } = treatment
    return Effect.delay(Effect.succeed({ status, body }), after)
  })

/** The shop whose world hangs. */
export const crowded = "crowded"

/** One process, its own shop's merchant, and a merchant of the other shop. */
export const neighbours = Effect.fnUntraced(function* (webhooks: string, changes: Partial<Settings> = {}) {
  const environment = yield* Environment.make({ program: yield* program })
  const process = yield* environment.start({ ...changes, moreShops: [{ id: crowded, webhooks }] })
  const host = Effect.orDie(process.url)
  const busy = Environment.merchantOf(crowded, host, { name: "busy", patience: "60 seconds" })
  return { environment, quiet: environment.merchant(host), busy, host }
})

let amount = 1000

export const pay = (merchant: Merchant, more: object = {}) =>
  Effect.suspend(() => merchant.order("/transactions/payments", Orders.charge(++amount, more)))

/** Fails at once, for there is no acquirer left for it, and is announced: what makes a notification and nothing else. */
export const announce = (merchant: Merchant) => pay(merchant, { additional_data: { excluded_gateways: [1] } })

/** So many of them, a few at a time. */
export const many = <A>(count: number, effect: Effect.Effect<A>) =>
  Effect.replicateEffect(effect, count, { concurrency: 48, discard: true })

const uid = "substr(uid, 1, 24) || printf('%012x', n)"

/** What differs between the copies of a row. Whatever else a table has, they share. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { uid, document: `replace(document, uid, ${uid})` },
  notifications: { id: "substr(id, 1, 28) || printf('%012x', n)", subject: uid.replace("uid", "subject") }
}

/** Copies the only exhausted notification of a SQLite store, with its transaction: thousands would take minutes to order. */
export const copyExhausted = (store: Store, count: number): void => {
  const database = new Database(store._tag === "Sqlite" ? store.filename : "", { timeout: 10_000 })
  const copy = (table: string) => {
    const columns = (database.pragma(`table_info(${table})`) as ReadonlyArray<{ name: string }>).map(({ name }) => name)
    return `INSERT INTO ${table} (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT ${columns.map((name) => tables[table]![name] ?? name).join(", ")} FROM ${table}, numbers`
  }
  database.exec(`BEGIN IMMEDIATE; ${Object.keys(tables).map(copy).join("; ")}; COMMIT`)
  database.close()
}
