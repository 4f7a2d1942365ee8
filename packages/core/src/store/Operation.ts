/**
 * One commit: what it reads, what it decides, what it writes.
 *
 * @since 0.2.0
 */
import type { TransactionChange } from "../transactions/TransactionChange.js"
import type { Commit } from "./FaultPoints.js"
import type { Reads } from "./Reads.js"
import type { Write } from "./Write.js"

/**
 * What an operation comes to. `wakeAt`: the earliest due work it adds, in milliseconds of the epoch, for the loop that
 * runs it. `changes`: what the host's listeners are told of, inside the commit.
 *
 * @since 0.2.0
 * @category models
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
 *
 * @since 0.2.0
 * @category models
 */
export interface Operation<Facts, Answer, Refusal> {
  readonly name: Commit
  readonly load: Reads<Facts>
  readonly decide: (facts: Facts) => Decision<Answer, Refusal>
}

/**
 * Nothing is written.
 *
 * @since 0.2.0
 * @category constructors
 */
export const refuse = <Refusal>(refusal: Refusal): Decision<never, Refusal> => ({ _tag: "Refused", refusal })

/**
 * @since 0.2.0
 * @category constructors
 */
export const decided = <Answer>(
  writes: ReadonlyArray<Write>,
  answer: Answer,
  more: { readonly wakeAt?: number | undefined; readonly changes?: ReadonlyArray<TransactionChange> } = {}
): Decision<Answer, never> => ({ _tag: "Decided", writes, answer, ...more })
