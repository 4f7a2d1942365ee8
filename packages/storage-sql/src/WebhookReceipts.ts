/** Which webhooks a host in this process has acted on: one row for each subject of a shop. */
import type { SqlError } from "@effect/sql/SqlError"
import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import type { ShopId } from "@florin/core/ids/Ids"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { LentClient } from "./HostSql.js"

/**
 * How long a claim keeps other processes from acting on its subject. One that crashed leaves its claim: this is longer
 * than a handler may take, and over before the attempt that comes after five minutes.
 */
export const claimedFor = Duration.minutes(4)

/** How many old rows are removed at once. More come than go while no subject is new. */
const batch = 20

/** An event, and the shop that it is for. */
export interface Receipt {
  readonly shop: ShopId
  readonly subject: string
  readonly sequence: number
  readonly id: string
}

/**
 * - `claimed`: it is newer than what was acted on; act on it now
 * - `handled`: it, or something newer, was acted on
 * - `held`: another process acts on its subject now
 */
export type Claim = "claimed" | "handled" | "held"

export interface WebhookReceipts {
  /** Claims an event for a holder, whose name nobody else has. */
  readonly claim: (receipt: Receipt, holder: string) => Effect.Effect<Claim, SqlError>
  /** Records that the claimed event was acted on, and ends the claim. */
  readonly settle: (receipt: Receipt, holder: string) => Effect.Effect<void, SqlError>
  /** Ends the claim: the event was not acted on. */
  readonly release: (receipt: Receipt, holder: string) => Effect.Effect<void, SqlError>
  /** Removes some rows of subjects of which nothing came for 30 days, as long as idempotency keys are kept. */
  readonly sweep: Effect.Effect<void, SqlError>
}

/** Each statement commits by itself. */
export const make: Effect.Effect<WebhookReceipts, never, LentClient> = Effect.map(LentClient, (sql) => {
  const table = sql.tableOf("webhook_receipts")
  const claim = Effect.fnUntraced(function* ({ id, sequence, shop, subject }: Receipt, holder: string) {
    const now = yield* Clock.currentTimeMillis
    const until = now + Duration.toMillis(claimedFor)
    const claimed = yield* sql`
      INSERT INTO ${table} AS kept (shop_id, subject, sequence, message_id, holder, held_until, updated_at)
      VALUES (${shop}, ${subject}, -1, '', ${holder}, ${until}, ${now})
      ON CONFLICT (shop_id, subject)
      DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until, updated_at = excluded.updated_at
      WHERE (kept.sequence, kept.message_id) < (${sequence}, ${id})
        AND (kept.holder IS NULL OR kept.held_until <= ${now})
      RETURNING subject`
    if (claimed.length > 0) return "claimed"
    const handled = yield* sql`
      SELECT subject FROM ${table}
      WHERE shop_id = ${shop} AND subject = ${subject} AND (sequence, message_id) >= (${sequence}, ${id})`
    return handled.length > 0 ? "handled" : "held"
  })

  const settle = Effect.fnUntraced(function* ({ id, sequence, shop, subject }: Receipt, holder: string) {
    const now = yield* Clock.currentTimeMillis
    yield* sql`
      UPDATE ${table}
      SET sequence = ${sequence}, message_id = ${id}, holder = NULL, held_until = NULL, updated_at = ${now}
      WHERE shop_id = ${shop} AND subject = ${subject} AND holder = ${holder}`
  })

  const release = ({ shop, subject }: Receipt, holder: string) =>
    Effect.asVoid(sql`
      UPDATE ${table} SET holder = NULL, held_until = NULL
      WHERE shop_id = ${shop} AND subject = ${subject} AND holder = ${holder}`)

  const sweep = Effect.gen(function* () {
    const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(keptFor)
    // The age stands twice: a row that is claimed while the statement waits for it is not old any more.
    yield* sql`
      DELETE FROM ${table}
      WHERE updated_at < ${before} AND (shop_id, subject) IN (
        SELECT shop_id, subject FROM ${table} WHERE updated_at < ${before}
        ORDER BY updated_at LIMIT (${batch} + 0))`
  })

  return { claim, settle, release, sweep }
})
