/** What happened in a simulation, for a human: one line each, in order. */

/** The actor, and what it did or what became of it. */
export interface Note {
  readonly actor: string
  readonly what: string
}

export type Trace = Readonly<ReturnType<typeof make>>

/** Days and time of day since the simulation began. */
const since = (millis: number): string =>
  `${Math.floor(millis / 86_400_000)}d ${new Date(millis).toISOString().slice(11, 23)}`

export const make = (elapsed: () => number) => {
  const lines: Array<string> = []
  const notes: Array<Note> = []
  return {
    lines,
    /** What the lines say, and what is not worth one. */
    notes,
    /** Notes what tells simulations apart and no human wants to read. */
    note: (actor: string, what: string): void => void notes.push({ actor, what }),
    /** Adds a line under the instant it happened at. */
    add: (actor: string, what: string): void => {
      notes.push({ actor, what })
      lines.push(`${since(elapsed())}  ${actor.padEnd(8)} ${what}`)
    }
  }
}
