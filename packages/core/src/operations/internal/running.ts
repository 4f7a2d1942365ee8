import type * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { ClaimLost, type CommandClaim } from "../../commits/CommandKey.js"
import { marking, type Operation, OperationStore, type Outcome, Stale, watched } from "../../commits/Operation.js"
import type { HeldJob } from "../../commits/Write.js"
import { Lease, proving } from "../../due-work/Lease.js"
import { PeerWakeup } from "../../due-work/PeerWakeup.js"
import { Worker } from "../../due-work/Worker.js"
import { makeNotificationId } from "../../ids/Ids.js"
import type { ClaimedJob, JobName } from "../../jobs/Job.js"
import { Mailer } from "../../mail/Mailer.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import { MonotonicClock } from "../../time/MonotonicClock.js"
import * as Tracing from "../../tracing/Tracing.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import type { Answer } from "../Answer.js"
import { Calls } from "../Calls.js"
import { ChangeFollower } from "../ChangeFollower.js"
import type { Acceptance, Intent, Performance } from "../Intent.js"
import type { TransactionKind } from "../TransactionKind.js"
import { lateTruth } from "./lateTruth.js"
import * as Recording from "./recording.js"
import * as Traces from "./traces.js"

/** More than are ever in doubt at once; beyond this limit the oldest entry is dropped. */
const mostObserved = 100_000

/**
 * How long this process has known that no process can be sending a transaction: since the end of its own call, or since
 * it first held the recovery job, which is after the former holder was done or declared dead. In milliseconds of the
 * monotonic clock, because clocks of different machines are not comparable.
 */
const makeQuiet = () => {
  const first = new Map<string, number>()
  const nameOf = ({ shop, subject }: JobName) => `${shop} ${subject}`
  return {
    since: (job: JobName, now: number): number => {
      const name = nameOf(job)
      const known = first.get(name)
      if (known !== undefined) return now - known
      if (first.size >= mostObserved) first.delete(first.keys().next().value!)
      first.set(name, now)
      return 0
    },
    forget: (job: JobName): void => void first.delete(nameOf(job))
  }
}

/** One operation between its acceptance and its record. */
export interface Run {
  readonly shop: Shop
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly job: ClaimedJob
  readonly clock: Clock.Clock
  readonly trace: Tracing.Trace | undefined
  readonly done: (exit: Exit.Exit<Answer, StorageError>) => void
}

/** Only charges of subscriptions do; the check costs less than to ask. */
const mayFollow = (transaction: Transaction): boolean =>
  transaction.method === undefined && transaction.subscription !== undefined

const contention = new StorageError({ operation: "accept", reason: "busy", detail: "stale" })

// Other processes poll about as often. Unit: milliseconds.
const soon = 1000

/** The services of a running operation. Functions here return immediately; slow work uses callbacks. */
export const means = Effect.gen(function* () {
  const documents = yield* TransactionDocuments
  const worker = yield* Worker
  const peers = yield* PeerWakeup
  const newNotificationId = yield* makeNotificationId
  const monotonic = yield* MonotonicClock
  const quiet = makeQuiet()
  const store = yield* OperationStore
  const lease = yield* Lease
  const mails = (yield* Mailer) !== undefined
  const follows = yield* ChangeFollower
  return {
    store,
    lease,
    proven: proving(lease, store),
    calls: yield* Calls,
    worker,
    encode: documents.encode,
    // biome-ignore lint/plugin/runners: the steps around a call outlive its caller
    runFork: Runtime.runFork(yield* Effect.runtime<never>()),
    wake: (wakeAt: number | undefined, clock: Clock.Clock): void => {
      if (wakeAt === undefined) return
      const now = clock.unsafeCurrentTimeMillis()
      worker.unsafeWakeFor(wakeAt, now)
      if (wakeAt <= now + soon) peers.unsafeTell()
    },
    regimeOf: ({ clock, kind, shop, transaction }: Run): Recording.Regime => {
      const now = clock.unsafeCurrentTimeMillis()
      const at = DateTime.unsafeMake(now)
      return {
        shop,
        encode: documents.encode,
        mails,
        writesOf: kind.writesOf,
        now: at,
        following: mayFollow(transaction) ? follows(transaction, shop, at) : undefined,
        notification: newNotificationId(now),
        parentNotification: newNotificationId(now)
      }
    },
    quietFor: (job: JobName): number => quiet.since(job, monotonic.unsafeNow()),
    /** Notes the end of a call, after which nothing more is sent for it. */
    note: (job: HeldJob, event: TransactionEvent, lingers: boolean): void => {
      if (event._tag !== "NoAnswer") quiet.forget(job)
      else if (!lingers) quiet.since(job, monotonic.unsafeNow())
    }
  }
})

