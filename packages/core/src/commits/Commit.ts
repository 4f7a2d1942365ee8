/**
 * One commit as data: its reads, its decision and its writes; and the store that performs it, the only way core writes.
 * Each operation commits as a whole or not at all.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { KeyRecord } from "../idempotency/IdempotencyKey.js"
import type { CommitName } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import { NotInsideTransaction, UnitOfWorkContext } from "../store/UnitOfWork.js"
import * as Tracing from "../tracing/Tracing.js"
import type { Changed } from "../transactions/TransactionChange.js"
import { ClaimLost, type CommandClaim, CurrentClaim, type MadeSoFar, marksOf } from "./CommandKey.js"
import { type CurrentAction, currentActionIn, writesOf } from "./CurrentAction.js"
import * as Reads from "./Reads.js"
import type { Write } from "./Write.js"

/**
 * The result of `decide`. `wakeAt`: when the earliest due work it adds is due, in epoch milliseconds, for the
 * scheduler's loop. `changes`: passed to the host's listeners, inside the commit. `makes`: of a step of a command, what the
 * command has made with it.
 */
export type Decision<Answer, Refusal> =
  | { readonly _tag: "Refused"; readonly refusal: Refusal }
  | {
      readonly _tag: "Decided"
      readonly writes: ReadonlyArray<Write>
      readonly answer: Answer
      readonly wakeAt?: number | undefined
      readonly changes?: ReadonlyArray<Changed> | undefined
      readonly makes?: MadeSoFar | undefined
    }

/** One commit. `decide` is pure (no effect, no clock, no randomness): it can be rerun, and tested without a store. */
export interface Commit<Facts, Answer, Refusal> {
  readonly name: CommitName
  readonly load: Reads.Reads<Facts>
  readonly decide: (facts: Facts) => Decision<Answer, Refusal>
}

/** Refuses without writing anything. */
export const refuse = <Refusal>(refusal: Refusal): Decision<never, Refusal> => ({ _tag: "Refused", refusal })

export const decided = <Answer>(
  writes: ReadonlyArray<Write>,
  answer: Answer,
  more: {
    readonly wakeAt?: number | undefined
    readonly changes?: ReadonlyArray<Changed>
    readonly makes?: MadeSoFar
  } = {}
): Decision<Answer, never> => ({ _tag: "Decided", writes, answer, ...more })

/** A commit that reads nothing. `wakeAt`: as in `Decision`. */
export const writing = <Answer>(
  name: CommitName,
  writes: ReadonlyArray<Write>,
  answer: Answer,
  wakeAt?: number
): Commit<object, Answer, never> => ({ name, load: {}, decide: () => decided(writes, answer, { wakeAt }) })

/** A write's guard failed: another process or commit changed the row first. Nothing was written. */
export class Stale extends Schema.TaggedError<Stale>("@florin/core/Stale")("Stale", {}) {}

export type CommitOutcome<Answer, Refusal> =
  | { readonly _tag: "Committed"; readonly answer: Answer; readonly wakeAt: number | undefined }
  | { readonly _tag: "Failed"; readonly error: Refusal | Stale | StorageError }
  | { readonly _tag: "Died"; readonly defect: unknown }

/** The outcome of a commit whose decision is durable. */
export const outcomeOf = <Answer, Refusal>(decision: Decision<Answer, Refusal>): CommitOutcome<Answer, Refusal> =>
  decision._tag === "Refused"
    ? { _tag: "Failed", error: decision.refusal }
    : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }

/**
 * Performs commits. Concurrent ones may share a database transaction; none is answered before it is durable, and a
 * failed one does not roll back the others.
 */
export class CommitStore extends Context.Tag("@florin/core/CommitStore")<
  CommitStore,
  {
    /** Calls `done` once, never synchronously. A submitted operation cannot be interrupted. */
    readonly submit: <Facts, Answer, Refusal>(
      operation: Commit<Facts, Answer, Refusal>,
      done: (outcome: CommitOutcome<Answer, Refusal>) => void
    ) => void
  }
>() {}

const errorIn = (outcome: CommitOutcome<unknown, unknown>): string | undefined => {
  if (outcome._tag === "Committed") return undefined
  return outcome._tag === "Died" ? "defect" : Tracing.nameOf(outcome.error)
}

/**
 * Begins the span of a commit, which ends with its outcome, where a tracer is installed. A commit that no operation
 * caused, such as a heartbeat, has none.
 */
export const watched = <Answer, Refusal>(
  trace: Tracing.Trace | undefined,
  name: CommitName,
  done: (outcome: CommitOutcome<Answer, Refusal>) => void
): ((outcome: CommitOutcome<Answer, Refusal>) => void) => {
  if (trace?.parent === undefined) return done
  const span = Tracing.begin(trace, `commit ${name}`)
  return (outcome) => {
    Tracing.end(trace, span, errorIn(outcome))
    done(outcome)
  }
}

