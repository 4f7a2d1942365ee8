/**
 * The life of an attempt: one call of a provider under one key, from the commit that accepted it to the commit that
 * says what became of it. Its driver performs the effects; every rule about who sends, who answers and what a late
 * answer means is a row here.
 *
 * Source: D40, D41; reliability, promises 2, 3 and 6.
 */
import * as Machine from "../machine/Machine.js"
import type { TransactionKind } from "./TransactionKind.js"

/**
 * - `verifying`: what comes before the provider, such as 3-D Secure and the merchant's verification
 * - `proving`: this process makes sure that it still holds the job
 * - `completing`: what an answer entails before it is recorded, such as the wallet
 * - `recording`, `superseding`, `rescheduling`: a commit is under way
 * - `overdue`: the limit of the call has passed, and a missing answer is being recorded; the call may still end
 * - `lingering`: the caller knows that there was no answer; the call may still end, and this process keeps the job
 * - `overtaken`, `straggling`: the same, after another process has taken the job
 * - `querying`: the provider is asked how an earlier attempt stands
 */
export type State =
  | "none"
  | "verifying"
  | "proving"
  | "calling"
  | "completing"
  | "recording"
  | "superseding"
  | "overdue"
  | "overdue-answered"
  | "lingering"
  | "recording-late"
  | "overtaken"
  | "overtaken-answered"
  | "straggling"
  | "superseding-late"
  | "querying"
  | "rescheduling"
  | "ended"

/**
 * `Answered` is any outcome, a missing answer included. `PassedOn`: a commit after which the transaction goes on with
 * another provider. `Stale`: another process was faster. `Claimed`: due work continues what an earlier process began.
 */
export type Trigger =
  | "Accepted"
  | "Claimed"
  | "Verified"
  | "Leased"
  | "LeaseLost"
  | "Answered"
  | "LimitReached"
  | "Unknown"
  | "NeverSeen"
  | "Committed"
  | "PassedOn"
  | "Stale"
  | "CommitFailed"

/**
 * The commits of an attempt.
 *
 * - `record`, `record-no-answer`: the outcome; a missing answer keeps the job
 * - `supersede`, `supersede-no-answer`, `supersede-unsent`: what an outcome still means after another process was faster
 * - `reschedule`, `await-window`: the next query, in the second case as soon as the key can no longer arrive
 */
export type Commit =
  | "record"
  | "record-no-answer"
  | "supersede"
  | "supersede-no-answer"
  | "supersede-unsent"
  | "reschedule"
  | "await-window"

/**
 * `hold` and `release` mark the job as running in this process; `abandon` leaves it to recovery. `pass-on` begins the
 * next attempt, which replies unless this one has.
 */
export type Action =
  | Commit
  | "hold"
  | "release"
  | "abandon"
  | "verify"
  | "prove"
  | "call"
  | "complete"
  | "query"
  | "warn"
  | "reply"
  | "pass-on"

/** Durations in milliseconds. `quietFor`: since when no process can be sending the key; `window`: the in-flight window. */
export interface Facts {
  readonly kind: Pick<TransactionKind, "unknownOutcome">
  /** Absent in recovery where the provider does not promise that one key is one operation. */
  readonly call: object | undefined
  readonly quietFor: number
  readonly window: number
}

const { always, when } = Machine
const forward = ({ kind }: Facts): boolean => kind.unknownOutcome === "rolls-forward"
const repeatable = when<Facts>("Rolls forward", (facts) => forward(facts) && facts.call !== undefined)
const unrepeatable = when<Facts>("Rolls forward, not repeatable", (facts) => forward(facts) && facts.call === undefined)
const gone = when<Facts>("Rolls back, after the window", (facts) => !forward(facts) && facts.quietFor >= facts.window)
const inFlight = when<Facts>("Rolls back, in the window", (facts) => !forward(facts) && facts.quietFor < facts.window)

