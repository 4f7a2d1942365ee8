import { type JobRow, jobName, type Mirror } from "../Mirror.js"
import type { Process } from "../Process.js"

/** How long a heartbeat must not have moved before a process may be taken for dead. Unit: milliseconds. Source: D40. */
export const silence = 5000

const never = Number.POSITIVE_INFINITY

type Job = Pick<JobRow, "kind" | "subject">

export type Leases = ReturnType<typeof make>

/** Which process holds which due work, as committed. All instants are true ones, whatever clocks of processes show. */
export const make = (mirror: Mirror) => {
  const owners = new Map<Process, string>()
  const processes = new Map<string, Process>()
  const ownerOf = (process: Process): string | undefined => owners.get(process)
  const heartbeatAt = (process: Process) => mirror.workers.get(ownerOf(process) ?? "")?.heartbeatAt
  const holds = (process: Process, job: Job): boolean => {
    const owner = mirror.jobs.get(jobName(job))?.owner
    return owner != null && owner === ownerOf(process) && mirror.workers.has(owner)
  }

  return {
    /** A process registers a name when it starts, and another after it was taken for dead. */
    nameOwner: (process: Process, owner: string): void => {
      owners.set(process, owner)
      processes.set(owner, process)
    },
    /** The name under which a process holds leases at present. */
    ownerOf,
    /** When its last heartbeat was committed; undefined while it is not registered. */
    heartbeatAt,
    /** It is registered under a name by which it holds the job. */
    holds,
    /** It holds the job, and no observer can have taken it for dead: its heartbeat has moved in time. */
    isSure: (process: Process, job: Job, now: number): boolean =>
      holds(process, job) && now - (heartbeatAt(process) ?? -never) < silence,
    /** From when on the next job can be claimed by one of them; never while it is held. */
    nextFree: (claimers: ReadonlyArray<Process>): number => {
      const ahead = Math.max(...claimers.map((process) => process.ahead))
      let first = never
      if (claimers.length === 0) return first
      for (const { owner, runAt } of mirror.jobs.values()) if (owner === null) first = Math.min(first, runAt - ahead)
      return first
    },
    /** The names under which jobs are held. */
    holders: (): ReadonlySet<string> => {
      const held = new Set<string>()
      for (const { owner } of mirror.jobs.values()) if (owner !== null) held.add(owner)
      return held
    },
    /** A process that runs goes by this name now. */
    isPresent: (owner: string): boolean => {
      const process = processes.get(owner)
      return process?.state() === "running" && ownerOf(process) === owner && mirror.workers.has(owner)
    }
  }
}
