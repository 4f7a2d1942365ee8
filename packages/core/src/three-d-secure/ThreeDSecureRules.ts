/** The rules of 3-D Secure: whether a charge goes through it, and what an answer of the server means. */
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Authentication, ChallengeStep, Proof, ReturnedFields } from "../cards/Authentication.js"
import type { CardBrand } from "../cards/CardBrand.js"
import type { DeclineReason } from "../cards/DeclineReason.js"
import * as Machine from "../machine/Machine.js"
import { machine, type SideEffect, type Trigger } from "./AuthenticationMachine.js"
import type { AuthenticationAnswer } from "./ThreeDSecureServer.js"

/** The inputs of the decision. */
export interface Wishes {
  /** The request's flags. */
  readonly skip: boolean
  readonly force: boolean
  /** What the routing rules ask for. */
  readonly routing: "skip" | "force" | undefined
}

/**
 * - `skipped`: the charge goes straight to the acquirer
 * - `optional`: the customer is authenticated; a card that is not enrolled is charged all the same
 * - `mandatory`: a card that is not enrolled is refused
 */
export type ThreeDSecureDecision = "skipped" | "optional" | "mandatory"

/**
 * Of a shop with 3-D Secure: rules override flags, and force overrides skip.
 *
 * Source: interface, "Authorization request"; D16.
 */
export const decide = ({ force, routing, skip }: Wishes): ThreeDSecureDecision => {
  if (routing !== undefined) return routing === "force" ? "mandatory" : "skipped"
  if (force) return "mandatory"
  return skip ? "skipped" : "optional"
}

/** The electronic commerce indicator of a brand, for a server that gives none. Source: D16. */
export const eciOf = (brand: CardBrand | null, transStatus: Proof["transStatus"]): string | null => {
  if (transStatus !== "Y" && transStatus !== "A") return null
  if (brand === "master" || brand === "maestro") return transStatus === "Y" ? "02" : "01"
  return transStatus === "Y" ? "05" : "06"
}

const reasonOf = (answer: AuthenticationAnswer): DeclineReason => {
  if (answer._tag === "NotEnrolled") return "not-enrolled"
  if (answer._tag !== "Refused") return "authentication-technical"
  return answer.proof.transStatus === "U" ? "authentication-unavailable" : "authentication-failed"
}

const learned = (answer: AuthenticationAnswer, brand: CardBrand | null): Partial<Authentication> => {
  switch (answer._tag) {
    case "MethodNeeded":
      return { reference: answer.reference, method: answer.method, version: 2 }
    case "ChallengeNeeded":
      return { reference: answer.reference, challenge: answer.challenge, version: answer.challenge.version }
    case "Authenticated":
    case "Refused": {
      const { proof, reference, version } = answer
      return { reference, version, proof: { ...proof, eci: proof.eci ?? eciOf(brand, proof.transStatus) } }
    }
    case "NotEnrolled":
    case "NotConcluded":
    case "NoAnswer":
      return {}
  }
}

/** The next stage of an authentication, and what follows for the charge. */
export interface Progress {
  readonly authentication: Authentication
  readonly then: SideEffect
  /** Why the charge fails, when it does. */
  readonly reason: DeclineReason
}

const advance = (
  authentication: Authentication,
  trigger: Trigger,
  more: Partial<Authentication>
): Either.Either<Pick<Progress, "authentication" | "then">, Machine.Refused> => {
  const { challenge, forced, requests } = authentication
  const facts = { isForced: forced, isChallenged: challenge !== null, requests }
  return Either.map(Machine.decide(machine, authentication.stage, trigger, facts), ({ effects, next }) => ({
    authentication: { ...authentication, ...more, stage: next as Authentication["stage"] },
    then: effects[0]!
  }))
}

/** Applies an answer of the server; nothing when it gave none. */
export const answered = (
  authentication: Authentication,
  answer: AuthenticationAnswer,
  brand: CardBrand | null
): Progress | undefined => {
  const isOpen = authentication.method !== null || authentication.challenge !== null
  if (answer._tag === "NoAnswer" || (answer._tag === "NotConcluded" && !isOpen)) return undefined
  const more = { ...learned(answer, brand), returned: null }
  const progress = Either.getOrUndefined(advance(authentication, answer._tag, more))
  return progress && { ...progress, reason: reasonOf(answer) }
}

const decodeMessage = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Struct({ threeDSServerTransID: Schema.NonEmptyString }))
)

/** The 3-D Secure server's id in a CReq or CRes: JSON in base64url, with padding, line breaks and other signs or not. */
const transactionIn = (message: string): string | undefined => {
  const text = Encoding.decodeBase64UrlString(message.trim().replaceAll("+", "-").replaceAll("/", "_"))
  const decoded = Either.isRight(text) ? decodeMessage(text.right) : Option.none()
  return Option.getOrUndefined(decoded)?.threeDSServerTransID
}

/**
 * Whether a result is that of the challenge: the issuer's page returns the secret that the browser brought. Some pages
 * drop it, which EMV 3-D Secure leaves optional; then the result itself must name the authentication of the challenge.
 * What the result says is for the 3-D Secure server to decide, in both cases.
 */
const isOfChallenge = (
  { creq, sessionData }: Extract<ChallengeStep, { readonly version: 2 }>,
  { cres, threeDSSessionData }: ReturnedFields
): boolean => {
  if (cres === undefined) return false
  if (threeDSSessionData !== undefined && threeDSSessionData !== "") return threeDSSessionData === sessionData
  const request = transactionIn(creq)
  return request !== undefined && transactionIn(cres) === request
}

/** Whether these fields can be of the open step: a challenge hands a secret to the browser, which comes back. */
const isOfStep = ({ challenge }: Authentication, fields: ReturnedFields): boolean => {
  if (challenge === null) return true
  return challenge.version === 1
    ? fields.MD === challenge.md && fields.PaRes !== undefined
    : isOfChallenge(challenge, fields)
}

/**
 * The authentication after the customer's return from the issuer's page. Undefined if no step is open, or if the fields
 * belong to another step.
 */
export const returned = (authentication: Authentication, fields: ReturnedFields): Authentication | undefined => {
  if (!isOfStep(authentication, fields)) return undefined
  const more = { requests: authentication.requests + 1, returned: fields }
  return Either.getOrUndefined(advance(authentication, "Returned", more))?.authentication
}
