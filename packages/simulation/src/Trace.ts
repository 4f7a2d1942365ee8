/** What happened in a simulation. */

/** The actor, and what it did or what became of it. */
export interface Note {
  readonly actor: string
  readonly what: string
}

export type Trace = ReturnType<typeof make>

/** Days and time of day since the simulation began. */
const since = (millis: number): string =>
  `${Math.floor(millis / 86_400_000)}d ${new Date(millis).toISOString().slice(11, 23)}`

export const make = (elapsed: () => number) => {
  /** For a human, in order. */
  const lines: Array<string> = []
  const notes: Array<Note> = []
  /** Shows what a human has to know to find the place, under the instant it happened at. */
  const show = (actor: string, what: string): void => void lines.push(`${since(elapsed())}  ${actor.padEnd(8)} ${what}`)
  /** Notes what tells simulations apart and no human wants to read. */
  const note = (actor: string, what: string): void => void notes.push({ actor, what })
  return {
    ...{ lines, notes, show, note },
    add: (actor: string, what: string): void => {
      note(actor, what)
      show(actor, what)
    }
  }
}
