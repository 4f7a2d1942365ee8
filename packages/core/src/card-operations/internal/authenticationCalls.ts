import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AcquirerCard } from "../../cards/Acquirer.js"
import type { Authentication, Proof } from "../../cards/Authentication.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import type { TransactionUid } from "../../ids/Ids.js"
import * as Calls from "../../providers/Calls.js"
import { cardNumberRemovedFromReference, containsNumber } from "../../redaction/Redaction.js"
import { forTestMode } from "../../routing/Routing.js"
import * as Rules from "../../three-d-secure/ThreeDSecureRules.js"
import {
  type AuthenticationAnswer,
  AuthenticationKey,
  AuthenticationRequest,
  ThreeDSecureServers,
  WellFormedAnswer
} from "../../three-d-secure/ThreeDSecureServer.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import { cleaned } from "./acquirerCalls.js"

/** The time limit of a request to a 3-D Secure server. After it the outcome is unknown, and due work asks again. */
export const authenticationLimit = Duration.seconds(20)

const decode = Schema.decodeUnknownOption(WellFormedAnswer)

const isAuthenticated = ({ transStatus }: Proof): boolean => transStatus === "Y" || transStatus === "A"

const references = ["eci", "cavv", "cavvAlgorithm", "xid"] as const

// A server's texts are shown to merchants. What the acquirer passes on to the issuer proves nothing once it is changed.
const cleanedProof = ({ message, ...proof }: Proof, card: AcquirerCard): Proof => {
  const clean = { ...proof, message: message === null ? null : cleaned(message, card) }
  for (const name of references) {
    clean[name] = proof[name] === null ? null : cardNumberRemovedFromReference(proof[name], card.number)
  }
  return clean
}

/** What the browser carries, and what the server is asked by, must not change: with a card number in it, it is no answer. */
const carried = (
  answer: Extract<AuthenticationAnswer, { readonly _tag: "MethodNeeded" | "ChallengeNeeded" }>,
  { number }: AcquirerCard
): AuthenticationAnswer => {
  const texts = [answer.reference, ...Object.values(answer._tag === "MethodNeeded" ? answer.method : answer.challenge)]
  return texts.some((text) => typeof text === "string" && containsNumber(text, number)) ? { _tag: "NoAnswer" } : answer
}

/** Validates a server's answer; anything malformed becomes `NoAnswer`. Source: D41. */
export const answerOf = (response: unknown, card: AcquirerCard): AuthenticationAnswer => {
  const answer = Calls.readOr(undefined, () => Option.getOrUndefined(decode(response)))
  if (answer === undefined) return { _tag: "NoAnswer" }
  if (answer._tag === "MethodNeeded" || answer._tag === "ChallengeNeeded") return carried(answer, card)
  if (answer._tag !== "Authenticated" && answer._tag !== "Refused") return answer
  if (isAuthenticated(answer.proof) !== (answer._tag === "Authenticated")) return { _tag: "NoAnswer" }
  const reference = cardNumberRemovedFromReference(answer.reference, card.number)
  return { ...answer, reference, proof: cleanedProof(answer.proof, card) }
}

const keyOf = (uid: TransactionUid, { requests }: Authentication): AuthenticationKey =>
  AuthenticationKey.make(requests === 1 ? `${uid}:3ds` : `${uid}:3ds-${requests}`)

const requestOf = (
  transaction: CardTransaction,
  authentication: Authentication,
  card: AcquirerCard,
  returnUrl: string
) => {
  const key = keyOf(transaction.uid, authentication)
  const { reference, returned } = authentication
  if (returned !== null && reference !== null) {
    return AuthenticationRequest.Continue({ key, transaction, reference, fields: returned })
  }
  const { securityCode: _, ...shown } = card
  return AuthenticationRequest.Begin({ key, transaction, card: shown, returnUrl })
}

/** No server is left that may be asked. */
const unavailable = (authentication: Authentication): Rules.Progress => ({
  authentication: { ...authentication, stage: "failed", returned: null },
  then: "fail",
  reason: "authentication-unavailable"
})

const callee: Calls.Callee = { title: "3-D Secure server", attribute: "florin.three_d_secure.server.name" }

/** Asks 3-D Secure servers. Any failure on the way is no answer. */
export const make = Effect.gen(function* () {
  const servers = yield* ThreeDSecureServers
  const { returnUrl } = yield* TransactionDocuments
  const ask = (yield* Calls.makeCallers).asking("three-d-secure.ask", callee, authenticationLimit, { logs: true })

  /**
   * Asks under the key that is committed with the transaction, as often as needed: a key is one request. Undefined when
   * the outcome is unknown.
   */
  return (transaction: CardTransaction, card: AcquirerCard): Effect.Effect<Rules.Progress | undefined> => {
    const { authentication } = transaction
    if (authentication === undefined) return Effect.succeed(undefined)
    const [server] = forTestMode(servers, transaction.test)
    if (server === undefined) return Effect.succeed(unavailable(authentication))
    const request = requestOf(transaction, authentication, card, returnUrl(transaction.uid))
    const name = request._tag === "Begin" ? "3-d-secure begin" : "3-d-secure continue"
    const answered = ask({ name: server.name }, name, () => server.ask(request))
    return Effect.map(answered, (response) =>
      Rules.answered(authentication, answerOf(response, card), transaction.card?.facts.brand ?? null)
    )
  }
})

export type AuthenticationCalls = Effect.Effect.Success<typeof make>
