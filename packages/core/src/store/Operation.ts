/**
 * One commit: what it reads, what it decides, what it writes. And the store that performs it, the one way that core
 * writes: each operation is committed as a whole or not at all.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { TransactionChange } from "../transactions/TransactionChange.js"
import type { Commit } from "./FaultPoints.js"
import type { Reads } from "./Reads.js"
import type { StorageError } from "./StorageError.js"
import { NotInsideTransaction, UnitOfWorkContext } from "./UnitOfWork.js"
import type { Write } from "./Write.js"

/**
 * What an operation comes to. `wakeAt`: the earliest due work it adds, in milliseconds of the epoch, for the loop that
 * runs it. `changes`: what the host's listeners are told of, inside the commit.
 */
export type Decision<Answer, Refusal> =
  | { readonly _tag: "Refused"; readonly refusal: Refusal }
  | {
      readonly _tag: "Decided"
      readonly writes: ReadonlyArray<Write>
      readonly answer: Answer
      readonly wakeAt?: number | undefined
      readonly changes?: ReadonlyArray<TransactionChange> | undefined
    }

/**
 * What one commit does. `decide` is pure: no effect, no clock, no randomness, so that it can be run again and tried
 * without a store.
 */
export interface Operation<Facts, Answer, Refusal> {
  readonly name: Commit
  readonly load: Reads<Facts>
  readonly decide: (facts: Facts) => Decision<Answer, Refusal>
}

/** Nothing is written. */
export const refuse = <Refusal>(refusal: Refusal): Decision<never, Refusal> => ({ _tag: "Refused", refusal })

export const decided = <Answer>(
  writes: ReadonlyArray<Write>,
  answer: Answer,
  more: { readonly wakeAt?: number | undefined; readonly changes?: ReadonlyArray<TransactionChange> } = {}
): Decision<Answer, never> => ({ _tag: "Decided", writes, answer, ...more })

/** A row was not as a write expected it: another process, or another operation, came first. Nothing was written. */
export class Stale extends Schema.TaggedError<Stale>("@florin/core/Stale")("Stale", {}) {}

/** How an operation ended. */
export type Outcome<Answer, Refusal> =
  | { readonly _tag: "Committed"; readonly answer: Answer; readonly wakeAt: number | undefined }
  | { readonly _tag: "Failed"; readonly error: Refusal | Stale | StorageError }
  | { readonly _tag: "Died"; readonly defect: unknown }

/**
 * Performs operations. Those that come together may share a commit; none is answered before its commit is durable, and
 * one that fails takes nothing of the others back.
 */
export class OperationStore extends Context.Tag("@florin/core/OperationStore")<
  OperationStore,
  {
    /** `done` is called once, never inside this call, and nothing interrupts what is under way. */
    readonly submit: <Facts, Answer, Refusal>(
      operation: Operation<Facts, Answer, Refusal>,
      done: (outcome: Outcome<Answer, Refusal>) => void
    ) => void
  }
>() {}

const submitted = <Facts, Answer, Refusal>(
  store: Context.Tag.Service<OperationStore>,
  operation: Operation<Facts, Answer, Refusal>
): Effect.Effect<Answer, Refusal | Stale | StorageError> =>
  Effect.uninterruptible(
    Effect.async((resume) =>
      store.submit(operation, (outcome) => {
        switch (outcome._tag) {
          case "Committed":
            return resume(Effect.succeed(outcome.answer))
          case "Failed":
            return resume(Effect.fail(outcome.error))
          case "Died":
            return resume(Effect.die(outcome.defect))
        }
      })
    )
  )

/**
 * An operation as an effect. Interrupting the effect does not stop what was submitted. Inside a unit of work it dies: it
 * would wait for that unit's own end.
 */
export const commit =
  (store: Context.Tag.Service<OperationStore>) =>
  <Facts, Answer, Refusal>(
    operation: Operation<Facts, Answer, Refusal>
  ): Effect.Effect<Answer, Refusal | Stale | StorageError> =>
    Effect.contextWithEffect((context: Context.Context<never>) =>
      context.unsafeMap.has(UnitOfWorkContext.key)
        ? Effect.die(new NotInsideTransaction({ operation: operation.name }))
        : submitted(store, operation)
    )
