/** What happened in a simulation, for a human: one line each, in order. */

/** The actor, and what it did or what became of it. */
export interface Note {
  readonly actor: string
  readonly what: string
}

export interface Trace {
  readonly lines: ReadonlyArray<string>
  /** What the lines say, and what is not worth one. */
  readonly notes: ReadonlyArray<Note>
  /** Adds a line under the instant it happened at. */
  readonly add: (actor: string, what: string) => void
  /** Notes what tells simulations apart and no human wants to read. */
  readonly note: (actor: string, what: string) => void
}

/** Days and time of day since the simulation began. */
const since = (millis: number): string =>
  `${Math.floor(millis / 86_400_000)}d ${new Date(millis).toISOString().slice(11, 23)}`

export const make = (elapsed: () => number): Trace => {
  const lines: Array<string> = []
  const notes: Array<Note> = []
  return {
    lines,
    notes,
    note: (actor, what) => void notes.push({ actor, what }),
    add: (actor, what) => {
      notes.push({ actor, what })
      lines.push(`${since(elapsed())}  ${actor.padEnd(8)} ${what}`)
    }
  }
}
