/** What its driver needs of an attempt, and of the process. */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { type Commit, type CommitOutcome, CommitStore, type Decision, type Stale } from "../commits/Commit.js"
import { confirmHeld, confirmHeldInStore, Lease } from "../due-work/Lease.js"
import { Worker } from "../due-work/Worker.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { Calls } from "../providers/Calls.js"
import type * as Tracing from "../tracing/Tracing.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { AttemptCommit, Facts, State, Trigger } from "./AttemptMachine.js"
import type { ProviderCall } from "./ProviderOperation.js"
import type { NeverSeen, ProviderStatus } from "./TransactionKind.js"

/** What an attempt is about, and where its steps are traced. */
export interface Subject {
  readonly job: ClaimedJob
  readonly clock: Clock.Clock
  readonly trace: Tracing.Trace | undefined
}

/** The operation behind a commit of the machine. Its facts are its own. */
export interface AttemptOperation extends Pick<Commit<unknown, unknown, Stale>, "name"> {
  readonly load: object
  decide(facts: unknown): Decision<unknown, Stale>
}

/** One attempt: its state, and what the effects of its machine are for it. */
export interface ProviderAttempt extends Facts {
  state: State
  event: TransactionEvent | undefined
  /** The name under which this process certainly holds the job. */
  owner: string | undefined
  outcome: CommitOutcome<unknown, Stale> | undefined
  readonly subject: Subject
  readonly call: ProviderCall | undefined
  /** What an approval entails before it is recorded. */
  readonly completion?: Effect.Effect<TransactionEvent> | undefined
  query(): Effect.Effect<ProviderStatus | NeverSeen>
  /** The event that the provider's status is. */
  queried(known: ProviderStatus | NeverSeen): readonly [Trigger, TransactionEvent?]
  commit(commit: AttemptCommit): AttemptOperation
  /** Takes what a commit has answered, and says which event that is. */
  committed(commit: AttemptCommit, answer: unknown): Trigger
  reply(): void
  warn(): void
  /** The attempt at the next provider. */
  rerouted?(): ProviderAttempt
}

/** The services of attempts. The steps of an attempt outlive its caller. */
export const services = Effect.gen(function* () {
  const store = yield* CommitStore
  const lease = yield* Lease
  return {
    calls: yield* Calls,
    lease,
    prove: confirmHeld(lease, store),
    proveAnew: confirmHeldInStore(lease, store),
    store,
    worker: yield* Worker,
    // biome-ignore lint/plugin/runners: outlives its caller
    runFork: Runtime.runFork(yield* Effect.runtime<never>())
  }
})

export type AttemptServices = Effect.Effect.Success<typeof services>
