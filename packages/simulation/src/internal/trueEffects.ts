import { isCharge } from "@florin/core/transactions/Change"
import type { AcquirerLedger, Kind } from "../AcquirerLedger.js"
import type { Auditor, Scene } from "../Invariants.js"
import type { TransactionRow, TransitionRow } from "../Mirror.js"
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

/** What was sent again under its key until there was a decision is never told as undone where it may have been done. */
const rollsForward = ({ document }: TransactionRow): boolean => !isCharge(document.type)

/**
 * Invariant 2. Source: D40. What a human was told about is the human's where the acquirer keeps an approval that checks
 * rejected, or the rest of a hold; everything else that was told as failed has to be corrected then.
 */
export const trueEffects = (scene: Scene): Auditor => {
  const { fail, labelOf, mirror } = scene
  const toldToHuman = new Set<string>()

  const isHumans = ({ document, status, uid }: TransactionRow): boolean =>
    toldToHuman.has(uid) && (status === "successful" || document.reason === "avs-cvc")

  const undone = (row: TransactionRow, { trigger }: TransitionRow): void => {
    const entry = bookOf(scene, row).entries.get(row.document.acquirerKey)
    if (trigger === "Declined" && entry?.declined === undefined) {
      fail(2, `${labelOf(row.uid)} was declined, and not by the acquirer`)
    }
    if (trigger === "NotDone" && rollsForward(row) && entry !== undefined) {
      fail(2, `${labelOf(row.uid)} was told as not done, and the acquirer was asked for it`)
    }
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
    if (standing > 0) fail(2, `${labelOf(row.uid)} is ${row.status}, and ${standing} of it stands at the acquirer`)
  }

  return {
    committed: ({ transitions }) => {
      for (const { after } of transitions) {
        const row = after === undefined ? undefined : mirror.transactions.get(after.uid)
        if (row === undefined || after === undefined) continue
        if (after.to === "successful" && after.from !== "successful") succeeded(row)
        undone(row, after)
      }
    },
    logged: (_, message) => {
      const found = /refused to take an approval back.*"uid":"([^"]+)"/.exec(message)
      if (found?.[1] !== undefined) toldToHuman.add(uidOf(found[1]))
    },
    ended: () => mirror.transactions.forEach(isFinished)
  }
}
