/**
 * Every order in which events can come to an attempt, without a clock or a store: what is under way says which of them
 * can be next, and each is tried.
 */
import * as AttemptMachine from "@florin/core/operations/AttemptMachine"
import * as Arr from "effect/Array"
import { assert, describe, it } from "vitest"

type Row = (typeof AttemptMachine.machine.rows)[number]
/** The rows by state and trigger. */
type Table = ReadonlyMap<string, ReadonlyArray<Row>>
type Step = "verify" | "prove" | "prove-anew" | "call" | "complete" | "query"

/** An attempt and what is under way for it. The last three are of all attempts for one caller. */
interface Life {
  readonly state: AttemptMachine.State
  readonly facts: AttemptMachine.Facts
  readonly step?: Step | undefined
  readonly isLimited?: boolean
  readonly commit?: AttemptMachine.AttemptCommit | undefined
  readonly calls: number
  readonly replies: number
  readonly holds: number
  /** An outcome that no commit has taken up yet. */
  readonly hasUnheard?: boolean
  /** Another process may have the job. */
  readonly isLost?: boolean
  /** The provider does not know the key, which may still arrive. */
  readonly isInFlight?: boolean
  readonly attempts: number
  readonly isAnswered: boolean
  readonly last: string
  readonly path: string
}

const mostAttempts = 4

const law = (holds: boolean, name: string, { path }: Life): void => {
  if (!holds) assert.fail(`${name}:${path}`)
}

const steps: ReadonlyArray<string> = ["verify", "prove", "prove-anew", "call", "complete", "query"]
const results: ReadonlyArray<string> = [
  "Committed",
  "PassedOn",
  "Stale",
  "CommitFailed",
  "Begun",
  "Unneeded",
  "InDoubt"
]
/** The commits of due work, which is done again if they fail. */
const queries = ["reschedule", "await-window", "begin-reversal", "finish", "correct", "reverse-later", "give-up"]
const isQuery = (commit: string | undefined): boolean => commit !== undefined && queries.includes(commit)
const isRecord = (commit: string | undefined): boolean => commit === "record" || commit === "record-unseen"
/** What comes after the limit of a reversal is asked for again. */
const isReceived = (state: AttemptMachine.State): boolean => state !== "overrun" && state !== "unheard"

/** The events that what is under way can bring. */
const possible = ({ attempts, commit, facts, isLimited, state, step }: Life): ReadonlyArray<AttemptMachine.Trigger> => {
  const events: Array<AttemptMachine.Trigger> = []
  if (state === "none" && facts.reversal === undefined) events.push("Accepted", "Claimed")
  if (state === "none" && facts.reversal !== undefined) events.push("ReversalDue")
  if (step === "verify") events.push("Verified", "Answered")
  if (step === "prove" || step === "prove-anew") events.push("Leased", "LeaseLost")
  if (step === "call" || step === "complete") events.push("Answered")
  if (step === "query") events.push("Answered", "Unknown", "NeverSeen")
  if (isLimited === true) events.push("LimitReached")
  if (commit !== undefined) events.push("Stale", "CommitFailed")
  if (commit === "begin-reversal") events.push("Begun", "Unneeded", "InDoubt")
  else if (commit !== undefined) events.push("Committed")
  if (isRecord(commit) && attempts < mostAttempts) events.push("PassedOn")
  return events
}

/** What an event ends. */
const ended = (before: Life, event: AttemptMachine.Trigger): Life => {
  const life = { ...before, last: event, path: `${before.path} ${event}` }
  if (results.includes(event)) {
    const isLost = life.isLost === true || (event === "Stale" && !isQuery(life.commit))
    return { ...life, commit: undefined, isLost }
  }
  if (event === "LimitReached") return { ...life, isLimited: false }
  const { kind, quietFor, reversal, window } = life.facts
  const facts =
    reversal && life.step === "query" ? { ...life.facts, reversal: { ...reversal, isQueried: true } } : life.facts
  const over = { ...life, facts, step: undefined, isLimited: false }
  if (event === "NeverSeen")
    return { ...over, isInFlight: kind.unknownOutcome === "rolls-forward" || quietFor < window }
  if (event === "LeaseLost") return { ...over, isLost: true }
  return event === "Answered" ? { ...over, hasUnheard: isReceived(before.state) } : over
}

