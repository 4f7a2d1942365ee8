/**
 * The lifecycle of every operation with an external call: accept, perform, record. Recovery finishes operations that a
 * crash interrupted.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ClaimLost, type CommandClaim, CurrentClaim } from "../commits/CommandKey.js"
import { audited, type CommitOutcome, marking, Stale, watched } from "../commits/Commit.js"
import { type CurrentAction, currentActionIn } from "../commits/CurrentAction.js"
import { AlreadyAnswered } from "../idempotency/IdempotencyKey.js"
import type { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { Shop } from "../shops/Shop.js"
import { StorageError } from "../store/StorageError.js"
import { NotInsideTransaction, UnitOfWorkContext } from "../store/UnitOfWork.js"
import * as Tracing from "../tracing/Tracing.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import type { Trigger } from "./AttemptMachine.js"
import * as AttemptDriver from "./internal/attemptDriver.js"
import { attemptServices, type Committed, TransactionAttempt } from "./internal/outcomeRecord.js"
import * as Traces from "./internal/traces.js"
import { type ProviderAttempt, type Subject, services } from "./ProviderAttempt.js"
import type { Acceptance, ProviderOperation } from "./ProviderOperation.js"
import type { TransactionKind } from "./TransactionKind.js"

export class Operations extends Context.Tag("@florin/core/Operations")<
  Operations,
  {
    /** Runs an operation to completion; interrupting the caller does not stop it. */
    readonly run: <Facts, E, Kind extends Transaction>(
      providerOperation: ProviderOperation<Facts, E, Kind>
    ) => Effect.Effect<Answer<Kind>, E | StorageError>
    /** Finishes an operation that this or another process accepted earlier, or leaves it to the next query. */
    readonly recover: (
      shop: Shop,
      kind: TransactionKind,
      transaction: Transaction,
      job: ClaimedJob
    ) => Effect.Effect<void, Stale | StorageError>
  }
>() {}

