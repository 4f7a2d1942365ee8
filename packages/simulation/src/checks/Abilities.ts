import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import { isReversal } from "@florin/testing/parties/Auditor"
import { type Acquirer, type Auditor, errorOf, type Order, type Scene, type SentToAcquirer } from "../Invariants.js"
import { added, type CardRow, cardsOf, isCard } from "../Mirror.js"

/** A card transaction, by what an acquirer may lack for it. */
export interface Requested {
  readonly type: string
  readonly amount: number
  readonly currency: string
  readonly contracts?: ReadonlyArray<string>
  /** Absent: it is not known here. */
  readonly source?: "card" | "token"
  /** The amount of what it follows, and how much of that is captured, or may be. */
  readonly parent?: { readonly amount: number; readonly captured: number }
}

const nothingTaken = { amount: Number.NaN, captured: 0 }

const beyondOfType = (can: AcquirerCapabilities, { amount, parent = nothingTaken, type }: Requested): boolean => {
  const isCaptured = parent.captured > 0
  switch (type) {
    case "authorization":
      return can.captures === "none"
    case "tokenization":
      return can.zeroAmountChecks === false
    case "credit":
      return can.credits === false
    case "payout":
      return can.payouts === false
    case "refund":
      return can.refunds === false
    case "capture":
      return can.captures === "none" || (can.captures === "one" && isCaptured)
    case "void":
      if (can.captures === "one" && isCaptured) return true
      if (can.partialVoids === "rest") return amount !== parent.amount - parent.captured
      return can.partialVoids === false && amount !== parent.amount
    default:
      return false
  }
}

/** Whether an acquirer says that it cannot do this. Its own reading of D53, beside that of the gateway. */
export const isBeyond = (can: AcquirerCapabilities, requested: Requested): boolean => {
  const { contracts = [], currency, parent, source } = requested
  if (beyondOfType(can, requested)) return true
  // What follows a charge was possible with the charge.
  if (parent !== undefined) return false
  const isTaken =
    (source === undefined || can.sources?.includes(source) !== false) &&
    (can.currencies as ReadonlyArray<string> | undefined)?.includes(currency) !== false
  return (
    !isTaken || contracts.some((contract) => (can.contracts as ReadonlyArray<string>)?.includes(contract) === false)
  )
}

/** What a committed transaction asks of its acquirer, as it is accepted. */
const requestedOf = ({ mirror }: Scene, { document, uid }: CardRow): Requested => {
  const { amount, card, currency, parentUid, type } = document
  const parent = mirror.transactions.get(parentUid ?? "")
  if (parent !== undefined) {
    const captured = cardsOf(mirror)
      .filter((row) => row.uid !== uid && row.document.parentUid === parentUid && row.document.type === "capture")
      .filter(({ status }) => status === "pending" || status === "successful")
      .reduce((sum, row) => sum + row.document.amount, 0)
    return { type, amount, currency, parent: { amount: parent.document.amount, captured } }
  }
  return {
    ...{ type, amount, currency, contracts: document.details.additionalData?.contract ?? [] },
    source: card?.provider === undefined ? "card" : "token"
  }
}

/** What is sent of a charge or payout, to whichever acquirer it is passed on. A credit is a payout to an acquirer, too. */
const sentOf = (
  { credits }: AcquirerCapabilities,
  { amount, currency, isByToken = false, kind }: Movement
): Requested => ({
  ...{ amount, currency, source: isByToken ? "token" : "card" },
  type: kind === "payout" && credits !== false ? "credit" : kind
})

/** The gateway itself gives back what is left of a hold, which there is nothing of after one capture. */
const isSentInVain = ({ acquirer: { capabilities, ledger }, movement }: SentToAcquirer): boolean => {
  const { key, kind, parent } = movement
  if (parent === undefined) return isBeyond(capabilities, sentOf(capabilities, movement))
  return kind === "void" && isReversal(key) && capabilities.captures === "one" && ledger.taken(parent, "capture") > 0
}

/** Whether an acquirer may be named for what it lacks when such an order is refused. */
const mayLack = ({ capabilities: can }: Acquirer, { parent, type }: Order): boolean => {
  if (type === "capture") return can.captures === "one" || can.captures === "none"
  if (type === "void") return can.captures === "one" || (can.partialVoids ?? true) !== true
  if (beyondOfType(can, { type, amount: 0, currency: "" })) return true
  return parent === undefined && (can.currencies !== undefined || can.contracts !== undefined)
}

const naming = (name: string): RegExp => new RegExp(`(?:acquirers?|,| and) ${name}(?:$|,|;| and | takes| voids| gives)`)

/**
 * Invariant 13. Source: D53. An acquirer is asked for nothing that it says it cannot do: neither is such a thing accepted,
 * nor is it sent. Where it keeps only what succeeded, nothing is sent again before it has said that it knows nothing of it,
 * nor while the earlier request may still arrive.
 */
export const asDeclared = (scene: Scene): Auditor => {
  const { acquirers, blame, fail, labelOf, now } = scene
  /** The keys under which something was sent, and which nobody has asked about since. */
  const unasked = new Set<string>()
  /** When something was sent last under a key. */
  const sentAt = new Map<string, number>()

  return {
    committed: ({ transactions }) => {
      for (const row of added(transactions)) {
        if (!isCard(row)) continue
        const acquirer = acquirers.find(({ gatewayId }) => gatewayId === row.document.gatewayId)
        if (acquirer === undefined || !isBeyond(acquirer.capabilities, requestedOf(scene, row))) continue
        blame(13, row.uid, `is accepted for ${acquirer.name}, which says that it cannot do it`)
      }
    },
    sent: ({ request }) => {
      if (request === undefined) return
      const { acquirer, hasLeft, movement } = request
      const what = `${acquirer.name} is sent ${movement.kind} ${labelOf(movement.key)}`
      if (isSentInVain(request)) fail(13, `${what}, and says that it cannot do it`)
      if (acquirer.keeps !== "successes" || !hasLeft) return
      if (unasked.has(movement.key)) fail(13, `${what} again, without a question`)
      unasked.add(movement.key)
      const last = sentAt.get(movement.key) ?? Number.NEGATIVE_INFINITY
      if (now() - last < acquirer.inFlightWindow) fail(13, `${what} again, while the earlier one may still arrive`)
      sentAt.set(movement.key, now())
    },
    requested: ({ isFound, key }) => {
      if (!isFound) unasked.delete(key)
    },
    answered: ({ exit, order }) => {
      const error = errorOf(exit)
      if (error?._tag !== "InvalidRequest") return
      for (const acquirer of acquirers) {
        const isNamed = error.errors.some(({ sentence }) => naming(acquirer.name).test(sentence))
        if (isNamed && !mayLack(acquirer, order))
          fail(13, `${order.name} is refused for ${acquirer.name}, which can do it`)
      }
    }
  }
}
