/** Forward-only schema migrations: each one runs once, in order. */
import { createHash } from "node:crypto"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { type Row, type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Database, type DatabaseService } from "./Database.js"
import type { Dialect } from "./Dialect.js"
import { readCommitted, write } from "./internal/queries.js"
import * as TableMoves from "./internal/tableMoves.js"
import { number, text } from "./internal/values.js"
import { plain } from "./TableNames.js"

/**
 * A step from one schema version to the next. `{text}` and `{bytes}` expand to the dialect's types, `{Name}` to the
 * values of a set that core defines or, as `{CardOfAgreement}`, to an expression of the dialect, `{transactions}` and `{name:transactions}` to the names of Florin's tables.
 */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: ReadonlyArray<string>
  /** Before this one, tables had everyday names, wherever the session's search path led: they are moved. */
  readonly moves?: true
}

/**
 * The database's migrations don't match this program's. The database was not changed.
 *
 * - `newer`: a later version of this program migrated it
 * - `changed`: it has applied a migration that differs in this program, or that this program has in another position
 * - `outdated`: it lacks migrations, of which `migration` is the first, and was to be used as it is
 * - `clash`: it has a table or index `table` that is not Florin's, where Florin's would be; or that Florin's would hide,
 *   because the role's search path comes to its schema first
 * - `moved`: its tables were moved under other names than the ones this program has for them
 */
export class MigrationError extends Schema.TaggedError<MigrationError>("@florin/storage-sql/MigrationError")(
  "MigrationError",
  {
    reason: Schema.Literal("newer", "changed", "outdated", "clash", "moved"),
    migration: Schema.Int,
    table: Schema.optional(Schema.String)
  }
) {
  get code() {
    return `database-${this.reason}` as const
  }

  override get message(): string {
    return messageOf(this)
  }
}

const messageOf = ({ migration, reason, table }: MigrationError): string => {
  switch (reason) {
    case "newer":
      return `The database has migration ${migration}, which is unknown to this version`
    case "changed":
      return `The database's migration ${migration} differs from this version's`
    case "outdated":
      return migration === 1 ? "The database has no tables of Florin" : `The database lacks migration ${migration}`
    case "clash":
      return `The database has a table or index ${table} that is not Florin's, and would clash with it or be hidden by it`
    case "moved":
      return "The database's tables of Florin were moved under other names than `tablePrefix` says"
  }
}

/** Two versions of the schema. A version is the id of its last migration; 0 is a database without any. */
export interface Versions {
  /** What the database had. */
  readonly from: number
  /** What this program needs. */
  readonly to: number
}

/** The words of a migration that are no tables. */
const types = new Set(["text", "bytes"])

/** Identifies an applied migration. Neither the sets that core defines nor the names of tables are part of it. */
export const checksum = ({ id, name, statements }: Migration): string =>
  createHash("sha256")
    .update(JSON.stringify([id, name, statements.map((statement) => plain(statement, types))]))
    .digest("hex")

const columns = (type: string) => `(
  id BIGINT NOT NULL PRIMARY KEY,
  name ${type} NOT NULL,
  checksum ${type} NOT NULL,
  applied_at BIGINT NOT NULL
)`

