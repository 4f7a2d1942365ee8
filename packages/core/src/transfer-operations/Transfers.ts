/** Instant bank transfers: payments, refunds and payouts, their confirmation and their proof. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { claimIn } from "../commits/CommandKey.js"
import { commit, OperationStore } from "../commits/Operation.js"
import type { IdempotencyKey } from "../idempotency/IdempotencyKey.js"
import type { TransactionUid } from "../ids/Ids.js"
import { type Asked, windows } from "../operations/Accepting.js"
import type { Answer, OperationError, Order } from "../operations/Answer.js"
import type { Accept } from "../operations/Intent.js"
import { independent, Operations, replaying } from "../operations/Operations.js"
import type { DuplicateRequest, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { OperationName } from "../tracing/SpanNames.js"
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
import * as Changing from "./Changing.js"
import * as Confirmation from "./Confirmation.js"
import * as Accepting from "./internal/accepting.js"
import * as Proving from "./internal/proving.js"
import { TransferKinds } from "./TransferKinds.js"

/** Why a transfer was not processed. A refusal by the bank is not an error but a transfer that `failed`. */
export type TransfersError = OperationError | NotFound

/** One operation. */
export type Operation<Request> = Order<Request, Transfer, TransfersError>

/** The transfers of the interface. Calls inside the host's unit of work are refused (D43). */
export class Transfers extends Context.Tag("@florin/core/Transfers")<
  Transfers,
  {
    /** Opens a payment that the customer then makes. Source: D27, D28. */
    readonly pay: Operation<TransferPaymentRequest>
    /** Returns a payment, wholly or in part. Source: D32. */
    readonly refund: Operation<TransferRefundRequest>
    /** Pays out to an account. Source: D31. */
    readonly payOut: Operation<TransferPayoutRequest>
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

const means = Effect.gen(function* () {
  return {
    operations: yield* Operations,
    kinds: yield* TransferKinds,
    accepting: yield* Accepting.make,
    proving: yield* Proving.make,
    changing: yield* Changing.make,
    windowAt: yield* windows,
    store: yield* TransactionStore,
    write: commit(yield* OperationStore),
    replay: yield* replaying(ofTransfer)
  }
})

type Means = Effect.Effect.Success<typeof means>

const run = <Facts, E>({ kinds, operations }: Means, shop: Shop, accept: Accept<Facts, E, Transfer>) =>
  operations.run({
    shop,
    kind: kinds.transfer,
    accept,
    perform: (transfer) => kinds.performance(shop, transfer)
  })

const operation =
  (means: Means) =>
  <Request, Facts, E extends TransfersError>(
    name: OperationName,
    acceptOf: (asked: Asked, request: Request) => Accept<Facts, E, Transfer>
  ): Operation<Request> =>
  (shop, request, key) =>
    independent(
      name,
      means.replay(shop)(Effect.flatMap(DateTime.now, (now) => run(means, shop, acceptOf({ shop, key, now }, request))))
    )

const proofs =
  (means: Means): Context.Tag.Service<Transfers>["prove"] =>
  (shop, payment, request, key) =>
    independent(
      "Transfers.prove",
      means.replay(shop)(
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const accept = yield* means.proving({ shop, key, now }, payment, request)
          return yield* run(means, shop, accept)
        })
      )
    )

const stale = () => new StorageError({ operation: "transfer", reason: "busy", detail: "stale" })

const confirmations =
  ({ changing, kinds, windowAt, write }: Means): Context.Tag.Service<Transfers>["confirm"] =>
  (shop, uid, { skipDuplicateCheck } = {}) => {
    const confirm = Effect.gen(function* () {
      const now = yield* DateTime.now
      const begun = Confirmation.begin(
        { shop: shop.id, uid },
        skipDuplicateCheck === true ? undefined : windowAt(now),
        now,
        claimIn(yield* Effect.context<never>())?.key
      )
      const payment = yield* Effect.catchTag(write(begun), "Stale", stale)
      if (payment.status === "successful") return Confirmation.of(payment, now)
      const status = yield* kinds.status(payment)
      const heardAt = yield* DateTime.now
      const changed = yield* changing.changed("transfer-report", shop, uid, (transfer) =>
        Either.right(Confirmation.eventOf(transfer, status, heardAt))
      )
      return Confirmation.of(changed, now)
    })
    return independent("Transfers.confirm", confirm)
  }

export const make = Effect.map(means, (means) => {
  const accepted = operation(means)
  return Transfers.of({
    pay: accepted("Transfers.pay", means.accepting.payment),
    refund: accepted("Transfers.refund", means.accepting.refund),
    payOut: accepted("Transfers.payOut", means.accepting.payout),
    prove: proofs(means),
    confirm: confirmations(means),
    find: (shop, uid) => existing(Effect.map(means.store.find(shop.id, uid), Option.filter(isTransfer)))
  })
})
