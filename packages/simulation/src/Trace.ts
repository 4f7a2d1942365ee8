/** What happened in a simulation. */
import { isReversal, uidOf } from "@florin/testing/parties/Auditor"
import { added, type Commit, type JobRow, nameOf, typeOf } from "./Mirror.js"

/** The actor, and what it did or what became of it. */
export interface Note {
  readonly actor: string
  readonly what: string
}

export type Trace = ReturnType<typeof make>

/** Days and time of day since the simulation began. */
const since = (millis: number): string =>
  `${Math.floor(millis / 86_400_000)}d ${new Date(millis).toISOString().slice(11, 23)}`

/** Attempts from here on differ only in their distance. */
const often = 3

const stateOf = (job: JobRow | undefined): string =>
  job === undefined ? "none" : `${job.owner === null ? "free" : "held"} #${Math.min(job.attempts, often)}`

export const make = (elapsed: () => number) => {
  /** For a human, in order. */
  const lines: Array<string> = []
  const notes: Array<Note> = []
  const names = new Map<string, string>()

  /** Shows what a human has to know to find the place, under the instant it happened at. */
  const show = (actor: string, what: string): void => void lines.push(`${since(elapsed())}  ${actor.padEnd(8)} ${what}`)
  /** Notes what tells simulations apart and no human wants to read. */
  const note = (actor: string, what: string): void => void notes.push({ actor, what })
  const add = (actor: string, what: string): void => {
    note(actor, what)
    show(actor, what)
  }
  /** A short name of a transaction, in the order of their acceptance, or of what reverses it. */
  const labelOf = (key: string): string => {
    const name = names.get(uidOf(key)) ?? key
    return isReversal(key) ? `the reversal of ${name}` : name
  }

  return {
    ...{ lines, notes, show, note, add, labelOf },
    committed: ({ checkouts, jobs, process: { name }, subscriptions, transactions, transitions }: Commit): void => {
      for (const row of added(transactions)) names.set(row.uid, `${typeOf(row)}-${names.size + 1}`)
      for (const { document, id } of added(checkouts)) names.set(id, document.details.order.trackingId ?? id)
      for (const row of added(subscriptions)) names.set(row.id, nameOf(row))
      for (const { from, to, trigger, uid, version } of added(transitions)) {
        add(name, `commits ${labelOf(uid)} v${version} ${from} → ${to} (${trigger}) ${uid}`)
      }
      for (const { after } of subscriptions) {
        if (after !== undefined) add(name, `commits ${labelOf(after.id)} v${after.version} ${after.state}`)
      }
      for (const { after, before } of jobs) {
        const { kind, subject } = (after ?? before)!
        note(name, `has ${kind} of ${labelOf(subject)}: ${stateOf(before)} → ${stateOf(after)}`)
      }
    }
  }
}
