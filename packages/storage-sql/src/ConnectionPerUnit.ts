/**
 * The unit of work for databases where many write at once: every unit has a connection and a commit of its own.
 *
 * @since 0.1.0
 */
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Database } from "./Database.js"
import { typed } from "./internal/failure.js"
import * as Transaction from "./internal/transaction.js"
import * as Unit from "./internal/unit.js"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.map(Database, (database) => {
  const { dialect, reserve } = database

  const transact: Unit.Transact = (perform, restore) => {
    const transaction = Effect.fnUntraced(function* (scope: Scope.Scope) {
      const connection = yield* restore(Scope.extend(reserve, scope)).pipe(typed(dialect, "unit.reserve"))
      yield* Transaction.begin(database, connection, restore)
      const exit = yield* perform(connection)
      yield* Exit.isSuccess(exit) ? Transaction.commit(database, connection) : Transaction.rollback(connection)
      return exit
    })
    return Effect.acquireUseRelease(Scope.make(), transaction, Scope.close)
  }

  return Unit.over(database, transact)
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<UnitOfWork, never, Database> = Layer.effect(UnitOfWork, make)
