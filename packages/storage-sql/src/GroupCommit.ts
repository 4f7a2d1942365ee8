/**
 * The unit of work for databases with one writer: units that wait commit together, each in a savepoint, so that one
 * sync to disk serves them all.
 *
 * @since 0.1.0
 */
import type { Connection } from "@effect/sql/SqlConnection"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Database } from "./Database.js"
import { typed } from "./internal/failure.js"
import { make as makeTurns, type Turns } from "./internal/turns.js"
import * as Unit from "./internal/unit.js"

/**
 * How many units commit together at most.
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
  /** Ends when everything that has already arrived at this process has had its chance to ask for a turn. */
  readonly gather: Effect.Effect<void>
}

/** Units that will be committed together. Nobody is told anything before `outcome` is known. */
interface Group {
  readonly connection: Connection
  readonly scope: Scope.CloseableScope
  readonly outcome: Deferred.Deferred<void, StorageError>
  size: number
  /** The transaction itself is lost, not just one unit's savepoint. */
  broken: StorageError | undefined
}

const crowded = new StorageError({ operation: "unit.wait", reason: "busy", detail: "too-many-waiting" })

class Writer {
  private group: Group | undefined

  constructor(
    readonly database: Context.Tag.Service<Database>,
    readonly turns: Turns,
    readonly gather: Effect.Effect<void>
  ) {}

  /** The open group, or a new one. Only whoever has the turn calls it. */
  private readonly open: Effect.Effect<Group, StorageError> = Effect.suspend(() =>
    this.group === undefined ? Effect.zipRight(this.gather, this.begin) : Effect.succeed(this.group)
  )

  private get begin(): Effect.Effect<Group, StorageError> {
    return Effect.gen(this, function* () {
      const scope = yield* Scope.make()
      const reserved = Scope.extend(this.database.reserve, scope).pipe(typed(this.database.dialect, "unit.reserve"))
      const connection = yield* Effect.tap(reserved, (_) => Unit.beginOn(this.database, _)).pipe(
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
      )
      const outcome = yield* Deferred.make<void, StorageError>()
      this.group = { connection, scope, outcome, size: 0, broken: undefined }
      return this.group
    })
  }

  private end(group: Group): Effect.Effect<void> {
    const { broken, connection, outcome, scope } = group
    const written =
      broken === undefined
        ? Unit.commit(this.database, connection)
        : Effect.zipRight(Unit.rollback(connection), Effect.fail(broken))
    return Effect.exit(written).pipe(
      Effect.tap((exit) => Scope.close(scope, exit)),
      Effect.flatMap((exit) => Deferred.done(outcome, exit)),
      Effect.zipRight(Effect.sync(() => (this.group = undefined)))
    )
  }

  /** Gives the turn to the next one, who joins the group as long as it has room, or else ends the group first. */
  readonly leave: Effect.Effect<void> = Effect.suspend(() => {
    const { group } = this
    if (group === undefined) return this.turns.pass
    const open = this.turns.waiting() > 0 && group.size < unitsPerCommit && group.broken === undefined
    return open ? this.turns.pass : Effect.zipRight(this.end(group), this.turns.pass)
  })

  readonly transact: Unit.Transactor = (perform, restore) =>
    Effect.gen(this, function* () {
      if (this.turns.waiting() >= waitingUnits) return yield* Effect.fail(crowded)
      yield* this.turns.take(restore, this.leave)
      const group = yield* Effect.onError(restoreOpen(restore, this.open), () => this.leave)
      group.size++
      const exit = yield* this.inSavepoint(group, perform(group.connection))
      yield* this.leave
      yield* Deferred.await(group.outcome)
      return exit
    })

  /** A unit that fails takes back its own rows only. */
  private inSavepoint<A, E, R>(
    group: Group,
    perform: Effect.Effect<Exit.Exit<A, E>, never, R>
  ): Effect.Effect<Exit.Exit<A, E>, never, R> {
    const statement = (text: string) =>
      group.connection.execute(text, [], undefined).pipe(typed(this.database.dialect, "unit.savepoint"))
    return statement("SAVEPOINT unit").pipe(
      Effect.zipRight(perform),
      Effect.tap((exit) => (Exit.isSuccess(exit) ? Effect.void : statement("ROLLBACK TO unit"))),
      Effect.tap(() => statement("RELEASE unit"))
    ) as never
  }
}
