import type { Auditor, Scene } from "../Invariants.js"
import {
  added,
  type CardRow,
  type Commit,
  cardsOf,
  isCard,
  isOver,
  nameOf,
  type SubscriptionRow,
  waitsForHuman
} from "../Mirror.js"

type About = NonNullable<CardRow["document"]["subscription"]>

/** Charges that pay a cycle. */
const isOfCycle = ({ purpose }: About): boolean => purpose === "start" || purpose === "renewal"

/** Whether the acquirers' books have a charge, under any of its keys. */
const isInBooks = ({ acquirers }: Scene, { uid }: CardRow): boolean =>
  acquirers.some(({ ledger }) => [uid, `${uid}:charge-2`].some((key) => ledger.progress(key) > 0))

/** What is wrong about a charge that begins. `before`: its subscription, as it was. */
const wrongCharge = (about: About, before: SubscriptionRow | undefined, now: number) => {
  if (about.purpose !== "renewal") return undefined
  if (before === undefined || isOver(before)) return "is a charge of a subscription that is over"
  if (before.document.charging !== null) return "is charged while another charge is under way"
  // The clock of a process may be ahead, but not of a simulation that has subscriptions.
  const due = before.document.renewAt ?? Number.POSITIVE_INFINITY
  return due <= now ? undefined : `is charged ${due - now} ms before it is due`
}

const versions = ({ after, before }: Commit["subscriptions"][number]): string | undefined => {
  if (after === undefined) return "was deleted"
  if (before !== undefined && isOver(before) && !isOver(after)) return `went from ${before.state} to ${after.state}`
  return after.version === (before?.version ?? 0) + 1 ? undefined : `went from v${before?.version} to v${after.version}`
}

/** Invariant 14. Source: D24, D25. */
export const eachCycleOnce = (scene: Scene): Auditor => {
  const { blame, fail, mirror, now } = scene
  /** Those that ended while a charge was under way, which ends as it ends: it pays for nothing any more. */
  const endedMeanwhile = new Set<string>()

  const chargesOf = (id: string): ReadonlyArray<readonly [CardRow, About]> =>
    cardsOf(mirror).flatMap((row) => {
      const { subscription: about } = row.document
      return about?.id === id && isOfCycle(about) ? [[row, about] as const] : []
    })

  /** No cycle has two charges that `counts`. Returns how many cycles have one. */
  const once = (subscription: SubscriptionRow, counts: (row: CardRow) => boolean, says: string): number => {
    const cycles = chargesOf(subscription.id).flatMap(([row, { cycle }]) => (counts(row) ? [cycle] : []))
    const paid = new Set(cycles).size
    if (paid < cycles.length) fail(14, `${nameOf(subscription)} ${says} of ${cycles.length} charges for ${paid} cycles`)
    return paid
  }

  const complain = (row: SubscriptionRow, says: string | undefined): void => {
    if (says !== undefined) fail(14, `${nameOf(row)} ${says}`)
  }

  return {
    committed: ({ subscriptions, transactions }) => {
      const before = new Map(subscriptions.map((change) => [change.after?.id, change.before]))
      for (const row of added(transactions).filter(isCard)) {
        const { subscription: about } = row.document
        if (about === undefined) continue
        const was = before.has(about.id) ? before.get(about.id) : mirror.subscriptions.get(about.id)
        blame(14, row.uid, wrongCharge(about, was, now()))
      }
      for (const change of subscriptions) complain((change.after ?? change.before)!, versions(change))
      for (const { after } of subscriptions) {
        if (after === undefined) continue
        if (isOver(after) && after.document.charging !== null) endedMeanwhile.add(after.id)
        once(after, ({ status }) => status === "successful", "tells")
      }
    },
    ended: () => {
      for (const row of mirror.subscriptions.values()) {
        const { charging, paidCycles } = row.document
        const isHumans = waitsForHuman(mirror, row)
        complain(row, isOver(row) || isHumans ? undefined : `is still ${row.state}`)
        complain(row, charging === null || isHumans ? undefined : "still waits for a charge")
        const paid = once(row, (charge) => isInBooks(scene, charge), "is in the acquirers' books")
        const counted = paid === paidCycles || (paid === paidCycles + 1 && (isHumans || endedMeanwhile.has(row.id)))
        complain(row, counted ? undefined : `has ${paidCycles} paid cycles, and the acquirers ${paid}`)
      }
    }
  }
}
