import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { Florin } from "florin/effect"

export const table = "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT NOT NULL)"

/** An order whose hold lapses is cancelled, in the commit of the lapse. */
export const cancelLapsed = ({ change, transaction }: Florin.TransactionChange) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (change.trigger !== "HoldLapsed") return
    yield* sql`UPDATE orders SET state = 'cancelled' WHERE id = ${transaction.trackingId ?? null}`
  })
