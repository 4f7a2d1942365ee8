/** A shop's transactions over the queries and commands of the gateway. */

import { TransactionStatus } from "@florin/core/envelope/Envelope"
import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import type { Shop } from "@florin/core/shops/Shop"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Explanations from "@florin/wire/Explanations"
import * as Movements from "@florin/wire/Movements"
import * as Effect from "effect/Effect"
import type * as Face from "../transactions.js"
import { type Answering, type Failure, idOf, instantOf, nothing, shortPageOf, textOf, wordOf } from "./calls.js"
import type { CallError, Effectful, Parts } from "./twoFaces.js"

type Services = Transactions["Type"]

const uidOf = idOf(TransactionUid, "uid")

const statusOf = wordOf("status", TransactionStatus)

const instants = ({ from, to }: Face.MovementPage) =>
  Effect.all({ from: instantOf("from", from), to: instantOf("to", to) })

export const make = (answer: Answering): Effectful<Face.Transactions> => {
  const one = (
    call: (services: Services, shop: Shop) => Effect.Effect<Transaction, Failure>
  ): Effect.Effect<Face.Transaction, CallError, Parts> => {
    const answered = answer<{ readonly transaction: Face.Transaction }>("transaction", (shop) =>
      Effect.gen(function* () {
        const { encode } = yield* TransactionDocuments
        return encode(yield* call(yield* Transactions, shop))
      })
    )
    return Effect.map(answered, ({ transaction }) => transaction)
  }

  const all = (
    call: (services: Services, shop: Shop) => Effect.Effect<ReadonlyArray<Transaction>, Failure>
  ): Effect.Effect<ReadonlyArray<Face.Transaction>, CallError, Parts> =>
    answer("transaction", (shop) =>
      Effect.gen(function* () {
        const { encode } = yield* TransactionDocuments
        const found = yield* call(yield* Transactions, shop)
        return JSON.stringify(found.map((transaction) => JSON.parse(encode(transaction)).transaction))
      })
    )

  return {
    find: (uid) => one(({ find }, shop) => Effect.flatMap(uidOf(uid), (known) => find(shop, known))),
    findByTrackingId: (trackingId) =>
      all(({ findByTrackingId }, shop) =>
        Effect.flatMap(textOf("tracking_id", trackingId), (text) => findByTrackingId(shop, text))
      ),
    list: ({ status, ...page } = {}) =>
      all(({ newest }, shop) =>
        Effect.gen(function* () {
          const wanted = yield* statusOf(status)
          return yield* shortPageOf(uidOf, page, (options) => newest(shop, { ...options, status: wanted }))
        })
      ),
    movements: (page = { from: "", to: "" }) => {
      const answered = answer<{ readonly movements: ReadonlyArray<Face.ShopMovement> }>("transaction", (shop) =>
        Effect.gen(function* () {
          const { moved } = yield* Transactions
          const period = yield* instants(page)
          return Movements.encodeList(yield* shortPageOf(uidOf, page, (options) => moved(shop, period, options)))
        })
      )
      return Effect.map(answered, ({ movements }) => movements)
    },
    explain: (uid) => {
      const answered = answer<{ readonly explanation: Face.Explanation }>("transaction", (shop) =>
        Effect.gen(function* () {
          const { explain } = yield* Transactions
          return Explanations.encode(yield* explain(shop, yield* uidOf(uid)))
        })
      )
      return Effect.map(answered, ({ explanation }) => explanation)
    },
    recover: (uid) => one(({ recover }, shop) => Effect.flatMap(uidOf(uid), (known) => recover(shop, known))),
    renotify: (uid) =>
      Effect.asVoid(
        answer("transaction", (shop) =>
          Effect.gen(function* () {
            const { renotify } = yield* Transactions
            yield* renotify(shop, yield* uidOf(uid))
            return nothing
          })
        )
      )
  }
}
