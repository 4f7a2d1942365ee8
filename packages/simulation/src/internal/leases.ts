import { type JobRow, jobName, type Mirror } from "../Mirror.js"
import type { Process } from "../Process.js"

/** How long a heartbeat must not have moved before a process may be taken for dead. Unit: milliseconds. Source: D40. */
export const silence = 5000

/** Which process holds which due work, as committed. All instants are true ones, whatever clocks of processes show. */
export const make = (mirror: Mirror) => {
  const worker = ({ owner }: Process) => mirror.workers.get(owner ?? "")

  /** It is registered under a name by which it holds the job. */
  const holds = (process: Process, job: Pick<JobRow, "kind" | "subject">): boolean =>
    worker(process) !== undefined && mirror.jobs.get(jobName(job))?.owner === process.owner

  return {
    holds,
    /** What speaks against a process that works on a job, as another may have taken it for dead. */
    doubt: (process: Process, job: Pick<JobRow, "kind" | "subject">, now: number): string | undefined => {
      if (!holds(process, job)) return "does not hold its work"
      return now - worker(process)!.heartbeatAt < silence ? undefined : "has a heartbeat that is old"
    },
    /** From when on the next job can be claimed by one of them; never while it is held. */
    nextFree: (claimers: ReadonlyArray<Process>): number => {
      const ahead = Math.max(...claimers.map((process) => process.ahead))
      const free = Array.from(mirror.jobs.values()).filter(({ owner }) => owner === null && claimers.length > 0)
      return free.reduce((first, { runAt }) => Math.min(first, runAt - ahead), Number.POSITIVE_INFINITY)
    },
    /** The names under which jobs are held. */
    holders: (): ReadonlySet<string> => new Set(Array.from(mirror.jobs.values()).flatMap(({ owner }) => owner ?? []))
  }
}
