/** The store for several processes: PostgreSQL, with operations that share connections and are sent in batches. */

import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PeerWakeup } from "@florin/core/due-work/PeerWakeup"
import { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as BatchCommit from "@florin/storage-sql/BatchCommit"
import * as ConnectionPerUnit from "@florin/storage-sql/ConnectionPerUnit"
import * as Database from "@florin/storage-sql/Database"
import * as HostSql from "@florin/storage-sql/HostSql"
import type * as Migrations from "@florin/storage-sql/Migrations"
import * as Stores from "@florin/storage-sql/Stores"
import * as TableNames from "@florin/storage-sql/TableNames"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { clientOf, lending, uninterrupted } from "./internal/lentConnections.js"
import * as Names from "./internal/names.js"
import { tryOut } from "./internal/open.js"
import { peerWakeup } from "./internal/peerWakeup.js"
import * as Pool from "./internal/pool.js"
import { postgresDialect } from "./internal/postgresDialect.js"
import * as ServerClock from "./internal/serverClock.js"
import { SettingRefused } from "./SettingRefused.js"

export interface Options {
  /** `postgres://user:password@host:port/database`; add `?sslmode=verify-full` on an untrusted network. */
  readonly url: Redacted.Redacted<string>
  /** The most connections for statements; one more is used for `LISTEN`. Default: 10. */
  readonly poolSize?: number
  /** How long to wait for a free connection or a locked row before failing with `busy`. Default: 5 s. */
  readonly patience?: Duration.DurationInput
  /** How long a statement may run before it fails with `busy`. Default: 15 seconds. */
  readonly statementTimeout?: Duration.DurationInput
  /** How long the server may take to accept a connection. Default: 5 seconds. */
  readonly connectTimeout?: Duration.DurationInput
  /**
   * What stands before the name of each table of Florin's, so that it clashes with none of the host's: a schema and a
   * point, or also a prefix, such as `public.florin_`. A missing schema is made. Default: `florin.`.
   */
  readonly tablePrefix?: string
  /**
   * Whose time it is in everything that is built or run with the store. `server`: the server's, so that processes with
   * clocks that are apart judge every window alike. `process`: the clock that is installed.
   *
   * Default: `server`, unless another clock than the real one is installed, such as a test's.
   */
  readonly clock?: "server" | "process"
  /** For tests: accepts a server that may lose committed data. Default: false. */
  readonly acceptDataLoss?: boolean
}

/** The reasons why a store fails to start. */
export type StartError = StorageError | Migrations.MigrationError | SettingRefused

const termsOf = ({ acceptDataLoss = false, connectTimeout, patience, statementTimeout, url }: Options) => ({
  url,
  acceptDataLoss,
  connectWithin: Duration.toMillis(connectTimeout ?? "5 seconds"),
  lockWithin: Duration.toMillis(patience ?? "5 seconds"),
  statementWithin: Duration.toMillis(statementTimeout ?? "15 seconds")
})

const namesOf = (prefix = "florin."): Effect.Effect<TableNames.TableNames, SettingRefused> =>
  Effect.mapError(TableNames.inSchema(prefix), () => new SettingRefused({ setting: "tablePrefix" }))

const connections = Effect.fnUntraced(function* (options: Options) {
  const names = yield* namesOf(options.tablePrefix)
  const terms = termsOf(options)
  const patience = Duration.millis(terms.lockWithin)
  const pool = yield* Pool.make({ ...terms, size: options.poolSize ?? 10, freeWithin: terms.lockWithin })
  yield* tryOut(pool, terms)
  const client = yield* clientOf(pool)
  const { read, reserve } = lending(pool, Names.make(), patience)
  return Database.make({
    dialect: postgresDialect,
    names,
    patience,
    reserve,
    read,
    clients: HostSql.clients({ client, compiler: PgClient.makeCompiler(), alone: uninterrupted(client) })
  })
})

/** The connections to a server. Checks at once that the server is usable. */
export const database = (options: Options): Layer.Layer<Database.Database, StorageError | SettingRefused> =>
  Layer.scoped(Database.Database, connections(options))

/** Like `SqliteStore.layerClient`: a `SqlClient` and its units of work, without the gateway's tables. */
export const layerClient = (options: Options): Layer.Layer<SqlClient | UnitOfWork, StorageError | SettingRefused> =>
  HostSql.layerOf(ConnectionPerUnit.layer).pipe(Layer.provide(database(options)))

const serverTime = "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at"

/** Installs the server's clock, until the scope closes. */
const keepTime = Effect.fnUntraced(function* ({ clock }: Options, { dialect, read }: Database.Driver) {
  const own = yield* Effect.clock
  const isReal = own === Context.get(DefaultServices.liveServices, Clock.Clock)
  if (!(clock === undefined ? isReal : clock === "server")) return
  const ask = Effect.map(read(serverTime, []), ([row]) => Number(row!.at))
  const server = yield* Effect.mapError(
    ServerClock.make(ask, own),
    (error) => new StorageError({ operation: "store.open", ...dialect.classify(error) })
  )
  yield* Effect.withClockScoped(server.clock)
  yield* Effect.forkScoped(Effect.withTracerEnabled(Effect.interruptible(server.keep), false))
})

const withHints = <E>(options: Options, stores: Stores.Making<E>) =>
  Effect.gen(function* () {
    const database = yield* connections(options)
    yield* keepTime(options, database)
    const given = yield* Effect.provideService(Stores.lending(stores), Database.Database, database)
    return Context.add(given, PeerWakeup, yield* peerWakeup(termsOf(options)))
  })

const patiently = (options: Options): Options => ({
  ...options,
  poolSize: 2,
  patience: Stores.migrationWithin,
  statementTimeout: Stores.migrationWithin
})

/**
 * Brings the schema up to this version's, however long that takes within an hour, and waits as long for another process
 * that does. Returns which it had.
 */
export const migrate = (options: Options): Effect.Effect<Migrations.Versions, StartError> =>
  Effect.provide(Stores.migrate, Layer.provideMerge(ConnectionPerUnit.layer, database(patiently(options))))

/** The version of the database's schema. Changes nothing. */
export const versions = (options: Options): Effect.Effect<Migrations.Versions, StartError> =>
  Effect.provide(Stores.versions, database(options))

/**
 * All stores in one database, which is migrated first, and wake-up hints to the other processes that use it. Processes
 * on several machines may use the database at the same time.
 *
 * Errors: `StorageError` when it can't be reached or opened, `SettingRefused` when it could lose acknowledged commits,
 * `MigrationError` when its migrations don't match this version's.
 */
export const make = (
  options: Options
): Effect.Effect<Context.Context<Stores.Lending | PeerWakeup>, StartError, Scope.Scope> =>
  withHints(options, Stores.make(BatchCommit.make, migrate(options)))

/** `make` as a layer. */
export const layer = (options: Options): Layer.Layer<Stores.Lending | PeerWakeup, StartError> =>
  Layer.scopedContext(make(options))

/** Like `layer`, in a database that has all migrations and is left as it is: for tools beside a server. */
export const layerAsIs = (options: Options): Layer.Layer<Stores.Lending | PeerWakeup, StartError> =>
  Layer.scopedContext(withHints(options, Stores.makeAsIs(BatchCommit.make)))
