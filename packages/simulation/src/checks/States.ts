import { isCharge } from "@florin/core/cards/CardChange"
import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as ChildMachine from "@florin/core/cards/ChildMachine"
import { methods } from "@florin/core/transfers/methods/Methods"
import * as ProofMachine from "@florin/core/transfers/ProofMachine"
import * as RefundPayoutMachine from "@florin/core/transfers/RefundPayoutMachine"
import * as Duration from "effect/Duration"
import type { Auditor, Scene } from "../Invariants.js"
import {
  type CardRow,
  isTransfer,
  type Mirror,
  type TransactionRow,
  type TransferRow,
  type TransitionRow,
  transitionName
} from "../Mirror.js"

type Row = Record<"state" | "trigger" | "next", string> & { readonly effects: ReadonlyArray<string> }

interface Table {
  readonly rows: ReadonlyArray<Row>
}

const ofTransfer = ({ document: { method, type } }: TransferRow): Table => {
  switch (type) {
    case "payment":
      return methods[method].machine
    case "refund":
      return RefundPayoutMachine.refund
    case "payout":
      return RefundPayoutMachine.payout
    case "proof":
      return ProofMachine.machine
  }
}

const tableOf = (row: TransactionRow): Table => {
  if (isTransfer(row)) return ofTransfer(row)
  return isCharge((row.document as CardRow["document"]).type) ? ChargeMachine.machine : ChildMachine.machine
}

/** Whether the provider has answered before, by which two rows of a transfer differ. */
const isKnown = (mirror: Mirror, { uid, version }: TransitionRow): boolean =>
  Array.from({ length: version - 1 }, (_, index) =>
    mirror.transitions.get(transitionName({ uid, version: index + 1 }))
  ).some((line) => line?.trigger === "Waiting")

/** The effects of the row that a line of history took; undefined when there is no such row. */
export const effectsOf = (
  mirror: Mirror,
  row: TransactionRow,
  line: TransitionRow
): ReadonlyArray<string> | undefined => {
  const fits = tableOf(row).rows.filter(
    ({ next, state, trigger }) => state === line.from && trigger === line.trigger && next === line.to
  )
  return fits[fits.length > 1 && isKnown(mirror, line) ? 1 : 0]?.effects
}

/** What no change of a transaction changes. */
const fixed = ["shop", "type", "currency", "test", "parentUid", "acquirerKey", "idempotencyKey"] as const

/** What a transfer counts with is what the bank has moved, or an operator approved. */
const mayCountOtherwise = (before: TransactionRow, after: TransactionRow): boolean =>
  isTransfer(after) && after.status === "successful" && before.status !== "successful"

/** What an acquirer says of the card behind its token is committed with the approval that says it. Source: D53. */
const isUntold = (row: TransactionRow, { trigger }: TransitionRow): boolean => {
  if (isTransfer(row) || trigger !== "Approved") return false
  const { card, type } = row.document as CardRow["document"]
  return isCharge(type) && card?.provider !== undefined && card.facts.last4 === null
}

/** What is wrong about a transaction's new version. */
const wrongRow = (mirror: Mirror, before: TransactionRow | undefined, after: TransactionRow): string | undefined => {
  const { document, status, version } = after
  if (document.status !== status || document.version !== version) return "has a document and columns that differ"
  if (version !== (before?.version ?? 0) + 1) return `went from v${before?.version} to v${version}`
  const changed = before === undefined ? [] : fixed.filter((name) => before.document[name] !== document[name])
  if (changed.length > 0) return `has another ${changed.join(", ")}`
  if (before !== undefined && before.document.amount !== document.amount && !mayCountOtherwise(before, after))
    return "has another amount"
  const line = mirror.transitions.get(transitionName(after))
  if (line === undefined) return `v${version} has no line of history`
  if (isUntold(after, line)) return "was approved, and what the provider said of its card is lost"
  const isReported = line.to === status && line.from === (before?.status ?? "none")
  return isReported ? undefined : `has a history that says ${line.from} → ${line.to}`
}

const challengeMillis = Duration.toMillis(ChargeMachine.challengeLimit)

/** What is wrong about a new line of history. */
const wrongLine = (mirror: Mirror, line: TransitionRow): string | undefined => {
  const row = mirror.transactions.get(line.uid)
  if (row === undefined) return "has a history and no row"
  if (effectsOf(mirror, row, line) === undefined) {
    return `went where no row of its machine goes: from ${line.from} by ${line.trigger} to ${line.to}`
  }
  if (isTransfer(row)) return undefined
  const { atProvider, authentication, expiredAt } = (row as CardRow).document
  const waited = line.at - Date.parse(authentication?.waitingSince ?? atProvider?.waitingSince ?? "")
  const isReturn = line.trigger === "Returned" || line.trigger === "ActionReturned"
  if (isReturn && waited >= challengeMillis) return `took a return after ${waited} ms`
  if (line.trigger !== "NotDone" || expiredAt === null) return undefined
  const isOver = line.at >= Date.parse(expiredAt)
  return isOver === (line.to === "expired")
    ? undefined
    : `became ${line.to} when its end was ${isOver ? "over" : "ahead"}`
}

/** Invariant 4. */
export const lawfulStates = ({ blame, mirror }: Scene): Auditor => ({
  committed: ({ transactions, transitions }) => {
    for (const { after, before } of transactions) {
      blame(4, (after ?? before)!.uid, after === undefined ? "was deleted" : wrongRow(mirror, before, after))
    }
    for (const { after, before } of transitions) {
      const isNew = after !== undefined && before === undefined
      blame(4, (after ?? before)!.uid, isNew ? wrongLine(mirror, after) : "has a history that was rewritten")
    }
  }
})
