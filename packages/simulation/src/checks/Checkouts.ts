import * as CheckoutMachine from "@florin/core/checkouts/CheckoutMachine"
import type { Auditor, Scene } from "../Invariants.js"
import { added, type CheckoutRow, isTransfer, type Mirror, type TransactionRow } from "../Mirror.js"
import { leftIn, openIn } from "./Announcements.js"

const attemptsOf = (mirror: Mirror, token: string): ReadonlyArray<TransactionRow> =>
  Array.from(mirror.transactions.values()).filter(({ document }) => document.checkout === token)

/** Whether its customer has paid by transfer, in time for certain, by the bank's books. */
const isPaidAtBank = ({ bank: { ledger } }: Scene, uid: string): boolean => {
  const { moved = [], payBy = Number.POSITIVE_INFINITY } = ledger.accounts.get(uid) ?? {}
  return moved.some(({ at }) => at <= payBy)
}

/** How many of its attempts have moved money, by the books of the acquirers and of the bank. */
const movedIn = (scene: Scene, attempts: ReadonlyArray<TransactionRow>): number =>
  attempts.filter((row) =>
    isTransfer(row)
      ? isPaidAtBank(scene, row.uid)
      : scene.acquirers.some(({ ledger }) => [row.uid, `${row.uid}:charge-2`].some((key) => ledger.progress(key) > 0))
  ).length

/** An attempt that was refused before it was sent begins and ends in one commit. */
const isLawful = (from: string, to: string): boolean =>
  from === to ||
  CheckoutMachine.machine.rows.some(({ next, state }) => state === from && next === to) ||
  (from === "open" && to === "expired")

const wrongStep = (before: CheckoutRow | undefined, { state, version }: CheckoutRow): string | undefined => {
  if (version !== (before?.version ?? 0) + 1) return `went from v${before?.version} to v${version}`
  return before === undefined || isLawful(before.state, state) ? undefined : `went from ${before.state} to ${state}`
}

/** What its attempts come to: of the last that a commit, which several attempts may share, wrote of it. */
const wrongAttempts = (scene: Scene, { id, state }: CheckoutRow): string | undefined => {
  const attempts = attemptsOf(scene.mirror, id)
  const paid = attempts.filter(({ status }) => status === "successful").length
  if (paid > 1) return `has ${paid} successful attempts`
  if ((state === "paid") !== (paid === 1)) return `is ${state}, with ${paid} successful attempts`
  const underWay = attempts.filter(({ status }) => status === "pending" || status === "incomplete").length
  if (underWay !== (state === "paying" ? 1 : 0)) return `is ${state}, with ${underWay} attempts under way`
  return undefined
}

/** Invariant 12. Source: D44. */
export const paidOnce = (scene: Scene): Auditor => {
  const { acquirers, fail, mirror } = scene
  const handedOver = new Set<string>()
  const complain = ({ document: { details } }: CheckoutRow, says: string | undefined): void => {
    if (says !== undefined) fail(12, `${details.order.trackingId} ${says}`)
  }
  const hasMovedOnce = (row: CheckoutRow): void => {
    const moved = movedIn(scene, attemptsOf(mirror, row.id))
    complain(row, moved > 1 ? `has moved money ${moved} times` : undefined)
  }
  const checkoutOf = (uid: string): CheckoutRow | undefined => {
    return mirror.checkouts.get(mirror.transactions.get(uid)?.document.checkout ?? "")
  }

  /** Its acquirer forgot the key of a reversal, or has never told: nothing is sent again, and a human decides. */
  const waitsForHuman = ({ id, state }: CheckoutRow): boolean =>
    state === "paying" && attemptsOf(mirror, id).some(({ uid }) => handedOver.has(uid))

  return {
    committed: ({ checkouts, jobs, transactions }) => {
      for (const { isLast, uid } of leftIn(scene, jobs)) if (isLast) handedOver.add(uid)
      const changed = new Set<string>()
      for (const { after, before } of checkouts) {
        if (after === undefined) continue
        complain(after, wrongStep(before, after))
        changed.add(after.id)
      }
      for (const { document } of added(transactions)) changed.add(document.checkout ?? "")
      for (const id of changed) {
        const row = mirror.checkouts.get(id)
        if (row !== undefined) complain(row, wrongAttempts(scene, row))
      }
    },
    arrived: ({ movement }) => {
      const row = checkoutOf(movement.key.split(":")[0]!)
      if (row !== undefined) hasMovedOnce(row)
    },
    logged: (message) => {
      const uid = openIn(message)
      if (uid !== undefined && acquirers.some(({ leavesOpen }) => leavesOpen)) handedOver.add(uid)
    },
    ended: () => {
      for (const row of mirror.checkouts.values()) {
        if (waitsForHuman(row)) continue
        const { state } = row
        if (state === "open" || state === "paying") complain(row, `is still ${state}`)
        hasMovedOnce(row)
        if (state !== "paid" && movedIn(scene, attemptsOf(mirror, row.id)) > 0) complain(row, `is ${state}, and paid`)
      }
    }
  }
}
