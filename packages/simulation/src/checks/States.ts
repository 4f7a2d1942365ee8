import { isCharge } from "@florin/core/cards/CardChange"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as ChildMachine from "@florin/core/cards/ChildMachine"
import * as Duration from "effect/Duration"
import type { Auditor, Scene } from "../Invariants.js"
import { type Mirror, type TransactionRow, type TransitionRow, transitionName } from "../Mirror.js"

type Row = Record<"state" | "trigger" | "next", string> & { readonly effects: ReadonlyArray<string> }

/** The effects of the row that a line of history took; undefined when there is no such row. */
export const effectsOf = (type: CardTransactionType, line: TransitionRow): ReadonlyArray<string> | undefined => {
  const { rows }: { readonly rows: ReadonlyArray<Row> } = isCharge(type) ? ChargeMachine.machine : ChildMachine.machine
  return rows.find(({ next, state, trigger }) => state === line.from && trigger === line.trigger && next === line.to)
    ?.effects
}

/** What no change of a transaction changes. */
const fixed = ["shop", "type", "amount", "currency", "test", "parentUid", "acquirerKey", "idempotencyKey"] as const

/** What is wrong about a transaction's new version. */
const wrongRow = (mirror: Mirror, before: TransactionRow | undefined, after: TransactionRow): string | undefined => {
  const { document, status, version } = after
  if (document.status !== status || document.version !== version) return "has a document and columns that differ"
  if (version !== (before?.version ?? 0) + 1) return `went from v${before?.version} to v${version}`
  const changed = before === undefined ? [] : fixed.filter((name) => before.document[name] !== document[name])
  if (changed.length > 0) return `has another ${changed.join(", ")}`
  const line = mirror.transitions.get(transitionName(after))
  if (line === undefined) return `v${version} has no line of history`
  const isTold = line.to === status && line.from === (before?.status ?? "none")
  return isTold ? undefined : `has a history that says ${line.from} → ${line.to}`
}

const challengeMillis = Duration.toMillis(ChargeMachine.challengeLimit)

/** What is wrong about a new line of history. */
const wrongLine = (mirror: Mirror, line: TransitionRow): string | undefined => {
  const row = mirror.transactions.get(line.uid)
  if (row === undefined) return "has a history and no row"
  if (effectsOf(row.document.type, line) === undefined) {
    return `went where no row of its machine goes: from ${line.from} by ${line.trigger} to ${line.to}`
  }
  const { authentication, expiredAt } = row.document
  const waited = line.at - Date.parse(authentication?.waitingSince ?? "")
  if (line.trigger === "Returned" && waited >= challengeMillis) return `took a return after ${waited} ms`
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
