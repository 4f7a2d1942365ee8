import type { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Exit from "effect/Exit"
import type { DatabaseService } from "../Database.js"
import { sized } from "./multiRow.js"
import { readCommitted } from "./queries.js"
import * as Unit from "./unit.js"
import { one } from "./values.js"

type Key = ReadonlyArray<string | number>
type Found = ReadonlyArray<Row>

/** Lookups that share a statement. */
interface Shared {
  readonly keys: Map<string, Key>
  readonly others: Array<(exit: Exit.Exit<ReadonlyMap<string, Found>, StorageError>) => void>
}

const nameOf = (key: Key): string => key.join("\n")

const none: Found = []

/**
 * Looks up the rows of a key: of the values of `columns`, which `select` must return. Sees committed data and, inside a
 * unit of work, the unit's own writes. Lookups of fibers that are ready to run at the same time share a statement, which
 * matters most where each costs a round trip.
 */
export const lookupAll =
  (database: DatabaseService) =>
  <A>(
    operation: string,
    select: string,
    columns: ReadonlyArray<string>,
    decode: (rows: Found) => Either.Either<A, StorageError>
  ) => {
    const text = `${select} WHERE ${columns.map((column) => `${column} = ?`).join(" AND ")}`
    // Not a join with the list of keys: each part is planned by itself, and never scans the table.
    const texts: Array<string | undefined> = []
    const many = (count: number): string => {
      texts[count] ??= Array.from({ length: count }, () => text).join(" UNION ALL ")
      return texts[count]
    }
    const ask = readCommitted(database)

    const rowsOf = (keys: Iterable<Key>): Effect.Effect<ReadonlyMap<string, Found>, StorageError> =>
      Effect.map(
        Effect.forEach(sized(Array.from(keys)), (part) => ask(operation, many(part.length), part.flat())),
        (parts) => {
          const found = new Map<string, Array<Row>>()
          for (const row of parts.flat()) {
            const name = nameOf(columns.map((column) => String(row[column])))
            const others = found.get(name)
            if (others === undefined) found.set(name, [row])
            else others.push(row)
          }
          return found
        }
      )

    let open: Shared | undefined

    /** Waits until the fibers that are ready have asked too, then asks for all. */
    const first = (name: string, key: Key): Effect.Effect<Found, StorageError> => {
      const shared: Shared = { keys: new Map([[name, key]]), others: [] }
      open = shared
      const all = Effect.suspend(() => {
        open = undefined
        return rowsOf(shared.keys.values())
      })
      const completed = Effect.onExit(Effect.zipRight(Effect.yieldNow(), all), (exit) =>
        Effect.sync(() => {
          for (const tell of shared.others) tell(exit)
        })
      )
      // Others wait for it.
      return Effect.map(Effect.uninterruptible(completed), (rows) => rows.get(name) ?? none)
    }

    const another = (shared: Shared, name: string, key: Key): Effect.Effect<Found, StorageError> =>
      Effect.async((resume) => {
        shared.keys.set(name, key)
        shared.others.push((exit) => resume(Effect.map(exit, (rows) => rows.get(name) ?? none)))
      })

    return (...key: Key): Effect.Effect<A, StorageError> =>
      Unit.withCurrent(database, (unit) => {
        if (unit !== undefined) return Effect.flatMap(unit.query(operation, text, key), decode)
        const name = nameOf(key)
        const found = open === undefined ? first(name, key) : another(open, name, key)
        return Effect.flatMap(found, decode)
      })
  }

/** `lookupAll` of the one row that a key has, if any. */
export const lookup =
  (database: DatabaseService) =>
  <A>(operation: string, select: string, columns: ReadonlyArray<string>, rowOf: (row: Row) => A) =>
    lookupAll(database)(operation, select, columns, one(operation, rowOf))
