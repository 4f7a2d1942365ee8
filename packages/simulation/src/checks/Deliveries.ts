import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import * as Arr from "effect/Array"
import type { Auditor, Posted, Scene } from "../Invariants.js"
import { added, type Commit, type NotificationRow, type TransitionRow, transitionName } from "../Mirror.js"
import { effectsOf } from "./States.js"

/** Ten attempts: the schedule of D34. */
const attemptLimit = 10

/** Whether a notification may end as it does, after what its receiver did. */
const isEarned = (answers: ReadonlyArray<Posted["answer"]>, { status }: NotificationRow): boolean =>
  ({
    waiting: false,
    delivered: answers.includes("accepts"),
    stopped: answers.includes("gone"),
    exhausted: answers.filter((answer) => answer !== "accepts").length >= attemptLimit,
    superseded: true
  })[status]

const urlOf = ({ mirror, shops }: Scene, uid: string): string | undefined => {
  const row = mirror.transactions.get(uid)!
  return row.document.details.notificationUrl ?? shops.find(({ id }) => id === row.shop)?.notificationUrl
}

/** What is wrong about one that tells of an order which nobody has paid. */
const wrongCheckout = ({ mirror, shops }: Scene, row: NotificationRow): string | undefined => {
  const { shop, state, version } = mirror.checkouts.get(row.subject)!
  if (version !== row.sequence || (state !== "expired" && state !== "canceled")) return `tells of a ${state} order`
  return row.url === shops.find(({ id }) => id === shop)?.notificationUrl ? undefined : "goes elsewhere"
}

/** What is wrong about one that tells of a subscription. */
const wrongSubscription = ({ mirror, shops }: Scene, row: NotificationRow): string | undefined => {
  const { shop, state, version } = mirror.subscriptions.get(row.subject)!
  const reported = JSON.parse(row.body) as { readonly state: string }
  if (version !== row.sequence || reported.state !== state) return `tells of v${row.sequence}, ${reported.state}`
  return row.url === shops.find(({ id }) => id === shop)?.notificationUrl ? undefined : "goes elsewhere"
}

/** What is wrong about a new notification. */
const wrongRow = (scene: Scene, row: NotificationRow): string | undefined => {
  if (scene.mirror.checkouts.has(row.subject)) return wrongCheckout(scene, row)
  if (scene.mirror.subscriptions.has(row.subject)) return wrongSubscription(scene, row)
  const line = scene.mirror.transitions.get(transitionName({ uid: row.subject, version: row.sequence }))
  const { transaction } = JSON.parse(row.body) as { readonly transaction: { readonly status: string } }
  if (line?.to !== transaction.status) return `tells of ${transaction.status}, which was not committed`
  return row.url === urlOf(scene, row.subject) ? undefined : "goes elsewhere"
}

/** What is wrong about how a notification changed. */
const wrongChange = (before: NotificationRow, after: NotificationRow): string | undefined => {
  if (after.body !== before.body || after.sequence !== before.sequence) return "was rewritten"
  const { rows } = NotificationMachine.machine
  const isRow = rows.some(({ next, state }) => state === before.status && next === after.status)
  return isRow ? undefined : `went from ${before.status} to ${after.status}`
}

/** Whether a line of history must be announced, and nothing announces it. */
const isUntold = (scene: Scene, line: TransitionRow, { notifications }: Commit): boolean => {
  const effects = effectsOf(scene.mirror, scene.mirror.transactions.get(line.uid)!, line)
  if (effects?.includes("notify") !== true || urlOf(scene, line.uid) === undefined) return false
  return !notifications.some(({ after }) => after?.subject === line.uid && after.sequence === line.version)
}

/** Attempts: one after the other, and the newest state last. */
const inOrder = ({ blame, now }: Scene) => {
  const newest = new Map<string, number>()
  const receivedAt = new Map<string, number>()
  return (uid: string, posted: Posted, mayBeOld: boolean): void => {
    const { process } = posted
    const { sequence } = posted.row
    const attempt = `${process.name} ${uid}`
    if (now() < (receivedAt.get(attempt) ?? 0)) blame(5, uid, `is posted twice at once by ${process.name}`)
    receivedAt.set(attempt, posted.receivedAt)
    const before = newest.get(uid) ?? 0
    if (sequence < before && !mayBeOld) blame(5, uid, `v${sequence} was first posted after v${before}`)
    newest.set(uid, Math.max(before, sequence))
  }
}

/** The newest notification of each transaction, where it was replaced although nothing newer was ever sent. */
const forgotten = ({ mirror }: Scene): ReadonlyArray<NotificationRow> => {
  const all = Array.from(mirror.notifications.values())
  return Object.values(Arr.groupBy(all, ({ subject }) => subject)).flatMap((rows) => {
    const sequence = Math.max(...rows.map((row) => row.sequence))
    const newest = rows.filter((row) => row.sequence === sequence)
    return newest.every(({ status }) => status === "superseded") ? newest.slice(0, 1) : []
  })
}

/** Invariant 5. */
export const deliveries = (scene: Scene): Auditor => {
  const { blame, fail, fleet, mirror } = scene
  const answersTo = new Map<string, Array<Posted["answer"]>>()
  const requestedFor = new Set<string>()
  const follow = inOrder(scene)
  const complain = ({ sequence, subject }: NotificationRow, says: string | undefined): void =>
    blame(5, subject, says && `has a notification of v${sequence} that ${says}`)

  const wrong = ({ after, before }: Commit["notifications"][number]): string | undefined => {
    if (after === undefined) return "was deleted"
    if (before === undefined) {
      answersTo.set(after.id, [])
      return wrongRow(scene, after)
    }
    // Only what is sent again begins anew.
    if (after.attempts === 0 && after.status === "waiting") requestedFor.add(after.id)
    return wrongChange(before, after)
  }

  return {
    committed: (commit) => {
      for (const change of commit.notifications) complain((change.after ?? change.before)!, wrong(change))
      for (const line of added(commit.transitions)) {
        const { to, uid, version } = line
        if (isUntold(scene, line, commit)) blame(5, uid, `v${version} ${to} was committed without a notification`)
      }
    },
    posted: (posted) => {
      const { body, id, sequence, url } = posted.row
      const row = mirror.notifications.get(id)
      const answers = answersTo.get(id)
      if (row === undefined || answers === undefined) return fail(5, `${id} was posted, and is not committed`)
      const isSame = row.body === body && row.sequence === sequence && row.url === url
      complain(row, isSame ? undefined : "was posted as something else")
      const mayBeOld = requestedFor.has(id) || answers.length > 0
      answers.push(posted.answer)
      // Source: D40. A process that stood still does not post what another one may have taken over.
      const doubt = fleet.doubt(posted.process, { kind: "notify", subject: row.subject })
      complain(row, doubt && `was posted by ${posted.process.name}, which ${doubt}`)
      follow(row.subject, posted, mayBeOld)
    },
    ended: () => {
      for (const row of mirror.notifications.values()) {
        const answers = answersTo.get(row.id)!
        if (!isEarned(answers, row)) complain(row, `is ${row.status} after: ${answers.join(", ")}`)
      }
      for (const row of forgotten(scene)) complain(row, "is the newest, and was never sent")
    }
  }
}
