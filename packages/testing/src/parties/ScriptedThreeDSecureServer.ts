/**
 * A 3-D Secure server without records: a charge's description decides how its card is authenticated, so that any number of
 * processes reach the same server, and asking again under a key says the same.
 */
import type { Proof, ReturnedFields } from "@florin/core/cards/Authentication"
import {
  AuthenticationAnswer,
  type AuthenticationRequest,
  type ThreeDSecureServer
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"

/**
 * The descriptions that it knows. Cards of other charges are not enrolled.
 *
 * - `method`: the issuer identifies the browser, and then challenges the customer
 * - `refused`: the issuer refuses without a challenge
 */
export const descriptions = ["frictionless", "challenge", "method", "refused"] as const

/**
 * How an answer travels, after so many milliseconds: it `comes`; the connector knows that there is none; nothing is ever
 * heard; the connector throws.
 */
export interface Manner {
  readonly answer: "comes" | "no-answer" | "hangs" | "breaks"
  readonly after: number
}

export const prompt: Manner = { answer: "comes", after: 0 }

/** With what the customer leaves the issuer's page. `forged`: the issuer did not sign it; `replayed`: it did, elsewhere. */
export type Leaving = "passed" | "failed" | "forged" | "replayed"

const sessionOf = (reference: string): string => `session ${reference}`

/** The form fields with which the browser comes back from the challenge of this transaction. */
export const fieldsOf = (uid: string, leaving: Leaving) => {
  const reference = leaving === "replayed" ? "another" : `${uid}:3ds`
  const result = leaving === "replayed" ? "passed" : leaving
  return { cres: `${result} ${reference}`, threeDSSessionData: sessionOf(`${uid}:3ds`) }
}

const proofOf = (transStatus: Proof["transStatus"]): Proof => ({
  transStatus,
  eci: null,
  cavv: transStatus === "Y" ? "cavv" : null,
  cavvAlgorithm: null,
  xid: null,
  message: null
})

const passed = (reference: string) => AuthenticationAnswer.Authenticated({ reference, version: 2, proof: proofOf("Y") })
const refused = (reference: string) => AuthenticationAnswer.Refused({ reference, version: 2, proof: proofOf("N") })

const challenged = (reference: string) => {
  const sessionData = sessionOf(reference)
  const challenge = { version: 2, acsUrl: "https://acs.example", creq: reference, sessionData } as const
  return AuthenticationAnswer.ChallengeNeeded({ reference, challenge })
}

const concluded = (reference: string, { cres, threeDSMethodData }: ReturnedFields): AuthenticationAnswer => {
  if (cres === undefined && threeDSMethodData !== undefined) return challenged(reference)
  if (cres === `passed ${reference}`) return passed(reference)
  return cres === `failed ${reference}` ? refused(reference) : AuthenticationAnswer.NotConcluded()
}

/** What it says, whenever it is asked. */
export const answer = (request: AuthenticationRequest): AuthenticationAnswer => {
  if (request._tag === "Continue") return concluded(request.reference, request.fields)
  const { key: reference, transaction } = request
  switch (transaction.description) {
    case "frictionless":
      return passed(reference)
    case "refused":
      return refused(reference)
    case "challenge":
      return challenged(reference)
    case "method":
      return AuthenticationAnswer.MethodNeeded({
        reference,
        method: { url: "https://acs.example/method", data: "data" }
      })
    default:
      return AuthenticationAnswer.NotEnrolled()
  }
}

// Unlike `Effect.never` it does not keep the Node process alive.
const silence = Effect.async<never>(() => undefined)

const received = (how: Manner["answer"], reply: AuthenticationAnswer): Effect.Effect<AuthenticationAnswer> => {
  switch (how) {
    case "comes":
      return Effect.succeed(reply)
    case "no-answer":
      return Effect.succeed(AuthenticationAnswer.NoAnswer())
    case "hangs":
      return silence
    case "breaks":
      return Effect.dieMessage("the connector broke")
  }
}

/** How a gateway reaches it: the script is asked anew for each request. Default: it answers at once. */
export const service = (manner: (request: AuthenticationRequest) => Manner = () => prompt): ThreeDSecureServer => ({
  name: "scripted",
  simulated: true,
  ask: (request) =>
    Effect.suspend(() => {
      const { after, answer: how } = manner(request)
      const reply = received(how, answer(request))
      return after === 0 ? reply : Effect.delay(reply, after)
    })
})
