/** Card operations: each is accepted in one commit, sent to the acquirer, and recorded in a second commit. */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { callLimit } from "../cards/Acquirer.js"
import { broughtBack, openActionOf } from "../cards/AtProvider.js"
import { isCharge } from "../cards/CardChange.js"
import type { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "../cards/CardRequest.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { CaptureOrVoidRequest, RefundRequest } from "../cards/ChildRequest.js"
import { Entropy, makeFence, type TransactionUid } from "../ids/Ids.js"
import type { OrderedBy } from "../operations/AcceptanceRules.js"
import type { Answer, OperationCall, OperationError } from "../operations/Answer.js"
import { Operations, outsideUnitOfWork, replaying } from "../operations/Operations.js"
import type { Subject } from "../operations/ProviderAttempt.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import * as Redaction from "../redaction/Redaction.js"
import { NotFound } from "../request/InvalidRequest.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { ofCard } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import { CardKinds } from "./CardKinds.js"
import type { Charge, ChargeKind } from "./ChargeRules.js"
import { Charges } from "./Charges.js"
import type { ChildKind } from "./ChildRules.js"
import * as AcquirerCalls from "./internal/acquirerCalls.js"
import * as CardAcceptance from "./internal/cardAcceptance.js"
import * as CustomerReturn from "./internal/customerReturn.js"
import * as OpenedCard from "./internal/openedCard.js"
import type { Payout } from "./PayoutRules.js"

/** Why an operation was not processed. A decline is not an error but a transaction that `failed`. */
export type CardsError = OperationError

/** One operation. */
export type CardOperation<Request> = OperationCall<Request, CardTransaction>

/**
 * The card operations of the interface. Checks run in this order: idempotency key, shop permissions, expiry, token,
 * parent, remainder, duplicate window. Calls inside the host's unit of work are refused (D43).
 */
export class Cards extends Context.Tag("@florin/core/Cards")<
  Cards,
  {
    /** Holds an amount on a card without charging it. */
    readonly authorize: CardOperation<ChargeRequest>
    /** Charges a card in one step. Source: D11. */
    readonly pay: CardOperation<ChargeRequest>
    /** The same, in documents that call it a charge, for clients of this family. Source: D51. */
    readonly charge: CardOperation<ChargeRequest>
    /** Turns card details into a token; no money moves. */
    readonly tokenize: CardOperation<TokenizationRequest>
    /** Charges a held amount, wholly or in part. Source: D10. */
    readonly capture: CardOperation<CaptureOrVoidRequest>
    /** Cancels a held amount, wholly or in part. Source: D10. */
    readonly void: CardOperation<CaptureOrVoidRequest>
    /** Returns a charged amount, wholly or in part. Source: D10. */
    readonly refund: CardOperation<RefundRequest>
    /** Pays out to a saved card. Source: D11. */
    readonly credit: CardOperation<CreditRequest>
    /** Pays out to a card. Source: D11. */
    readonly payOut: CardOperation<CardPayoutRequest>
    /**
     * The customer is back from the issuer's or the acquirer's page, with the fields of its form or of the address.
     * Completes the charge once; a return that is late, repeated or forged changes nothing. Answers with the present
     * state. The uid is the capability.
     *
     * Source: D2, D16, D53.
     */
    readonly returned: (
      uid: TransactionUid,
      fields: Readonly<Record<string, string | undefined>>
    ) => Effect.Effect<Answer<CardTransaction>, NotFound | NotInsideTransaction | StorageError>
  }
>() {}

const services = Effect.gen(function* () {
  const asking = yield* AcquirerCalls.make
  return {
    asking,
    operations: yield* Operations,
    kinds: yield* CardKinds,
    accepting: yield* CardAcceptance.make(asking),
    charges: yield* Charges,
    reopen: yield* OpenedCard.make,
    shops: yield* ShopDirectory,
    store: yield* TransactionStore,
    documents: yield* TransactionDocuments,
    entropy: yield* Entropy,
    ordered: yield* replaying(ofCard)
  }
})

type Services = Effect.Effect.Success<typeof services>

const nowOf = (clock: Clock.Clock): DateTime.Utc => DateTime.unsafeMake(clock.unsafeCurrentTimeMillis())

const operation =
  ({ ordered }: Services) =>
  <Request>(
    name: string,
    run: (
      by: OrderedBy & Pick<Subject, "clock">,
      request: Request
    ) => Effect.Effect<Answer<CardTransaction>, CardsError>
  ): CardOperation<Request> =>
  (shop, request, key) =>
    ordered(
      name,
      shop,
      Effect.clockWith((clock) => run({ shop, key, clock, now: nowOf(clock) }, request))
    )

type Fields = Readonly<Record<string, string | undefined>>

/** Completes a charge whose customer is back. */
const returns = (services: Services) => {
  const { charges, documents, entropy, kinds, operations, reopen, shops, store } = services

  /** How the charge goes on: its acquirer is asked, or it is sent there; undefined: its card cannot be opened. */
  const next = Effect.fnUntraced(function* (found: CardTransaction, kind: ChargeKind, shop: Shop, clock: Clock.Clock) {
    const source = Option.getOrUndefined(yield* reopen(found))
    if (source === undefined && openActionOf(found) === undefined) return undefined
    const resumed = source && charges.resumed(kind, { shop, clock, source })
    return {
      isKept: (text: string): boolean =>
        source?.source !== "card" || !Redaction.containsNumber(text, source.card.number),
      // What the acquirer has already is never sent again.
      perform: (accepted: CardTransaction) =>
        resumed === undefined || openActionOf(accepted) !== undefined ? charges.inquiry(accepted) : resumed(accepted)
    }
  })

  const returned = Effect.fnUntraced(function* (uid: TransactionUid, fields: Fields, clock: Clock.Clock) {
    const found = ofCard(Option.getOrUndefined(yield* store.findPublic(uid)))
    if (found === undefined) return yield* new NotFound()
    const current = TransactionWriter.answerOf(found, documents)
    const { type } = found
    if (found.status !== "incomplete" || !isCharge(type)) return current
    const shop = yield* shops.find(found.shop)
    const onward = Option.isNone(shop) ? undefined : yield* next(found, type, shop.value, clock)
    if (Option.isNone(shop) || onward === undefined) return current
    return yield* operations.run({
      shop: shop.value,
      kind: kinds.charge,
      accept: CustomerReturn.accept({
        shop: shop.value,
        uid,
        fields: broughtBack(fields, onward.isKept),
        now: nowOf(clock),
        fence: makeFence(entropy),
        encode: documents.encode
      }),
      perform: onward.perform
    })
  })

  return (uid: TransactionUid, fields: Fields) =>
    outsideUnitOfWork(
      "Cards.returned",
      Effect.clockWith((clock) => returned(uid, fields, clock))
    )
}

const charges = (services: Services) => (kind: ChargeKind, shownAs?: "charge") =>
  operation(services)<Charge>(`Cards.${kind}`, (by, charge) =>
    services.charges.charge({ ...by, kind, charge, ...(shownAs && { shownAs }) })
  )

const children = (services: Services) => (kind: ChildKind) =>
  operation(services)<CaptureOrVoidRequest | RefundRequest>(`Cards.${kind}`, (by, request) =>
    services.operations.run({
      shop: by.shop,
      kind: services.kinds.child,
      accept: services.accepting.child(by, kind, request),
      perform: (transaction) => ({
        ask: services.asking.perform(transaction.gatewayId, AcquirerCalls.childRequest(kind, transaction)),
        limit: callLimit
      })
    })
  )

const payouts =
  (services: Services) =>
  <Request>(name: string, wanted: (request: Request) => Payout) =>
    operation(services)<Request>(name, (by, request) =>
      Effect.flatMap(services.accepting.payout(by, wanted(request)), ({ accept, source }) =>
        services.operations.run({
          shop: by.shop,
          kind: services.kinds.child,
          accept,
          perform: (transaction) => ({
            ask: services.asking.perform(transaction.gatewayId, AcquirerCalls.payoutRequest(transaction, source!)),
            limit: callLimit
          })
        })
      )
    )

export const make = Effect.map(services, (services) => {
  const charge = charges(services)
  const child = children(services)
  const payout = payouts(services)
  return Cards.of({
    authorize: charge("authorization"),
    pay: charge("payment"),
    charge: charge("payment", "charge"),
    tokenize: charge("tokenization"),
    capture: child("capture"),
    void: child("void"),
    refund: child("refund"),
    credit: payout("Cards.credit", (request: CreditRequest) => ({ type: "credit", request })),
    payOut: payout("Cards.payOut", (request: CardPayoutRequest) => ({ type: "payout", request })),
    returned: returns(services)
  })
})
