import type { Auditor, Scene } from "../Invariants.js"
import {
  type Changed,
  type Commit,
  type JobRow,
  jobName,
  type NotificationRow,
  type TransactionRow
} from "../Mirror.js"

/** The acquirer is asked at six growing intervals and then hourly for seven days. */
const questions = 6 + 7 * 24

/** Invariant 6. */
export const nothingLying = ({ fail, fleet, labelOf, mirror, now }: Scene): Auditor => {
  const handedOver = new Set<string>()
  const hasJob = (kind: JobRow["kind"], subject: string): boolean => mirror.jobs.has(jobName({ kind, subject }))

  const needs = (row: TransactionRow): void => {
    const { document, status, uid } = row
    if (status === "pending" && !hasJob("recover", uid) && !handedOver.has(uid)) {
      fail(6, `${labelOf(uid)} is pending, and nobody is going to ask about it`)
    }
    const isHeld = document.type === "authorization" && status === "successful" && document.closedAt === null
    if (isHeld && !hasJob("release-hold", uid)) fail(6, `${labelOf(uid)} is held, and nobody is going to release it`)
  }

  const isCarried = ({ status, uid }: NotificationRow): void => {
    if (status === "waiting" && !hasJob("notify", uid)) fail(6, `${labelOf(uid)} has news, and nobody is going to tell`)
  }

  /** Whoever ends a job or gives it back must hold it; whoever takes it must find it free. */
  const isFenced = ({ after, before }: Changed<JobRow>, { process }: Commit): void => {
    if (before === undefined) return
    const owner = fleet.leases.ownerOf(process)
    const name = `${before.kind} of ${labelOf(before.subject)}`
    const isEnded = after === undefined || after.attempts > before.attempts
    if (isEnded && before.owner !== owner && before.owner !== null && before.kind !== "release-hold") {
      fail(6, `${process.name} ended ${name}, which ${before.owner} holds`)
    }
    if (after === undefined || after.owner === before.owner || after.owner === null) return
    if (after.owner !== owner) fail(6, `${process.name} gave ${name} to another`)
    if (after.fence <= before.fence) fail(6, `${name} was claimed under an old fence`)
    const aliveUntil = mirror.owners.get(before.owner ?? "")?.aliveUntil ?? 0
    if (aliveUntil > now()) fail(6, `${process.name} took ${name} from a living process`)
  }

  const isGivenUp = ({ after, before }: Changed<JobRow>): void => {
    if (after !== undefined || before?.kind !== "recover") return
    if (mirror.transactions.get(before.subject)?.status !== "pending") return
    if (before.attempts < questions)
      fail(6, `${labelOf(before.subject)} was given up after ${before.attempts} questions`)
    handedOver.add(before.subject)
  }

  return {
    committed: (commit) => {
      for (const { after } of commit.owners) {
        if (after !== undefined && fleet.leases.ownerOf(commit.process) === undefined)
          fleet.leases.nameOwner(commit.process, after.owner)
      }
      for (const change of commit.jobs) {
        isFenced(change, commit)
        isGivenUp(change)
        const subject = change.before?.subject
        const row = subject === undefined ? undefined : mirror.transactions.get(subject)
        if (change.after === undefined && row !== undefined) needs(row)
      }
      for (const { after } of commit.transactions) if (after !== undefined) needs(mirror.transactions.get(after.uid)!)
      const told = new Set([
        ...commit.notifications.flatMap(({ after }) => after?.uid ?? []),
        ...commit.jobs.flatMap(({ after, before }) =>
          after === undefined && before?.kind === "notify" ? before.subject : []
        )
      ])
      if (told.size === 0) return
      for (const row of mirror.notifications.values()) if (told.has(row.uid)) isCarried(row)
    },
    ended: () => {
      for (const row of mirror.transactions.values()) {
        if (row.status === "incomplete" || (row.status === "pending" && !handedOver.has(row.uid))) {
          fail(6, `${labelOf(row.uid)} is still ${row.status}`)
        }
        if (row.document.type === "authorization" && row.status === "successful" && row.document.closedAt === null) {
          fail(6, `${labelOf(row.uid)} is still held`)
        }
      }
      for (const job of mirror.jobs.values()) {
        if (job.kind !== "sweep") fail(6, `${job.kind} of ${labelOf(job.subject)} is still due at ${job.runAt}`)
      }
    }
  }
}
