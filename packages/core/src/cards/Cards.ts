/**
 * Card operations: each is accepted in one commit, put to the acquirer, and settled in another.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type {
  AlreadyAnswered,
  IdempotencyInFlight,
  IdempotencyKey,
  IdempotencyMismatch,
  IdempotencyStore
} from "../idempotency/IdempotencyStore.js"
import type { JobStore } from "../jobs/Job.js"
import { Worker } from "../jobs/Worker.js"
import { Refused } from "../machine/Machine.js"
import type { DuplicateRequest, InvalidRequest } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { type Commit, committing } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import type { ChildRequest, RefundRequest } from "../transactions/ChildRequest.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionStore } from "../transactions/TransactionStore.js"
import type { AcquirerRequest, Acquirers } from "./Acquirer.js"
import type { Answer } from "./Answer.js"
import type { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "./CardRequest.js"
import type { CardStore } from "./CardStore.js"
import type { CardVault, VaultError } from "./CardVault.js"
import type { Changes } from "./Changes.js"
import type { Accepted, Concluded } from "./internal/acceptance.js"
import { ask } from "./internal/asking.js"
import { acceptCharge, type Charge, type ChargeKind, chargeRequest } from "./internal/charging.js"
import { acceptChild, type ChildKind, childRequest } from "./internal/children.js"
import { acceptPayOut, type PayOut, payOutRequest } from "./internal/payingOut.js"
import { save } from "./internal/saving.js"
import { underWay } from "./internal/underWay.js"
import { Settlement } from "./Settlement.js"
import { TransactionEvent } from "./TransactionEvent.js"
import { VerificationRequests } from "./VerificationRequests.js"

/**
 * What can keep an operation from being processed. A decline is none of these: it is a transaction that `failed`.
 *
 * @since 0.1.0
 * @category errors
 */
export type CardsError =
  | InvalidRequest
  | DuplicateRequest
  | IdempotencyMismatch
  | IdempotencyInFlight
  | AlreadyAnswered
  | VaultError
  | StorageError

/**
 * One card operation.
 *
 * @since 0.1.0
 * @category models
 */
export type Operation<Request> = (
  shop: Shop,
  request: Request,
  idempotency?: IdempotencyKey
) => Effect.Effect<Answer, CardsError>

/**
 * The card operations of the interface. Checks run in this order: idempotency key, shop permissions, token, expiry,
 * parent, remainder, duplicate window.
 *
 * @since 0.1.0
 * @category services
 */
export class Cards extends Context.Tag("@florin/core/Cards")<
  Cards,
  {
    /** Holds an amount on a card without charging it. */
    readonly authorize: Operation<ChargeRequest>
    /** Charges a card in one step. Source: D11. */
    readonly pay: Operation<ChargeRequest>
    /** Turns card details into a token; no money moves. */
    readonly tokenize: Operation<TokenizationRequest>
    /** Charges a held amount, wholly or in part. Source: D10. */
    readonly capture: Operation<ChildRequest>
    /** Cancels a held amount, wholly or in part. Source: D10. */
    readonly void: Operation<ChildRequest>
    /** Returns a charged amount, wholly or in part. Source: D10. */
    readonly refund: Operation<RefundRequest>
    /** Pays out to a saved card. Source: D11. */
    readonly credit: Operation<CreditRequest>
    /** Pays out to a card. Source: D11. */
    readonly payOut: Operation<CardPayoutRequest>
  }
>() {}

const isOver = ({ expiredAt }: Transaction, now: DateTime.Utc): boolean =>
  expiredAt !== null && DateTime.greaterThanOrEqualTo(now, expiredAt)

type Dependencies =
  | TransactionStore
  | CardStore
  | CardVault
  | JobStore
  | IdempotencyStore
  | Acquirers
  | Worker
  | Changes

/** Asks the merchant where the request says so, then the acquirer, and gives an approved card to the wallet. */
const outcomeWith = (merchant: Context.Tag.Service<VerificationRequests>) =>
  Effect.fnUntraced(function* (shop: Shop, transaction: Transaction, request: AcquirerRequest) {
    const { verificationUrl } = transaction.details
    if (verificationUrl !== undefined) {
      const verdict = yield* merchant.ask(shop, transaction, verificationUrl)
      if (verdict === "refused") return TransactionEvent.VerificationRefused()
      // The merchant took its time, and the acquirer was not asked yet.
      if (isOver(transaction, yield* DateTime.now)) return TransactionEvent.NotDone()
    }
    const event = yield* ask(transaction, request)
    if (event._tag !== "Approved" || request._tag !== "Charge") return event
    const wallet = yield* save(shop, transaction, event, request.card, yield* DateTime.now)
    return wallet === undefined ? event : { ...event, wallet }
  })

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const worker = yield* Worker
  const settlement = yield* Settlement
  const outcome = outcomeWith(yield* VerificationRequests)
  const services = yield* Effect.context<Dependencies>()
  const runToEnd = yield* underWay

  const conclude = (
    shop: Shop,
    accepted: Accepted | Concluded,
    request: (transaction: Transaction) => AcquirerRequest
  ) => {
    if (accepted._tag === "Concluded") return Effect.succeed(accepted.answer)
    const { job, transaction } = accepted
    return outcome(shop, transaction, request(transaction)).pipe(
      Effect.flatMap((event) => settlement.settle(shop, transaction, event, job)),
      worker.working(job),
      Effect.provide(services),
      runToEnd
    )
  }

  const inUnit = <A, E, R>(name: Commit, effect: Effect.Effect<A, E, R>) =>
    commit(name)(effect).pipe(
      Effect.provide(services),
      // The machines' first rows always apply; a refusal here is our mistake.
      Effect.catchIf((error): error is E & Refused => error instanceof Refused, Effect.die)
    )

  const charge = (kind: ChargeKind) =>
    Effect.fn(`Cards.${kind}`)(function* (shop: Shop, request: Charge, key?: IdempotencyKey) {
      const { accepted, card } = yield* inUnit("accept-charge", acceptCharge(shop, kind, request, key))
      return yield* conclude(shop, accepted, (transaction) => chargeRequest(kind, transaction, card))
    })

  const child = (kind: ChildKind) =>
    Effect.fn(`Cards.${kind}`)(function* (shop: Shop, request: ChildRequest | RefundRequest, key?: IdempotencyKey) {
      const { accepted, parent } = yield* inUnit("accept-child", acceptChild(shop, kind, request, key))
      return yield* conclude(shop, accepted, (transaction) => childRequest(kind, transaction, parent))
    })

  const payOut = Effect.fnUntraced(function* (shop: Shop, wanted: PayOut, key?: IdempotencyKey) {
    const { accepted, card } = yield* inUnit("accept-pay-out", acceptPayOut(shop, wanted, key))
    return yield* conclude(shop, accepted, (transaction) => payOutRequest(transaction, card))
  })

  return Cards.of({
    authorize: charge("authorization"),
    pay: charge("payment"),
    tokenize: charge("tokenization"),
    capture: child("capture"),
    void: child("void"),
    refund: child("refund"),
    credit: Effect.fn("Cards.credit")((shop, request, key) => payOut(shop, { type: "credit", request }, key)),
    payOut: Effect.fn("Cards.payOut")((shop, request, key) => payOut(shop, { type: "payout", request }, key))
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.scoped(Cards, make)
