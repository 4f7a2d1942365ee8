import { challengeLimit } from "@florin/core/cards/ChargeMachine"
import * as Duration from "effect/Duration"
import { silence } from "../Fleet.js"
import type { Auditor, Scene } from "../Invariants.js"
import {
  added,
  type CardRow,
  type CheckoutRow,
  type Commit,
  housekeeping,
  isCard,
  isTransfer,
  type JobRow,
  jobName,
  type TransactionRow,
  waitsForHuman
} from "../Mirror.js"
import { leftIn, openIn } from "./Announcements.js"

const challengeMillis = Duration.toMillis(challengeLimit)

/**
 * By when it expires where its customer does not return; by the clock of the process that waits. Where a run failed at the
 * end, and something else changes the row before the next one, that is due already.
 */
const isWatched = ({ mirror, now }: Scene, { document, uid }: CardRow): boolean => {
  const since = Date.parse(document.authentication?.waitingSince ?? document.atProvider?.waitingSince ?? "")
  const end = Math.min(since + challengeMillis, Date.parse(document.expiredAt ?? "9999"))
  const job = mirror.jobs.get(jobName({ kind: "expire", subject: uid }))
  return job !== undefined && job.runAt <= Math.max(end, now())
}

/** One that the acquirer did not release is the merchant's. */
const isHeld = (row: TransactionRow): boolean =>
  isCard(row) &&
  row.document.type === "authorization" &&
  row.status === "successful" &&
  row.document.closedAt === null &&
  row.document.attempts?.some(({ step }) => step === "release") !== true

/** An operator decides on it, whenever that is. */
const isProof = ({ document: { type } }: TransactionRow): boolean => type === "proof"

/** What a bank, an operator, or an acquirer that tells has said of a transaction: whoever was about to ask need not. */
const isReportedOf = ({ acquirers }: Scene, { kind }: JobRow, subject: TransactionRow | undefined): boolean => {
  if (subject === undefined) return false
  const isDecided = subject.status !== "pending"
  if (isTransfer(subject)) return kind === "recover" && isDecided
  const byReport = (kind === "recover" || kind === "expire") && isDecided
  return acquirers.some(({ tells }) => tells) && (byReport || kind === "reverse")
}

/** Only its holder ends a job or gives it back, and only a free job is claimed. Only a dead process loses its jobs. */
const wrongHands = (
  scene: Scene,
  { after, before }: Commit["jobs"][number],
  { process }: Commit
): string | undefined => {
  if (before === undefined) return undefined
  const { mirror } = scene
  const { owner } = process
  const isEnded = after === undefined || after.attempts > before.attempts
  const isReported = isReportedOf(scene, before, mirror.transactions.get(before.subject))
  const isClosed = before.kind === "expire-checkout" && mirror.checkouts.get(before.subject)?.state === "canceled"
  // What is paused or over is charged no more.
  const isStill = before.kind === "renew" && mirror.subscriptions.get(before.subject)?.document.renewAt === null
  // A hold that is closed needs no release any more, whichever process was about to do it.
  const isCancelled = after === undefined && (before.kind === "release-hold" || isReported || isClosed || isStill)
  if (isEnded && !isCancelled && before.owner !== owner && before.owner !== null) return `ended by ${process.name}`
  if (after === undefined || after.owner === before.owner || before.owner === owner) return undefined
  if (after.owner !== null) {
    if (after.owner !== owner) return `given to another by ${process.name}`
    return after.fence <= before.fence ? "claimed under an old fence" : undefined
  }
  return mirror.workers.has(before.owner ?? "") ? `taken from a living process by ${process.name}` : undefined
}

/** A process is taken off only by itself, or when its heartbeat has not moved for the length of a lease. */
const takenForDead = ({ now }: Scene, { after, before }: Commit["workers"][number], { process }: Commit): boolean => {
  if (after !== undefined || before === undefined || before.owner === process.owner) return false
  return now() - before.heartbeatAt < silence
}

