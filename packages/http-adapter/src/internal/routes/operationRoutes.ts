/** The routes of shops' operations, by their ids in the contract. */

import { NotFound } from "@florin/core/request/InvalidRequest"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import { ofTransfers } from "@florin/wire/operations/RefusalForm"
import { table } from "@florin/wire/operations/Table"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import { uidOf } from "../transport/exchange.js"
import * as ProofBody from "../transport/proofBody.js"
import * as Access from "./access.js"
import * as Actors from "./actors.js"
import * as BrakedGuests from "./brakedGuests.js"
import * as Guests from "./guests.js"
import * as Merchant from "./merchant.js"
import * as OperationHandlers from "./operationHandlers.js"

/** The body of a proof, whose document is long: that of no payment is not even received. */
const proofs = Effect.gen(function* () {
  const transfers = yield* Transfers
  const { bodyLimit, proofLimit } = yield* HttpSettings
  const read = ProofBody.read(
    (body) =>
      Option.isNone(body)
        ? Either.left(ofTransfers.malformed)
        : Either.mapLeft(TransferRequests.proof(body.value), ({ errors }) => ofTransfers.invalid(errors)),
    bodyLimit
  )
  return {
    limit: proofLimit,
    before: (visit) =>
      Effect.flatMap(uidOf(visit), (uid) =>
        visit.shop === undefined ? Effect.fail(new NotFound()) : transfers.find(visit.shop, uid)
      ),
    read: (bytes, { ticket }) => read(bytes, ticket.alone)
  } satisfies OperationHandlers.LongBody
})

export const make = Effect.gen(function* () {
  const { sending } = yield* Merchant.Merchant
  const serve = yield* OperationHandlers.make
  const long = yield* proofs
  const shops = Access.ofShops(sending)
  const guests = yield* Guests.make
  const braked = yield* BrakedGuests.make
  const actors = yield* Actors.Actors
  const accessOf: Access.AccessOf = (row) => {
    const { id, owner, permission } = row
    const own = permission === "capability" ? braked(id, guests(owner !== undefined)) : shops
    return actors === undefined ? own : actors.inShop(row, own)
  }
  return yield* serve(table, accessOf, long)
})
