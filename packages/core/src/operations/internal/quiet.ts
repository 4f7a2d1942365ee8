import type { JobName } from "../../jobs/Job.js"

/** More than are ever in doubt at a time; beyond that the oldest is observed anew. */
const most = 100_000

/**
 * For how long this process has known that no process can be sending a transaction: from the end of its own call, or
 * from when it first held the work that finishes it, which is after its former holder was done or was taken for dead. In milliseconds of the
 * monotonic clock, because other machines' clocks say nothing.
 */
export const make = () => {
  const first = new Map<string, number>()
  const nameOf = ({ shop, subject }: JobName) => `${shop} ${subject}`
  return {
    since: (job: JobName, now: number): number => {
      const name = nameOf(job)
      const known = first.get(name)
      if (known !== undefined) return now - known
      if (first.size >= most) first.delete(first.keys().next().value!)
      first.set(name, now)
      return 0
    },
    forget: (job: JobName): void => void first.delete(nameOf(job))
  }
}
