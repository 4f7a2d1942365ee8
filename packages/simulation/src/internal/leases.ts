import { type JobRow, jobName, type Mirror } from "../Mirror.js"
import type { Process } from "../Process.js"

/** Who holds which due work, as far as is committed. */
export interface Leases {
  /** The name under which a process holds leases: it says it with its first sign of life. */
  readonly nameOwner: (process: Process, owner: string) => void
  readonly ownerOf: (process: Process) => string | undefined
  /** Until when the process counts as alive; for ever when it has not said yet. */
  readonly aliveUntil: (process: Process) => number
  /** It holds the job, and counts as alive. */
  readonly holds: (process: Process, job: Pick<JobRow, "kind" | "subject">, now: number) => boolean
  /** From when on a job can be claimed by anybody. */
  readonly freeAt: (job: JobRow) => number
  /** From when on the next job can be claimed. */
  readonly nextFree: () => number
  /** A process that runs, and counts as alive, holds something. */
  readonly isAnythingHeld: (now: number) => boolean
}

export const make = (mirror: Mirror): Leases => {
  const owners = new Map<Process, string>()
  const aliveUntil = (owner: string | null): number | undefined => mirror.owners.get(owner ?? "")?.aliveUntil
  const freeAt = (job: JobRow): number => Math.max(job.runAt, aliveUntil(job.owner) ?? 0)

  return {
    nameOwner: (process, owner) => void owners.set(process, owner),
    ownerOf: (process) => owners.get(process),
    aliveUntil: (process) => aliveUntil(owners.get(process) ?? null) ?? Number.POSITIVE_INFINITY,
    holds: (process, job, now) => {
      const owner = owners.get(process)
      return owner !== undefined && mirror.jobs.get(jobName(job))?.owner === owner && (aliveUntil(owner) ?? 0) > now
    },
    freeAt,
    nextFree: () => Array.from(mirror.jobs.values(), freeAt).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    isAnythingHeld: (now) => {
      const held = new Set(Array.from(mirror.jobs.values(), ({ owner }) => owner))
      return Array.from(owners).some(
        ([process, owner]) => process.state() === "running" && held.has(owner) && (aliveUntil(owner) ?? 0) > now
      )
    }
  }
}