export type Means = Effect.Effect.Success<typeof means>

const errorOf = (outcome: Exclude<Outcome<unknown, unknown>, { readonly _tag: "Committed" }>): StorageError => {
  const error = outcome._tag === "Failed" ? outcome.error : undefined
  return error instanceof StorageError ? error : new StorageError({ operation: "record", reason: "unexpected" })
}

const end = ({ worker }: Means, run: Run, exit: Exit.Exit<Answer, StorageError>): void => {
  worker.end(run.job)
  // Recovery finishes what this process could not record.
  if (exit._tag === "Failure") worker.abandon(run.job)
  run.done(exit)
}

/** Submits a commit of an operation, in a span where somebody listens. */
const submitted = <Facts, Made, Refusal>(
  { store }: Means,
  trace: Tracing.Trace | undefined,
  operation: Operation<Facts, Made, Refusal>,
  done: (outcome: Outcome<Made, Refusal>) => void
): void => store.submit(operation, trace === undefined ? done : watched(trace, operation.name, done))

// Another process has decided, or will. Answers with the stored transaction, and reverses what this process sent. A
// stored answer is never overwritten.
const standing = (means: Means, run: Run, event: TransactionEvent): void => {
  const { clock, kind, trace, transaction } = run
  const now = clock.unsafeCurrentTimeMillis()
  const window = Duration.toMillis(kind.inFlightWindow(transaction))
  const regime = means.regimeOf(run)
  const heard = (current: Transaction) => kind.heardLate?.(current, event, regime)
  const operation = lateTruth({ kind, transaction, event, now, window, encode: means.encode, heard })
  submitted(means, trace, operation, (outcome) => {
    if (outcome._tag !== "Committed") return end(means, run, Exit.fail(errorOf(outcome)))
    means.wake(outcome.wakeAt, clock)
    end(means, run, Exit.succeed(outcome.answer))
  })
}

const record = (
  means: Means,
  run: Run,
  event: TransactionEvent,
  lingers: boolean,
  then: (exit: Exit.Exit<Answer, StorageError>) => void,
  stale: () => void
): void => {
  const { job, kind, trace, transaction } = run
  means.note(job, event, lingers)
  const operation = Recording.record({ kind, transaction, event, job, lingers }, means.regimeOf(run))
  submitted(means, trace, operation, (outcome) => {
    if (outcome._tag === "Committed") {
      means.wake(outcome.wakeAt, run.clock)
      return then(Exit.succeed(outcome.answer))
    }
    if (outcome._tag === "Failed" && outcome.error instanceof Stale) return stale()
    then(Exit.fail(errorOf(outcome)))
  })
}

const recorded = (means: Means, run: Run, event: TransactionEvent, performance?: Performance): void =>
  record(
    means,
    run,
    event,
    false,
    (exit) => {
      const again = Recording.goesOn(event) ? performance?.again : undefined
      if (again === undefined || exit._tag === "Failure") return end(means, run, exit)
      const { transaction } = exit.value
      perform(means, { ...run, transaction }, again(transaction))
    },
    () => standing(means, run, event)
  )

const answered = (run: Run): Run => ({ ...run, done: () => undefined })

/** A call that ended after its caller was answered: records the outcome, or leaves it to recovery. */
const endedLate = (
  means: Means,
  run: Run,
  pending: Transaction,
  event: TransactionEvent,
  performance: Performance
): void => recorded(means, { ...answered(run), transaction: pending }, event, performance)

/** Like `endedLate`, after another process has taken over the job. */
const endedAfterTakeover = (means: Means, run: Run, event: TransactionEvent): void => {
  means.worker.begin(run.job)
  standing(means, answered(run), event)
}

const heard = (means: Means, run: Run, performance: Performance, event: TransactionEvent) => {
  const { after } = performance
  if (after === undefined || event._tag !== "Approved") return recorded(means, run, event, performance)
  // biome-ignore lint/plugin/runners: outlives its caller
  means
    .runFork(Tracing.within(run.trace, after(event)))
    .addObserver((exit) => recorded(means, run, exit._tag === "Success" ? exit.value : event))
}

