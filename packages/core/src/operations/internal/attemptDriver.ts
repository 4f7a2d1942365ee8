import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { type Commit, type CommitOutcome, Stale, watched } from "../../commits/Commit.js"
import * as Tracing from "../../tracing/Tracing.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { type Action, type AttemptCommit, machine, type Trigger } from "../AttemptMachine.js"
import type { AttemptServices, ProviderAttempt } from "../ProviderAttempt.js"

const [noAnswer, refused] = [TransactionEvent.NoAnswer(), TransactionEvent.VerificationRefused()]
const valueOf = <A>(exit: Exit.Exit<A>, otherwise: A): A => (exit._tag === "Success" ? exit.value : otherwise)

/** Performs attempts as their machine says: it owns their fibers, deadlines and callbacks, and knows no rule. */
export const make = ({ calls, prove, proveAnew, runFork, store, worker }: AttemptServices) => {
  const fork = <A>(attempt: ProviderAttempt, step: Effect.Effect<A>, ended: (exit: Exit.Exit<A>) => void): void =>
    void runFork(Tracing.within(attempt.subject.trace, step)).addObserver(ended)

  const submit = (attempt: ProviderAttempt, commit: AttemptCommit): void => {
    const { clock, trace } = attempt.subject
    const operation = attempt.commit(commit) as Commit<unknown, unknown, Stale>
    const ended = (outcome: CommitOutcome<unknown, Stale>) => {
      attempt.outcome = outcome
      if (outcome._tag === "Committed") {
        worker.unsafeWakeAll(outcome.wakeAt, clock.unsafeCurrentTimeMillis())
        return dispatch(attempt, attempt.committed(commit, outcome.answer))
      }
      dispatch(attempt, outcome._tag === "Failed" && outcome.error instanceof Stale ? "Stale" : "CommitFailed")
    }
    store.submit(operation, watched(trace, operation.name, ended))
  }

  const leased = (attempt: ProviderAttempt) => (owner: string | undefined) => {
    attempt.owner = owner
    dispatch(attempt, owner === undefined ? "LeaseLost" : "Leased")
  }
  const actions: { readonly [A in Exclude<Action, AttemptCommit>]: (attempt: ProviderAttempt) => void } = {
    hold: ({ subject }) => worker.begin(subject.job),
    release: ({ subject }) => worker.end(subject.job),
    abandon: ({ subject }) => worker.abandon(subject.job),
    verify: (attempt) => {
      const verification = attempt.call?.before
      if (verification === undefined) return dispatch(attempt, "Verified")
      fork(attempt, verification, (exit) => {
        const event = valueOf<TransactionEvent | undefined>(exit, refused)
        dispatch(attempt, event === undefined ? "Verified" : "Answered", event)
      })
    },
    prove: (attempt) => prove(attempt.subject.job, leased(attempt)),
    "prove-anew": (attempt) => proveAnew(attempt.subject.job, leased(attempt)),
    call: (attempt) => {
      const { ask, limit } = attempt.call!
      const ended = (exit: Exit.Exit<TransactionEvent>) => dispatch(attempt, "Answered", valueOf(exit, noAnswer))
      // Past the limit the call is interrupted; it has not ended until it says so.
      const late = () => dispatch(attempt, "LimitReached")
      calls.start(Tracing.within(attempt.subject.trace, ask(attempt.owner!)), limit, ended, late)
    },
    complete: (attempt) => {
      const { completion, event } = attempt
      if (completion === undefined) return dispatch(attempt, "Answered", event)
      fork(attempt, completion, (exit) => dispatch(attempt, "Answered", valueOf(exit, event!)))
    },
    query: (attempt) =>
      fork(attempt, attempt.query(), (exit) => dispatch(attempt, ...attempt.queried(valueOf(exit, "unknown")))),
    warn: (attempt) => attempt.warn(),
    reply: (attempt) => attempt.reply(),
    "pass-on": (attempt) => dispatch(attempt.rerouted!(), "Accepted")
  }

  const dispatch = (attempt: ProviderAttempt, trigger: Trigger, event?: TransactionEvent): void => {
    if (event !== undefined) attempt.event = event
    const row = machine.rowsFor(attempt.state, trigger).find(({ condition }) => condition.holds(attempt))
    if (row === undefined) return
    attempt.state = row.next
    for (const action of row.effects) {
      if (action in actions) actions[action as Exclude<Action, AttemptCommit>](attempt)
      else submit(attempt, action as AttemptCommit)
    }
  }

  return dispatch
}
