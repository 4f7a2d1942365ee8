/** Instant bank transfers. Source: D1, D4, D27 to D32. */

import { Transactions } from "@florin/core/queries/Transactions"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { isTransfer } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { type Operation, Transfers } from "@florin/core/transfer-operations/Transfers"
import * as Confirmations from "@florin/wire/Confirmations"
import type * as Requests from "@florin/wire/Requests"
import * as TransferErrors from "@florin/wire/TransferErrors"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../HttpSettings.js"
import { operating, type Refusals } from "./cardRoutes.js"
import * as Commands from "./commands.js"
import { type Failure, type Handler, json, parsed, Refused, type Reply, type Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"
import * as ProofBody from "./proofBody.js"
import { uidOf } from "./transactionRoutes.js"

const refusals: Refusals = {
  unauthorized: TransferErrors.unauthorized,
  malformed: TransferErrors.malformedJson,
  invalid: TransferErrors.invalidRequest,
  duplicate: TransferErrors.duplicate,
  notFound: TransferErrors.notFound
}

const refused = (reply: Reply) => Effect.fail(new Refused(reply))

const found = <A>(reply: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
  Effect.catchTag(reply, "NotFound", () => refused(TransferErrors.notFound))

/** A confirmation that has no payment says so in the form of the cards. Source: interface, "Confirm response"; D4. */
const confirming = Effect.gen(function* () {
  const transfers = yield* Transfers
  const command = yield* Commands.make
  const decoded = (body: Uint8Array) => {
    if (body.length === 0) return Effect.succeed({})
    const sent = parsed(body)
    if (Option.isNone(sent)) return refused(TransferErrors.malformedJson)
    return Effect.mapError(
      TransferRequests.confirm(sent.value),
      ({ errors }) => new Refused(TransferErrors.invalidRequest(errors))
    )
  }
  return command((visit, body) =>
    Effect.flatMap(decoded(body), (request) =>
      Effect.flatMap(uidOf(visit), (uid) => transfers.confirm(visit.shop, uid, request)).pipe(
        Effect.map((confirmation) => json(Confirmations.encode(confirmation))),
        Effect.catchTag("DuplicateRequest", () => refused(TransferErrors.duplicate))
      )
    )
  )
})

const queries = Effect.gen(function* () {
  const transfers = yield* Transfers
  const transactions = yield* Transactions
  const documents = yield* TransactionDocuments
  const { asking } = yield* Merchant.Merchant
  const inList = (transaction: Transaction): unknown => JSON.parse(documents.encode(transaction)).transaction

  return {
    find: (visit: Visit) =>
      uidOf(visit).pipe(
        Effect.flatMap((uid) => transfers.find(visit.shop, uid)),
        Effect.map((transfer) => json(documents.encode(transfer))),
        found
      ),
    findByTrackingId: ({ params, shop }: Visit) =>
      Effect.map(transactions.findByTrackingId(shop, params.id ?? ""), (all) =>
        json(JSON.stringify({ transactions: all.filter(isTransfer).map(inList) }))
      ),
    asking: (route: (visit: Visit) => Effect.Effect<Reply, Failure>): Handler =>
      Merchant.refusing(TransferErrors.unauthorized)(asking(route))
  }
})

export const make = Effect.gen(function* () {
  const transfers = yield* Transfers
  const { bodyLimit, proofLimit } = yield* HttpSettings
  const { decode, operation, reading } = yield* operating(refusals)
  const { asking, find, findByTrackingId } = yield* queries
  const confirm = yield* confirming

  const accepted = <Request>(decoder: Requests.Decoder<Request>, run: Operation<Request>) =>
    operation(decoder, ({ shop }, request, key) => run(shop, request, key))
  const pay = accepted(TransferRequests.payment, transfers.pay)
  const readProof = ProofBody.read((body) => decode(TransferRequests.proof, body), bodyLimit)
  const payOut = accepted(TransferRequests.payout, transfers.payOut)
  const refund = accepted(TransferRequests.refund, transfers.refund)

  return {
    payByTransfer: pay,
    payByTransferSingular: pay,
    payOutByTransfer: payOut,
    payOutByTransferSingular: payOut,
    refundTransfer: refund,
    refundTransferSingular: refund,
    findTransfer: asking(find),
    findTransfersByTrackingId: asking(findByTrackingId),
    confirmTransfer: Merchant.refusing(TransferErrors.unauthorized)(confirm),
    proveTransfer: reading(
      {
        limit: proofLimit,
        // A document is long: that of no payment is not even received.
        before: (visit) => found(Effect.flatMap(uidOf(visit), (uid) => transfers.find(visit.shop, uid))),
        read: (bytes, { stay }) => readProof(bytes, stay.alone)
      },
      (visit, request, key) => Effect.flatMap(uidOf(visit), (uid) => transfers.prove(visit.shop, uid, request, key))
    )
  }
})
