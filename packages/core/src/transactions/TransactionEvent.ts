/** The events of a transaction. */
import type { CardEvent } from "../cards/CardEvent.js"
import { TransferEvent } from "../transfers/TransferEvent.js"

/** An event. The tags are the machines' triggers. */
export type TransactionEvent = CardEvent | TransferEvent

const { NoAnswer, NotDone, VerificationRefused } = TransferEvent

/** The events that every kind of transaction knows. */
export const TransactionEvent = {
  NoAnswer: (): TransactionEvent => NoAnswer(),
  NotDone: (): TransactionEvent => NotDone(),
  VerificationRefused: (): TransactionEvent => VerificationRefused()
}
