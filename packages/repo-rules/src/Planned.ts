/**
 * Rows of the interface and decisions that later work brings, so that no test proves them yet. A mark that a test has
 * made needless fails the tests: the table only gets shorter.
 */

/** A piece of later work: its short name, why it waits, and what waits: ids of rows and decisions, `*` for any part. */
export interface PlannedWork {
  readonly work: string
  readonly reason: string
  readonly covers: ReadonlyArray<string>
}

export const planned: ReadonlyArray<PlannedWork> = [
  {
    work: "the widget and the calls around a checkout",
    reason: "The page is served under its own addresses; in a frame, and as an API for apps, it comes next.",
    covers: ["D50"]
  }
]