/** What an attempt takes from the fiber that starts it, since its steps run outside of it. */
export const inFiber = <A, E>(
  effect: (
    clock: Clock.Clock,
    trace: Tracing.Trace | undefined,
    command: CommandClaim | undefined,
    acting: CurrentAction["Type"] | undefined
  ) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiberRuntime((fiber) =>
    effect(
      Context.get(fiber.currentDefaultServices, Clock.Clock),
      Tracing.traceOf(fiber),
      fiber.currentContext.unsafeMap.get(CurrentClaim.key),
      currentActionIn(fiber.currentContext)
    )
  )

/** Begins attempts at providers. */
export const makeAttempting = Effect.map(services, (services) => {
  const dispatch = AttemptDriver.make(services)
  return {
    ...services,
    /** Begins an attempt, which replies once. Shutdown waits until then. */
    begin: <Outcome>(
      trigger: Trigger,
      attemptOf: (reply: (outcome: Outcome) => void) => ProviderAttempt,
      done: (outcome: Outcome) => void
    ): void => {
      const leave = services.calls.enter()
      const attempt = attemptOf((outcome) => {
        leave()
        done(outcome)
      })
      dispatch(attempt, trigger)
    }
  }
})

type Attempts = Effect.Effect.Success<typeof makeAttempting>

/** The time limit of a resend; after it the outcome is unknown. */
const sendingLimit = Duration.seconds(30)

// A process that is repeatedly declared dead must not accept anything.
const triesToAccept = 2

const contention = () => new StorageError({ operation: "accept", reason: "busy", detail: "stale" })

const answerOf = (outcome: Committed): Effect.Effect<Answer, StorageError> => {
  if (outcome._tag === "Committed") return Effect.succeed(outcome.answer!)
  const error = outcome._tag === "Failed" ? outcome.error : undefined
  return Effect.fail(
    error instanceof StorageError ? error : new StorageError({ operation: "record", reason: "unexpected" })
  )
}

const ended = (outcome: Committed): Effect.Effect<void, Stale | StorageError> =>
  outcome._tag === "Failed" && outcome.error instanceof Stale ? outcome.error : Effect.asVoid(answerOf(outcome))

type AttemptServices = Effect.Effect.Success<typeof attemptServices>

/**
 * What accepts an operation takes from the fiber of its caller. `command`: the claim that the operation is a part of;
 * `acting`: for whom it acts.
 */
interface Place extends Pick<Subject, "clock" | "trace"> {
  readonly command: CommandClaim | undefined
  readonly acting: CurrentAction["Type"] | undefined
}

const accepting = ({ begin, lease, runFork, store, worker }: Attempts, services: AttemptServices) => {
  const accept = <Facts, E, Kind extends Transaction>(
    providerOperation: ProviderOperation<Facts, E, Kind>,
    place: Place,
    resume: (effect: Effect.Effect<Answer, E | StorageError>) => void,
    tries: number
  ): void => {
    const { kind, perform, shop } = providerOperation
    const { job, operation } = providerOperation.accept
    const { acting, clock, command, trace } = place
    const renewal = lease.renewal()
    // Marked as running before the commit: otherwise the job would look held but idle until the commit returns.
    worker.begin(job)
    const accepted = (acceptance: Acceptance<Kind>) => {
      if (acceptance._tag === "Concluded") return resume(Effect.succeed(acceptance.answer))
      const { besides, job, transaction } = acceptance
      const subject = { shop, kind, job, clock, trace: trace && Traces.joined(trace, transaction), besides }
      begin(
        "Accepted",
        (reply) => new TransactionAttempt(services, subject, transaction, perform(transaction), reply),
        (outcome: Committed) => resume(answerOf(outcome))
      )
    }
    const own = trace === undefined ? operation(renewal) : Traces.kept(trace, operation(renewal))
    // The facts that marking adds are its own.
    const marked = command === undefined ? own : (marking(command, own, job.subject) as typeof own)
    const { ended: noted, operation: whole } = audited(acting, marked)
    const ended = (outcome: CommitOutcome<Acceptance<Kind>, E>) => {
      noted(outcome)
      if (outcome._tag === "Committed") {
        renewal.committed()
        worker.unsafeWakeAll(outcome.wakeAt, clock.unsafeCurrentTimeMillis())
        accepted(outcome.answer)
        return worker.end(job)
      }
      worker.end(job)
      if (outcome._tag === "Died") return resume(Effect.die(outcome.defect))
      if (outcome.error instanceof ClaimLost) return resume(Effect.die(outcome.error))
      if (!(outcome.error instanceof Stale)) return resume(Effect.fail(outcome.error))
      if (tries === 0) return resume(Effect.fail(contention()))
      // This process was declared dead meanwhile; it retries under a new name.
      runFork(Effect.ignore(lease.renamed(renewal.owner))).addObserver(() =>
        accept(providerOperation, place, resume, tries - 1)
      )
    }
    store.submit(whole, watched(trace, whole.name, ended))
  }
  return accept
}

export const make = Effect.gen(function* () {
  const attempts = yield* makeAttempting
  const services = yield* attemptServices
  const accept = accepting(attempts, services)

  return Operations.of({
    run: <Facts, E, Kind extends Transaction>(providerOperation: ProviderOperation<Facts, E, Kind>) =>
      inFiber((clock, trace, command, acting) =>
        Effect.async<Answer<Kind>, E | StorageError>((resume) =>
          accept(providerOperation, { clock, trace, command, acting }, resume as never, triesToAccept)
        )
      ),
    recover: (shop, kind, transaction, job) =>
      inFiber((clock, trace) =>
        Effect.async((resume) => {
          const ask = kind.sendAgain(transaction, DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
          const call = ask && { ask, limit: sendingLimit }
          const subject = { shop, kind, job, clock, trace }
          attempts.begin(
            "Claimed",
            (reply) => new TransactionAttempt(services, subject, transaction, call, reply),
            (outcome: Committed) => resume(ended(outcome))
          )
        })
      )
  })
})

/**
 * The context keys of an open transaction: a unit of work, or a transaction of the host's `@effect/sql` client, known
 * here only by the name of its tag.
 */
const openTransactions = [UnitOfWorkContext.key, "@effect/sql/SqlClient/TransactionConnection"]

const outside = <A, E, R>(
  operation: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | NotInsideTransaction, R> =>
  Effect.contextWithEffect(
    (context: Context.Context<never>): Effect.Effect<A, E | NotInsideTransaction, R> =>
      openTransactions.some((key) => context.unsafeMap.has(key)) ? new NotInsideTransaction({ operation }) : effect
  )

/** Says to the span around of which transaction an answer is. */
const described = (answer: unknown): Effect.Effect<void> => {
  const transaction = (answer as { readonly transaction?: Transaction } | undefined | null)?.transaction
  return transaction === undefined ? Effect.void : Tracing.described(Traces.attributesOf(transaction))
}

/**
 * Wraps every operation that commits on its own: refused inside the host's unit of work (D43). The span around says of
 * which transaction its answer is.
 */
export const outsideUnitOfWork = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | NotInsideTransaction, R> => {
  const guarded = outside(name, effect)
  return Tracing.whereTraced(() => Effect.tap(guarded, described), guarded)
}

/**
 * Wraps every operation that a merchant orders: `outsideUnitOfWork`, and a repeated key gets the first answer again when it
 * holds a transaction of that kind. Source: D13.
 */
export const replaying = <Kind extends Transaction>(ofKind: (found: Transaction | undefined) => Kind | undefined) =>
  Effect.map(TransactionStore, (store) => {
    const replayed = (
      shop: Shop,
      error: AlreadyAnswered
    ): Effect.Effect<Answer<Kind>, AlreadyAnswered | StorageError> => {
      const { answer, made } = error
      if (!("document" in answer) || !made) return error
      return Effect.flatMap(store.find(shop.id, made as TransactionUid), (found) => {
        const transaction = ofKind(Option.getOrUndefined(found))
        return transaction === undefined
          ? error
          : Effect.succeed({ transaction, document: answer.document, replayed: true })
      })
    }
    return <E>(name: string, shop: Shop, ran: Effect.Effect<Answer<Kind>, E>) =>
      outsideUnitOfWork(
        name,
        Effect.catchAll(
          ran,
          (error): Effect.Effect<Answer<Kind>, E | AlreadyAnswered | StorageError> =>
            error instanceof AlreadyAnswered ? replayed(shop, error) : Effect.fail(error)
        )
      )
  })