/** An effect that may bring the next event at once is the last of its row. */
export const machine = Machine.make<State, Trigger, Facts, Action>("attempt")((row) => [
  row("none", "Accepted", always, "verifying", "hold", "verify"),
  row("verifying", "Verified", always, "proving", "prove"),
  row("verifying", "Answered", always, "recording", "record"),
  row("proving", "Leased", always, "calling", "call"),
  row("proving", "LeaseLost", always, "superseding", "supersede-unsent"),
  row("calling", "Answered", always, "completing", "complete"),
  row("calling", "LimitReached", always, "overdue", "record-no-answer"),
  row("completing", "Answered", always, "recording", "record"),
  row("recording", "Committed", always, "ended", "release", "reply"),
  row("recording", "PassedOn", always, "ended", "release", "pass-on"),
  row("recording", "Stale", always, "superseding", "supersede"),
  row("recording", "CommitFailed", always, "ended", "release", "abandon", "reply"),
  row("superseding", "Committed", always, "ended", "release", "reply"),
  row("superseding", "Stale", always, "ended", "release", "abandon", "reply"),
  row("superseding", "CommitFailed", always, "ended", "release", "abandon", "reply"),

  // The call has not ended within its limit. An answer that comes now waits for the commit that is under way.
  row("overdue", "Answered", always, "overdue-answered"),
  row("overdue", "Committed", always, "lingering", "reply"),
  row("overdue", "CommitFailed", always, "lingering", "reply"), // the job is kept, or the answer would be lost
  row("overdue", "Stale", always, "overtaken", "supersede-no-answer"),
  row("overdue-answered", "Committed", always, "recording-late", "reply", "record"),
  row("overdue-answered", "CommitFailed", always, "recording-late", "reply", "record"),
  row("overdue-answered", "Stale", always, "superseding", "supersede"),
  row("lingering", "Answered", always, "recording-late", "record"),
  row("recording-late", "Committed", always, "ended", "release"),
  row("recording-late", "PassedOn", always, "ended", "release", "pass-on"),
  row("recording-late", "Stale", always, "superseding-late", "supersede"),
  row("recording-late", "CommitFailed", always, "ended", "release", "abandon"),
  row("overtaken", "Answered", always, "overtaken-answered"),
  row("overtaken", "Committed", always, "straggling", "release", "reply"),
  row("overtaken", "Stale", always, "straggling", "release", "abandon", "reply"),
  row("overtaken", "CommitFailed", always, "straggling", "release", "abandon", "reply"),
  row("overtaken-answered", "Committed", always, "superseding-late", "reply", "supersede"),
  row("overtaken-answered", "Stale", always, "superseding-late", "reply", "supersede"),
  row("overtaken-answered", "CommitFailed", always, "superseding-late", "reply", "supersede"),
  row("straggling", "Answered", always, "superseding-late", "hold", "supersede"),
  row("superseding-late", "Committed", always, "ended", "release"),
  row("superseding-late", "Stale", always, "ended", "release", "abandon"),
  row("superseding-late", "CommitFailed", always, "ended", "release", "abandon"),

  // Recovery: the provider is asked for what became of the key. What rolls forward is sent again under it.
  row("none", "Claimed", always, "querying", "hold", "query"),
  row("querying", "Answered", always, "recording", "record"),
  row("querying", "Unknown", always, "rescheduling", "reschedule"),
  row("querying", "NeverSeen", repeatable, "proving", "prove"),
  row("querying", "NeverSeen", unrepeatable, "rescheduling", "warn", "reschedule"),
  row("querying", "NeverSeen", gone, "recording", "record"),
  row("querying", "NeverSeen", inFlight, "rescheduling", "await-window"),
  row("rescheduling", "Committed", always, "ended", "release", "reply"),
  row("rescheduling", "Stale", always, "ended", "release", "reply"),
  row("rescheduling", "CommitFailed", always, "ended", "release", "reply")
])
