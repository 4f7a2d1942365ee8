import { isCharge } from "@florin/core/cards/CardChange"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { lastCharge } from "@florin/core/transaction-base/TransactionBase"
import { missing, remaining } from "@florin/testing/parties/Auditor"
import type { Auditor, Scene } from "../Invariants.js"
import { added, type CardRow, cardsOf, isCard, type TransactionRow } from "../Mirror.js"
import { openIn } from "./Announcements.js"

/** Where it was sent last, and under which key. */
const bookOf = ({ acquirers }: Scene, { document }: CardRow) => {
  const { gatewayId, key } = lastCharge(document as unknown as CardTransaction)
  const { ledger } = acquirers.find((acquirer) => acquirer.gatewayId === gatewayId)!
  return { ledger, key: key as string, entry: ledger.entries.get(key) }
}

type Book = ReturnType<typeof bookOf>

/** What is left of an authorization at the acquirer when we say that nothing is. */
const held = ({ key, ledger }: Book, { document }: CardRow): number => {
  return document.type !== "authorization" || document.closedAt === null ? 0 : ledger.held(key)
}

/** What is wrong about the acquirers that a charge was passed on from: none of them holds anything of it. */
const heldElsewhere = ({ acquirers }: Scene, { document, uid }: CardRow): string | undefined => {
  const requested = [document.gatewayId, ...(document.passedOn ?? []).map(({ gatewayId }) => gatewayId)]
  const last = lastCharge(document as unknown as CardTransaction)
  for (const { gatewayId, ledger, name } of acquirers) {
    const keys = isCharge(document.type) ? [uid, `${uid}:charge-2`].filter((key) => key !== last.key) : []
    const rest = keys.reduce((sum, key) => sum + ledger.progress(key), 0)
    if (rest > 0) return `${name} holds ${rest} of it, too`
    const isRequested = gatewayId === last.gatewayId || requested.includes(gatewayId)
    if (!isRequested && keys.some((key) => ledger.entries.has(key))) return `${name} was asked, and is not said to be`
  }
  return undefined
}

/** What is wrong about a transaction that is told as undone. */
const notUndone = (scene: Scene, row: CardRow, trigger: string): string | undefined => {
  const { entry } = bookOf(scene, row)
  if (trigger === "ChallengeRequired" && entry !== undefined) return "the acquirer was asked before its customer"
  if (trigger === "Declined" && entry?.declined === undefined) return "the acquirer did not decline it"
  // What was sent again under its key until there was a decision is never told as undone where it may have been done.
  const rollsForward = !isCharge(row.document.type)
  return trigger === "NotDone" && rollsForward && entry !== undefined ? "the acquirer was asked for it" : undefined
}

/**
 * Invariant 2. Source: D40. Where the acquirer keeps what was to be taken back, what was told as failed or released has to
 * be corrected.
 */
export const trueEffects = (scene: Scene): Auditor => {
  const { acquirers, blame, mirror } = scene
  const openForHuman = new Set<string>()

  const complain = ({ status, uid }: TransactionRow, says: string | undefined): void =>
    blame(2, uid, says && `is ${status}, and ${says}`)

  const succeeded = (row: CardRow): void => complain(row, missing(bookOf(scene, row).entry, row.document))

  return {
    committed: ({ transitions }) => {
      for (const { from, to, trigger, uid } of added(transitions)) {
        const row = mirror.transactions.get(uid)
        if (row === undefined || !isCard(row)) continue
        if (to === "successful" && from !== "successful") succeeded(row)
        complain(row, notUndone(scene, row, trigger) ?? heldElsewhere(scene, row))
      }
    },
    logged: (message) => {
      const uid = openIn(message)
      if (uid !== undefined && acquirers.some(({ leavesOpen }) => leavesOpen)) openForHuman.add(uid)
    },
    ended: () => {
      for (const row of cardsOf(mirror)) {
        const { document, status } = row
        if (openForHuman.has(row.uid)) continue
        const book = bookOf(scene, row)
        complain(row, heldElsewhere(scene, row))
        if (status === "successful") succeeded(row)
        if (document.type === "tokenization") continue
        const rest = status === "successful" ? held(book, row) : 0
        complain(row, rest > 0 ? `closed, with ${rest} of it still held` : undefined)
        complain(row, remaining(book.ledger.progress(book.key), document))
      }
    }
  }
}

/** Invariant 3. */
export const sums = ({ bank, blame, mirror }: Scene): Auditor => {
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
    },
    arrivedAtBank: ({ account: { amount, excessive, key, kind }, isKnown }) => {
      if (excessive && !isKnown) blame(3, key, `asks ${bank.name} to ${kind} ${amount}: more than is left`)
    }
  }
}
