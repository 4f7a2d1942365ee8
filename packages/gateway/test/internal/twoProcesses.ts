import { AcquirerAnswer, type AcquirerService } from "@florin/core/cards/Acquirer"
import { CommitStore } from "@florin/core/commits/Commit"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { acquirerWith, world } from "./world.js"

/**
 * A process that hangs in its call until `answer` completes, and a second one on the same store. `through`: what the first
 * one's commits go through.
 */
export const twoProcesses = (
  changes: Partial<AcquirerService>,
  through: (store: CommitStore["Type"]) => CommitStore["Type"] = (store) => store
) =>
  Effect.gen(function* () {
    const shared = yield* Layer.build(emptyStore)
    const store = Layer.succeedContext(shared)
    const own = Layer.succeedContext(Context.add(shared, CommitStore, through(Context.get(shared, CommitStore))))
    const sent = yield* Deferred.make<string>()
    const answer = yield* Deferred.make<AcquirerAnswer>()
    const hanging = acquirerWith(() => ({
      ...changes,
      perform: (request) =>
        "transaction" in request
          ? Effect.zipRight(Deferred.succeed(sent, request.transaction.uid), Deferred.await(answer))
          : Effect.dieMessage("Nothing but a charge is sent here")
    }))
    const first = yield* Layer.build(world({ store: own, acquirers: hanging }))
    const second = yield* Layer.build(world({ store, acquirers: acquirerWith(() => changes) }))
    // Shutdown waits for calls in flight.
    yield* Effect.addFinalizer(() => Deferred.succeed(answer, AcquirerAnswer.NoAnswer()))
    return { answer, first, second, uid: Deferred.await(sent) }
  })

/** This process sees that the other's heartbeat has not changed for the length of a lease, and takes over. */
export const takeOver = Effect.gen(function* () {
  const { runDue } = yield* Scheduler
  yield* runDue(yield* DateTime.now)
  yield* TestClock.adjust("5 seconds")
  yield* runDue(yield* DateTime.now)
})
