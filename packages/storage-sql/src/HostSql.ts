/** Host SQL clients: clients that join Florin's commits, a lent client for hosts without one, and unrelated clients. */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { Compiler } from "@effect/sql/Statement"
import type { CheckoutChange } from "@florin/core/checkouts/CheckoutChange"
import * as CheckoutListeners from "@florin/core/checkouts/CheckoutListeners"
import type { EntitlementChange } from "@florin/core/entitlements/EntitlementChange"
import * as EntitlementListeners from "@florin/core/entitlements/EntitlementListeners"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, type UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { SubscriptionChange } from "@florin/core/subscriptions/SubscriptionChange"
import * as SubscriptionListeners from "@florin/core/subscriptions/SubscriptionListeners"
import * as CommitListeners from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Database, type HostClients, type HostConnection, lent } from "./Database.js"
import { LentClient } from "./LentClient.js"
import { UnitConnection } from "./UnitConnection.js"

export { LentClient }

/** A driver's own client. */
export interface Client {
  /** For what runs in a unit of work and has no client. */
  readonly client: SqlClient.SqlClient
  /** Compiles the templates of the lent one. */
  readonly compiler: Compiler
  /** Runs a statement of the lent one outside any unit of work. Default: in its own unit of work. */
  readonly alone?: Ask
}

const failed = (error: StorageError): SqlError => new SqlError({ cause: error, message: error.message })

type Ask = <A>(ask: (connection: HostConnection) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>

/** The whole of a host's connection. */
export const streaming = (connection: HostConnection): Connection => ({
  ...connection,
  executeStream: (...statement) => Stream.fromIterableEffect(connection.execute(...statement))
})

const connectionOf = (ask: Ask): Connection =>
  streaming({
    execute: (...statement) => ask((connection) => connection.execute(...statement)),
    executeRaw: (...statement) => ask((connection) => connection.executeRaw(...statement)),
    executeUnprepared: (...statement) => ask((connection) => connection.executeUnprepared(...statement)),
    executeValues: (...statement) => ask((connection) => connection.executeValues(...statement))
  })

/** Runs a statement in a unit of work, opening one when there is none. */
const inUnit =
  ({ run }: UnitOfWork["Type"]): Ask =>
  (ask) =>
    Effect.catchTag(
      run(Effect.flatMap(UnitConnection, ask)) as Effect.Effect<never, SqlError | StorageError>,
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
 * Inside a unit of work, statements and `withTransaction` join it. Outside, `withTransaction` opens a unit of work,
 * which is atomic, and durable once acknowledged.
 */
const lending = ({ alone, compiler }: Client) =>
  Effect.gen(function* () {
    const { dialect, names } = yield* Database
    const unitOfWork = yield* UnitOfWork
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(connectionOf(alone ?? inUnit(unitOfWork))),
      transactionAcquirer: noneToLend,
      compiler,
      spanAttributes: [["db.system.name", dialect.name]]
    })
    const tableOf = (name: string) => client.literal(names.of(name))
    return LentClient.of(Object.assign(client, { withTransaction: transacting(unitOfWork), tableOf }))
  }).pipe(Effect.provideServiceEffect(Reactivity.Reactivity, Reactivity.make))

/** How clients take part in a driver's database. */
export const clients = (driver: Client): HostClients => ({
  joining: (connection) => Context.make(SqlClient.TransactionConnection, [streaming(connection), 0] as const),
  own: Context.make(SqlClient.SqlClient, driver.client) as Context.Context<never>,
  lend: lending(driver)
})

/** The lent client as the host's `SqlClient`: for repositories, the `Migrator`, `SqlResolver`. */
export const layer: Layer.Layer<SqlClient.SqlClient, never, LentClient> = Layer.fresh(
  // Layers are memoized by reference: two stores of one host would share one client.
  Layer.effect(SqlClient.SqlClient, LentClient)
)

/** A client and the units of work that it joins, over a database and its commit strategy. */
export const layerOf = <E>(
  writer: Layer.Layer<UnitOfWork, E, Database>
): Layer.Layer<SqlClient.SqlClient | UnitOfWork, E, Database> =>
  Layer.fresh(layer.pipe(Layer.provide(Layer.effect(LentClient, lent)), Layer.provideMerge(writer)))

/**
 * Like `CommitListeners.layer`, for a listener without its own client: its context provides the store's client. (It
 * can't be `LentClient`, because the store that lends it depends on the listeners.)
 */
export const listener: <E, R>(
  listener: (change: TransactionChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext | SqlClient.SqlClient>> = CommitListeners.layer as never

/** The same for changes of checkouts: like `CheckoutListeners.layer`. */
export const checkoutListener: <E, R>(
  listener: (change: CheckoutChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext | SqlClient.SqlClient>> = CheckoutListeners.layer as never

/** The same for changes of subscriptions: like `SubscriptionListeners.layer`. */
export const subscriptionListener: <E, R>(
  listener: (change: SubscriptionChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext | SqlClient.SqlClient>> =
  SubscriptionListeners.layer as never

/** The same for changes of what a customer may use: like `EntitlementListeners.layer`. */
export const entitlementListener: <E, R>(
  listener: (change: EntitlementChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext | SqlClient.SqlClient>> =
  EntitlementListeners.layer as never

/**
 * Runs an effect whose clients belong to another database than the store's. Their statements don't join the unit of
 * work; they commit separately.
 */
export const apart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(
    effect,
    (context: Context.Context<R>) =>
      Context.omit(SqlClient.TransactionConnection)(context as Context.Context<never>) as Context.Context<R>
  )
