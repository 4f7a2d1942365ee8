/** Finds the name that was probably meant. */

/** Ignores case and underscores: `creditCard` equals `credit_card`. */
const bare = (name: string): string => name.replaceAll("_", "").toLowerCase()

const nextRow = (row: ReadonlyArray<number>, left: string, right: string, index: number): ReadonlyArray<number> => {
  const next = [index + 1]
  for (let at = 0; at < right.length; at++) {
    const changed = row[at]! + (left[index] === right[at] ? 0 : 1)
    next.push(Math.min(changed, row[at + 1]! + 1, next[at]! + 1))
  }
  return next
}

/** Edit distance: letters inserted, removed or changed. */
const distance = (left: string, right: string): number => {
  let row: ReadonlyArray<number> = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let index = 0; index < left.length; index++) row = nextRow(row, left, right, index)
  return row[right.length]!
}

/** At most a third of the letters, and at most two, may differ; anything further is a guess. */
const near = (length: number): number => Math.min(2, Math.floor(length / 3))

/** The nearest name within the limit, if any. */
export const closest = (name: string, names: Iterable<string>): string | undefined => {
  const written = bare(name)
  let best: string | undefined
  let least = near(written.length) + 1
  for (const known of names) {
    const other = bare(known)
    if (Math.abs(other.length - written.length) >= least) continue
    const apart = distance(written, other)
    if (apart < least) [best, least] = [known, apart]
  }
  return best
}