/** What an effect begins. */
const begun = (life: Life, action: AttemptMachine.Action, event: AttemptMachine.Trigger): Life => {
  switch (action) {
    case "hold":
      return { ...life, holds: life.holds + 1 }
    case "release":
      return { ...life, holds: life.holds - 1 }
    case "reply":
      law(results.includes(event), "a reply follows a commit", life)
      law(life.replies === 0, "one reply", life)
      return { ...life, replies: 1, isAnswered: true }
    case "abandon":
    case "warn":
    case "pass-on":
      return life
    case "call":
      law(life.calls === 0, "the provider is called once", life)
      law(event === "Leased" || event === "Begun", "the provider is called under a proven lease", life)
      return { ...life, step: action, calls: 1, isLimited: true, isInFlight: false }
    case "prove-anew": {
      const { quietFor, window } = life.facts
      law(quietFor >= window, "nothing is sent again in the window", life)
      break
    }
    case "record":
    case "record-unseen":
    case "record-no-answer":
      law(
        (action === "record-unseen") === (event === "NeverSeen"),
        "only what was never seen is looked for again",
        life
      )
      law(life.isLost !== true, "a lost lease records nothing", life)
      law(life.isInFlight !== true, "nothing is concluded of a key that may still arrive", life)
      law(life.holds === 1, "the job is held while an outcome is recorded", life)
  }
  law(life.commit === undefined && life.step !== action, "one thing at a time", life)
  if (steps.includes(action)) return { ...life, step: action as Step }
  const isTaken = isRecord(action) || action === "supersede" || queries.includes(action)
  return { ...life, commit: action as AttemptMachine.AttemptCommit, hasUnheard: life.hasUnheard === true && !isTaken }
}

const tableOf = (rows: ReadonlyArray<Row>): Table =>
  new Map(Object.entries(Arr.groupBy(rows, ({ state, trigger }) => `${state} ${trigger}`)))

const rowsFor = (table: Table, { facts, state }: Life, event: AttemptMachine.Trigger): ReadonlyArray<Row> =>
  (table.get(`${state} ${event}`) ?? []).filter(({ condition }) => condition.holds(facts))

const next = (table: Table, life: Life, event: AttemptMachine.Trigger): Life => {
  const [row] = rowsFor(table, life, event)
  if (row === undefined) return life
  const isAbandoned = row.effects.includes("abandon") || row.next !== "ended" || isQuery(life.commit)
  law(event !== "CommitFailed" || isAbandoned, "what could not be recorded is left to recovery", life)
  const start: Life = { ...ended(life, event), state: row.next }
  const moved = row.effects.reduce((moved, action) => begun(moved, action, event), start)
  if (!row.effects.includes("pass-on")) return moved
  atRest(moved)
  const { attempts, facts, isAnswered, last, path } = moved
  const fresh = { state: "none", calls: 0, replies: 0, holds: 0, attempts: attempts + 1 } as const
  return next(table, { ...fresh, isAnswered, last, path, facts: { ...facts, call: {} } }, "Accepted")
}

const atRest = (life: Life): void => {
  law(life.state === "ended", "what has nothing under way has ended", life)
  law(life.hasUnheard !== true, "no answer is dropped", life)
  law(life.holds === 0, "what has ended is released", life)
}

/** The pairs of events that have followed each other, and the states whose rows are known to fit. */
interface Seen {
  readonly pairs: Set<string>
  readonly fitting: Set<string>
}

/** Exactly what can come has a row. */
const fits = (table: Table, life: Life, events: ReadonlyArray<AttemptMachine.Trigger>): void => {
  for (const event of triggers) {
    const isTaken = rowsFor(table, life, event).length === 1
    const isLast = event === "PassedOn" && life.attempts === mostAttempts
    law(isLast || isTaken === events.includes(event), `${event} is taken exactly when it can come`, life)
  }
}

/** Tries all that can come. Returns in how many orders it can. */
const tried = (table: Table, life: Life, seen: Seen): number => {
  const events = possible(life)
  const name = `${life.state} ${events.join(" ")}`
  // Whoever begins chooses how.
  if (life.state !== "none" && !seen.fitting.has(name)) fits(table, life, events)
  seen.fitting.add(name)
  if (events.length === 0) {
    atRest(life)
    law(life.isAnswered, "one reply", life)
    return 1
  }
  return events.reduce((sum, event) => {
    seen.pairs.add(`${life.last} ${event}`)
    return sum + tried(table, next(table, life, event), seen)
  }, 0)
}

const triggers = Array.from(new Set(AttemptMachine.machine.rows.map(({ trigger }) => trigger)))

