/**
 * The lifecycle of everything that asks the outside: accept, perform, record. What dies in between is finished by
 * recovery.
 *
 * @since 0.2.0
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { makeNotificationId } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import { Lease, type Renewal } from "../jobs/Lease.js"
import { PeerWakeup } from "../jobs/PeerWakeup.js"
import { Worker } from "../jobs/Worker.js"
import type { Shop } from "../shops/Shop.js"
import { decided, type Operation, refuse } from "../store/Operation.js"
import { OperationStore, type Outcome, Stale } from "../store/OperationStore.js"
import * as Reads from "../store/Reads.js"
import { StorageError } from "../store/StorageError.js"
import type { HeldJob } from "../store/Write.js"
import { MonotonicClock } from "../time/MonotonicClock.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionEvent } from "../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import { Calls } from "./Calls.js"
import { lateTruth } from "./internal/lateTruth.js"
import * as Quiet from "./internal/quiet.js"
import * as Recording from "./internal/recording.js"
import type { TransactionKind } from "./TransactionKind.js"

/**
 * What a transaction's acceptance came to: its intent is committed and the provider may be asked, or it needs none.
 *
 * @since 0.2.0
 * @category models
 */
export type Acceptance =
  | {
      readonly _tag: "Accepted"
      readonly transaction: Transaction
      readonly job: HeldJob & { readonly attempts: number }
    }
  | { readonly _tag: "Concluded"; readonly answer: Answer }

/**
 * What is done between acceptance and record. None of it fails: what goes wrong is `NoAnswer`.
 *
 * `before` may end the operation by itself; `ask` is the provider's call, made only while this process is sure of its
 * lease and for at most `limit`; `after` may add to what was heard.
 *
 * @since 0.2.0
 * @category models
 */
export interface Performance {
  readonly before?: Effect.Effect<TransactionEvent | undefined>
  readonly ask: Effect.Effect<TransactionEvent>
  readonly limit: Duration.Duration
  readonly after?: (event: TransactionEvent) => Effect.Effect<TransactionEvent>
}

/**
 * An operation: how it is accepted by the process that holds `renewal`, and what is performed then.
 *
 * @since 0.2.0
 * @category models
 */
export interface Intent<Facts, E> {
  readonly shop: Shop
  readonly kind: TransactionKind
  readonly accept: (renewal: Renewal) => Operation<Facts, Acceptance, E>
  readonly perform: (transaction: Transaction) => Performance
}

/**
 * @since 0.2.0
 * @category services
 */
export class Operations extends Context.Tag("@florin/core/Operations")<
  Operations,
  {
    /** Runs an operation to its end; a caller that goes away does not stop it. */
    readonly run: <Facts, E>(intent: Intent<Facts, E>) => Effect.Effect<Answer, E | StorageError>
    /** Performs what was accepted before, by this process or another, and records it. */
    readonly resume: (
      shop: Shop,
      kind: TransactionKind,
      transaction: Transaction,
      job: HeldJob & { readonly attempts: number },
      performance: Performance
    ) => Effect.Effect<Answer, StorageError>
    /**
     * For how long this process has known that no process can be sending the transaction of a job that it holds. Unit:
     * milliseconds of the monotonic clock.
     */
    readonly quietFor: (job: JobName) => number
    /** Records what is known of a transaction. */
    readonly record: (
      shop: Shop,
      kind: TransactionKind,
      transaction: Transaction,
      event: TransactionEvent,
      job: HeldJob & { readonly attempts: number }
    ) => Effect.Effect<Answer, StorageError>
  }
>() {}

interface Run {
  readonly shop: Shop
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly job: HeldJob & { readonly attempts: number }
  /** The name under which this process certainly held the job; absent where that has to be proven before a call. */
  readonly owner: string | undefined
  readonly clock: Clock.Clock
  readonly done: (exit: Exit.Exit<Answer, StorageError>) => void
}

const contention = new StorageError({ operation: "accept", reason: "busy", detail: "stale" })

// Other processes look by themselves about as often. Unit: milliseconds.
const soon = 1000