/** Invariant 6. */
export const nothingLying = (scene: Scene): Auditor => {
  const { acquirers, blame, fail, labelOf, mirror } = scene
  const handedOver = new Set<string>()
  /** What a human was told about, and what waits for it: the hold of a capture that is open. */
  const isOpenForHuman = (uid: string): boolean =>
    handedOver.has(uid) ||
    Array.from(mirror.transactions.values()).some(
      (child) => handedOver.has(child.uid) && child.document.parentUid === uid
    )
  /** What a subscription does once the outcome of its charge is known. */
  const waitsForCharge = ({ kind, subject }: JobRow): boolean => {
    const subscription = kind === "renew" ? mirror.subscriptions.get(subject) : undefined
    return subscription !== undefined && waitsForHuman(mirror, subscription)
  }
  const hasJob = (kind: JobRow["kind"], subject: string): boolean => mirror.jobs.has(jobName({ kind, subject }))
  const isPending = (row: TransactionRow): boolean =>
    row.status === "pending" && !handedOver.has(row.uid) && !isProof(row)

  const hasItsWork = (uid: string): void => {
    const row = mirror.transactions.get(uid)
    if (row === undefined) return
    if (isPending(row) && !hasJob("recover", uid)) blame(6, uid, "is pending, and no work asks about it")
    if (row.status === "incomplete" && isCard(row) && !isWatched(scene, row))
      blame(6, uid, "waits, and no work ends that in time")
    if (isHeld(row) && !hasJob("release-hold", uid)) blame(6, uid, "is held, and no work releases it")
  }

  const isEnding = ({ id, state }: CheckoutRow): boolean => state !== "open" || hasJob("expire-checkout", id)

  return {
    committed: (commit) => {
      for (const { after } of commit.checkouts) {
        if (after !== undefined && !isEnding(after)) fail(6, `${after.id} is open, and no work ends it`)
      }
      const { jobs, notifications, process, transactions, workers } = commit
      for (const { owner } of added(workers)) process.owner = owner
      for (const change of workers) {
        if (takenForDead(scene, change, commit)) fail(6, `${process.name} takes a process for dead that lives`)
      }
      for (const { isLast, uid } of leftIn(scene, jobs)) {
        if (isLast) handedOver.add(uid)
        else blame(6, uid, "is asked about no more, before the last question")
      }
      const without = new Set<string>()
      for (const change of jobs) {
        const { after, before } = change
        const says = wrongHands(scene, change, commit)
        if (says !== undefined) fail(6, `${before?.kind} of ${labelOf(before?.subject ?? "")} was ${says}`)
        // Work that moves to another share is removed and added by one commit.
        if (after !== undefined || before === undefined || hasJob(before.kind, before.subject)) continue
        without.add(before.subject)
      }
      for (const uid of new Set([...without, ...transactions.flatMap(({ after }) => after?.uid ?? [])])) hasItsWork(uid)
      for (const { after } of notifications) if (after !== undefined) without.add(after.subject)
      if (without.size === 0) return
      for (const { status, subject } of mirror.notifications.values()) {
        if (!without.has(subject) || status !== "waiting" || hasJob("notify", subject)) continue
        blame(6, subject, "has a notification that waits, and no work delivers it")
      }
    },
    logged: (message) => {
      const uid = openIn(message)
      if (uid !== undefined && acquirers.some(({ leavesOpen }) => leavesOpen)) handedOver.add(uid)
    },
    ended: () => {
      for (const row of mirror.transactions.values()) {
        if (row.status === "incomplete" || isPending(row)) blame(6, row.uid, `is still ${row.status}`)
        if (isHeld(row) && !isOpenForHuman(row.uid)) blame(6, row.uid, "is still held")
      }
      for (const job of mirror.jobs.values()) {
        const { kind, runAt, subject } = job
        if (!housekeeping.has(kind) && !isOpenForHuman(subject) && !waitsForCharge(job))
          fail(6, `${kind} of ${labelOf(subject)} is still due at ${runAt}`)
      }
    }
  }
}
