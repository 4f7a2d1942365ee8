import { isCharge } from "@florin/core/transactions/Change"
import type { AcquirerLedger } from "@florin/testing/parties/AcquirerLedger"
import { missing, remaining, uidOf } from "@florin/testing/parties/Auditor"
import type { Auditor, Scene } from "../Invariants.js"
import type { TransactionRow, TransitionRow } from "../Mirror.js"

const bookOf = ({ acquirers }: Scene, { document }: TransactionRow): AcquirerLedger =>
  acquirers.find(({ simulated }) => simulated === document.test)!.ledger

/** What is left of an authorization at the acquirer when we say that nothing is. */
const held = (ledger: AcquirerLedger, { document }: TransactionRow): number => {
  if (document.type !== "authorization" || document.closedAt === null) return 0
  return document.amount - ledger.taken(document.acquirerKey, "capture") - ledger.taken(document.acquirerKey, "void")
}

/**
 * Invariant 2. Source: D40. What a human was told about is the human's where the acquirer keeps an approval that checks
 * rejected, or the rest of a hold; everything else that was told as failed has to be corrected then.
 */
export const trueEffects = (scene: Scene): Auditor => {
  const { fail, labelOf, mirror } = scene
  const toldToHuman = new Set<string>()

  const complain = (row: TransactionRow, says: string | undefined): void => {
    if (says !== undefined) fail(2, `${labelOf(row.uid)} is ${row.status}, and ${says}`)
  }

  const succeeded = (row: TransactionRow): void =>
    complain(row, missing(bookOf(scene, row).entries.get(row.document.acquirerKey), row.document))

  const undone = (row: TransactionRow, { trigger }: TransitionRow): void => {
    const entry = bookOf(scene, row).entries.get(row.document.acquirerKey)
    if (trigger === "Declined" && entry?.declined === undefined) complain(row, "the acquirer did not decline it")
    // What was sent again under its key until there was a decision is never told as undone where it may have been done.
    const rollsForward = !isCharge(row.document.type)
    if (trigger === "NotDone" && rollsForward && entry !== undefined) complain(row, "the acquirer was asked for it")
  }

  const isHumans = ({ document, status, uid }: TransactionRow): boolean =>
    toldToHuman.has(uid) && (status === "successful" || document.reason === "avs-cvc")

  const isFinished = (row: TransactionRow): void => {
    const ledger = bookOf(scene, row)
    if (row.status === "successful") succeeded(row)
    if (row.document.type === "tokenization" || isHumans(row)) return
    const rest = row.status === "successful" ? held(ledger, row) : 0
    if (rest > 0) complain(row, `closed, with ${rest} of it still held`)
    complain(row, remaining(ledger.standing(row.document.acquirerKey), row.document))
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
      const found = /refused to reverse an approval.*"uid":"([^"]+)"/.exec(message)
      if (found?.[1] !== undefined) toldToHuman.add(uidOf(found[1]))
    },
    ended: () => mirror.transactions.forEach(isFinished)
  }
}

/** Invariant 3. */
export const sums = ({ fail, labelOf, mirror }: Scene): Auditor => {
  const children = new Map<string, Set<string>>()

  const check = (parent: TransactionRow, verb: string, ...types: ReadonlyArray<string>): void => {
    const rows = Array.from(children.get(parent.uid) ?? [], (uid) => mirror.transactions.get(uid)!)
    const counted = rows.filter(
      ({ document, status }) => (status === "successful" || status === "pending") && types.includes(document.type)
    )
    const sum = counted.reduce((total, { document }) => total + document.amount, 0)
    const { amount } = parent.document
    if (sum > amount) fail(3, `${sum} of ${labelOf(parent.uid)} is ${verb}, which is ${amount}`)
  }

  return {
    committed: ({ transactions }) => {
      for (const { after } of transactions) {
        const parentUid = after?.document.parentUid
        if (after === undefined || parentUid === undefined) continue
        children.set(parentUid, (children.get(parentUid) ?? new Set()).add(after.uid))
        const parent = mirror.transactions.get(parentUid)!
        check(parent, "captured or voided", "capture", "void")
        check(parent, "refunded", "refund")
      }
    },
    arrived: ({ acquirer, entry, isKnown }) => {
      if (!entry.excessive || isKnown) return
      fail(3, `${acquirer.name} was asked to ${entry.kind} ${entry.amount} of ${labelOf(entry.key)}: more than is left`)
    }
  }
}
