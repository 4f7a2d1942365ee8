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
 * - `recording`, `superseding`: a commit is under way
 * - `overdue`: the limit of the call has passed, and a missing answer is being recorded; the call may still end
 * - `lingering`: the caller knows that there was no answer; the call may still end, and this process keeps the job
 * - `overtaken`, `straggling`: the same, after another process has taken the job
 * - `querying`: the provider is asked how an earlier attempt stands
 * - `deciding`: a commit finds out whether an approval is to be taken back, and keeps the key of the reversal
 * - `inquiring`: the acquirer is asked whether there is an approval
 * - `reversing`: the acquirer takes it back
 * - `overrun`, `unheard`: the limit of that call has passed; what it says is asked for again, under the same key
 * - `concluding`: the last commit of due work
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
  | "deciding"
  | "inquiring"
  | "reversing"
  | "overrun"
  | "unheard"
  | "concluding"
  | "ended"

/**
 * `Answered` is any outcome, a missing answer included. `PassedOn`: a commit after which the transaction goes on with
 * another provider. `Stale`: another process was faster. `Claimed`: due work continues what an earlier process began.
 * `ReversalDue`: due work takes an approval back, which is then `Begun`, `Unneeded`, or `InDoubt` until the acquirer says
 * whether there is one.
 */
export type Trigger =
  | "Accepted"
  | "Claimed"
  | "ReversalDue"
  | "Begun"
  | "Unneeded"
  | "InDoubt"
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
 * The commits of an attempt at a transaction.
 *
 * - `record`, `record-no-answer`: the outcome; a missing answer keeps the job
 * - `record-unseen`: the outcome of what the provider has never seen, which is looked for again later: a process that
 * stood still may have sent it after all, and have died or found no store that takes its answer
 * - `supersede`, `supersede-no-answer`, `supersede-unsent`: what an outcome still means after another process was faster
 * - `reschedule`, `await-window`: the next query, in the second case as soon as the key can no longer arrive
 */
export type TransactionCommit =
  | "record"
  | "record-no-answer"
  | "record-unseen"
  | "supersede"
  | "supersede-no-answer"
  | "supersede-unsent"
  | "reschedule"
  | "await-window"

/**
 * The last commit of a reversal.
 *
 * - `finish`: the approval is taken back
 * - `correct`: the acquirer has refused, so that the transaction is successful after all
 * - `reverse-later`, `give-up`: it has not answered; an operator has to find out at the end
 */
export type Conclusion = "finish" | "correct" | "reverse-later" | "give-up"

export type ReversalCommit = "begin-reversal" | Conclusion

export type AttemptCommit = TransactionCommit | ReversalCommit

/**
 * `hold` and `release` mark the job as running in this process; `abandon` leaves it to recovery. `prove-anew` looks
 * for it. `pass-on` begins the next attempt, which replies unless this one has.
 */
export type Action =
  | AttemptCommit
  | "hold"
  | "release"
  | "abandon"
  | "verify"
  | "prove"
  | "prove-anew"
  | "call"
  | "complete"
  | "query"
  | "warn"
  | "reply"
  | "pass-on"

/**
 * Durations in milliseconds. `quietFor`: since when no process can be sending the key; `window`: how long after that
 * nothing is concluded, and nothing sent again.
 */
export interface Facts {
  readonly kind: Pick<TransactionKind, "unknownOutcome">
  /** Absent in recovery where the provider does not promise that one key is one operation, or does so no longer. */
  readonly call: object | undefined
  readonly quietFor: number
  readonly window: number
  readonly reversal?: Reversal
}

/** How a reversal stands. */
export interface Reversal {
  /** There is no more to find out about the charge. */
  readonly isQueried: boolean
  /** `refused`: for a shop that is known. */
  readonly answer: "taken-back" | "refused" | "none"
  /** No further attempt follows. */
  readonly isLast: boolean
}

