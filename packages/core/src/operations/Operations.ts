/**
 * The lifecycle of every operation with an external call: accept, perform, record. Recovery finishes operations that a
 * crash interrupted.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CommandClaim, CommandKey } from "../commits/CommandKey.js"
import { AlreadyAnswered } from "../idempotency/IdempotencyKey.js"
import type { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import { NotInsideTransaction, UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { OperationName } from "../tracing/SpanNames.js"
import * as Tracing from "../tracing/Tracing.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import type { Intent, Performance } from "./Intent.js"
import * as Running from "./internal/running.js"
import { attributesOf } from "./internal/traces.js"
import type { TransactionKind } from "./TransactionKind.js"

export class Operations extends Context.Tag("@florin/core/Operations")<
  Operations,
  {
    /** Runs an operation to completion; interrupting the caller does not stop it. */
    readonly run: <Facts, E, Kind extends Transaction>(
      intent: Intent<Facts, E, Kind>
    ) => Effect.Effect<Answer<Kind>, E | StorageError>
    /** Performs and records an operation that this or another process accepted earlier. */
    readonly resume: (
      shop: Shop,
      kind: TransactionKind,
      transaction: Transaction,
      job: ClaimedJob,
      performance: Performance
    ) => Effect.Effect<Answer, StorageError>
    /**
     * How long this process has known that no process can be sending the transaction of a job it holds. Unit:
     * milliseconds of the monotonic clock.
     */
    readonly quietFor: (job: JobName) => number
    /** Records the known outcome of a transaction. */
    readonly record: (
      shop: Shop,
      kind: TransactionKind,
      transaction: Transaction,
      event: TransactionEvent,
      job: ClaimedJob
    ) => Effect.Effect<Answer, StorageError>
  }
>() {}

/** What an operation takes from the fiber that starts it, since its steps run outside of it. */
const inFiber = <A, E>(
  effect: (
    clock: Clock.Clock,
    trace: Tracing.Trace | undefined,
    command: CommandClaim | undefined
  ) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiberRuntime((fiber) =>
    effect(
      Context.get(fiber.currentDefaultServices, Clock.Clock),
      Tracing.traceOf(fiber),
      fiber.currentContext.unsafeMap.get(CommandKey.key)
    )
  )

export const make = Effect.gen(function* () {
  const means = yield* Running.means
  const begin = (run: Omit<Running.Run, "clock" | "done" | "trace">, performance: Performance) =>
    inFiber((clock, trace) =>
      Effect.async<Answer, StorageError>((resume) =>
        Running.start(means, { ...run, clock, trace }, performance, resume)
      )
    )

  return Operations.of({
    run: <Facts, E, Kind extends Transaction>(intent: Intent<Facts, E, Kind>) =>
      inFiber((clock, trace, command) =>
        Effect.async<Answer<Kind>, E | StorageError>((resume) =>
          Running.accept(means, intent, { clock, trace, command }, resume as never, triesToAccept)
        )
      ),
    quietFor: means.quietFor,
    resume: (shop, kind, transaction, job, performance) => begin({ shop, kind, transaction, job }, performance),
    record: (shop, kind, transaction, event, job) =>
      inFiber((clock, trace) =>
        Effect.async((resume) =>
          Running.conclude(means, { shop, kind, transaction, job, clock, trace, done: resume }, event)
        )
      )
  })
})

// A process that is repeatedly declared dead must not accept anything.
const triesToAccept = 2

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

/** What the span of an operation says of the transaction that it answers with. */
const described = (answer: unknown): Tracing.Attributes => {
  const transaction = (answer as { readonly transaction?: Transaction } | undefined | null)?.transaction
  return transaction === undefined ? {} : attributesOf(transaction)
}

/**
 * Wraps every operation that commits on its own: refused inside the host's unit of work (D43), and traced.
 */
export const independent = <A, E, R>(
  name: OperationName,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | NotInsideTransaction, R> => Tracing.traced(name, outside(name, effect), undefined, described)

const uidIn = (body: string): TransactionUid | undefined => {
  try {
    return JSON.parse(body)?.transaction?.uid
  } catch {
    return undefined
  }
}

/** Returns the first answer again when it holds a transaction of that kind. Source: D13. */
export const replaying = <Kind extends Transaction>(ofKind: (found: Transaction | undefined) => Kind | undefined) =>
  Effect.map(
    TransactionStore,
    (store) =>
      (shop: Shop) =>
      <E>(ran: Effect.Effect<Answer<Kind>, E>): Effect.Effect<Answer<Kind>, E | StorageError> =>
        Effect.catchIf(
          ran,
          (error) => error instanceof AlreadyAnswered && error.status === 200,
          (error) => {
            const document = (error as AlreadyAnswered).body
            const uid = uidIn(document)
            if (uid === undefined) return Effect.fail(error)
            return Effect.flatMap(store.find(shop.id, uid), (found) => {
              const transaction = ofKind(Option.getOrUndefined(found))
              return transaction === undefined
                ? Effect.fail(error)
                : Effect.succeed({ transaction, document, replayed: true })
            })
          }
        )
  )
