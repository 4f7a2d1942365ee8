/** Reports of providers: how a transfer stands, told without being asked. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type AcquirerKey, TransactionUid } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { ofTransfer } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import type { Transfer } from "../transfers/Transfer.js"
import { apply } from "../transfers/TransferChange.js"
import type { TransferProgress } from "../transfers/TransferProvider.js"
import * as ProviderQueries from "./internal/providerQueries.js"
import * as ProviderReplies from "./internal/providerReplies.js"
import { TransferKinds } from "./TransferKinds.js"
import * as TransferUpdates from "./TransferUpdates.js"

export class TransferReports extends Context.Tag("@florin/core/TransferReports")<
  TransferReports,
  {
    /**
     * The provider says how the transfer of a key stands. Late, repeated and contradictory reports are safe: a final
     * state stays, and a payment that changes nothing is kept as evidence. Of a payment that came too late the provider
     * is asked whether another one came in time.
     *
     * Errors: `NotFound` if this provider has no transfer of that key; `InvalidRequest` if it is no standing.
     *
     * Source: D28.
     */
    readonly report: (
      gatewayId: number,
      key: AcquirerKey,
      current: TransferProgress
    ) => Effect.Effect<void, NotFound | InvalidRequest | NotInsideTransaction | StorageError>
  }
>() {}

const isUid = Schema.is(TransactionUid)

/**
 * Whether a payment that is reported would end the transfer as unpaid. A customer can pay twice, and the report of the
 * payment in time can be lost or late, so the provider is asked before that.
 */
const isLate = (transfer: Transfer, current: TransferProgress, now: DateTime.Utc): boolean =>
  transfer.status === "pending" &&
  current._tag === "Paid" &&
  Either.match(apply(transfer, ProviderQueries.eventOf(current), now), {
    onLeft: () => false,
    onRight: ({ transaction }) => transaction.status !== "successful"
  })

export const make = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { status: statusOf } = yield* TransferKinds
  const changing = yield* TransferUpdates.make

  /** The transfer of a key that went to that provider. */
  const transferOf = Effect.fnUntraced(function* (gatewayId: number, key: string) {
    if (!isUid(key)) return yield* new NotFound()
    const transfer = ofTransfer(Option.getOrUndefined(yield* store.findPublic(key)))
    return transfer?.gatewayId === gatewayId && transfer.type !== "proof" ? transfer : yield* new NotFound()
  })

  const report = Effect.fnUntraced(function* (gatewayId: number, key: AcquirerKey, response: unknown) {
    const current = ProviderReplies.progressOf(response)
    if (current === undefined) return yield* invalid([], "The report is not how a transfer stands")
    const transfer = yield* transferOf(gatewayId, key)
    const shop = yield* changing.shopOf(transfer)
    const hear = (notified: TransferProgress) =>
      changing.changed("transfer-report", shop, transfer, () => Either.right(ProviderQueries.eventOf(notified)))
    const now = yield* DateTime.now
    if (isLate(transfer, current, now)) {
      const status = yield* statusOf(transfer)
      // Due work asks until there is an answer, which then tells of this payment.
      if (status._tag === "Unknown") return
      if (status._tag === "Paid" && !isLate(transfer, status, now)) yield* hear(status)
    }
    yield* hear(current)
  })

  return TransferReports.of({
    report: (gatewayId, key, current) => outsideUnitOfWork("TransferReports.report", report(gatewayId, key, current))
  })
})