const { always, when } = Machine
const forward = ({ kind }: Facts): boolean => kind.unknownOutcome === "rolls-forward"
const isOver = ({ quietFor, window }: Facts): boolean => quietFor >= window
const isRepeatable = (facts: Facts): boolean => forward(facts) && facts.call !== undefined
const repeatable = when<Facts>("Rolls forward, after the window", (facts) => isRepeatable(facts) && isOver(facts))
const unrepeatable = when<Facts>("Rolls forward, not repeatable", (facts) => forward(facts) && facts.call === undefined)
const gone = when<Facts>("Rolls back, after the window", (facts) => !forward(facts) && isOver(facts))
const inFlight = when<Facts>("In the window", (facts) => (isRepeatable(facts) || !forward(facts)) && !isOver(facts))

const isQueried = ({ reversal }: Facts): boolean => reversal?.isQueried === true
const isLast = ({ reversal }: Facts): boolean => reversal?.isLast === true
const isOpen = ({ reversal }: Facts): boolean => reversal?.answer === "none"
const unasked = when<Facts>("Not asked about", (facts) => !isQueried(facts))
const doubtful = when<Facts>("Asked about, another attempt follows", (facts) => isQueried(facts) && !isLast(facts))
const doubtfulLast = when<Facts>("Asked about, no attempt follows", (facts) => isQueried(facts) && isLast(facts))
const takenBack = when<Facts>("Taken back", ({ reversal }) => reversal?.answer === "taken-back")
const refused = when<Facts>("Refused", ({ reversal }) => reversal?.answer === "refused")
const unanswered = when<Facts>("Open, another attempt follows", (facts) => isOpen(facts) && !isLast(facts))
const unansweredLast = when<Facts>("Open, no attempt follows", (facts) => isOpen(facts) && isLast(facts))
const more = when<Facts>("Another attempt follows", (facts) => !isLast(facts))
const last = when<Facts>("No attempt follows", isLast)

/** An approval that is not kept is taken back, under a key that is committed before it is used. */
const reversalRows = (row: Machine.MakeRow<State, Trigger, Facts, Action>) => [
  row("none", "ReversalDue", always, "deciding", "hold", "begin-reversal"),
  row("deciding", "Begun", always, "reversing", "call"),
  row("deciding", "Unneeded", always, "ended", "release", "reply"),
  row("deciding", "InDoubt", unasked, "inquiring", "query"),
  row("deciding", "InDoubt", doubtful, "concluding", "reverse-later"),
  row("deciding", "InDoubt", doubtfulLast, "concluding", "warn", "give-up"),
  row("deciding", "Stale", always, "ended", "release", "reply"),
  row("deciding", "CommitFailed", always, "ended", "release", "reply"),
  row("inquiring", "Answered", always, "deciding", "begin-reversal"),
  row("inquiring", "Unknown", always, "deciding", "begin-reversal"),
  row("inquiring", "NeverSeen", always, "deciding", "begin-reversal"),
  row("reversing", "Answered", takenBack, "concluding", "finish"),
  row("reversing", "Answered", refused, "concluding", "warn", "correct"),
  row("reversing", "Answered", unanswered, "concluding", "reverse-later"),
  row("reversing", "Answered", unansweredLast, "concluding", "warn", "give-up"),
  row("reversing", "LimitReached", more, "overrun", "reverse-later"),
  row("reversing", "LimitReached", last, "overrun", "warn", "give-up"),
  row("overrun", "Answered", always, "concluding"),
  row("overrun", "Committed", always, "unheard", "release", "reply"),
  row("overrun", "Stale", always, "unheard", "release", "reply"),
  row("overrun", "CommitFailed", always, "unheard", "release", "reply"),
  row("unheard", "Answered", always, "ended")
]

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
  row("querying", "Unknown", always, "concluding", "reschedule"),
  row("querying", "NeverSeen", repeatable, "proving", "prove-anew"), // a report may have come meanwhile
  row("querying", "NeverSeen", unrepeatable, "concluding", "warn", "reschedule"),
  row("querying", "NeverSeen", gone, "recording", "record-unseen"),
  row("querying", "NeverSeen", inFlight, "concluding", "await-window"),

  ...reversalRows(row),

  row("concluding", "Committed", always, "ended", "release", "reply"),
  row("concluding", "Stale", always, "ended", "release", "reply"),
  row("concluding", "CommitFailed", always, "ended", "release", "reply")
])
