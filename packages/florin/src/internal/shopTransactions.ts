/** A shop's transactions over the queries and commands of the gateway. */
import { TransactionUid } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import { TransactionStatus } from "@florin/core/transactions/Envelope"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transactions } from "@florin/core/transactions/Transactions"
import * as Explanations from "@florin/wire/Explanations"
import * as Movements from "@florin/wire/Movements"
import * as Effect from "effect/Effect"
import type * as Face from "../transactions.js"
import { type Answering, idOf, instantOf, nothing, shortPageOf, wordOf } from "./calls.js"

type Services = Transactions["Type"]

const uidOf = idOf(TransactionUid)

const statusOf = wordOf("status", TransactionStatus)

const instants = ({ from, to }: Face.MovementPage) =>
  Effect.all({ from: instantOf("from", from), to: instantOf("to", to) })

export const make = (answer: Answering): Face.Transactions => {
  const one = async (
    call: (services: Services, shop: Shop) => Effect.Effect<Transaction, unknown>
  ): Promise<Face.Transaction> => {
    const { transaction } = await answer<{ readonly transaction: Face.Transaction }>("transaction", (shop) =>
      Effect.gen(function* () {
        const { encode } = yield* TransactionDocuments
        return encode(yield* call(yield* Transactions, shop))
      })
    )
    return transaction
  }

  const all = (
    call: (services: Services, shop: Shop) => Effect.Effect<ReadonlyArray<Transaction>, unknown>
  ): Promise<ReadonlyArray<Face.Transaction>> =>
    answer("transaction", (shop) =>
      Effect.gen(function* () {
        const { encode } = yield* TransactionDocuments
        const found = yield* call(yield* Transactions, shop)
        return JSON.stringify(found.map((transaction) => JSON.parse(encode(transaction)).transaction))
      })
    )

  return {
    find: (uid) => one(({ find }, shop) => Effect.flatMap(uidOf(uid), (known) => find(shop, known))),
    findByTrackingId: (trackingId) => all(({ findByTrackingId }, shop) => findByTrackingId(shop, trackingId)),
    list: ({ status, ...page } = {}) =>
      all(({ newest }, shop) =>
        Effect.gen(function* () {
          const wanted = yield* statusOf(status)
          return yield* shortPageOf(uidOf, page, (options) => newest(shop, { ...options, status: wanted }))
        })
      ),
    movements: async (page) => {
      const { movements } = await answer<{ readonly movements: ReadonlyArray<Face.ShopMovement> }>(
        "transaction",
        (shop) =>
          Effect.gen(function* () {
            const { moved } = yield* Transactions
            const period = yield* instants(page)
            return Movements.encodeList(yield* shortPageOf(uidOf, page, (options) => moved(shop, period, options)))
          })
      )
      return movements
    },
    explain: async (uid) => {
      const { explanation } = await answer<{ readonly explanation: Face.Explanation }>("transaction", (shop) =>
        Effect.gen(function* () {
          const { explain } = yield* Transactions
          return Explanations.encode(yield* explain(shop, yield* uidOf(uid)))
        })
      )
      return explanation
    },
    recover: (uid) => one(({ recover }, shop) => Effect.flatMap(uidOf(uid), (known) => recover(shop, known))),
    renotify: async (uid) => {
      await answer("transaction", (shop) =>
        Effect.gen(function* () {
          const { renotify } = yield* Transactions
          yield* renotify(shop, yield* uidOf(uid))
          return nothing
        })
      )
    }
  }
}
