import { type JobRow, jobName, type Mirror } from "../Mirror.js"
import type { Process } from "../Process.js"

/** Which process holds which due work, as committed. All instants are true ones, whatever clocks of processes show. */
export interface Leases {
  /** A name under which a process holds leases: it registers one when it starts, and another after it was taken for dead. */
  readonly nameOwner: (process: Process, owner: string) => void
  /** The process's present name. */
  readonly ownerOf: (process: Process) => string | undefined
  /** When its last heartbeat was committed; undefined while it is not registered. */
  readonly heartbeatAt: (process: Process) => number | undefined
  /** It is registered under a name by which it holds the job. */
  readonly holds: (process: Process, job: Pick<JobRow, "kind" | "subject">) => boolean
  /** It holds the job, and no observer can have taken it for dead: its heartbeat has moved in time. */
  readonly isSure: (process: Process, job: Pick<JobRow, "kind" | "subject">, now: number) => boolean
  /** From when on a free job can be claimed by a process whose clock is so far ahead; never while it is held. */
  readonly freeAt: (job: JobRow, ahead?: number) => number
  /** From when on the next job can be claimed by one of them. */
  readonly nextFree: (claimers: ReadonlyArray<Process>) => number
  /** The names under which jobs are held. */
  readonly holders: () => ReadonlySet<string>
  /** A process that runs goes by this name now. */
  readonly isPresent: (owner: string) => boolean
}

/** How long a heartbeat must not have moved before a process may be taken for dead. Unit: milliseconds. Source: D40. */
export const silence = 5000

const never = Number.POSITIVE_INFINITY

export const make = (mirror: Mirror): Leases => {
  const owners = new Map<Process, string>()
  const processes = new Map<string, Process>()
  const freeAt = (job: JobRow, ahead = 0): number => (job.owner === null ? job.runAt - ahead : never)
  const ownerOf = (process: Process): string | undefined => owners.get(process)
  const heartbeatAt = (process: Process) => mirror.workers.get(ownerOf(process) ?? "")?.heartbeatAt
  const holds: Leases["holds"] = (process, job) => {
    const owner = mirror.jobs.get(jobName(job))?.owner
    return owner != null && owner === ownerOf(process) && mirror.workers.has(owner)
  }

  return {
    nameOwner: (process, owner) => {
      owners.set(process, owner)
      processes.set(owner, process)
    },
    ownerOf,
    heartbeatAt,
    holds,
    isSure: (process, job, now) => holds(process, job) && now - (heartbeatAt(process) ?? -never) < silence,
    freeAt,
    nextFree: (claimers) => {
      const ahead = claimers.reduce((most, process) => Math.max(most, process.ahead), -never)
      if (claimers.length === 0) return never
      let first = never
      for (const job of mirror.jobs.values()) first = Math.min(first, freeAt(job, ahead))
      return first
    },
    holders: () => {
      const held = new Set<string>()
      for (const { owner } of mirror.jobs.values()) if (owner !== null) held.add(owner)
      return held
    },
    isPresent: (owner) => {
      const process = processes.get(owner)
      return process?.state() === "running" && ownerOf(process) === owner && mirror.workers.has(owner)
    }
  }
}
