import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import { StorageError } from "@florin/core/store/StorageError"
import type { Driver, HostConnection, Statements } from "@florin/storage-sql/Database"
import type * as HostSql from "@florin/storage-sql/HostSql"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { StatementNames } from "./names.js"
import type { Loan, Pool } from "./pool.js"
import { postgresDialect } from "./postgresDialect.js"
import * as Session from "./session.js"
import { unitOf } from "./unitStatements.js"

/** The pool operations that a store uses. */
export const lending = (
  { give, renew, take }: Pool,
  nameOf: StatementNames,
  patience: Duration.Duration
): Pick<Driver, "reserve" | "read"> => {
  /** Retries a query on a new session if its session was dead or outdated. */
  const ask = (loan: Loan, text: string, values: ReadonlyArray<unknown>) => {
    const once = Effect.suspend(() => Session.query(loan.session, text, values, nameOf(text)))
    return Effect.catchAll(once, (failure) =>
      loan.session.spoiled === undefined ? Effect.fail(failure) : Effect.zipRight(renew(loan), once)
    )
  }

  const read: Statements["execute"] = (text, values) =>
    // Interruptible while waiting for a session, not while the statement runs.
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(take(restore), (loan) => Effect.ensuring(ask(loan, text, values), give(loan)))
    )

  return {
    read,
    reserve: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(take(restore), (loan) =>
        Effect.as(
          Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, give(loan))),
          unitOf(loan, renew(loan), nameOf, patience)
        )
      )
    )
  }
}

/** A client over the same pool. */
export const clientOf = ({ pool }: Pool) =>
  PgClient.fromPool({ acquire: Effect.succeed(pool) }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.mapError(({ cause }) => new StorageError({ operation: "store.open", ...postgresDialect.classify(cause) }))
  )

/**
 * The client's own connection with uninterruptible statements. On interruption the client would cancel whatever the
 * session is running by then, which may be another unit's commit.
 */
export const uninterrupted = (client: PgClient.PgClient): NonNullable<HostSql.Client["alone"]> => {
  const execute: HostConnection["execute"] = (text, parameters, transform) => {
    const rows = Effect.uninterruptible(client.unsafe(text, parameters))
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  const connection: HostConnection = {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => Effect.uninterruptible(client.unsafe(text, parameters).raw),
    executeValues: (text, parameters) => Effect.uninterruptible(client.unsafe(text, parameters).values)
  }
  return (ask) => ask(connection)
}
