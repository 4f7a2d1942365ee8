/** The embedded store: one SQLite file with a single writer. Each acknowledged commit is flushed to disk. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import type * as Migrations from "@florin/storage-sql/Migrations"
import * as Stores from "@florin/storage-sql/Stores"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { namesOf } from "./internal/names.js"
import { openExisting, openReader, openUnflushed, openWriter } from "./internal/open.js"
import { sqliteDialect } from "./internal/sqliteDialect.js"
import type { SettingRefused } from "./SettingRefused.js"

export interface Options {
  /** The database file. It is created with mode 0600 if missing; its directory must exist. */
  readonly filename: string
  /** How long to wait for a file locked by another process before failing with `busy`. Default: 5 seconds. */
  readonly patience?: Duration.DurationInput
  /**
   * What stands before the name of each table and index of Florin's, so that it clashes with none of the host's: lower-case
   * letters, digits and `_`. Default: `florin_`.
   */
  readonly tablePrefix?: string
}

/** The reasons why a store fails to start. */
export type StartError = StorageError | Migrations.MigrationError | SettingRefused

interface Connections {
  readonly open?: typeof openWriter
  /** Whether clients of `@effect/sql` take part. Default: no. */
  readonly clients?: boolean
}

const hostClients = (filename: string) =>
  Effect.flatMap(
    Effect.promise(() => import("./internal/hostClients.js")),
    ({ make }) => make(filename)
  )

const connections = Effect.fnUntraced(function* (
  { filename, patience = "5 seconds", tablePrefix }: Options,
  { clients = false, open = openWriter }: Connections = {}
) {
  const names = yield* namesOf(tablePrefix)
  const writer = yield* open(filename)
  const { execute } = yield* openReader(filename)
  return Database.make({
    dialect: sqliteDialect,
    names,
    patience: Duration.decode(patience),
    reserve: Effect.succeed(writer),
    read: execute,
    clients: clients ? yield* hostClients(filename) : undefined
  })
})

/** The connections to a file: one that writes and one that reads committed data. */
export const database = (options: Options): Layer.Layer<Database.Database, StorageError | SettingRefused> =>
  Layer.scoped(Database.Database, connections(options))

const stores = (options: Options) => Stores.make(GroupCommit.make(), migrate(options))

type Made<Services> = Effect.Effect<Context.Context<Services>, StartError, Scope.Scope>

/**
 * All stores on one file, which is migrated first, and the client that is lent. Several processes may use the file at the
 * same time.
 *
 * Errors: `StorageError` when the file can't be opened, `SettingRefused` when commits would not be durable,
 * `MigrationError` when its migrations don't match this version's.
 */
export const make = (options: Options): Made<Stores.Lending> =>
  Effect.provideServiceEffect(
    Stores.lending(stores(options)),
    Database.Database,
    connections(options, { clients: true })
  )

/** The same without the client, and for hosts without one: less is loaded. */
export const makeWithoutClients = (options: Options): Made<Stores.Stores> =>
  Effect.provideServiceEffect(stores(options), Database.Database, connections(options))

/** `make` as a layer. */
export const layer = (options: Options): Layer.Layer<Stores.Lending, StartError> => Layer.scopedContext(make(options))

/**
 * All stores on a file that exists, has all migrations, and is left as it is: for tools beside a server.
 *
 * Errors: those of `layer`; `MigrationError` with `outdated` also.
 */
export const layerAsIs = (options: Options): Layer.Layer<Stores.Stores, StartError> =>
  Layer.scopedContext(
    Effect.provideServiceEffect(
      Stores.makeAsIs(GroupCommit.make()),
      Database.Database,
      connections(options, { open: openExisting })
    )
  )

/**
 * Makes a missing file and brings its schema up to this version's, and waits up to an hour for another process that does.
 * Returns which it had.
 */
export const migrate = (options: Options): Effect.Effect<Migrations.Versions, StartError> =>
  Effect.provide(
    Stores.migrate,
    Layer.provideMerge(GroupCommit.layer(), database({ ...options, patience: Stores.migrationWithin }))
  )

/** The version of an existing file's schema. Changes nothing. */
export const versions = (options: Options): Effect.Effect<Migrations.Versions, StartError> =>
  Effect.scoped(
    Effect.provideServiceEffect(Stores.versions, Database.Database, connections(options, { open: openExisting }))
  )

export interface ClientOptions extends Options {
  /**
   * What a commit waits for, as SQLite's pragma. `full`: it survives a power loss, like the store's. `normal`: it survives
   * the end of the process, but the last ones can be lost with the power.
   *
   * Default: `full`.
   */
  readonly synchronous?: "full" | "normal"
}

/**
 * A `SqlClient` and its units of work on a file without the gateway's tables: for data that a host keeps separately,
 * such as the sandbox's ledger.
 */
export const layerClient = ({
  synchronous = "full",
  ...options
}: ClientOptions): Layer.Layer<SqlClient | UnitOfWork, StorageError | SettingRefused> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@florin/storage-sql/HostSql")),
      ({ layerOf }) => layerOf(GroupCommit.layer())
    )
  ).pipe(
    Layer.provide(
      Layer.scoped(
        Database.Database,
        connections(options, { clients: true, open: synchronous === "full" ? openWriter : openUnflushed })
      )
    )
  )

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

/** A store in a new file that is deleted when the scope closes. */
export const layerTemporary: Layer.Layer<Stores.Lending, StartError> = Layer.unwrapScoped(
  Effect.map(temporaryDirectory, (directory) => layer({ filename: join(directory, "florin.db") }))
)
