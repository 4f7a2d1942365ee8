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
import * as Unit from "./internal/unit.js"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.map(Database, (database) => {
  const transact: Unit.Transactor = (perform, restore) =>
    Effect.scoped(
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const connection = yield* restore(
          database.reserve.pipe(typed(database.dialect, "unit.reserve"), Effect.provideService(Scope.Scope, scope))
        )
        yield* restore(Unit.beginOn(database, connection))
        const exit = yield* perform(connection)
        yield* Exit.isSuccess(exit) ? Unit.commit(database, connection) : Unit.rollback(connection)
        return exit
      })
    )
  return Unit.over(database, transact)
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<UnitOfWork, never, Database> = Layer.effect(UnitOfWork, make)
