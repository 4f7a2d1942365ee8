/**
 * Commits for databases with concurrent writers: several operations share a connection and a transaction. Their reads
 * go to the server in one batch, their writes and the `COMMIT` in another.
 */

import { CommitStore } from "@florin/core/commits/Commit"
import * as Listening from "@florin/core/commits/Listening"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as ConnectionPerUnit from "./ConnectionPerUnit.js"
import { Database } from "./Database.js"
import * as BatchedCommit from "./internal/batchedCommit.js"
import { grouped } from "./internal/claims.js"
import { gatherOneTurn, readsOf, type Waiting } from "./internal/operations.js"
import * as Reads from "./internal/reads.js"
import * as Writes from "./internal/writes.js"

/**
 * The most operations that share a transaction. With more, a process and its server would wait for each other in turn:
 * two transactions of half the size overlap, which gains a third of the rate with 32 operations in flight.
 */
export const unitsPerCommit = 16

/**
 * The most when many wait at once, such as charges that are due together: then each flush to disk counts, and three
 * transactions are enough to overlap.
 */
export const unitsPerCommitAtMost = 48

const overlapping = 3

/** How many of so many waiting operations share a transaction. */
export const shareOf = (waiting: number): number =>
  Math.min(unitsPerCommitAtMost, Math.max(unitsPerCommit, Math.ceil(waiting / overlapping)))

const store = Effect.gen(function* () {
  const database = yield* Database
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  const listening = yield* Listening.make
  const loadedBy = Reads.make(database.dialect)
  const performer = BatchedCommit.make({
    database,
    loadedBy,
    numbers: yield* Writes.numbering,
    listening,
    reached: yield* FaultPoints
  })
  // A listener belongs to one operation, so operations with listeners don't share a transaction.
  const mostOf = (waiting: number): number => (listening === undefined ? shareOf(waiting) : 1)

  let queue: Array<Waiting> = []
  let armed = false

  const single = ({ done, operation }: Waiting) =>
    Effect.map(performer([operation]), ({ outcomes: [outcome] }) => done(outcome!))

  // Submitted operations get an answer even if the scope closes first.
  const together = (group: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    Effect.uninterruptible(
      Effect.flatMap(performer(group.map(({ operation }) => operation)), ({ isTakenBack, outcomes }) => {
        // Deciding is pure, so each operation can be retried alone.
        if (group.length > 1 && isTakenBack)
          return Effect.forEach(group, single, { concurrency: "unbounded", discard: true })
        return Effect.sync(() => {
          for (const [index, { done }] of group.entries()) done(outcomes[index]!)
        })
      })
    )

  const flush = (): void => {
    armed = false
    const waiting = queue
    queue = []
    const claims = ({ operation }: Waiting) =>
      Reads.claimsOf(readsOf(operation).map(([, read]) => ({ read, by: loadedBy(read) })))
    for (const group of grouped(waiting, claims, mostOf(waiting.length))) runFork(together(group))
  }

  return CommitStore.of({
    submit: (operation, done) => {
      queue.push({ operation, done: done as Waiting["done"] })
      if (armed) return
      armed = true
      gatherOneTurn(flush)
    }
  })
})

/** Operations that share transactions, and units of work of which each has its own. */
export const make = Effect.map(Effect.all([ConnectionPerUnit.make, store]), ([unitOfWork, operations]) =>
  Context.make(UnitOfWork, unitOfWork).pipe(Context.add(CommitStore, operations))
)
