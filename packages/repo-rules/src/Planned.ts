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

export const planned: ReadonlyArray<PlannedWork> = []
