import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { type Operation, OperationStore, Stale, watched } from "../../commits/Operation.js"
import { Lease, proving } from "../../due-work/Lease.js"
import { PeerWakeup } from "../../due-work/PeerWakeup.js"
import { Worker } from "../../due-work/Worker.js"
import { Calls } from "../../providers/Calls.js"
import * as Tracing from "../../tracing/Tracing.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import type { Answer } from "../Answer.js"
import { type Action, type Commit, machine, type State, type Trigger } from "../AttemptMachine.js"
import type { Attempt, Committed } from "./recording.js"

// Other processes poll about as often. Unit: milliseconds.
const soon = 1000

const noAnswer = TransactionEvent.NoAnswer()
const refused = TransactionEvent.VerificationRefused()

const valueOf = <A>(exit: Exit.Exit<A>, otherwise: A): A => (exit._tag === "Success" ? exit.value : otherwise)

type Row = (typeof machine.rows)[number]

/** The rows by state and trigger: an authorization passes through six. */
const rows = new Map<State, Map<Trigger, Array<Row>>>()
for (const row of machine.rows) {
  const ofState = rows.get(row.state) ?? new Map<Trigger, Array<Row>>()
  rows.set(row.state, ofState.set(row.trigger, [...(ofState.get(row.trigger) ?? []), row]))
}

/** The services of attempts. The steps of an attempt outlive its caller. */
export const services = Effect.gen(function* () {
  const peers = yield* PeerWakeup
  const store = yield* OperationStore
  const worker = yield* Worker
  const lease = yield* Lease
  return {
    calls: yield* Calls,
    lease,
    prove: proving(lease, store),
    store,
    worker,
    // biome-ignore lint/plugin/runners: outlives its caller
    runFork: Runtime.runFork(yield* Effect.runtime<never>()),
    /** Wakes the loops of due work for a job that was committed. */
    wake: (wakeAt: number | undefined, clock: Clock.Clock): void => {
      if (wakeAt === undefined) return
      const now = clock.unsafeCurrentTimeMillis()
      worker.unsafeWakeFor(wakeAt, now)
      if (wakeAt <= now + soon) peers.unsafeTell()
    }
  }
})

/** Performs attempts as their machine says: it owns their fibers, deadlines and callbacks, and knows no rule. */
export const make = ({ calls, prove, runFork, store, wake, worker }: Effect.Effect.Success<typeof services>) => {
  const fork = <A>(attempt: Attempt, step: Effect.Effect<A>, ended: (exit: Exit.Exit<A>) => void): void =>
    void runFork(Tracing.within(attempt.subject.trace, step)).addObserver(ended)

  const submit = (attempt: Attempt, commit: Commit): void => {
    const { clock, trace } = attempt.subject
    // The facts of each are its own.
    const operation = attempt.commit(commit) as Operation<unknown, Answer | undefined, Stale>
    const ended = (outcome: Committed) => {
      attempt.outcome = outcome
      if (outcome._tag === "Committed") {
        wake(outcome.wakeAt, clock)
        return dispatch(attempt, attempt.committed(commit, outcome.answer))
      }
      dispatch(attempt, outcome._tag === "Failed" && outcome.error instanceof Stale ? "Stale" : "CommitFailed")
    }
    store.submit(operation, watched(trace, operation.name, ended))
  }

  const actions: { readonly [A in Exclude<Action, Commit>]: (attempt: Attempt) => void } = {
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
    prove: (attempt) =>
      prove(attempt.subject.job, (owner) => {
        attempt.owner = owner
        dispatch(attempt, owner === undefined ? "LeaseLost" : "Leased")
      }),
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
    "pass-on": (attempt) => dispatch(attempt.passedOn(), "Accepted")
  }

  const dispatch = (attempt: Attempt, trigger: Trigger, event?: TransactionEvent): void => {
    const row = rows
      .get(attempt.state)
      ?.get(trigger)
      ?.find(({ condition }) => condition.holds(attempt))
    if (row === undefined) return
    attempt.state = row.next
    if (event !== undefined) attempt.event = event
    for (const action of row.effects) {
      if (action in actions) actions[action as Exclude<Action, Commit>](attempt)
      else submit(attempt, action as Commit)
    }
  }

  return dispatch
}
