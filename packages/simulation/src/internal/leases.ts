import { type JobRow, jobName, type Mirror } from "../Mirror.js"
import type { Process } from "../Process.js"

/** Who holds which due work, as far as is committed. All instants are true ones, whatever clocks of processes show. */
export interface Leases {
  /** The name under which a process holds leases: it says it with its first sign of life. */
  readonly nameOwner: (process: Process, owner: string) => void
  readonly ownerOf: (process: Process) => string | undefined
  /** Until when the process counts as alive; for ever when it has not said yet. */
  readonly aliveUntil: (process: Process) => number
  /** The same by the name under which it holds leases; always over for whoever has said nothing, or has stopped. */
  readonly livesUntil: (owner: string | null) => number
  /** It holds the job, and counts as alive. */
  readonly holds: (process: Process, job: Pick<JobRow, "kind" | "subject">, now: number) => boolean
  /** From when on a job can be claimed by a process whose clock is so far ahead. */
  readonly freeAt: (job: JobRow, ahead?: number) => number
  /** From when on the next job can be claimed by one of them. */
  readonly nextFree: (claimers: ReadonlyArray<Process>) => number
  /** A process that runs, and counts as alive, holds something. */
  readonly isAnythingHeld: (now: number) => boolean
}

/** How long a process counts as alive after a sign of life. Unit: milliseconds. */
const aliveFor = 5000

const never = Number.POSITIVE_INFINITY

export const make = (mirror: Mirror): Leases => {
  const owners = new Map<Process, string>()
  const beatAt = (owner: string | null): number | undefined => mirror.owners.get(owner ?? "")?.beatAt
  const livesUntil = (owner: string | null): number => (beatAt(owner) ?? Number.NEGATIVE_INFINITY) + aliveFor
  const freeAt = (job: JobRow, ahead = 0): number => Math.max(job.runAt - ahead, livesUntil(job.owner))

  return {
    nameOwner: (process, owner) => void owners.set(process, owner),
    ownerOf: (process) => owners.get(process),
    aliveUntil: (process) => {
      const owner = owners.get(process) ?? null
      return beatAt(owner) === undefined ? never : livesUntil(owner)
    },
    livesUntil,
    holds: (process, job, now) => {
      const owner = owners.get(process)
      return owner !== undefined && mirror.jobs.get(jobName(job))?.owner === owner && livesUntil(owner) > now
    },
    freeAt,
    nextFree: (claimers) => {
      const ahead = claimers.reduce((most, process) => Math.max(most, process.ahead), Number.NEGATIVE_INFINITY)
      if (claimers.length === 0) return never
      return Array.from(mirror.jobs.values(), (job) => freeAt(job, ahead)).reduce((a, b) => Math.min(a, b), never)
    },
    isAnythingHeld: (now) => {
      const held = new Set(Array.from(mirror.jobs.values(), ({ owner }) => owner))
      return Array.from(owners).some(
        ([process, owner]) => process.state() === "running" && held.has(owner) && livesUntil(owner) > now
      )
    }
  }
}
