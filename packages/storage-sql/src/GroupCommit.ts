/**
 * Group commit for databases with one writer: waiting operations run one after another as plain calls and share one
 * flush to disk.
 */

import { CommitStore } from "@florin/core/commits/Commit"
import * as Listening from "@florin/core/commits/Listening"
import { FaultPoints, type Moment } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { Database, type DatabaseService, type ImmediateStatements, type Log } from "./Database.js"
import { type Restore, typed } from "./internal/failure.js"
import { type AnyOutcome, type Gather, gatherOneTurn, type Waiting } from "./internal/operations.js"
import * as Reads from "./internal/reads.js"
import * as SerialCommit from "./internal/serialCommit.js"
import * as Transaction from "./internal/transaction.js"
import * as Unit from "./internal/unit.js"
import * as Writes from "./internal/writes.js"

/** The most operations in one commit. */
export const unitsPerCommit = 256

/** The most operations in the queue; one more fails with `busy`. */
export const waitingUnits = 10_000

/** Set by a simulation, which has no event loop. */
export interface Options {
  /**
   * Calls `flush` once every request that has already reached this process has had a chance to enqueue.
   *
   * Default: after one turn of the event loop.
   */
  readonly gather?: (flush: () => void) => void
}

/** A host's unit of work, or a copy of the log. It holds the writer exclusively until it calls `leave`. */
interface Host {
  readonly enter: () => void
}

type Queued = Waiting | Host

const isHost = (queued: Queued): queued is Host => "enter" in queued

const crowded = () => new StorageError({ operation: "unit.wait", reason: "busy", detail: "too-many-waiting" })

/** The FIFO queue for the writer. */
const makeQueue = (gather: Gather, perform: (group: ReadonlyArray<Waiting>) => void) => {
  const queue: Array<Queued> = []
  let armed = false
  let taken = false

  const takeGroup = (): ReadonlyArray<Waiting> => {
    const end = queue.findIndex(isHost)
    return queue.splice(0, Math.min(end < 0 ? queue.length : end, unitsPerCommit)) as ReadonlyArray<Waiting>
  }

  const flush = (): void => {
    armed = false
    const [first] = queue
    if (taken || first === undefined) return
    taken = true
    if (isHost(first)) {
      queue.shift()
      first.enter()
    } else perform(takeGroup())
  }

  const arm = (): void => {
    if (armed || taken || queue.length === 0) return
    armed = true
    gather(flush)
  }

  return {
    isCrowded: () => queue.length >= waitingUnits,
    add: (queued: Queued): void => {
      queue.push(queued)
      arm()
    },
    withdraw: (queued: Queued): boolean => {
      const place = queue.indexOf(queued)
      if (place >= 0) queue.splice(place, 1)
      return place >= 0
    },
    leave: (): void => {
      taken = false
      arm()
    }
  }
}

type Hook = (operations: ReadonlyArray<Waiting>, moment: Moment, then: (failed: boolean) => void) => void

type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>

/** Calls back synchronously when no fault point is watched or the watcher completes synchronously. */
const hookOf = (reached: FaultPoints["Type"], runFork: RunFork): Hook => {
  if (reached === undefined) return (_operations, _moment, then) => then(false)
  const hook = (left: ReadonlyArray<Waiting>, moment: Moment, then: (failed: boolean) => void): void => {
    for (const [index, { operation }] of left.entries()) {
      const watched = reached(`commit.${operation.name}`, moment)
      // Nearly every fault point passes synchronously, and a fiber costs more than the rest of a commit.
      if (Exit.isExit(watched) && Exit.isSuccess(watched)) continue
      return void runFork(watched).addObserver((exit) =>
        exit._tag === "Failure" ? then(true) : hook(left.slice(index + 1), moment, then)
      )
    }
    then(false)
  }
  return hook
}

const died: AnyOutcome = { _tag: "Died", defect: new Error("A fault point ended the operation") }

/** A COMMIT that fails because the file can't be written may still have taken effect. */
const commitFailure = (error: StorageError): StorageError =>
  error.reason === "unavailable" ? new StorageError({ ...error, reason: "unknown-outcome" }) : error

const servicesOf = Effect.fnUntraced(function* (writer: ImmediateStatements, runFork: RunFork) {
  const database = yield* Database
  const of = SerialCommit.preparing((text) => writer.prepare(database.own(text)))
  const written = { isLarge: false }
  const large = () => {
    written.isLarge = true
  }
  const services: SerialCommit.Services = {
    database,
    of,
    run: (text) => void writer.now(text, []),
    loadedBy: Reads.make(database.dialect),
    numbers: { ...(yield* Writes.numbering), large },
    listening: yield* Listening.make,
    hear: (hearing) => Unit.withinTurn(database, writer, runFork, hearing)
  }
  return { services, written }
})

