import { isCharge } from "@florin/core/transactions/Change"
import type { AcquirerLedger } from "@florin/testing/parties/AcquirerLedger"
import { missing, remaining, uidOf } from "@florin/testing/parties/Auditor"
import type { Auditor, Scene } from "../Invariants.js"
import { added, type TransactionRow } from "../Mirror.js"

const bookOf = ({ acquirers }: Scene, { document }: TransactionRow): AcquirerLedger =>
  acquirers.find(({ simulated }) => simulated === document.test)!.ledger

/** What is left of an authorization at the acquirer when we say that nothing is. */
const held = (ledger: AcquirerLedger, { document }: TransactionRow): number => {
  if (document.type !== "authorization" || document.closedAt === null) return 0
  return document.amount - ledger.taken(document.acquirerKey, "capture") - ledger.taken(document.acquirerKey, "void")
}

/** What is wrong about a transaction that is told as undone. */
const notUndone = (scene: Scene, row: TransactionRow, trigger: string): string | undefined => {
  const entry = bookOf(scene, row).entries.get(row.document.acquirerKey)
  if (trigger === "Declined" && entry?.declined === undefined) return "the acquirer did not decline it"
  // What was sent again under its key until there was a decision is never told as undone where it may have been done.
  const rollsForward = !isCharge(row.document.type)
  return trigger === "NotDone" && rollsForward && entry !== undefined ? "the acquirer was asked for it" : undefined
}

/**
 * Invariant 2. Source: D40. What a human was told about is the human's where the acquirer keeps an approval that checks
 * rejected, or the rest of a hold; everything else that was told as failed has to be corrected then.
 */
export const trueEffects = (scene: Scene): Auditor => {
  const { blame, mirror } = scene
  const toldToHuman = new Set<string>()

  const complain = ({ status, uid }: TransactionRow, says: string | undefined): void =>
    blame(2, uid, says && `is ${status}, and ${says}`)

  const succeeded = (row: TransactionRow): void =>
    complain(row, missing(bookOf(scene, row).entries.get(row.document.acquirerKey), row.document))

  return {
    committed: ({ transitions }) => {
      for (const { from, to, trigger, uid } of added(transitions)) {
        const row = mirror.transactions.get(uid)
        if (row === undefined) continue
        if (to === "successful" && from !== "successful") succeeded(row)
        complain(row, notUndone(scene, row, trigger))
      }
    },
    logged: (message) => {
      const found = /refused to reverse an approval.*"uid":"([^"]+)"/.exec(message)
      if (found?.[1] !== undefined) toldToHuman.add(uidOf(found[1]))
    },
    ended: () => {
      for (const row of mirror.transactions.values()) {
        const { document, status, uid } = row
        const ledger = bookOf(scene, row)
        if (status === "successful") succeeded(row)
        const isHumans = toldToHuman.has(uid) && (status === "successful" || document.reason === "avs-cvc")
        if (document.type === "tokenization" || isHumans) continue
        const rest = status === "successful" ? held(ledger, row) : 0
        complain(row, rest > 0 ? `closed, with ${rest} of it still held` : undefined)
        complain(row, remaining(ledger.standing(document.acquirerKey), document))
      }
    }
  }
}

/** Invariant 3. */
export const sums = ({ blame, mirror }: Scene): Auditor => {
  const check = (parent: TransactionRow, verb: string, ...types: ReadonlyArray<string>): void => {
    const counted = Array.from(mirror.transactions.values()).filter(
      ({ document: { parentUid, type }, status }) =>
        parentUid === parent.uid && types.includes(type) && (status === "successful" || status === "pending")
    )
    const sum = counted.reduce((total, { document }) => total + document.amount, 0)
    const { amount } = parent.document
    blame(3, parent.uid, sum > amount ? `is ${amount}, and ${sum} of it is ${verb}` : undefined)
  }

  return {
    committed: ({ transactions }) => {
      for (const { after } of transactions) {
        const parent = mirror.transactions.get(after?.document.parentUid ?? "")
        if (parent === undefined) continue
        check(parent, "captured or voided", "capture", "void")
        check(parent, "refunded", "refund")
      }
    },
    arrived: ({ acquirer, entry: { amount, excessive, key, kind }, isKnown }) => {
      if (excessive && !isKnown) blame(3, key, `asks ${acquirer.name} to ${kind} ${amount}: more than is left`)
    }
  }
}
