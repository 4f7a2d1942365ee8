/** What a database knows of itself: for whom it is, by whose keys, and what its workers have. */
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { readCommitted, write } from "./internal/queries.js"
import { first, text } from "./internal/values.js"

export type Facts = ReadonlyMap<string, string>

/** A stored card, as far as it is needed to try a key on it. */
export interface SealedExample {
  readonly shop: string
  readonly token: string
  readonly keyId: string
  readonly sealed: string
}

export class DatabaseFacts extends Context.Tag("@florin/storage-sql/DatabaseFacts")<
  DatabaseFacts,
  {
    readonly read: Effect.Effect<Facts, StorageError>
    /**
     * Decides on the facts, and writes what it decides, while no other process does. A decision to write nothing costs a
     * read.
     */
    readonly settle: <E>(decide: (facts: Facts) => Effect.Effect<Facts, E>) => Effect.Effect<void, E | StorageError>
    /** Any card that a key has sealed. */
    readonly sealedWith: (keyId: string) => Effect.Effect<SealedExample | undefined, StorageError>
    /** Whether there is any transaction. */
    readonly isUsed: Effect.Effect<boolean, StorageError>
  }
>() {}

/** The same facts, which stay as they are: what is decided on them is not kept. */
export const asIs = (facts: DatabaseFacts["Type"]): DatabaseFacts["Type"] =>
  DatabaseFacts.of({ ...facts, settle: (decide) => Effect.asVoid(Effect.flatMap(facts.read, decide)) })

const select = "SELECT name, value FROM {database_facts}"

const factsOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): Facts =>
  new Map(rows.map((row) => [text(row, "name"), text(row, "value")]))

const selectAll = write("facts.settle", select)

const replace = write(
  "facts.settle",
  "INSERT INTO {database_facts} (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

/** The facts of a database whose tables need not be there. */
export const read = Effect.flatMap(Database, (database) =>
  Effect.map(readCommitted(database)("facts.read", select), factsOf)
)

export const make = Effect.gen(function* () {
  const database = yield* Database
  const ask = readCommitted(database)
  const commit = yield* committing
  const current = Effect.provideService(read, Database, database)

  return DatabaseFacts.of({
    read: current,
    settle: (decide) =>
      Effect.gen(function* () {
        const wanted = yield* Effect.flatMap(current, decide)
        if (wanted.size === 0) return
        yield* commit("migrate")(
          Effect.gen(function* () {
            yield* Effect.flatMap(UnitOfWorkContext, ({ lock }) => lock("florin.facts"))
            const decided = yield* Effect.flatMap(Effect.map(selectAll(), factsOf), decide)
            for (const [name, value] of decided) yield* replace(name, value)
          })
        )
      }),
    sealedWith: (keyId) =>
      Effect.map(
        ask("facts.sealedWith", "SELECT shop_id, token, key_id, sealed FROM {cards} WHERE key_id = ? LIMIT 1", [keyId]),
        first((row) => ({
          shop: text(row, "shop_id"),
          token: text(row, "token"),
          keyId: text(row, "key_id"),
          sealed: text(row, "sealed")
        }))
      ),
    isUsed: Effect.map(ask("facts.isUsed", "SELECT uid FROM {transactions} LIMIT 1"), (rows) => rows.length > 0)
  })
})
