/** Notifications in a store, without the transactions that would leave them there one by one. */
import * as Ids from "@florin/core/ids/Ids"
import * as PartitionKey from "@florin/core/jobs/PartitionKey"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"

export const payload = JSON.stringify({ transaction: { status: "successful", rest: "x".repeat(1200) } })

/**
 * So many notifications of a shop as the settling of transactions leaves them, each to the address of its number, with the
 * due work to deliver each that waits. Exhausted ones have none.
 */
export const fill = (
  filename: string,
  shop: string,
  status: "waiting" | "exhausted",
  count: number,
  addressOf: (index: number) => string
): void => {
  const database = new Sqlite(filename, { timeout: 10_000 })
  const notification = database.prepare(`INSERT INTO florin_notifications
    (shop_id, id, subject, sequence, url, body, status, attempts, last_result, created_at, updated_at)
    VALUES (?, ?, ?, 2, ?, ?, ?, 0, NULL, ?, ?)`)
  const job = database.prepare(`INSERT INTO florin_jobs
    (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)
    VALUES (?, 'notify', ?, ?, ?, ?, NULL, 1, 0)`)
  const now = Date.now()
  const newSubject = Effect.runSync(Ids.makeTransactionUid)
  const newId = Effect.runSync(Ids.makeNotificationId)
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const subject = newSubject(now)
      const url = addressOf(index)
      notification.run(shop, newId(now), subject, url, payload, status, now, now)
      if (status === "waiting") job.run(shop, subject, PartitionKey.ofReceiver(Ids.ShopId.make(shop), url), now, index)
    }
  })()
  database.close()
}