const insertApplied = write(
  "migrations.run",
  "INSERT INTO {schema_migrations} (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)"
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

interface Found extends Versions {
  /** Where tables of everyday names are to be moved from. */
  readonly place?: TableMoves.Place
}

/** Finds which migrations a database has had, under Florin's names or before them. */
const found = Effect.fnUntraced(function* <R>(
  database: DatabaseService,
  migrations: ReadonlyArray<Migration>,
  ask: TableMoves.Ask<R>
) {
  const { names } = database
  const own = yield* TableMoves.applied(
    database,
    names.of("schema_migrations"),
    () => names.of("schema_migrations"),
    ask
  )
  if (own === "foreign") {
    return yield* new MigrationError({ reason: "clash", migration: 0, table: names.of("schema_migrations") })
  }
  if (own !== undefined) return (yield* versions(migrations, own.rows)) as Found
  const moving = migrations.find(({ moves }) => moves === true)
  const former = moving && (yield* TableMoves.applied(database, "schema_migrations", TableMoves.formerName, ask))
  if (former === undefined || former === "foreign" || former.rows.length === 0) {
    return (yield* versions(migrations, [])) as Found
  }
  if (former.rows.some((row) => number(row, "id") >= moving!.id)) {
    return yield* new MigrationError({ reason: "moved", migration: moving!.id })
  }
  return { ...(yield* versions(migrations, former.rows)), place: former.place } satisfies Found
})

/**
 * Reads the version of the schema. Changes nothing.
 *
 * Errors: `MigrationError` with `newer`, `changed`, `clash` or `moved`, `StorageError`.
 */
export const status = (
  migrations: ReadonlyArray<Migration>
): Effect.Effect<Versions, MigrationError | StorageError, Database> =>
  Effect.gen(function* () {
    const database = yield* Database
    const read = readCommitted(database)
    const { from, to } = yield* found(database, migrations, (text, parameters) =>
      read("migrations.status", text, parameters)
    )
    return { from, to }
  })

/** Accepts a database that has all migrations, and changes none. Errors: `MigrationError`, `StorageError`. */
export const requireAll = (
  migrations: ReadonlyArray<Migration>
): Effect.Effect<void, MigrationError | StorageError, Database> =>
  Effect.flatMap(status(migrations), ({ from }) => {
    const lacking = migrations.find(({ id }) => id > from)
    return lacking === undefined ? Effect.void : new MigrationError({ reason: "outdated", migration: lacking.id })
  })

const taken =
  /(?:table|index|relation) "?([\w.]+)"? already exists|(?:with this name:|there is already a table named) (\w+)/

/** A table of a host's where one of Florin's would be, as what it is. */
const clashOr = (error: MigrationError | StorageError): MigrationError | StorageError => {
  const table = error._tag === "StorageError" ? taken.exec(error.says ?? "") : null
  return table === null ? error : new MigrationError({ reason: "clash", migration: 0, table: table[1] ?? table[2]! })
}

/** A member of whoever pays, or is paid. */
const ofParty = ({ jsonText }: Dialect, member: string): string =>
  `COALESCE(${jsonText("document", "details", "customer", member)}, ${jsonText("document", "recipient", member)})`

const apply = (
  migrations: ReadonlyArray<Migration>,
  sets: Readonly<Record<string, string>>
): Effect.Effect<Versions, MigrationError | StorageError, Database | UnitOfWork> =>
  Effect.gen(function* () {
    const database = yield* Database
    const { dialect } = database
    const commit = yield* committing
    const [onlyAppended, neverRemoved] = dialect.appendOnly("audit")
    const words: Readonly<Record<string, string>> = {
      ...sets,
      AuditIsOnlyAppended: onlyAppended,
      AuditIsNeverRemoved: neverRemoved,
      text: dialect.text,
      bytes: dialect.bytes,
      CardOfAgreement: dialect.jsonText("agreement", "card", "token"),
      CustomerOfAgreement: dialect.jsonText("agreement", "customerId"),
      GatewayOfTransaction: dialect.jsonText("document", "gatewayId"),
      MethodOfTransaction: dialect.jsonText("document", "method"),
      SubscriptionOfTransaction: dialect.jsonText("document", "subscription", "id"),
      ReferenceOfTransaction: dialect.jsonText("document", "report", "refId"),
      CurrencyOfTransaction: dialect.jsonText("document", "currency"),
      EmailOfTransaction: ofParty(dialect, "email"),
      Last4OfTransaction: dialect.jsonText("document", "card", "facts", "last4"),
      CustomerOfTransaction: ofParty(dialect, "externalId"),
      GatewayOfLastCharge: dialect.jsonLast("document", "attempts", ["step", "charge"], "gatewayId"),
      BrandOfTransaction: dialect.jsonText("document", "card", "facts", "brand"),
      ReasonOfTransaction: dialect.jsonText("document", "reason"),
      PurposeOfTransaction: dialect.jsonText("document", "subscription", "purpose"),
      CycleOfTransaction: dialect.jsonText("document", "subscription", "cycle")
    }
    const render = (statement: string) => statement.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? _)

    const applyOne = Effect.fnUntraced(function* (migration: Migration) {
      for (const statement of migration.statements) yield* write("migrations.run", render(statement))()
      yield* insertApplied(migration.id, migration.name, checksum(migration), yield* Clock.currentTimeMillis)
    })

    const upToDate = Effect.gen(function* () {
      yield* Effect.flatMap(UnitOfWorkContext, (writing) => writing.lock("florin.migrations"))
      const ask: TableMoves.Ask<UnitOfWorkContext> = (text, parameters = []) =>
        write("migrations.run", text)(...parameters)
      const { from, place, to } = yield* found(database, migrations, ask)
      yield* TableMoves.makeSchema(database, ask)
      const done = migrations.filter(({ id }) => id <= from)
      if (place !== undefined) yield* TableMoves.move(database, TableMoves.tablesAfter(done), place, ask)
      else if (from === 0) yield* ask(`CREATE TABLE IF NOT EXISTS {schema_migrations} ${columns(dialect.text)}`)
      yield* Effect.forEach(migrations.slice(done.length), applyOne, { discard: true })
      const hidden = yield* TableMoves.hidden(database, ask)
      if (hidden !== undefined) return yield* new MigrationError({ reason: "clash", migration: 0, table: hidden })
      if (place !== undefined) yield* TableMoves.leaveNote(place, columns(dialect.text), ask)
      return { from, to }
    })
    return yield* Effect.mapError(commit("migrate")(upToDate), clashOr)
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
