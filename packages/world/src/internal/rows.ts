import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as FollowUpMachine from "@florin/core/cards/FollowUpMachine"
import { isCharge } from "@florin/core/cards/Happening"
import type { TransactionType } from "@florin/core/transactions/Transaction"
import type { TransitionRow } from "../Mirror.js"

/** The duties of the row that a line of history took; undefined when there is no such row. */
export const dutiesOf = (type: TransactionType, line: TransitionRow): ReadonlyArray<string> | undefined => {
  const {
    rows
  }: {
    readonly rows: ReadonlyArray<Record<"state" | "trigger" | "next", string> & { duties: ReadonlyArray<string> }>
  } = isCharge(type) ? ChargeMachine.machine : FollowUpMachine.machine
  return rows.find(({ next, state, trigger }) => state === line.from && trigger === line.trigger && next === line.to)
    ?.duties
}
