/** Forward-only schema migrations: each one runs once, in order. */
import { createHash } from "node:crypto"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { type Row, type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Database } from "./Database.js"
import { number, text } from "./internal/records.js"
import { readCommitted, write } from "./internal/statement.js"

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
 * - `outdated`: it lacks migrations, of which `migration` is the first, and was to be used as it is
 */
export class MigrationError extends Schema.TaggedError<MigrationError>("@florin/storage-sql/MigrationError")(
  "MigrationError",
  { reason: Schema.Literal("newer", "changed", "outdated"), migration: Schema.Int }
) {
  get code() {
    return `database-${this.reason}` as const
  }

  override get message(): string {
    const { migration, reason } = this
    if (reason === "newer") return `The database has migration ${migration}, which is unknown to this version`
    if (reason === "changed") return `The database's migration ${migration} differs from this version's`
    return migration === 1 ? "The database has no tables of Florin" : `The database lacks migration ${migration}`
  }
}

/** Two versions of the schema. A version is the id of its last migration; 0 is a database without any. */
export interface Versions {
  /** What the database had. */
  readonly from: number
  /** What this program needs. */
  readonly to: number
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

const applied = "SELECT id, checksum FROM schema_migrations ORDER BY id"

const selectApplied = write("migrations.run", applied)

const insertApplied = write(
  "migrations.run",
  "INSERT INTO schema_migrations (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)"
)

const idOf = (migration: Migration | undefined): number => migration?.id ?? 0

/** Compares what was applied with what this program has. */
const versions = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>, applied: ReadonlyArray<Row>) {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    const id = number(row, "id")
    if (migration === undefined) return yield* new MigrationError({ reason: "newer", migration: id })
    if (migration.id !== id || checksum(migration) !== text(row, "checksum")) {
      return yield* new MigrationError({ reason: "changed", migration: id })
    }
  }
  return { from: idOf(migrations[applied.length - 1]), to: idOf(migrations.at(-1)) } satisfies Versions
})

/**
 * Reads the version of the schema. Changes nothing.
 *
 * Errors: `MigrationError` with `newer` or `changed`, `StorageError`.
 */
export const status = (
  migrations: ReadonlyArray<Migration>
): Effect.Effect<Versions, MigrationError | StorageError, Database> =>
  Effect.gen(function* () {
    const database = yield* Database
    const read = readCommitted(database)
    const found = yield* read("migrations.status", database.dialect.tableExists, ["schema_migrations"])
    return yield* versions(migrations, found.length === 0 ? [] : yield* read("migrations.status", applied))
  })

/** Accepts a database that has all migrations, and changes none. Errors: `MigrationError`, `StorageError`. */
export const requireAll = (
  migrations: ReadonlyArray<Migration>
): Effect.Effect<void, MigrationError | StorageError, Database> =>
  Effect.flatMap(status(migrations), ({ from }) => {
    const lacking = migrations.find(({ id }) => id > from)
    return lacking === undefined ? Effect.void : new MigrationError({ reason: "outdated", migration: lacking.id })
  })

const apply = (
  migrations: ReadonlyArray<Migration>,
  sets: Readonly<Record<string, string>>
): Effect.Effect<Versions, MigrationError | StorageError, Database | UnitOfWork> =>
  Effect.gen(function* () {
    const { dialect } = yield* Database
    const commit = yield* committing
    const words: Readonly<Record<string, string>> = { ...sets, text: dialect.text, bytes: dialect.bytes }
    const render = (statement: string) => statement.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? _)

    const applyOne = Effect.fnUntraced(function* (migration: Migration) {
      for (const statement of migration.statements) yield* write("migrations.run", render(statement))()
      yield* insertApplied(migration.id, migration.name, checksum(migration), yield* Clock.currentTimeMillis)
    })

    const upToDate = Effect.gen(function* () {
      yield* Effect.flatMap(UnitOfWorkContext, (writing) => writing.lock("florin.migrations"))
      yield* write("migrations.run", createTable(dialect.text))()
      const found = yield* versions(migrations, yield* selectApplied())
      yield* Effect.forEach(
        migrations.filter(({ id }) => id > found.from),
        applyOne,
        { discard: true }
      )
      return found
    })
    return yield* commit("migrate")(upToDate)
  })

/**
 * Applies the pending migrations in one transaction, under a lock that excludes other processes. Writes nothing to a
 * database that has them all.
 *
 * Errors: `MigrationError`, `StorageError`; the database is unchanged.
 */
export const run = (
  migrations: ReadonlyArray<Migration>,
  sets: Readonly<Record<string, string>> = {}
): Effect.Effect<Versions, MigrationError | StorageError, Database | UnitOfWork> =>
  Effect.flatMap(status(migrations), (found) =>
    found.from === found.to ? Effect.succeed(found) : apply(migrations, sets)
  )
