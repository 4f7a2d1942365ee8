import type { TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import { Transactions } from "@florin/core/queries/Transactions"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import { isTransfer } from "@florin/core/transactions/Transaction"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { SandboxControls } from "@florin/sandbox/SandboxControls"
import * as TransferCommand from "@florin/sandbox/TransferCommand"
import type { SandboxRoutes, TransferAction } from "@florin/wire/operations/SandboxPort"
import * as Effect from "effect/Effect"

/** The transfers that an action is about; it finds no others. */
const types: Readonly<Record<TransferAction, ReadonlyArray<Transfer["type"]>>> = {
  payTransfer: ["payment"],
  approveProof: ["payment", "proof"],
  declineProof: ["payment", "proof"],
  completePayout: ["payout"],
  failPayout: ["payout"],
  completeRefund: ["refund"],
  failRefund: ["refund"]
}

type Transfers = Pick<SandboxRoutes["Type"], "transfer" | "happened">

/** In the history of a proof. */
const by = "sandbox"

/** What happens to transfers at the simulated bank, and what its operator decides. */
export const make = Effect.gen(function* () {
  const controls = yield* SandboxControls
  const transactions = yield* Transactions
  const { approve, decline } = yield* Operator
  const reports = yield* TransferReports

  const find = (action: TransferAction, shop: Shop, uid: TransactionUid) =>
    Effect.flatMap(transactions.find(shop, uid), (found) =>
      isTransfer(found) && types[action].includes(found.type) ? Effect.succeed(found) : new NotFound()
    )

  const act = (action: TransferAction, transfer: Transfer, body: unknown) => {
    switch (action) {
      case "payTransfer":
        return controls.payTransfer(transfer.acquirerKey, body, reports)
      case "completePayout":
      case "completeRefund":
        return controls.completeTransfer(transfer.acquirerKey, body, reports)
      case "failPayout":
      case "failRefund":
        return controls.failTransfer(transfer.acquirerKey, body, reports)
      case "approveProof":
        return Effect.flatMap(TransferCommand.outcome(body), (given) => approve(transfer.uid, { ...given, by }))
      case "declineProof":
        return Effect.flatMap(TransferCommand.refusal(body), (given) => decline(transfer.uid, { ...given, by }))
    }
  }

  const transfer: Transfers["transfer"] = Effect.fnUntraced(function* (action, shop, uid, body) {
    yield* act(action, yield* find(action, shop, uid), body)
    return yield* find(action, shop, uid)
  })

  return { transfer, happened: find } satisfies Transfers
})
