/**
 * The one way that core writes: operations, each committed as a whole or not at all.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Operation } from "./Operation.js"
import type { StorageError } from "./StorageError.js"

/**
 * A row was not as a write expected it: another process, or another operation, came first. Nothing was written.
 *
 * @since 0.2.0
 * @category errors
 */
export class Stale extends Schema.TaggedError<Stale>("@florin/core/Stale")("Stale", {}) {}

/**
 * How an operation ended.
 *
 * @since 0.2.0
 * @category models
 */
export type Outcome<Answer, Refusal> =
  | { readonly _tag: "Committed"; readonly answer: Answer; readonly wakeAt: number | undefined }
  | { readonly _tag: "Failed"; readonly error: Refusal | Stale | StorageError }
  | { readonly _tag: "Died"; readonly defect: unknown }

/**
 * Performs operations. Those that come together may share a commit; none is answered before its commit is durable, and
 * one that fails takes nothing of the others back.
 *
 * @since 0.2.0
 * @category services
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

/**
 * An operation as an effect. Interrupting the effect does not stop what was submitted.
 *
 * @since 0.2.0
 * @category running
 */
export const commit =
  (store: Context.Tag.Service<OperationStore>) =>
  <Facts, Answer, Refusal>(
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
