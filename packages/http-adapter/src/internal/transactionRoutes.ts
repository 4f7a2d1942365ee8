/** Status queries, and commands about one transaction. Source: D1. */

import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Explanations from "@florin/wire/Explanations"
import * as Movements from "@florin/wire/Movements"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Commands from "./commands.js"
import { done, type Exchange, json, type Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { movementQuery } from "./merchantContract.js"
import { queryOf } from "./merchantQuery.js"

const movements = queryOf(movementQuery)

const isUid = Schema.is(TransactionUid)

/** A malformed uid is not found, like an unknown one. */
export const uidOf = ({ params }: Exchange): Effect.Effect<TransactionUid, NotFound> => {
  const { uid } = params
  return isUid(uid) ? Effect.succeed(uid) : Effect.fail(new NotFound())
}

export const make = Effect.gen(function* () {
  const transactions = yield* Transactions
  const documents = yield* TransactionDocuments
  const { asking } = yield* Merchant.Merchant
  const command = yield* Commands.make

  const byTrackingId = ({ params, shop }: Visit) => transactions.findByTrackingId(shop, params.id ?? "")

  const inList = (transaction: Transaction): unknown => JSON.parse(documents.encode(transaction)).transaction

  return {
    find: asking((visit) =>
      uidOf(visit).pipe(
        Effect.flatMap((uid) => transactions.find(visit.shop, uid)),
        Effect.map((transaction) => json(documents.encode(transaction)))
      )
    ),
    findByTrackingId: asking((visit) =>
      Effect.map(byTrackingId(visit), (found) => json(JSON.stringify({ transactions: found.map(inList) })))
    ),
    findNewestByTrackingId: asking((visit) =>
      Effect.flatMap(byTrackingId(visit), ([newest]) =>
        newest === undefined ? Effect.fail(new NotFound()) : Effect.succeed(json(documents.encode(newest)))
      )
    ),
    explain: asking((visit) =>
      uidOf(visit).pipe(
        Effect.flatMap((uid) => transactions.explain(visit.shop, uid)),
        Effect.map((explanation) => json(Explanations.encode(explanation)))
      )
    ),
    listMovements: asking((visit) =>
      movements(visit).pipe(
        Effect.flatMap(({ from, to, ...page }) => transactions.moved(visit.shop, { from, to }, page)),
        Effect.map((found) => json(Movements.encodeList(found)))
      )
    ),
    renotify: command(
      (visit) =>
        uidOf(visit).pipe(
          Effect.flatMap((uid) => transactions.renotify(visit.shop, uid)),
          Effect.as(done("Notification has been sent"))
        ),
      () => done("Notification has been sent")
    ),
    recover: command((visit) =>
      uidOf(visit).pipe(
        Effect.flatMap((uid) => transactions.recover(visit.shop, uid)),
        Effect.map(({ uid }) => done(`Transaction ${uid} was updated`))
      )
    )
  }
})
