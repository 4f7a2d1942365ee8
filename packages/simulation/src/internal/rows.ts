import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as ChildMachine from "@florin/core/cards/ChildMachine"
import type { TransactionType } from "@florin/core/transactions/Transaction"
import { isCharge } from "@florin/core/transactions/TransactionEvent"
import type { TransitionRow } from "../Mirror.js"

/** The effects of the row that a line of history took; undefined when there is no such row. */
export const effectsOf = (type: TransactionType, line: TransitionRow): ReadonlyArray<string> | undefined => {
  const {
    rows
  }: {
    readonly rows: ReadonlyArray<Record<"state" | "trigger" | "next", string> & { effects: ReadonlyArray<string> }>
  } = isCharge(type) ? ChargeMachine.machine : ChildMachine.machine
  return rows.find(({ next, state, trigger }) => state === line.from && trigger === line.trigger && next === line.to)
    ?.effects
}
