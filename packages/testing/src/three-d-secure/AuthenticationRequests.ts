/** Requests to a 3-D Secure server, under keys that were never used before. */
import type { ReturnedFields } from "@florin/core/cards/Authentication"
import {
  type AuthenticatedCard,
  AuthenticationKey,
  AuthenticationRequest
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import { type Order, transaction } from "../acquirers/AcquirerRequests.js"

export type Begin = Extract<AuthenticationRequest, { readonly _tag: "Begin" }>

/** The first request of an authentication. */
export const begin = Effect.fnUntraced(function* (card: AuthenticatedCard, order: Order = { amount: 1000 }) {
  const behind = yield* transaction("authorization", order)
  const begun: Begin = AuthenticationRequest.Begin({
    key: AuthenticationKey.make(`${behind.uid}:3ds`),
    transaction: behind,
    card,
    returnUrl: `https://pay.example/process/${behind.uid}/return`
  })
  return begun
})

/** A later request of the same authentication: the customer is back for the `nth` time, counted from 1. */
export const goOn = ({ transaction }: Begin, nth: number, reference: string, fields: ReturnedFields) =>
  AuthenticationRequest.Continue({
    key: AuthenticationKey.make(`${transaction.uid}:3ds-${nth + 1}`),
    transaction,
    reference,
    fields
  })
