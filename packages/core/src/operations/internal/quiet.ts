import type { JobName } from "../../jobs/Job.js"

/** More than are ever in doubt at once; beyond this limit the oldest entry is dropped. */
const mostObserved = 100_000

const nameOf = ({ shop, subject }: JobName) => `${shop} ${subject}`

/**
 * How long this process has known that no process can be sending a transaction: since the end of its own call, or since
 * it first held the recovery job, which is after the former holder was done or declared dead. In milliseconds of the
 * monotonic clock, because clocks of different machines are not comparable.
 */
export const make = (now: () => number) => {
  const first = new Map<string, number>()
  return {
    known: first as ReadonlyMap<string, number>,
    since: (job: JobName): number => {
      const name = nameOf(job)
      const known = first.get(name)
      if (known !== undefined) return now() - known
      if (first.size >= mostObserved) first.delete(first.keys().next().value!)
      first.set(name, now())
      return 0
    },
    forget: (job: JobName): void => void first.delete(nameOf(job))
  }
}
