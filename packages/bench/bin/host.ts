/** A host with orders of its own, which are brought up to date in Florin's commits. */
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { type CommitListener, CommitListeners } from "@florin/core/transactions/CommitListeners"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const orders = 10_000

/** Makes the host's table in the file in which Florin's will be. */
export const makeOrders = (filename: string): void => {
  const database = new Sqlite(filename)
  database.pragma("journal_mode = WAL")
  database.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL, changed_at INTEGER NOT NULL);
    WITH RECURSIVE ids AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM ids WHERE id + 1 < ${orders})
    INSERT INTO orders SELECT id, 'new', 0 FROM ids`)
  database.close()
}

const update: CommitListener = ({ transaction: { amount, status, updatedAt } }) =>
  Effect.flatMap(UnitOfWorkContext, ({ execute }) => {
    const values = [status, updatedAt.epochMillis, amount % orders]
    return Effect.asVoid(execute("UPDATE orders SET status = ?, changed_at = ? WHERE id = ?", values))
  })

/** One `UPDATE` in every commit that changes a transaction. */
export const listeners: Layer.Layer<never> = Layer.succeed(CommitListeners, [update])