const reserved = Effect.fnUntraced(function* ({ dialect, reserve }: DatabaseService) {
  const connection = yield* typed(dialect, "unit.reserve")(reserve)
  return "prepare" in connection
    ? connection
    : yield* Effect.dieMessage("Only a connection that answers at once can be shared")
})

interface Performer {
  readonly database: DatabaseService
  readonly writer: ImmediateStatements
  readonly services: SerialCommit.Services
  readonly hook: Hook
  readonly runFork: RunFork
  /** Frees the writer. */
  readonly leave: () => void
  /** What the open transaction has written: large, if that takes several MiB. */
  readonly written: { isLarge: boolean }
  /** Copies the log in a turn of its own. */
  readonly copyLater: (log: Log) => void
}

/** Answers one of a group: what its callback throws must not leave the others without an answer. */
const answer = ({ runFork }: Performer, { done, operation }: Waiting, outcome: AnyOutcome): void => {
  try {
    done(outcome)
  } catch (defect) {
    const { name } = operation
    runFork(Effect.annotateLogs(Effect.logError("An operation's answer was not taken", Cause.die(defect)), { name }))
  }
}

const answerAll = (performer: Performer, group: ReadonlyArray<Waiting>, outcome: AnyOutcome): void => {
  performer.leave()
  for (const waiting of group) answer(performer, waiting, outcome)
}

/** The commit is durable: fault points watched from here on don't delay other operations. */
const answerCommitted = (
  performer: Performer,
  group: ReadonlyArray<Waiting>,
  outcomes: ReadonlyArray<AnyOutcome>
): void => {
  performer.leave()
  for (const [index, waiting] of group.entries()) {
    const outcome = outcomes[index]!
    if (outcome._tag !== "Committed") answer(performer, waiting, outcome)
    else performer.hook([waiting], "after", (stopped) => answer(performer, waiting, stopped ? died : outcome))
  }
}

const rollBack = ({ writer }: Performer): void => {
  try {
    writer.now("ROLLBACK", [])
  } catch {
    // SQLite has already rolled the transaction back.
  }
}

const giveUp = (performer: Performer, group: ReadonlyArray<Waiting>, error: unknown, operation: string): void => {
  rollBack(performer)
  const { dialect } = performer.database
  const failure = error instanceof StorageError ? error : SerialCommit.storageFailure(dialect, operation, error)
  const reported = operation === "unit.commit" ? commitFailure(failure) : failure
  answerAll(performer, group, { _tag: "Failed", error: reported })
}

const commit = (performer: Performer, group: ReadonlyArray<Waiting>, outcomes: ReadonlyArray<AnyOutcome>): void => {
  const { hook, writer } = performer
  const written = group.filter((_, index) => outcomes[index]!._tag === "Committed")
  hook(written, "before", (stopped) => {
    if (stopped) {
      rollBack(performer)
      return answerAll(performer, group, died)
    }
    const log = performer.written.isLarge ? writer.log : undefined
    try {
      if (log === undefined) writer.now("COMMIT", [])
      else log.commit()
    } catch (error) {
      return giveUp(performer, group, error, "unit.commit")
    }
    answerCommitted(performer, group, outcomes)
    if (log !== undefined) performer.copyLater(log)
  })
}

type Perform = (performer: Performer, group: ReadonlyArray<Waiting>) => void

const performAll: Perform = (performer, group) => {
  let outcomes: ReadonlyArray<AnyOutcome>
  try {
    outcomes = group.map(({ operation }) => SerialCommit.perform(performer.services, operation))
  } catch (error) {
    if (error instanceof SerialCommit.Spoiled) {
      rollBack(performer)
      begin(performer, group, performCarefully)
    } else giveUp(performer, group, error, "unit.perform")
    return
  }
  commit(performer, group, outcomes)
}

/**
 * Each operation in a savepoint. A listener may suspend; the writer is held meanwhile. It all runs in microtasks, so what a
 * listener may wait for is the same for the first one of a group as for the others.
 */
const performCarefully: Perform = (performer, group) => {
  const { runFork, services } = performer
  const performed = Effect.forEach(group, ({ operation }) => SerialCommit.performCarefully(services, operation))
  runFork(Effect.zipRight(Effect.yieldNow(), performed)).addObserver((exit) => {
    if (exit._tag === "Success") commit(performer, group, exit.value)
    else giveUp(performer, group, Cause.squash(exit.cause), "unit.perform")
  })
}