/** An outcome as an effect that has ended. */
export const settledAs = <Answer, Refusal>(
  outcome: CommitOutcome<Answer, Refusal>
): Exit.Exit<Answer, Refusal | Stale | StorageError> => {
  switch (outcome._tag) {
    case "Committed":
      return Exit.succeed(outcome.answer)
    case "Failed":
      return Exit.fail(outcome.error)
    case "Died":
      return Exit.die(outcome.defect)
  }
}

/** A commit, and what is to be known of its outcome. */
interface Audited<Facts, Answer, Refusal> {
  readonly operation: Commit<Facts, Answer, Refusal>
  readonly ended: (outcome: CommitOutcome<unknown, unknown>) => void
}

/** A commit that keeps who acts, unless an earlier one of the action has. Source: D75. */
export const audited = <Facts, Answer, Refusal>(
  acting: CurrentAction["Type"] | undefined,
  operation: Commit<Facts, Answer, Refusal>
): Audited<Facts, Answer, Refusal> => {
  if (acting === undefined || acting.isKept) return { operation, ended: () => undefined }
  let isWritten = false
  return {
    operation: {
      ...operation,
      decide: (facts) => {
        const decision = operation.decide(facts)
        isWritten = decision._tag === "Decided" && decision.writes.length > 0
        return decision._tag === "Decided" && isWritten
          ? { ...decision, writes: [...decision.writes, ...writesOf(acting)] }
          : decision
      }
    },
    ended: ({ _tag }) => {
      if (_tag === "Committed" && isWritten) acting.isKept = true
    }
  }
}

const submitted = <Facts, Answer, Refusal>(
  store: Context.Tag.Service<CommitStore>,
  operation: Commit<Facts, Answer, Refusal>,
  trace: Tracing.Trace | undefined,
  acting: CurrentAction["Type"] | undefined
): Effect.Effect<Answer, Refusal | Stale | StorageError> =>
  Effect.uninterruptible(
    Effect.async((resume) => {
      const { ended, operation: whole } = audited(acting, operation)
      const done = (outcome: CommitOutcome<Answer, Refusal>) => {
        ended(outcome)
        resume(settledAs(outcome))
      }
      store.submit(whole, watched(trace, whole.name, done))
    })
  )

/**
 * A commit that marks the key of its command, too. Refused as `ClaimLost` if it would write although another caller now
 * holds the claim. Source: D13.
 */
export const marking = <Facts, Answer, Refusal>(
  claim: CommandClaim,
  operation: Commit<Facts, Answer, Refusal>,
  made = ""
): Commit<Facts & { readonly command: KeyRecord | undefined }, Answer, Refusal | ClaimLost> => ({
  name: operation.name,
  load: { ...operation.load, command: Reads.key(claim.shop, claim.key) } as never,
  decide: (facts) => {
    const decision = operation.decide(facts)
    if (decision._tag === "Refused" || decision.writes.length === 0) return decision
    const marks = marksOf(claim, facts.command, decision.makes ?? made)
    return marks instanceof ClaimLost ? refuse(marks) : { ...decision, writes: [...decision.writes, ...marks] }
  }
})

const isLost = (error: unknown): error is ClaimLost => error instanceof ClaimLost

/**
 * A commit as an effect. Interrupting the effect does not stop a submitted commit. Dies inside a unit of work, because
 * it would wait for that unit to end.
 */
export const commit =
  (store: Context.Tag.Service<CommitStore>) =>
  <Facts, Answer, Refusal>(
    operation: Commit<Facts, Answer, Refusal>
  ): Effect.Effect<Answer, Refusal | Stale | StorageError> =>
    Effect.withFiberRuntime((fiber) => {
      const { currentContext } = fiber
      if (currentContext.unsafeMap.has(UnitOfWorkContext.key)) {
        return Effect.die(new NotInsideTransaction({ operation: operation.name }))
      }
      const trace = Tracing.traceOf(fiber)
      const acting = currentActionIn(currentContext)
      const claim: CommandClaim | undefined = currentContext.unsafeMap.get(CurrentClaim.key)
      if (claim === undefined) return submitted(store, operation, trace, acting)
      const marked = submitted(store, marking(claim, operation), trace, acting)
      return Effect.catchIf(marked, isLost, (lost) => Effect.die(lost))
    })

export const isStale = (error: unknown): error is Stale => error instanceof Stale

/** `commit` of writes that have no guard: a stale one is a defect. */
export const commitUnguarded =
  (store: Context.Tag.Service<CommitStore>) =>
  <Facts, Answer, Refusal>(
    operation: Commit<Facts, Answer, Refusal>
  ): Effect.Effect<Answer, Exclude<Refusal, Stale> | StorageError> =>
    Effect.catchIf(commit(store)(operation), isStale, Effect.die)
