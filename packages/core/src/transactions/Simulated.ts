/** Whether money moves. */
import type { AcquirerService } from "../cards/Acquirer.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import type { TransferProvider } from "../transfers/TransferProvider.js"
import { isTransfer, type Transaction } from "./Transaction.js"

const simulatedOf = (all: ReadonlyArray<Pick<AcquirerService | TransferProvider, "gatewayId" | "simulated">>) =>
  new Set<number | null>(all.flatMap(({ gatewayId, simulated }) => (simulated ? [gatewayId] : [])))

/** Whether no money can move: there are acquirers or providers, and all are simulated. Source: D39. */
export const areAll = (all: ReadonlyArray<Pick<AcquirerService | TransferProvider, "simulated">>): boolean =>
  all.length > 0 && all.every(({ simulated }) => simulated)

/**
 * Tells of a transaction whether it moved no money: it is a test, or the acquirer or provider that was asked last is
 * simulated.
 *
 * Source: D39.
 */
export const movesNoMoney = (acquirers: ReadonlyArray<AcquirerService>, providers: ReadonlyArray<TransferProvider>) => {
  const [ofCards, ofTransfers] = [simulatedOf(acquirers), simulatedOf(providers)]
  return (transaction: Transaction): boolean =>
    transaction.test ||
    (isTransfer(transaction) ? ofTransfers.has(transaction.gatewayId) : ofCards.has(lastCharge(transaction).gatewayId))
}
