/** Forward-only schema migrations: each one runs once, in order. */
import { createHash } from "node:crypto"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Database } from "./Database.js"
import { number, text } from "./internal/records.js"
import { write } from "./internal/statement.js"

/**
 * A step from one schema version to the next. `{text}` and `{bytes}` expand to the dialect's types, `{Name}` to the
 * values of a set that core defines.
 */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: ReadonlyArray<string>
}

/**
 * The database's migrations don't match this program's. The database was not changed.
 *
 * - `newer`: a later version of this program migrated it
 * - `changed`: it has applied a migration that differs in this program, or that this program has in another position
 */
export class MigrationError extends Schema.TaggedError<MigrationError>("@florin/storage-sql/MigrationError")(
  "MigrationError",
  { reason: Schema.Literal("newer", "changed"), migration: Schema.Int }
) {
  override get message(): string {
    return this.reason === "newer"
      ? `The database has migration ${this.migration}, which is unknown to this version`
      : `The database's migration ${this.migration} differs from this version's`
  }
}

/** Identifies an applied migration. The sets that core defines are not part of it. */
export const checksum = ({ id, name, statements }: Migration): string =>
  createHash("sha256")
    .update(JSON.stringify([id, name, statements]))
    .digest("hex")

const createTable = (type: string) => `CREATE TABLE IF NOT EXISTS schema_migrations (
  id BIGINT NOT NULL PRIMARY KEY,
  name ${type} NOT NULL,
  checksum ${type} NOT NULL,
  applied_at BIGINT NOT NULL
)`

const selectApplied = write("migrations.run", "SELECT id, checksum FROM schema_migrations ORDER BY id")

const insertApplied = write(
  "migrations.run",
  "INSERT INTO schema_migrations (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)"
)

/**
 * Applies the pending migrations in one transaction, under a lock that excludes other processes.
 *
 * Errors: `MigrationError`, `StorageError`; the database is unchanged.
 */
export const run = (
  migrations: ReadonlyArray<Migration>,
  sets: Readonly<Record<string, string>> = {}
): Effect.Effect<void, MigrationError | StorageError, Database | UnitOfWork> =>
  Effect.gen(function* () {
    const { dialect } = yield* Database
    const commit = yield* committing
    const words: Readonly<Record<string, string>> = { ...sets, text: dialect.text, bytes: dialect.bytes }
    const render = (statement: string) => statement.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? _)

    const apply = Effect.fnUntraced(function* (migration: Migration) {
      for (const statement of migration.statements) yield* write("migrations.run", render(statement))()
      yield* insertApplied(migration.id, migration.name, checksum(migration), yield* Clock.currentTimeMillis)
    })

    const upToDate = Effect.gen(function* () {
      yield* Effect.flatMap(UnitOfWorkContext, (writing) => writing.lock("florin.migrations"))
      yield* write("migrations.run", createTable(dialect.text))()
      const applied = yield* selectApplied()
      for (const [index, row] of applied.entries()) {
        const migration = migrations[index]
        const id = number(row, "id")
        if (migration === undefined) return yield* new MigrationError({ reason: "newer", migration: id })
        if (migration.id !== id || checksum(migration) !== text(row, "checksum")) {
          return yield* new MigrationError({ reason: "changed", migration: id })
        }
      }
      yield* Effect.forEach(migrations.slice(applied.length), apply, { discard: true })
    })
    yield* commit("migrate")(upToDate)
  })
