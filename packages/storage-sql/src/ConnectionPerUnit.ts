/** The unit of work for databases with concurrent writers: each unit has its own connection and commit. */
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Database } from "./Database.js"
import { typed } from "./internal/failure.js"
import * as Pipeline from "./internal/pipelinedUnit.js"
import * as Transaction from "./internal/transaction.js"
import * as Unit from "./internal/unit.js"

const within = <A, E, R>(
  pipeline: Pipeline.Pipeline,
  perform: (statements: Unit.UnitStatements) => Effect.Effect<Exit.Exit<A, E>, never, R>
) => Effect.tap(perform(pipeline), (exit) => (Exit.isSuccess(exit) ? pipeline.commit : pipeline.rollback))

export const make = Effect.map(Database, (database) => {
  const { dialect, reserve } = database

  const transact: Unit.Transact = (perform, restore) => {
    const transaction = Effect.fnUntraced(function* (scope: Scope.Scope) {
      const connection = yield* restore(Scope.extend(reserve, scope)).pipe(typed(dialect, "unit.reserve"))
      if ("batch" in connection) return yield* within(Pipeline.make(database, connection), perform)
      yield* Transaction.begin(database, connection, restore)
      return yield* within(
        {
          execute: connection.execute,
          connection: connection.connection,
          commit: Transaction.commit(database, connection),
          rollback: Transaction.rollback(connection)
        },
        perform
      )
    })
    return Effect.acquireUseRelease(Scope.make(), transaction, Scope.close)
  }

  return Unit.over(database, transact)
})

export const layer: Layer.Layer<UnitOfWork, never, Database> = Layer.effect(UnitOfWork, make)
