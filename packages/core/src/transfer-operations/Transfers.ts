/** Instant bank transfers: payments, refunds and payouts, their confirmation and their proof. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { claimIn } from "../commits/CommandKey.js"
import type { IdempotencyKey } from "../idempotency/IdempotencyKey.js"
import type { TransactionUid } from "../ids/Ids.js"
import { type OrderedBy, windows } from "../operations/AcceptanceRules.js"
import type { Answer, OperationCall, OperationError } from "../operations/Answer.js"
import type { LinkedTransaction } from "../operations/LinkedTransaction.js"
import { Operations, outsideUnitOfWork, replaying } from "../operations/Operations.js"
import type { Accept } from "../operations/ProviderOperation.js"
import type { DuplicateRequest, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { isTransfer, ofTransfer } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import type { Transfer } from "../transfers/Transfer.js"
import type {
  ConfirmRequest,
  ProofRequest,
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "../transfers/TransferRequest.js"
import * as Confirmation from "./Confirmation.js"
import * as ProofCommand from "./internal/proofCommand.js"
import * as TransferAcceptance from "./internal/transferAcceptance.js"
import { TransferKinds } from "./TransferKinds.js"
import * as TransferUpdates from "./TransferUpdates.js"

/** Why a transfer was not processed. A refusal by the bank is not an error but a transfer that `failed`. */
export type TransfersError = OperationError | NotFound

/** One operation. */
export type TransferOperation<Request> = OperationCall<Request, Transfer, TransfersError>

/** The transfers of the interface. Calls inside the host's unit of work are refused (D43). */
export class Transfers extends Context.Tag("@florin/core/Transfers")<
  Transfers,
  {
    /** Opens a payment that the customer then makes. Source: D27, D28. */
    readonly pay: TransferOperation<TransferPaymentRequest>
    /** Opens a payment for another room, whose writes its accepting commit has. Not replayed by a key. */
    readonly payFor: <Facts extends object, E>(
      shop: Shop,
      request: TransferPaymentRequest,
      linked: LinkedTransaction<Facts, E>
    ) => Effect.Effect<Answer<Transfer>, Exclude<TransfersError, NotFound | NotInsideTransaction> | E>
    /** Returns a payment, wholly or in part. Source: D32. */
    readonly refund: TransferOperation<TransferRefundRequest>
    /** Pays out to an account. Source: D31. */
    readonly payOut: TransferOperation<TransferPayoutRequest>
    /** Proves a failed payment with a document, which an operator decides on. Source: D29. */
    readonly prove: (
      shop: Shop,
      payment: TransactionUid,
      request: ProofRequest,
      idempotency?: IdempotencyKey
    ) => Effect.Effect<Answer<Transfer>, TransfersError>
    /** Asks the bank now whether a payment is paid; never fails the payment. Source: D30. */
    readonly confirm: (
      shop: Shop,
      payment: TransactionUid,
      request?: ConfirmRequest
    ) => Effect.Effect<Confirmation.Confirmation, NotFound | DuplicateRequest | NotInsideTransaction | StorageError>
    /** A transfer of any type; a card transaction counts as missing. Source: D1. */
    readonly find: (shop: Shop, uid: TransactionUid) => Effect.Effect<Transfer, NotFound | StorageError>
  }
>() {}

const services = Effect.gen(function* () {
  return {
    operations: yield* Operations,
    kinds: yield* TransferKinds,
    accepting: yield* TransferAcceptance.make,
    proving: yield* ProofCommand.make,
    changing: yield* TransferUpdates.make,
    windowAt: yield* windows,
    store: yield* TransactionStore,
    ordered: yield* replaying(ofTransfer)
  }
})

type Services = Effect.Effect.Success<typeof services>

const run = <Facts, E>({ kinds, operations }: Services, shop: Shop, accept: Accept<Facts, E, Transfer>) => {
  const perform = (transfer: Transfer) => kinds.performance(shop, transfer)
  return operations.run({ shop, kind: kinds.transfer, accept, perform })
}

const operation =
  (services: Services) =>
  <Request, Facts, E extends TransfersError>(
    name: string,
    acceptOf: (requested: OrderedBy, request: Request) => Effect.Effect<Accept<Facts, E, Transfer>, TransfersError>
  ): TransferOperation<Request> =>
  (shop, request, key) => {
    const ran = Effect.gen(function* () {
      return yield* run(services, shop, yield* acceptOf({ shop, key, now: yield* DateTime.now }, request))
    })
    return services.ordered(name, shop, ran)
  }

const confirmations =
  ({ changing, kinds, windowAt }: Services): Context.Tag.Service<Transfers>["confirm"] =>
  (shop, uid, { skipDuplicateCheck } = {}) => {
    const confirm = Effect.gen(function* () {
      const now = yield* DateTime.now
      const begun = Confirmation.begin(
        { shop: shop.id, uid },
        skipDuplicateCheck === true ? undefined : windowAt(now),
        now,
        claimIn(yield* Effect.context<never>())?.key
      )
      const payment = yield* changing.write(begun)
      if (payment.status === "successful") return Confirmation.resultOf(payment, now)
      const status = yield* kinds.status(payment)
      const answeredAt = yield* DateTime.now
      const changed = yield* changing.changed("transfer-report", shop, payment, (transfer) =>
        Either.right(Confirmation.eventOf(transfer, status, answeredAt))
      )
      return Confirmation.resultOf(changed, now)
    })
    return outsideUnitOfWork("Transfers.confirm", confirm)
  }

export const make = Effect.map(services, (services) => {
  const { accepting, proving } = services
  const accepted = operation(services)
  return Transfers.of({
    pay: accepted("Transfers.pay", (by, request) => Effect.succeed(accepting.payment(by, request))),
    payFor: (shop, request, linked) =>
      Effect.flatMap(DateTime.now, (now) =>
        run(services, shop, accepting.payment({ shop, key: undefined, now }, request, linked))
      ),
    refund: accepted("Transfers.refund", (by, request) => Effect.succeed(accepting.refund(by, request))),
    payOut: accepted("Transfers.payOut", (by, request) => Effect.succeed(accepting.payout(by, request))),
    prove: (shop, payment, request, key) => {
      const prove = accepted("Transfers.prove", (by, proof: ProofRequest) => proving(by, payment, proof))
      return prove(shop, request, key)
    },
    confirm: confirmations(services),
    find: (shop, uid) => existing(Effect.map(services.store.find(shop.id, uid), Option.filter(isTransfer)))
  })
})
