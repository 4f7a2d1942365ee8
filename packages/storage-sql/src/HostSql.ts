/** Clients of the host: those that join the commits, one for hosts that have none, and those of other databases. */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, type UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as CommitListeners from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Database } from "./Database.js"

/** What a store lends. A host that has no client takes it as its `SqlClient`, by `layer`. */
export class LentClient extends Context.Tag("@florin/storage-sql/LentClient")<LentClient, SqlClient.SqlClient>() {}

const failed = (error: StorageError): SqlError => new SqlError({ cause: error, message: error.message })

type Ask = <A>(ask: (connection: Connection) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>

const connectionOf = (ask: Ask): Connection => {
  const execute: Connection["execute"] = (sql, parameters, transform) =>
    ask((connection) => connection.execute(sql, parameters, transform))
  return {
    execute,
    executeRaw: (sql, parameters) => ask((connection) => connection.executeRaw(sql, parameters)),
    executeUnprepared: (sql, parameters, transform) =>
      ask((connection) => connection.executeUnprepared(sql, parameters, transform)),
    executeValues: (sql, parameters) => ask((connection) => connection.executeValues(sql, parameters)),
    executeStream: (sql, parameters, transform) => Stream.fromIterableEffect(execute(sql, parameters, transform))
  }
}

/** A statement outside a unit of work is a unit of its own. */
const inUnit =
  ({ run }: UnitOfWork["Type"]): Ask =>
  (ask) =>
    Effect.catchTag(
      run(Effect.flatMap(SqlClient.TransactionConnection, ([connection]) => ask(connection))) as Effect.Effect<
        never,
        SqlError | StorageError
      >,
      "StorageError",
      (error) => Effect.fail(failed(error))
    )

class Own<E> {
  constructor(readonly error: E) {}
}

const transacting =
  ({ run }: UnitOfWork["Type"]): SqlClient.SqlClient["withTransaction"] =>
  <R, E, A>(effect: Effect.Effect<A, E, R>) =>
    run(Effect.mapError(effect, (error) => new Own(error))).pipe(
      Effect.mapError((error): E | SqlError => (error instanceof Own ? error.error : failed(error)))
    ) as Effect.Effect<A, E | SqlError, R>

const noneToLend = new SqlError({ cause: undefined, message: "The store lends no connection; use withTransaction" })

/**
 * Statements and `withTransaction` inside a unit of work are part of it; outside, `withTransaction` is a unit of work:
 * it commits whole or not at all, and nothing acknowledged is lost.
 */
export const make = Effect.gen(function* () {
  const database = yield* Database
  const unitOfWork = yield* UnitOfWork
  const client = yield* SqlClient.make({
    acquirer: Effect.succeed(connectionOf(database.alone ?? inUnit(unitOfWork))),
    transactionAcquirer: noneToLend,
    compiler: database.compiler,
    spanAttributes: [["db.system.name", database.dialect.name]]
  })
  return LentClient.of(Object.assign(client, { withTransaction: transacting(unitOfWork) }))
}).pipe(Effect.provide(Reactivity.layer))

/** For the store's own layer. */
export const layerLent: Layer.Layer<LentClient, never, Database | UnitOfWork> = Layer.effect(LentClient, make)

/** The lent client as the host's `SqlClient`: for repositories, the `Migrator`, `SqlResolver`. */
export const layer: Layer.Layer<SqlClient.SqlClient, never, LentClient> = Layer.fresh(
  // Layers are shared by reference: two stores of one host would lend one client.
  Layer.effect(SqlClient.SqlClient, LentClient)
)

/** A client, and the units of work that it joins, over a database and the way in which it commits. */
export const layerOf = <E>(
  writer: Layer.Layer<UnitOfWork, E, Database>
): Layer.Layer<SqlClient.SqlClient | UnitOfWork, E, Database> =>
  Layer.fresh(layer.pipe(Layer.provide(layerLent), Layer.provideMerge(writer)))

/**
 * As `CommitListeners.layer`, for a listener without a client of its own: the store's is in its context. (The lent client
 * itself can't be: the store that lends it tells the listeners.)
 */
export const listener: <E, R>(
  listener: (change: TransactionChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext | SqlClient.SqlClient>> = CommitListeners.layer as never

/**
 * Runs an effect whose clients are of another database than the store's: their statements go their own way, also inside
 * a unit of work, and commit on their own.
 */
export const apart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(
    effect,
    (context: Context.Context<R>) =>
      Context.omit(SqlClient.TransactionConnection)(context as Context.Context<never>) as Context.Context<R>
  )
