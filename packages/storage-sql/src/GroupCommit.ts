/**
 * The unit of work for databases with one writer: units that wait are committed together, each in a savepoint, so that
 * one flush to disk serves them all.
 *
 * @since 0.1.0
 */
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import type { Restore } from "./internal/busy.js"
import { typed } from "./internal/failure.js"
import * as Group from "./internal/group.js"
import * as Turns from "./internal/turns.js"
import * as Unit from "./internal/unit.js"

/**
 * How many units are committed together at most.
 *
 * @since 0.1.0
 * @category limits
 */
export const unitsPerCommit = 256

/**
 * How many units may wait for their turn; one more is refused as `busy`.
 *
 * @since 0.1.0
 * @category limits
 */
export const waitingUnits = 10_000

/**
 * What a driver adds.
 *
 * @since 0.1.0
 * @category models
 */
export interface Options {
  /** Ends when everything that has already arrived at this process had its chance to ask for a turn. */
  readonly gather: Effect.Effect<void>
}

const crowded = new StorageError({ operation: "unit.wait", reason: "busy", detail: "too-many-waiting" })

const reserved = Effect.fnUntraced(function* ({ dialect, reserve }: Context.Tag.Service<Database>) {
  const connection = yield* typed(dialect, "unit.reserve")(reserve)
  const { now } = connection
  if (now === undefined) return yield* Effect.dieMessage("Only a connection that answers at once can be shared")
  return { ...connection, now }
})

/**
 * Holds the one connection that writes for as long as the scope is open. Whoever has the turn performs its unit and
 * hands the turn on; the last one commits for all. The transaction begins only after `gather`, so that other processes
 * are not kept out while this one looks around.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.fnUntraced(function* ({ gather }: Options) {
  const database = yield* Database
  const writer = yield* reserved(database)
  const turns = Turns.make()
  let open: Group.Group | undefined

  const begin = (restore: Restore) =>
    Effect.gen(function* () {
      if (turns.waiting() === 0) yield* restore(gather)
      open = yield* Group.begin(database, writer, restore)
      return open
    })

  const enter = (restore: Restore) =>
    Effect.suspend(() => (open === undefined ? Effect.onError(begin(restore), () => leave) : Effect.succeed(open)))

  const leave = Effect.suspend(() => {
    const group = open
    const hasRoom = group === undefined || (group.size < unitsPerCommit && group.broken === undefined)
    if (group === undefined || (hasRoom && turns.waiting() > 0)) return turns.pass
    open = undefined
    return Effect.zipRight(Group.end(database, group), turns.pass)
  })

  const within = <A, E, R>(
    group: Group.Group,
    unit: Effect.Effect<Exit.Exit<A, E>, never, R>
  ): Effect.Effect<Exit.Exit<A, E | StorageError>, StorageError, R> => {
    group.size += 1
    return Effect.flatMap(Group.perform(database, group, unit), (exit) =>
      Effect.zipRight(leave, Effect.as(Deferred.await(group.outcome), exit))
    )
  }

  const transact: Unit.Transact = (perform, restore) =>
    Effect.suspend(() =>
      turns.waiting() >= waitingUnits
        ? crowded
        : Effect.flatMap(Effect.zipRight(turns.take(restore, leave), enter(restore)), (group) =>
            within(group, perform(writer))
          )
    )

  return Unit.over(database, transact)
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = (options: Options): Layer.Layer<UnitOfWork, StorageError, Database> =>
  Layer.scoped(UnitOfWork, make(options))
