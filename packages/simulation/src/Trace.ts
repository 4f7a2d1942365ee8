/** What happened in a simulation, for a human: one line each, in order. */

/** Who did what, or what became of whom. */
export interface Note {
  readonly actor: string
  readonly what: string
}

export interface Trace {
  readonly lines: ReadonlyArray<string>
  /** What the lines tell, and what is not worth one. */
  readonly notes: ReadonlyArray<Note>
  /** Adds a line under the instant it happened at. */
  readonly add: (actor: string, what: string) => void
  /** Notes what tells simulations apart and no human wants to read. */
  readonly note: (actor: string, what: string) => void
}

const two = (value: number): string => String(value).padStart(2, "0")

/** Days and time of day since the simulation began. */
const since = (millis: number): string => {
  const seconds = Math.floor(millis / 1000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  const rest = `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${days}d ${rest}.${String(millis % 1000).padStart(3, "0")}`
}

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
