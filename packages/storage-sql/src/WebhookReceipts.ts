/** Which webhooks a host in this process has acted on: one row for each subject of a shop. */
import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import type { ShopId } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { write } from "./internal/queries.js"

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

/** Each operation commits by itself. */
export class WebhookReceipts extends Context.Tag("@florin/storage-sql/WebhookReceipts")<
  WebhookReceipts,
  {
    /** Claims an event for a holder, whose name nobody else has. */
    readonly claim: (receipt: Receipt, holder: string) => Effect.Effect<Claim, StorageError>
    /** Records that the claimed event was acted on, and ends the claim. */
    readonly settle: (receipt: Receipt, holder: string) => Effect.Effect<void, StorageError>
    /** Ends the claim: the event was not acted on. */
    readonly release: (receipt: Receipt, holder: string) => Effect.Effect<void, StorageError>
    /** Removes some rows of subjects of which nothing came for 30 days, as long as idempotency keys are kept. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>() {}

const insertClaim = write(
  "webhookReceipts.claim",
  `INSERT INTO {webhook_receipts} AS kept (shop_id, subject, sequence, message_id, holder, held_until, updated_at)
  VALUES (?, ?, -1, '', ?, ?, ?)
  ON CONFLICT (shop_id, subject)
  DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until, updated_at = excluded.updated_at
  WHERE (kept.sequence, kept.message_id) < (?, ?) AND (kept.holder IS NULL OR kept.held_until <= ?)
  RETURNING subject`
)

const findHandled = write(
  "webhookReceipts.claim",
  `SELECT subject FROM {webhook_receipts}
  WHERE shop_id = ? AND subject = ? AND (sequence, message_id) >= (?, ?)`
)

const update = write(
  "webhookReceipts.settle",
  `UPDATE {webhook_receipts}
  SET sequence = ?, message_id = ?, holder = NULL, held_until = NULL, updated_at = ?
  WHERE shop_id = ? AND subject = ? AND holder = ?`
)

const endClaim = write(
  "webhookReceipts.release",
  `UPDATE {webhook_receipts} SET holder = NULL, held_until = NULL
  WHERE shop_id = ? AND subject = ? AND holder = ?`
)

// The age stands twice: a row that is claimed while the statement waits for it is not old any more.
const deleteOld = write(
  "webhookReceipts.sweep",
  `DELETE FROM {webhook_receipts}
  WHERE updated_at < ? AND (shop_id, subject) IN (
    SELECT shop_id, subject FROM {webhook_receipts} WHERE updated_at < ?
    ORDER BY updated_at LIMIT (${batch} + 0))`
)

export const make: Effect.Effect<WebhookReceipts["Type"], never, UnitOfWork> = Effect.map(UnitOfWork, ({ run }) => {
  const claim = Effect.fnUntraced(function* ({ id, sequence, shop, subject }: Receipt, holder: string) {
    const now = yield* Clock.currentTimeMillis
    const until = now + Duration.toMillis(claimedFor)
    const claimed = yield* run(insertClaim(shop, subject, holder, until, now, sequence, id, now))
    if (claimed.length > 0) return "claimed"
    const handled = yield* run(findHandled(shop, subject, sequence, id))
    return handled.length > 0 ? "handled" : "held"
  })

  const settle = Effect.fnUntraced(function* ({ id, sequence, shop, subject }: Receipt, holder: string) {
    const now = yield* Clock.currentTimeMillis
    yield* run(update(sequence, id, now, shop, subject, holder))
  })

  const release = ({ shop, subject }: Receipt, holder: string) => Effect.asVoid(run(endClaim(shop, subject, holder)))

  const sweep = Effect.gen(function* () {
    const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(keptFor)
    yield* run(deleteOld(before, before))
  })

  return WebhookReceipts.of({ claim, settle, release, sweep })
})
