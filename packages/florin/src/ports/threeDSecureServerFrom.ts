/** A 3-D Secure server of promises and plain data, for hosts without Effect. */
import type { Proof } from "@florin/core/cards/Authentication"
import {
  AuthenticationAnswer,
  type AuthenticationRequest,
  type ThreeDSecureServer
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import { calling, type PortCall } from "./calls.js"
import { filled } from "./filled.js"
import { checked } from "./members.js"
import { type Plain, plain } from "./plain.js"

export type PlainAuthenticationRequest = Plain<AuthenticationRequest>

/** Only what the issuer said of it. */
type PlainProof = Partial<Proof> & Pick<Proof, "transStatus">

interface Concluded<Tag> {
  readonly _tag: Tag
  readonly reference: string
  readonly version: 1 | 2
  readonly proof: PlainProof
}

/** The answer to a request, as `AuthenticationAnswer` says. */
export type PlainAuthenticationAnswer =
  | Exclude<AuthenticationAnswer, { readonly _tag: "Authenticated" | "Refused" }>
  | Concluded<"Authenticated">
  | Concluded<"Refused">

export interface ThreeDSecureServerPort {
  /** Stands in traces and the log. */
  readonly name: string
  /** It takes test payments. Default: false. */
  readonly simulated?: boolean
  /** Asks once under the request's key. A throw or a rejection is `NoAnswer`, and it is asked again. */
  readonly ask: (request: PlainAuthenticationRequest, call: PortCall) => Promise<PlainAuthenticationAnswer>
}

const members = { name: "text", simulated: "optional boolean", ask: "function" } as const satisfies Record<
  keyof ThreeDSecureServerPort,
  string
>

const noProof: Omit<Proof, "transStatus"> = { eci: null, cavv: null, cavvAlgorithm: null, xid: null, message: null }

/** The gateway takes what is no answer for none. */
const answerOf = (answer: PlainAuthenticationAnswer): AuthenticationAnswer => {
  if (typeof answer !== "object" || answer === null) return AuthenticationAnswer.NoAnswer()
  if (answer._tag !== "Authenticated" && answer._tag !== "Refused") return answer
  const { transStatus, ...proof } = answer.proof
  return { ...answer, proof: { transStatus, ...filled(noProof, proof) } } as AuthenticationAnswer
}

/**
 * A 3-D Secure server for `createFlorin`'s `threeDSecureServers`, or for a module of `FLORIN_PORTS`.
 *
 * Errors: throws `OptionRefused`, which names what is missing.
 *
 * Source: D53.
 */
export const threeDSecureServerFrom = (port: ThreeDSecureServerPort): ThreeDSecureServer => {
  checked("threeDSecureServerFrom", port, members)
  const { ask, name, simulated = false } = port
  return {
    name,
    simulated,
    ask: (request) =>
      Effect.map(
        calling(`ask of ${name}`, (call) => ask(plain(request), call), { _tag: "NoAnswer" }),
        answerOf
      )
  }
}
