import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { openActionOf } from "../../cards/AtProvider.js"
import { ReturnedFields } from "../../cards/Authentication.js"
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
  /** What the browser brought, as it came. */
  readonly fields: Readonly<Record<string, string>>
  readonly now: DateTime.Utc
  readonly fence: number
  readonly encode: (transaction: Transaction) => string
}

const decodeIssuers = Schema.decodeUnknownOption(ReturnedFields)

/** The event of a return: from the acquirer's page, or from the issuer's. Undefined: it is of no open step. */
const eventOf = (transaction: CardTransaction, fields: Return["fields"]): CardEvent | undefined => {
  if (openActionOf(transaction) !== undefined) return CardEvent.ActionReturned({ returned: fields })
  const issuers = Option.getOrElse(decodeIssuers(fields), (): ReturnedFields => ({}))
  const authentication = transaction.authentication && Rules.returned(transaction.authentication, issuers)
  return authentication && CardEvent.Returned({ authentication })
}

interface Facts {
  readonly transaction: CardTransaction | undefined
}

/**
 * The commit of a customer's return: the first return of the open step moves the charge on, with the key of the next
 * request to the 3-D Secure server, or with what the browser brought for the question to the acquirer. Every other one,
 * late, repeated or forged, changes nothing and is answered with the present state.
 *
 * Source: D16, D53.
 */
export const accept = ({ encode, fence, fields, now, shop, uid }: Return): Accept<Facts, NotFound, CardTransaction> => {
  const next = (transaction: CardTransaction) => {
    const event = eventOf(transaction, fields)
    return event && Either.getOrUndefined(apply(transaction, event, now))
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
        const { job, write } = TransactionWriter.heldRecoveryJob(change.transaction, {
          now,
          fence,
          owner: renewal.owner
        })
        const writes = [...renewal.writes, ...TransactionWriter.begun(change), write]
        return decided(writes, { _tag: "Accepted", transaction: change.transaction, job, besides: [] })
      }
    })
  }
}
