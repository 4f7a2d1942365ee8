/**
 * The embedded store in memory, for tests: the statements and rules of a file on one connection, gone when it is closed.
 * Reads during a unit of work see what it has written, because there is no second connection.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as Stores from "@florin/storage-sql/Stores"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { namesOf } from "./internal/names.js"
import { openMemory } from "./internal/open.js"
import { sqliteDialect } from "./internal/sqliteDialect.js"
import type { SettingRefused } from "./SettingRefused.js"
import type { StartError } from "./SqliteStore.js"

export interface SqliteMemory {
  /** All stores. Migrates the database first, unless it began as a copy. */
  readonly make: Effect.Effect<Context.Context<Stores.Lending>, StartError, Scope.Scope>
  /** Runs one statement at once, inside the transaction that is open if any. Throws what the driver throws. */
  readonly query: (statement: string, parameters?: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
  /** Runs any number of statements, without parameters. Throws what the driver throws. */
  readonly execute: (statements: string) => void
  /** A copy of the database as it is now, from which another can begin. */
  readonly image: () => Uint8Array
}

const compiler = Statement.makeCompilerSqlite()

const hostClients = (connection: Database.HostConnection) =>
  SqlClient.make({
    acquirer: Effect.succeed(HostSql.streaming(connection)),
    compiler,
    spanAttributes: [["db.system.name", sqliteDialect.name]]
  }).pipe(
    Effect.provideServiceEffect(Reactivity.Reactivity, Reactivity.make),
    Effect.map((client) => HostSql.clients({ client, compiler }))
  )

/** A database that closes with the scope. `image`: it begins as that copy, for example of `migrated`; otherwise empty. */
export const make = (image?: Uint8Array): Effect.Effect<SqliteMemory, StorageError | SettingRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const { connection, ...whole } = yield* openMemory(image)
    const driver = Database.make({
      dialect: sqliteDialect,
      names: yield* namesOf(),
      // Nobody else can lock it.
      patience: Duration.zero,
      reserve: Effect.succeed(connection),
      read: connection.execute,
      clients: yield* hostClients(connection.connection)
    })
    const stores = image === undefined ? Stores.make : Stores.makeCopied
    return {
      make: Effect.provideService(Stores.lending(stores(GroupCommit.make())), Database.Database, driver),
      query: (statement, parameters = []) => connection.now(statement, parameters),
      ...whole
    }
  })

/** A copy of a database that has all tables, and no rows of anyone. */
export const migrated: Effect.Effect<Uint8Array, StartError> = Effect.scoped(
  Effect.flatMap(make(), ({ image, make }) => Effect.map(make, image))
)
