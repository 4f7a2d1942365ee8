import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import type { Auditor, Scene } from "../Invariants.js"
import type { Changed, Commit, NotificationRow, TransitionRow } from "../Mirror.js"
import type { PostFate } from "../Weather.js"
import { dutiesOf } from "./rows.js"

const moves = (from: string, to: string): boolean =>
  NotificationMachine.machine.rows.some(({ next, state }) => state === from && next === to)

/** How a notification fared at its receiver. */
interface Fate {
  readonly answers: Array<PostFate["answer"]>
  wasAskedFor: boolean
  wasPosted: boolean
}

/** Ten attempts: the schedule of D34. */
const attemptLimit = 10

/** Whether a notification may stand as it does, after what its receiver did. */
const excuse = ({ answers }: Fate, { status }: NotificationRow): boolean => {
  switch (status) {
    case "waiting":
      return false
    case "delivered":
      return answers.includes("accepts")
    case "stopped":
      return answers.includes("gone")
    case "exhausted":
      return answers.filter((answer) => answer !== "accepts").length >= attemptLimit
    case "superseded":
      return true
  }
}

/** Invariant 5. */
export const deliveries = (scene: Scene): Auditor => {
  const { fail, fleet, labelOf, mirror } = scene
  const fates = new Map<string, Fate>()
  const newestPosted = new Map<string, number>()
  const underWay = new Map<string, number>()
  const urlOf = (uid: string): string | undefined => {
    const row = mirror.transactions.get(uid)!
    return row.document.details.notificationUrl ?? scene.shops.find(({ id }) => id === row.shop)?.notificationUrl
  }

  const isAnnounced = (line: TransitionRow, { notifications }: Commit): void => {
    const duties = dutiesOf(mirror.transactions.get(line.uid)!.document.type, line)
    if (duties?.includes("notify") !== true || urlOf(line.uid) === undefined) return
    const found = notifications.some(({ after }) => after?.uid === line.uid && after.sequence === line.version)
    if (!found) fail(5, `${labelOf(line.uid)} v${line.version} ${line.to} was committed without a notification`)
  }

  const checkRow = ({ after, before }: Changed<NotificationRow>): void => {
    if (after === undefined) {
      fail(5, `the notification ${before?.id} was deleted`)
      return
    }
    const name = `the notification of ${labelOf(after.uid)} v${after.sequence}`
    if (before === undefined) {
      fates.set(after.id, { answers: [], wasAskedFor: false, wasPosted: false })
      const line = mirror.transitions.get(`${after.uid} ${after.sequence}`)
      const { transaction } = JSON.parse(after.body) as { readonly transaction: { readonly status: string } }
      if (line?.to !== transaction.status) fail(5, `${name} tells of ${transaction.status}, which was not committed`)
      if (after.url !== urlOf(after.uid)) fail(5, `${name} goes elsewhere`)
      return
    }
    if (after.body !== before.body || after.sequence !== before.sequence) fail(5, `${name} was rewritten`)
    if (!moves(before.status, after.status)) fail(5, `${name} went from ${before.status} to ${after.status}`)
    // Only what is sent again begins anew.
    if (after.attempts < before.attempts || (after.attempts === 0 && after.status === "waiting")) {
      fates.get(after.id)!.wasAskedFor = true
    }
  }

  return {
    committed: (commit) => {
      commit.notifications.forEach(checkRow)
      for (const { after } of commit.transitions) if (after !== undefined) isAnnounced(after, commit)
    },
    posted: ({ answer, body, heardAt, id, process, sequence }) => {
      const row = mirror.notifications.get(id)
      const fate = fates.get(id)
      if (row === undefined || fate === undefined) return fail(5, `${id} was posted, and is not committed`)
      if (row.body !== body || row.sequence !== sequence) fail(5, `${id} was posted with something else in it`)
      fate.answers.push(answer)
      const isFirst = !fate.wasPosted
      fate.wasPosted = true
      // What stood still for too long may come late: receivers tell by the sequence.
      if (!fleet.leases.holds(process, { kind: "notify", subject: row.uid })) return
      const attempt = `${process.name} ${row.uid}`
      if (scene.now() < (underWay.get(attempt) ?? 0)) fail(5, `${labelOf(row.uid)} is posted twice by ${process.name}`)
      underWay.set(attempt, heardAt)
      const newest = newestPosted.get(row.uid) ?? 0
      if (isFirst && !fate.wasAskedFor && sequence < newest) {
        fail(5, `${labelOf(row.uid)} v${sequence} was first posted after v${newest}`)
      }
      newestPosted.set(row.uid, Math.max(newest, sequence))
    },
    ended: () => {
      for (const row of mirror.notifications.values()) {
        if (excuse(fates.get(row.id)!, row)) continue
        fail(
          5,
          `the notification of ${labelOf(row.uid)} v${row.sequence} is ${row.status}: ${fates.get(row.id)!.answers.join(", ")}`
        )
      }
      for (const { uid, version } of mirror.transactions.values()) {
        const rows = Array.from(mirror.notifications.values()).filter((row) => row.uid === uid)
        const newest = rows.reduce((a, b) => Math.max(a, b.sequence), 0)
        const open = rows.filter(({ sequence, status }) => sequence === newest && status === "superseded")
        const told = rows.some(({ sequence, status }) => sequence === newest && status !== "superseded")
        if (open.length > 0 && !told) fail(5, `${labelOf(uid)} v${version}: its newest notification was never sent`)
      }
    }
  }
}