const storageFailure = (error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError({ operation: "record", reason: "unexpected" })

/**
 * @since 0.2.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const store = yield* OperationStore
  const documents = yield* TransactionDocuments
  const lease = yield* Lease
  const worker = yield* Worker
  const peers = yield* PeerWakeup
  const calls = yield* Calls
  const newNotificationId = yield* makeNotificationId
  const monotonic = yield* MonotonicClock
  const quiet = Quiet.make()
  const runFork = Runtime.runFork(yield* Effect.runtime<never>())

  const wake = (wakeAt: number | undefined, clock: Clock.Clock): void => {
    if (wakeAt === undefined) return
    const now = clock.unsafeCurrentTimeMillis()
    worker.unsafeWakeFor(wakeAt, now)
    if (wakeAt <= now + soon) peers.unsafeTell()
  }

  const regimeOf = ({ clock, shop }: Run): Recording.Regime => {
    const now = clock.unsafeCurrentTimeMillis()
    return {
      shop,
      encode: documents.encode,
      now: DateTime.unsafeMake(now),
      notification: newNotificationId(now),
      parentNotification: newNotificationId(now)
    }
  }

  const end = (run: Run, exit: Exit.Exit<Answer, StorageError>): void => {
    worker.end(run.job)
    // Recovery finishes what could not be recorded.
    if (exit._tag === "Failure") worker.abandon(run.job)
    run.done(exit)
  }

  // Another process has decided, or will: what this one has sent is told to it, or taken back. The first answer stays.
  const standing = (run: Run, event: TransactionEvent): void => {
    const { clock, kind, transaction } = run
    const now = clock.unsafeCurrentTimeMillis()
    const window = Duration.toMillis(kind.inFlightWindow(transaction))
    store.submit(lateTruth({ kind, transaction, event, now, window, encode: documents.encode }), (outcome) => {
      if (outcome._tag !== "Committed") return end(run, Exit.fail(storageFailure(errorOf(outcome))))
      wake(outcome.wakeAt, clock)
      end(run, Exit.succeed(outcome.answer))
    })
  }

  // From the end of a call on nothing more of it is sent.
  const note = (job: HeldJob, event: TransactionEvent, lingers: boolean): void => {
    if (event._tag !== "NoAnswer") quiet.forget(job)
    else if (!lingers) quiet.since(job, monotonic.unsafeNow())
  }

  const record = (
    run: Run,
    event: TransactionEvent,
    lingers: boolean,
    then: (exit: Exit.Exit<Answer, StorageError>) => void
  ): void => {
    const { job, kind, transaction } = run
    note(job, event, lingers)
    const operation = Recording.record({ kind, transaction, event, job, lingers }, regimeOf(run))
    store.submit(operation, (outcome) => {
      if (outcome._tag === "Committed") {
        wake(outcome.wakeAt, run.clock)
        return then(Exit.succeed(outcome.answer))
      }
      if (outcome._tag === "Failed" && outcome.error instanceof Stale) return standing(run, event)
      then(Exit.fail(storageFailure(errorOf(outcome))))
    })
  }

  const recorded = (run: Run, event: TransactionEvent): void => record(run, event, false, (exit) => end(run, exit))

  /** A call that came to its end after its caller was answered: its truth is told, or recovery asks from now on. */
  const heardLate = (run: Run, pending: Answer, event: TransactionEvent): void => {
    recorded({ ...run, transaction: pending.transaction, done: () => undefined }, event)
  }

  const withAfter = (run: Run, performance: Performance, event: TransactionEvent) => {
    if (performance.after === undefined || event._tag !== "Approved") return recorded(run, event)
    runFork(performance.after(event)).addObserver((exit) => recorded(run, exit._tag === "Success" ? exit.value : event))
  }

  const ask = (run: Run, performance: Performance): void => {
    let pending: Answer | undefined
    let early: TransactionEvent | undefined
    let late = false
    calls.start(
      performance.ask,
      performance.limit,
      (exit) => {
        const event = exit._tag === "Success" ? exit.value : TransactionEvent.NoAnswer()
        if (!late) return withAfter(run, performance, event)
        if (pending === undefined) early = event
        else heardLate(run, pending, event)
      },
      () => {
        late = true
        record(run, TransactionEvent.NoAnswer(), true, (exit) => {
          run.done(exit)
          if (exit._tag === "Failure") return end({ ...run, done: () => undefined }, exit)
          pending = exit.value
          if (early !== undefined) heardLate(run, pending, early)
        })
      }
    )
  }

  /** The heartbeat is committed with the proof that the job is still this process's. */
  const renewed = (
    { job }: Run,
    renewal: Renewal
  ): Operation<{ readonly held: Reads.JobRecord | undefined }, void, Stale> => ({
    name: "lease-renew",
    load: { held: Reads.job(job) },
    decide: ({ held }) =>
      held?.fence === job.fence && held.owner === renewal.owner
        ? decided(renewal.writes, undefined)
        : refuse(new Stale())
  })

  const whenSure = (run: Run, send: () => void) => {
    // Under another name since, it was taken for dead, and what it held may be another's.
    if (run.owner !== undefined && lease.isSure(run.owner)) return send()
    const renewal = lease.renewal("now")
    store.submit(renewed(run, renewal), (outcome) => {
      if (outcome._tag !== "Committed") return standing(run, TransactionEvent.NotDone())
      renewal.committed()
      // The commit itself may have taken longer than a lease.
      return lease.isSure(renewal.owner) ? send() : standing(run, TransactionEvent.NotDone())
    })
  }

  const perform = (run: Run, performance: Performance) => {
    const send = () => whenSure(run, () => ask(run, performance))
    if (performance.before === undefined) return send()
    runFork(performance.before).addObserver((exit) => {
      const event = exit._tag === "Success" ? exit.value : TransactionEvent.VerificationRefused()
      if (event === undefined) send()
      else recorded(run, event)
    })
  }

  const started = (
    run: Omit<Run, "done">,
    performance: Performance,
    resume: (effect: Effect.Effect<Answer, StorageError>) => void
  ): void => {
    const leave = calls.enter()
    worker.begin(run.job)
    perform(
      {
        ...run,
        done: (exit) => {
          leave()
          resume(exit)
        }
      },
      performance
    )
  }

  const run = <Facts, E>({ accept, kind, perform, shop }: Intent<Facts, E>): Effect.Effect<Answer, E | StorageError> =>
    Effect.clockWith((clock) =>
      Effect.async<Answer, E | StorageError>((resume) => {
        const accepted = (acceptance: Acceptance, renewal: Renewal) => {
          if (acceptance._tag === "Concluded") return resume(Effect.succeed(acceptance.answer))
          const { job, transaction } = acceptance
          started({ shop, kind, transaction, job, owner: renewal.owner, clock }, perform(transaction), resume)
        }
        const submit = (tries: number): void => {
          const renewal = lease.renewal()
          store.submit(accept(renewal), (outcome) => {
            if (outcome._tag === "Committed") {
              renewal.committed()
              wake(outcome.wakeAt, clock)
              return accepted(outcome.answer, renewal)
            }
            if (outcome._tag === "Died") return resume(Effect.die(outcome.defect))
            if (!(outcome.error instanceof Stale)) return resume(Effect.fail(outcome.error))
            if (tries === 0) return resume(Effect.fail(contention))
            // This process was taken for dead meanwhile: it goes on under another name.
            runFork(Effect.ignore(lease.renamed)).addObserver(() => submit(tries - 1))
          })
        }
        submit(2)
      })
    )

  return Operations.of({
    run,
    quietFor: (job) => quiet.since(job, monotonic.unsafeNow()),
    resume: (shop, kind, transaction, job, performance) =>
      Effect.clockWith((clock) =>
        Effect.async((resume) =>
          started({ shop, kind, transaction, job, owner: undefined, clock }, performance, resume)
        )
      ),
    record: (shop, kind, transaction, event, job) =>
      Effect.clockWith((clock) =>
        Effect.async((resume) => {
          worker.begin(job)
          recorded({ shop, kind, transaction, job, owner: undefined, clock, done: resume }, event)
        })
      )
  })
})

const errorOf = (outcome: Exclude<Outcome<unknown, unknown>, { readonly _tag: "Committed" }>): unknown =>
  outcome._tag === "Failed" ? outcome.error : outcome.defect

/**
 * @since 0.2.0
 * @category layers
 */
export const layer = Layer.effect(Operations, make)
