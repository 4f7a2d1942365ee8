import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { ReturnedFields } from "../../cards/Authentication.js"
import { apply } from "../../cards/CardChange.js"
import { CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { TransactionUid } from "../../ids/Ids.js"
import type { Accept } from "../../operations/ProviderOperation.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import { NotFound } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import * as Rules from "../../three-d-secure/ThreeDSecureRules.js"
import type { Transaction } from "../../transactions/Transaction.js"

/** The customer's return, and everything that its commit needs. */
export interface Return {
  readonly shop: Shop
  readonly uid: TransactionUid
  readonly fields: ReturnedFields
  readonly now: DateTime.Utc
  readonly fence: number
  readonly encode: (transaction: Transaction) => string
}

interface Facts {
  readonly transaction: CardTransaction | undefined
}

/**
 * The commit of a customer's return: the first return of the open step moves the charge on, with the key of the next
 * request. Every other one, late, repeated or forged, changes nothing and is answered with the present state.
 *
 * Source: D16.
 */
export const accept = ({ encode, fence, fields, now, shop, uid }: Return): Accept<Facts, NotFound, CardTransaction> => {
  const next = (transaction: CardTransaction) => {
    const authentication = transaction.authentication && Rules.returned(transaction.authentication, fields)
    if (authentication === undefined) return undefined
    return Either.getOrUndefined(apply(transaction, CardEvent.Returned({ authentication }), now))
  }
  return {
    job: TransactionWriter.job({ shop: shop.id, uid }, "recover"),
    operation: (renewal) => ({
      name: "accept-return",
      load: { transaction: Reads.cardTransaction(shop.id, uid) },
      decide: ({ transaction }) => {
        if (transaction === undefined) return refuse(new NotFound())
        const change = next(transaction)
        if (change === undefined) {
          return decided([], { _tag: "Concluded", answer: { transaction, document: encode(transaction) } })
        }
        const { job, write } = TransactionWriter.recoveryHeld(change.transaction, { now, fence, owner: renewal.owner })
        const writes = [...renewal.writes, ...TransactionWriter.begun(change), write]
        return decided(writes, { _tag: "Accepted", transaction: change.transaction, job })
      }
    })
  }
}