const begin = (performer: Performer, group: ReadonlyArray<Waiting>, perform: Perform): void => {
  const { dialect } = performer.database
  try {
    performer.writer.now(dialect.begin, [])
  } catch (error) {
    const failure = SerialCommit.storageFailure(dialect, "unit.begin", error)
    if (failure.reason === "busy") beginLater(performer, group, perform)
    else answerAll(performer, group, { _tag: "Failed", error: failure })
    return
  }
  performer.written.isLarge = false
  perform(performer, group)
}

// Another process holds the file lock: retries with pauses until `patience` runs out.
const beginLater = (performer: Performer, group: ReadonlyArray<Waiting>, perform: Perform): void => {
  const { database, runFork, writer } = performer
  const begun = Transaction.begin(database, writer, (effect) => effect)
  runFork(Effect.either(begun)).addObserver((exit) => {
    if (exit._tag === "Failure") return answerAll(performer, group, { _tag: "Died", defect: exit.cause })
    const { value } = exit
    if (value._tag === "Left") return answerAll(performer, group, { _tag: "Failed", error: value.left })
    performer.written.isLarge = false
    perform(performer, group)
  })
}

type Queue = ReturnType<typeof makeQueue>

/** Completes once the waiting host unit holds the writer. */
const enter = (queue: Queue, restore: Restore): Effect.Effect<void, StorageError> =>
  Effect.suspend(() => {
    if (queue.isCrowded()) return crowded()
    let entered = false
    const wait = Effect.async<void>((resume) => {
      const host: Host = {
        enter: () => {
          entered = true
          resume(Effect.void)
        }
      }
      queue.add(host)
      return Effect.sync(() => void queue.withdraw(host))
    })
    const leaveIfEntered = Effect.sync(() => {
      if (entered) queue.leave()
    })
    return Effect.onInterrupt(restore(wait), () => leaveIfEntered)
  })

const transactIn = (database: DatabaseService, writer: ImmediateStatements, queue: Queue): Unit.Transact => {
  const leave = Effect.sync(queue.leave)
  return (perform, restore) => {
    const performed = Effect.tap(perform(writer), (exit) =>
      exit._tag === "Success" ? Transaction.commit(database, writer) : Transaction.rollback(writer)
    )
    const transaction = Effect.zipRight(Transaction.begin(database, writer, restore), performed)
    return Effect.zipRight(enter(queue, restore), Effect.ensuring(transaction, leave))
  }
}

/**
 * Commits of several MiB leave the log as it is. SQLite copies its log into the database in the commit that makes it long
 * enough; after some documents that takes longer than other requests may wait. So a turn of the event loop copies it.
 */
const copyingLater =
  ({ add, leave }: Queue) =>
  (log: Log): void => {
    const enter = () => {
      try {
        log.copy()
      } catch {
        // A later commit copies it.
      }
      leave()
    }
    add({ enter })
  }

/**
 * Holds the write connection while the scope is open. Waiting operations run in one turn of the event loop and commit
 * with one flush. A host's unit of work has the connection exclusively while it runs.
 */
export const make = Effect.fnUntraced(function* ({ gather = gatherOneTurn }: Options = {}) {
  const database = yield* Database
  const writer = yield* reserved(database)
  // biome-ignore lint/plugin/runners: runs listeners, and waits for a busy file and for watched fault points
  const runFork = Runtime.runFork(yield* Effect.runtime<never>())
  const { services, written } = yield* servicesOf(writer, runFork)
  const hook = hookOf(yield* FaultPoints, runFork)
  // A listener may fail at any time; only its own operation is rolled back.
  const first = services.listening === undefined ? performAll : performCarefully
  const queue: Queue = makeQueue(gather, (group) => begin(performer, group, first))
  const { leave } = queue
  const copyLater = copyingLater(queue)
  const performer: Performer = { database, writer, services, hook, runFork, leave, written, copyLater }
  const store = CommitStore.of({
    submit: (operation, done) => {
      // Answers in a later turn, as for an accepted operation.
      if (queue.isCrowded()) return gather(() => done({ _tag: "Failed", error: crowded() }))
      queue.add({ operation, done: done as Waiting["done"] })
    }
  })
  const unitOfWork = Unit.over(database, transactIn(database, writer, queue))
  return Context.make(CommitStore, store).pipe(Context.add(UnitOfWork, unitOfWork))
})

export const layer = (options: Options = {}): Layer.Layer<UnitOfWork | CommitStore, StorageError, Database> =>
  Layer.scopedContext(make(options))
