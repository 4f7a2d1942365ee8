import type { SqlClient } from "@effect/sql/SqlClient"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount, zero } from "@florin/core/money/Amount"
import type { Period } from "@florin/core/money/Movement"
import * as Effect from "effect/Effect"
import type { Books, ParentState } from "../Movement.js"
import type {
  Booking,
  ClockState,
  Found,
  FoundTransfer,
  Kept,
  KeptTransfer,
  NewMovement,
  TransferBooking
} from "../Records.js"
import type { Tables } from "./tables.js"
import type { About, Booked } from "./together.js"

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

const parentStateOf = (row: Readonly<Record<keyof ParentState, unknown>>): ParentState => ({
  ...(row as ParentState),
  amount: Number(row.amount) as ParentState["amount"],
  captured: Number(row.captured) as ParentState["captured"],
  voided: Number(row.voided) as ParentState["voided"],
  refunded: Number(row.refunded) as ParentState["refunded"]
})

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

const keysOf = (abouts: ReadonlyArray<About>): ReadonlyArray<AcquirerKey> => abouts.map(({ key }) => key)

const parentsOf = (abouts: ReadonlyArray<About>): ReadonlyArray<AcquirerKey> =>
  abouts.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))

/** Asks for nothing where there is nothing to ask for. */
const ofSome = <A, E>(
  parents: ReadonlyArray<AcquirerKey>,
  ask: (parents: ReadonlyArray<AcquirerKey>) => Effect.Effect<ReadonlyMap<AcquirerKey, A>, E>
): Effect.Effect<ReadonlyMap<AcquirerKey, A>, E> => (parents.length === 0 ? Effect.succeed(new Map()) : ask(parents))

const forSome = <A, E>(rows: ReadonlyArray<object>, write: () => Effect.Effect<A, E>): Effect.Effect<unknown, E> =>
  rows.length === 0 ? Effect.void : write()

const rowOf = ({ amount, at, books, card, currency, key, kind, parent = null as never }: NewMovement) => ({
  books,
  kind,
  amount,
  currency,
  reference: key,
  parent,
  card,
  at
})

const ofAcquirer = (sql: SqlClient, tables: Tables) => {
  const [keys, movements] = [sql(tables.keys), sql(tables.movements)]
  const taken = (kind: string) =>
    sql`(SELECT COALESCE(SUM(amount), 0) FROM ${movements} c WHERE c.parent = p.reference AND c.kind = ${kind})`

  const keptOf = (of: ReadonlyArray<AcquirerKey>) =>
    Effect.map(
      sql<Kept & { readonly key: AcquirerKey }>`SELECT key, request, answer FROM ${keys} WHERE ${sql.in("key", of)}`,
      (rows) => new Map(rows.map(({ key, ...kept }) => [key, kept]))
    )

  /** Movements and the totals of their children. Nothing of the acquirer's follows a customer's transfer. */
  const standingsOf = (of: ReadonlyArray<AcquirerKey>) =>
    Effect.map(
      sql<{ readonly reference: AcquirerKey } & Readonly<Record<keyof ParentState, unknown>>>`
        SELECT p.reference, p.kind, p.amount, p.currency, p.card, ${taken("capture")} AS captured,
          ${taken("void")} AS voided, ${taken("refund")} AS refunded
        FROM ${movements} p WHERE ${sql.in("p.reference", of)} AND p.kind <> 'transfer'`,
      (rows) => new Map(rows.map(({ reference, ...row }) => [reference, parentStateOf(row)]))
    )

  return {
    kept: (key: AcquirerKey) => Effect.map(keptOf([key]), (found) => found.get(key)),
    /** What decisions of the acquirer need, in their order. */
    found: (abouts: ReadonlyArray<About>) =>
      Effect.map(
        Effect.all([keptOf(keysOf(abouts)), ofSome(parentsOf(abouts), standingsOf)]),
        ([kept, standings]): ReadonlyArray<Found> =>
          abouts.map(({ key, parent }) => ({
            kept: kept.get(key),
            parent: parent === undefined ? undefined : standings.get(parent)
          }))
      ),
    keep: (booked: ReadonlyArray<Booked<Booking>>) => {
      const rows = booked.map(({ booking: { kept }, key }) => ({ key, request: kept.request, answer: kept.answer }))
      return forSome(
        rows,
        () => sql`
        INSERT INTO ${keys} ${sql.insert(rows)}
        ON CONFLICT (key) DO UPDATE SET request = excluded.request, answer = excluded.answer`
      )
    }
  }
}

const ofBank = (sql: SqlClient, tables: Tables) => {
  const transfers = sql(tables.transfers)

  const keptTransfersOf = (of: ReadonlyArray<AcquirerKey>) =>
    Effect.map(
      sql<KeptTransfer & { readonly key: AcquirerKey }>`
        SELECT key, record FROM ${transfers} WHERE ${sql.in("key", of)}`,
      (rows) => new Map(rows.map(({ key, record }) => [key, { record }]))
    )

  /** How much the refunds of payments take of them. */
  const refundedOf = (parents: ReadonlyArray<AcquirerKey>) =>
    Effect.map(
      sql<{ readonly parent: AcquirerKey; readonly taken: unknown }>`
        SELECT parent, SUM(taken) AS taken FROM ${transfers} WHERE ${sql.in("parent", parents)} GROUP BY parent`,
      (rows) => new Map(rows.map(({ parent, taken }) => [parent, Amount.make(Number(taken))]))
    )

  return {
    keptTransfer: (key: AcquirerKey) => Effect.map(keptTransfersOf([key]), (found) => found.get(key)),
    /** What decisions of the bank need, in their order. */
    foundTransfers: (abouts: ReadonlyArray<About>) => {
      const parents = parentsOf(abouts)
      return Effect.map(
        Effect.all([keptTransfersOf([...keysOf(abouts), ...parents]), ofSome(parents, refundedOf)]),
        ([kept, refunded]): ReadonlyArray<FoundTransfer> =>
          abouts.map(({ key, parent }) => ({
            kept: kept.get(key),
            parent: parent === undefined ? undefined : kept.get(parent),
            refunded: (parent === undefined ? undefined : refunded.get(parent)) ?? zero
          }))
      )
    },
    keepTransfers: (booked: ReadonlyArray<Booked<TransferBooking>>) => {
      const rows = booked.map(({ booking: { kept, takes }, key }) => ({
        key,
        record: kept.record,
        parent: takes?.parent ?? null,
        taken: takes?.amount ?? 0
      }))
      return forSome(
        rows,
        () => sql`
        INSERT INTO ${transfers} ${sql.insert(rows)}
        ON CONFLICT (key) DO UPDATE SET record = excluded.record, parent = excluded.parent, taken = excluded.taken`
      )
    }
  }
}

/** The sandbox's statements on its tables. */
export const statements = (sql: SqlClient, tables: Tables) => {
  const [clock, movements] = [sql(tables.clock), sql(tables.movements)]
  const columns = sql.literal("'mov_' || m.id AS id, kind, amount, currency, reference, parent, at")

  return {
    ...ofAcquirer(sql, tables),
    ...ofBank(sql, tables),
    /** In their order. */
    addMovements: (booked: ReadonlyArray<NewMovement | undefined>) => {
      const rows = booked.flatMap((movement) => (movement === undefined ? [] : [rowOf(movement)]))
      return forSome(rows, () => sql`INSERT INTO ${movements} ${sql.insert(rows)}`)
    },
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
