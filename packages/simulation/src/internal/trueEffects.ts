import * as Exit from "effect/Exit"
import type { AcquirerLedger, Kind } from "../AcquirerLedger.js"
import type { Auditor, Scene } from "../Invariants.js"
import { type TransactionRow, transitionName } from "../Mirror.js"
import type { Process } from "../Process.js"
import { uidOf } from "./chargedOnce.js"

const kindOf = ({ document }: TransactionRow): Kind => (document.type === "credit" ? "payout" : document.type)

const bookOf = ({ acquirers }: Scene, { document }: TransactionRow): AcquirerLedger =>
  acquirers.find(({ simulated }) => simulated === document.test)!.ledger

/** What is wrong about a successful transaction, as the acquirer sees it. */
const missing = (ledger: AcquirerLedger, row: TransactionRow): string | undefined => {
  const entry = ledger.entries.get(row.document.acquirerKey)
  if (entry === undefined) return "the acquirer has never heard of it"
  if (entry.declined !== undefined) return `the acquirer declined it (${entry.declined})`
  const { amount, currency } = row.document
  const isSame = entry.kind === kindOf(row) && entry.amount === amount && entry.currency === currency
  return isSame ? undefined : `the acquirer did ${entry.kind} ${entry.amount} ${entry.currency}`
}

/** What is left of an authorization at the acquirer when we say that nothing is. */
const held = (ledger: AcquirerLedger, row: TransactionRow): number => {
  if (row.document.type !== "authorization" || row.document.closedAt === null) return 0
  const key = row.document.acquirerKey
  return row.document.amount - ledger.taken(key, "capture") - ledger.taken(key, "void")
}

/** Invariant 2. What a human was told about is the human's, unless it was told as failed without a word of the acquirer. */
export const trueEffects = (scene: Scene): Auditor => {
  const { fail, isStrict, labelOf, mirror } = scene
  const toldToHuman = new Set<string>()
  /** Asked for by a process that had lost its lease: when it is lost too, nobody knows that anything was asked. */
  const askedLate = new Map<string, Process>()
  const unheard = new Set<string>()

  // Whoever fails what may still be approved has to take the failure back where the acquirer keeps the approval.
  const isHumans = ({ uid, version }: TransactionRow): boolean => {
    const last = mirror.transitions.get(transitionName({ uid, version }))
    return toldToHuman.has(uid) && (!isStrict || last?.trigger === "Approved" || last?.trigger === "HoldLapsed")
  }

  const isLost = (uid: string): boolean => {
    const process = askedLate.get(uid)
    return !isStrict && process !== undefined && (process.state() === "dead" || unheard.has(uid))
  }

  const succeeded = (row: TransactionRow): void => {
    const says = missing(bookOf(scene, row), row)
    if (says !== undefined) fail(2, `${labelOf(row.uid)} is successful, and ${says}`)
  }

  const isFinished = (row: TransactionRow): void => {
    const ledger = bookOf(scene, row)
    if (row.status === "successful") {
      succeeded(row)
      const rest = held(ledger, row)
      if (rest > 0 && !isHumans(row)) fail(2, `${labelOf(row.uid)} is closed, and ${rest} of it is still held`)
      return
    }
    if (row.status === "pending" || row.document.type === "tokenization" || isHumans(row)) return
    const standing = ledger.standing(row.document.acquirerKey)
    if (standing > 0 && !isLost(row.uid))
      fail(2, `${labelOf(row.uid)} is ${row.status}, and ${standing} of it stands at the acquirer`)
  }

  return {
    committed: ({ transitions }) => {
      for (const { after } of transitions) {
        const row = after === undefined ? undefined : mirror.transactions.get(after.uid)
        if (row === undefined || after === undefined) continue
        if (after.to === "successful" && after.from !== "successful") succeeded(row)
        const entry = bookOf(scene, row).entries.get(row.document.acquirerKey)
        if (after.trigger === "Declined" && entry?.declined === undefined) {
          fail(2, `${labelOf(row.uid)} was declined, and not by the acquirer`)
        }
      }
    },
    arrived: ({ process, request, stale }) => {
      if (stale) askedLate.set(uidOf(request.key), process)
    },
    answered: ({ exit, order }) => {
      if (Exit.isSuccess(exit)) return
      for (const uid of askedLate.keys()) {
        if (mirror.transactions.get(uid)?.document.trackingId === order.name) unheard.add(uid)
      }
    },
    logged: (_, message) => {
      const found = /refused to take an approval back.*"uid":"([^"]+)"/.exec(message)
      if (found?.[1] !== undefined) toldToHuman.add(uidOf(found[1]))
    },
    ended: () => mirror.transactions.forEach(isFinished)
  }
}