const kinds = (["rolls-back", "rolls-forward"] as const).flatMap((unknownOutcome) =>
  [undefined, {}].flatMap((call) =>
    [9, 10].map((quietFor) => ({ kind: { unknownOutcome }, call, quietFor, window: 10 }))
  )
)

const reversals = (["taken-back", "refused", "none"] as const).flatMap((answer) =>
  [false, true].flatMap((isQueried) =>
    [false, true].map((isLast) => ({ ...kinds[0]!, reversal: { answer, isQueried, isLast } }))
  )
)

const all = (rows: ReadonlyArray<Row>, pairs = new Set<string>(), attempts = 1): number => {
  const table = tableOf(rows)
  return [...kinds, ...reversals].reduce((sum, facts) => {
    const life = {
      state: "none",
      facts,
      calls: 0,
      replies: 0,
      holds: 0,
      attempts,
      isAnswered: false,
      last: "",
      path: ""
    } as const
    return sum + tried(table, life, { pairs, fitting: new Set() })
  }, 0)
}

describe("an attempt, in whichever order events come", () => {
  it("D40, D41: keeps its laws", () => {
    const pairs = new Set<string>()
    assert.isAbove(all(AttemptMachine.machine.rows, pairs), 100_000)
    // The answer, before and after the limit and each result of a commit beside it.
    const beside = ["LimitReached", "Committed", "Stale", "CommitFailed"]
    const missing = beside
      .flatMap((event) => [`${event} Answered`, `Answered ${event}`])
      .filter((pair) => !pairs.has(pair))
    assert.deepStrictEqual(missing, ["Answered LimitReached"])
  })

  it.each([
    ["completing", "Answered", "calling", ["call"], "the provider is called once"],
    ["verifying", "Verified", "calling", ["call"], "the provider is called under a proven lease"],
    ["recording-late", "Committed", "ended", ["release", "reply"], "one reply"],
    ["recording", "Committed", "ended", ["release"], "one reply"],
    ["calling", "LimitReached", "overdue", ["reply", "record-no-answer"], "a reply follows a commit"],
    ["recording", "Committed", "ended", ["release", "reply", "verify"], "Verified is taken exactly when it can come"],
    ["overdue", "Answered", "overdue", [], "Answered is taken exactly when it can come"],
    ["lingering", "Answered", "ended", ["release"], "no answer is dropped"],
    ["recording", "CommitFailed", "ended", ["release", "reply"], "what could not be recorded is left to recovery"],
    ["overdue", "Committed", "lingering", ["release", "reply"], "the job is held while an outcome is recorded"],
    ["straggling", "Answered", "superseding-late", ["supersede"], "what has ended is released"],
    ["overtaken", "Answered", "superseding-late", ["supersede"], "one thing at a time"],
    ["proving", "LeaseLost", "recording", ["record"], "a lost lease records nothing"],
    ["recording", "Stale", "recording", ["record"], "a lost lease records nothing"],
    ["deciding", "InDoubt", "reversing", ["call"], "the provider is called under a proven lease"],
    ["inquiring", "Unknown", "ended", ["release"], "one reply"],
    ["inquiring", "Answered", "ended", ["release", "reply"], "a reply follows a commit"],
    ["reversing", "Answered", "ended", ["release"], "no answer is dropped"],
    ["reversing", "LimitReached", "overrun", ["call"], "the provider is called once"],
    ["overrun", "Committed", "ended", ["release", "reply"], "Answered is taken exactly when it can come"],
    ["unheard", "Answered", "ended", ["release"], "what has ended is released"],
    ["querying", "NeverSeen", "recording", ["record-unseen"], "nothing is concluded of a key that may still arrive"],
    ["querying", "NeverSeen", "proving", ["prove-anew"], "nothing is sent again in the window"],
    ["querying", "NeverSeen", "recording", ["record"], "only what was never seen is looked for again"],
    ["querying", "Answered", "recording", ["record-unseen"], "only what was never seen is looked for again"]
  ] as const)("with %s %s: %s, %j breaks a law: %s", (state, trigger, next, effects, broken) => {
    const rows = AttemptMachine.machine.rows.map(
      (row): Row => (row.state === state && row.trigger === trigger ? { ...row, next, effects } : row)
    )
    // The last attempt for its caller has the fewest orders, and each law.
    assert.throws(() => all(rows, new Set(), mostAttempts), broken)
  })
})