/** Calls the provider; answers the caller with an unknown outcome if the call exceeds its limit. */
const ask = (means: Means, run: Run, performance: Performance, owner: string): void => {
  let late = false
  let early: TransactionEvent | undefined
  let handle: ((event: TransactionEvent) => void) | undefined
  /** The call may still be running: handles its outcome whenever it ends. */
  const onEnd = (handler: (event: TransactionEvent) => void): void => {
    handle = handler
    if (early !== undefined) handler(early)
  }
  const tooLate = (): void => {
    late = true
    const noAnswer = TransactionEvent.NoAnswer()
    record(
      means,
      run,
      noAnswer,
      true,
      (exit) => {
        run.done(exit)
        // If this commit failed, the process keeps the job until the call ends, or the outcome would be lost.
        const pending = exit._tag === "Success" ? exit.value.transaction : run.transaction
        onEnd((event) => endedLate(means, run, pending, event, performance))
      },
      () => {
        standing(means, run, noAnswer)
        onEnd((event) => endedAfterTakeover(means, run, event))
      }
    )
  }
  const ended = (exit: Exit.Exit<TransactionEvent>) => {
    const event = exit._tag === "Success" ? exit.value : TransactionEvent.NoAnswer()
    if (!late) return heard(means, run, performance, event)
    if (handle === undefined) early = event
    else handle(event)
  }
  means.calls.start(Tracing.within(run.trace, performance.ask(owner)), performance.limit, ended, tooLate)
}

const perform = (means: Means, run: Run, performance: Performance) => {
  const send = () =>
    means.proven(run.job, (owner) => {
      if (owner === undefined) standing(means, run, TransactionEvent.NotDone())
      else ask(means, run, performance, owner)
    })
  if (performance.before === undefined) return send()
  // biome-ignore lint/plugin/runners: outlives its caller
  means.runFork(Tracing.within(run.trace, performance.before)).addObserver((exit) => {
    const event = exit._tag === "Success" ? exit.value : TransactionEvent.VerificationRefused()
    if (event === undefined) send()
    else recorded(means, run, event)
  })
}

/** Performs and records an accepted operation. Shutdown waits for it. */
export const start = (
  means: Means,
  run: Omit<Run, "done">,
  performance: Performance,
  resume: (exit: Exit.Exit<Answer, StorageError>) => void
): void => {
  const leave = means.calls.enter()
  means.worker.begin(run.job)
  const done = (exit: Exit.Exit<Answer, StorageError>): void => {
    leave()
    resume(exit)
  }
  perform(means, { done, ...run }, performance)
}

/** Records the known outcome of a transaction whose job this process holds. */
export const conclude = (means: Means, run: Run, event: TransactionEvent): void => {
  means.worker.begin(run.job)
  recorded(means, run, event)
}

/** Where an operation is accepted. `command`: the claim of the command that it is a part of. */
interface Place extends Pick<Run, "clock" | "trace"> {
  readonly command: CommandClaim | undefined
}

/** Accepts an operation and performs it. */
export const accept = <Facts, E, Kind extends Transaction>(
  means: Means,
  intent: Intent<Facts, E, Kind>,
  place: Place,
  resume: (effect: Effect.Effect<Answer, E | StorageError>) => void,
  tries: number
): void => {
  const { kind, perform, shop } = intent
  const { job, operation } = intent.accept
  const { clock, command, trace } = place
  const renewal = means.lease.renewal()
  // Marked as running before the commit: otherwise the job would look held but idle until the commit returns.
  means.worker.begin(job)
  const accepted = (acceptance: Acceptance<Kind>) => {
    if (acceptance._tag === "Concluded") return resume(Effect.succeed(acceptance.answer))
    const { job, transaction } = acceptance
    const goesOn = trace === undefined ? undefined : Traces.joined(trace, transaction)
    start(means, { shop, kind, transaction, job, clock, trace: goesOn }, perform(transaction), resume)
  }
  const own = trace === undefined ? operation(renewal) : Traces.kept(trace, operation(renewal))
  // The facts that marking adds are its own.
  const accepting = command === undefined ? own : (marking(command, own, job.subject) as typeof own)
  submitted(means, trace, accepting, (outcome) => {
    if (outcome._tag === "Committed") {
      renewal.committed()
      means.wake(outcome.wakeAt, clock)
      accepted(outcome.answer)
      return means.worker.end(job)
    }
    means.worker.end(job)
    if (outcome._tag === "Died") return resume(Effect.die(outcome.defect))
    if (outcome.error instanceof ClaimLost) return resume(Effect.die(outcome.error))
    if (!(outcome.error instanceof Stale)) return resume(Effect.fail(outcome.error))
    if (tries === 0) return resume(Effect.fail(contention))
    // This process was declared dead meanwhile; it retries under a new name.
    // biome-ignore lint/plugin/runners: outlives its caller
    means
      .runFork(Effect.ignore(means.lease.renamed(renewal.owner)))
      .addObserver(() => accept(means, intent, place, resume, tries - 1))
  })
}
