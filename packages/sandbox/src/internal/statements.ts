import type { SqlClient } from "@effect/sql/SqlClient"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Period } from "@florin/core/reconciliation/Movement"
import * as Effect from "effect/Effect"
import type { Books, Standing } from "../Movement.js"
import type { ClockState, Kept, KeptTransfer, NewMovement, TransferBooking } from "../Records.js"
import type { Tables } from "./tables.js"

interface MovementRow {
  readonly parent: string | null
  readonly amount: unknown
  readonly at: unknown
}

/** Some drivers return big integers as text. All amounts and instants are safe integers. */
const listed = ({ amount, at, parent, ...rest }: MovementRow): object => ({
  ...rest,
  amount: Number(amount),
  at: Number(at),
  ...(parent === null ? {} : { parent })
})

const standingOf = (row: Readonly<Record<keyof Standing, unknown>>): Standing => ({
  ...(row as Standing),
  amount: Number(row.amount) as Standing["amount"],
  captured: Number(row.captured) as Standing["captured"],
  voided: Number(row.voided) as Standing["voided"],
  refunded: Number(row.refunded) as Standing["refunded"]
})

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** The sandbox's statements on its tables. */
export const statements = (sql: SqlClient, tables: Tables) => {
  const [clock, keys, movements] = [sql(tables.clock), sql(tables.keys), sql(tables.movements)]
  const transfers = sql(tables.transfers)
  const columns = sql.literal("'mov_' || m.id AS id, kind, amount, currency, reference, parent, at")
  const taken = (kind: string) =>
    sql`(SELECT COALESCE(SUM(amount), 0) FROM ${movements} c WHERE c.parent = p.reference AND c.kind = ${kind})`

  return {
    kept: (key: AcquirerKey) =>
      Effect.map(sql<Kept>`SELECT request, answer FROM ${keys} WHERE key = ${key}`, ([row]) => row),
    keep: (key: AcquirerKey, { answer, request }: Kept) => sql`
      INSERT INTO ${keys} ${sql.insert({ key, request, answer })}
      ON CONFLICT (key) DO UPDATE SET request = excluded.request, answer = excluded.answer`,
    /** A movement and the totals of its children. Nothing of the acquirer's follows a customer's transfer. */
    standing: (reference: AcquirerKey) =>
      Effect.map(
        sql<Record<keyof Standing, unknown>>`
          SELECT p.kind, p.amount, p.currency, p.card, ${taken("capture")} AS captured, ${taken("void")} AS voided,
            ${taken("refund")} AS refunded
          FROM ${movements} p WHERE p.reference = ${reference} AND p.kind <> 'transfer'`,
        ([row]) => (row === undefined ? undefined : standingOf(row))
      ),
    keptTransfer: (key: AcquirerKey) =>
      Effect.map(sql<KeptTransfer>`SELECT record FROM ${transfers} WHERE key = ${key}`, ([row]) => row),
    keepTransfer: (key: AcquirerKey, { kept: { record }, takes }: TransferBooking) => sql`
      INSERT INTO ${transfers}
        ${sql.insert({ key, record, parent: takes?.parent ?? null, taken: takes?.amount ?? 0 })}
      ON CONFLICT (key) DO UPDATE SET record = excluded.record, parent = excluded.parent, taken = excluded.taken`,
    /** How much the refunds of a payment take of it. */
    refunded: (parent: AcquirerKey) =>
      Effect.map(
        sql<{ taken: unknown }>`SELECT COALESCE(SUM(taken), 0) AS taken FROM ${transfers} WHERE parent = ${parent}`,
        ([row]) => Amount.make(Number(row!.taken))
      ),
    addMovement: ({ key, parent = null as never, ...movement }: NewMovement) =>
      sql`INSERT INTO ${movements} ${sql.insert({ ...movement, parent, reference: key })}`,
    /** As booked. A movement without a parent lacks the member. */
    movements: Effect.map(sql<MovementRow>`SELECT ${columns} FROM ${movements} m ORDER BY m.id`, (rows) =>
      rows.map(listed)
    ),
    movementsOf: (books: Books, { from, to }: Period) =>
      Effect.map(
        sql<MovementRow>`
          SELECT ${columns} FROM ${movements} m
          WHERE books = ${books} AND at >= ${from.epochMillis} AND at < ${to.epochMillis} ORDER BY at, m.id`,
        (rows) => rows.map(listed)
      ),
    clock: Effect.map(
      sql<{ stands_at: unknown; ahead: unknown }>`SELECT stands_at, ahead FROM ${clock}`,
      ([row]): ClockState | undefined =>
        row && { standsAt: numberOrNull(row.stands_at), ahead: numberOrNull(row.ahead) }
    ),
    setClock: ({ ahead, standsAt }: ClockState) => sql`
      INSERT INTO ${clock} ${sql.insert({ id: 1, stands_at: standsAt, ahead })}
      ON CONFLICT (id) DO UPDATE SET stands_at = excluded.stands_at, ahead = excluded.ahead`
  }
}
