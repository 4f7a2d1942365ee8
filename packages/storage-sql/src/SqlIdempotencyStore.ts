/**
 * Idempotency keys in SQL.
 *
 * @since 0.1.0
 */
import { type Claim, type IdempotencyKey, IdempotencyStore, keptFor } from "@florin/core/idempotency/IdempotencyStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { number, text } from "./internal/records.js"
import { limit, tell, write } from "./internal/statement.js"

// One statement, so that of two requests that come together the second one waits and then finds the first.
const claimNew = write(
  "idempotency.claim",
  `INSERT INTO idempotency_keys (shop_id, request_key, fingerprint, claimed_at, answer_status, answer_body)
  VALUES (?, ?, ?, ?, NULL, NULL)
  ON CONFLICT (shop_id, request_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    claimed_at = excluded.claimed_at, answer_status = NULL, answer_body = NULL
  WHERE idempotency_keys.claimed_at < ?
    OR (idempotency_keys.answer_status IS NULL AND idempotency_keys.claimed_at < ?)
  RETURNING request_key`
)

const find = write(
  "idempotency.claim",
  "SELECT fingerprint, answer_status, answer_body FROM idempotency_keys WHERE shop_id = ? AND request_key = ?"
)

const answer = tell(
  "idempotency.answer",
  `UPDATE idempotency_keys SET answer_status = ?, answer_body = ?
  WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL`
)

const sweep = write(
  "idempotency.sweep",
  `DELETE FROM idempotency_keys WHERE (shop_id, request_key) IN
    (SELECT shop_id, request_key FROM idempotency_keys WHERE claimed_at < ? ORDER BY claimed_at ${limit})
  RETURNING request_key`
)

const known = (row: Row, { fingerprint }: IdempotencyKey): Claim => {
  if (text(row, "fingerprint") !== fingerprint) return { _tag: "Mismatch" }
  if (row.answer_status === null) return { _tag: "InFlight" }
  return { _tag: "Answered", answer: { status: number(row, "answer_status"), body: text(row, "answer_body") } }
}

const before = (now: DateTime.Utc, age: Duration.Duration): number =>
  DateTime.toEpochMillis(DateTime.subtractDuration(now, age))

const never = -1

const claim: (typeof IdempotencyStore.Service)["claim"] = Effect.fnUntraced(
  function* (shop, request, now, abandonedAfter) {
    const abandoned = abandonedAfter === undefined ? never : before(now, abandonedAfter)
    const { fingerprint, key } = request
    const claimed = yield* claimNew(
      shop,
      key,
      fingerprint,
      DateTime.toEpochMillis(now),
      before(now, keptFor),
      abandoned
    )
    if (claimed.length > 0) return { _tag: "Claimed" }
    const rows = yield* find(shop, key)
    return known(rows[0]!, request)
  }
)

/**
 * A key that is exactly `keptFor` old is still known.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = IdempotencyStore.of({
  claim,
  answer: (shop, key, { body, status }) => answer(status, body, shop, key),
  sweep: (before, limit) => Effect.map(sweep(DateTime.toEpochMillis(before), limit), (rows) => rows.length)
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<IdempotencyStore> = Layer.succeed(IdempotencyStore, make)
