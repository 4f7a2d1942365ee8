/** The store for many processes: PostgreSQL, where operations share a connection and go there in pieces. */

import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PeerWakeup } from "@florin/core/jobs/PeerWakeup"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as ConnectionPerUnit from "@florin/storage-sql/ConnectionPerUnit"
import * as Database from "@florin/storage-sql/Database"
import * as HostSql from "@florin/storage-sql/HostSql"
import type { MigrationError } from "@florin/storage-sql/Migrations"
import * as PieceCommit from "@florin/storage-sql/PieceCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { clientOf, lending, uninterrupted } from "./internal/lending.js"
import * as Names from "./internal/names.js"
import { tryOut } from "./internal/open.js"
import { peerWakeup } from "./internal/peerWakeup.js"
import * as Pool from "./internal/pool.js"
import { postgresDialect } from "./internal/postgresDialect.js"
import type { SettingRefused } from "./SettingRefused.js"

export interface Options {
  /** `postgres://user:password@host:port/database`, with `?sslmode=verify-full` where the way there is not trusted. */
  readonly url: Redacted.Redacted<string>
  /** How many connections work at the same time; one more listens. Default: 10. */
  readonly poolSize?: number
  /** How long to wait for a free connection, or for a locked row, before the answer is `busy`. Default: 5 s. */
  readonly patience?: Duration.DurationInput
  /** How long one statement may take before the answer is `busy`. Default: 15 seconds. */
  readonly statementTimeout?: Duration.DurationInput
  /** How long the server may take to accept a connection. Default: 5 seconds. */
  readonly connectTimeout?: Duration.DurationInput
  /** For tests: starts on a server that may lose what it has committed. Default: false. */
  readonly acceptDataLoss?: boolean
}

/** Why a store does not start. */
export type StartError = StorageError | MigrationError | SettingRefused

const termsOf = ({ acceptDataLoss = false, connectTimeout, patience, statementTimeout, url }: Options) => ({
  url,
  acceptDataLoss,
  connectWithin: Duration.toMillis(connectTimeout ?? "5 seconds"),
  lockWithin: Duration.toMillis(patience ?? "5 seconds"),
  statementWithin: Duration.toMillis(statementTimeout ?? "15 seconds")
})

/** The connections to a server, which is asked at once whether it can be used. */
export const database = (options: Options): Layer.Layer<Database.Database, StorageError | SettingRefused> =>
  Layer.scoped(
    Database.Database,
    Effect.gen(function* () {
      const terms = termsOf(options)
      const patience = Duration.millis(terms.lockWithin)
      const pool = yield* Pool.make({ ...terms, size: options.poolSize ?? 10, freeWithin: terms.lockWithin })
      yield* tryOut(pool, terms)
      const client = yield* clientOf(pool)
      const { read, reserve } = lending(pool, Names.make(), patience)
      return Database.make({
        dialect: postgresDialect,
        patience,
        reserve,
        read,
        client,
        compiler: PgClient.makeCompiler(),
        alone: uninterrupted(client)
      })
    })
  )

/** As `SqliteStore.layerClient`: a `SqlClient` and its units of work, without the gateway's tables. */
export const layerClient = (options: Options): Layer.Layer<SqlClient | UnitOfWork, StorageError | SettingRefused> =>
  HostSql.layerOf(ConnectionPerUnit.layer).pipe(Layer.provide(database(options)))

/**
 * Every store in one database, brought up to date, and hints to other processes that use it. Many processes, on many
 * machines, may use it at the same time.
 *
 * Errors: `StorageError` when it cannot be reached or opened, `SettingRefused` when it would not keep what it
 * acknowledges, `MigrationError` when it does not fit this version.
 */
export const layer = (options: Options): Layer.Layer<Stores.Stores | PeerWakeup, StartError> =>
  Layer.scoped(PeerWakeup, peerWakeup(termsOf(options))).pipe(
    Layer.provideMerge(Stores.layer(PieceCommit.layer)),
    Layer.provide(database(options))
  )
