/** The port to a 3-D Secure server, which authenticates the customers of card charges. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AcquirerCard } from "../cards/Acquirer.js"
import { ChallengeStep, MethodStep, Proof, type ReturnedFields } from "../cards/Authentication.js"
import { ProviderReference } from "../cards/BrowserMessage.js"
import type { CardTransaction } from "../cards/CardTransaction.js"

/** Makes a request idempotent: repeating a key has no further effect and returns the same answer. */
export const AuthenticationKey = Schema.NonEmptyString.pipe(Schema.brand("AuthenticationKey"))

export type AuthenticationKey = typeof AuthenticationKey.Type

/** The card that is authenticated. Never stored, never logged. */
export type AuthenticatedCard = Omit<AcquirerCard, "securityCode">

interface About {
  readonly key: AuthenticationKey
  /** The transaction as stored, for the amount, the merchant's URLs, addresses and the browser. */
  readonly transaction: CardTransaction
}

/**
 * A request to a 3-D Secure server.
 *
 * - `Begin`: authenticates a card. `returnUrl` is where the issuer's pages post the customer back
 * - `Continue`: the customer is back from the issuer's page, with these form fields
 */
export type AuthenticationRequest = Data.TaggedEnum<{
  Begin: About & { readonly card: AuthenticatedCard; readonly returnUrl: string }
  Continue: About & { readonly reference: string; readonly fields: ReturnedFields }
}>

export const AuthenticationRequest: Data.TaggedEnum.Constructor<AuthenticationRequest> =
  Data.taggedEnum<AuthenticationRequest>()

/**
 * The answer to a request.
 *
 * - `MethodNeeded`: the issuer identifies the browser first
 * - `ChallengeNeeded`: the customer confirms on the issuer's page
 * - `Authenticated`: transStatus Y or A
 * - `Refused`: transStatus N, R or U
 * - `NotEnrolled`: the issuer does not authenticate this card
 * - `NotConcluded`: the fields conclude nothing: they are forged, cut off, or of another authentication
 * - `NoAnswer`: the outcome is unknown; asking again under the same key resolves it
 *
 * Decoupled authentication (transStatus D) is not supported; a server reports it as `Refused` with `U`.
 */
export type AuthenticationAnswer = typeof WellFormedAnswer.Type | { readonly _tag: "NoAnswer" }

export const AuthenticationAnswer: Data.TaggedEnum.Constructor<AuthenticationAnswer> =
  Data.taggedEnum<AuthenticationAnswer>()

const concluded = { reference: ProviderReference, version: Schema.Literal(1, 2), proof: Proof }

/** The answers that the gateway accepts. It takes anything else for `NoAnswer`. Source: D41. */
export const WellFormedAnswer = Schema.Union(
  Schema.TaggedStruct("MethodNeeded", { reference: ProviderReference, method: MethodStep }),
  Schema.TaggedStruct("ChallengeNeeded", { reference: ProviderReference, challenge: ChallengeStep }),
  Schema.TaggedStruct("Authenticated", concluded),
  Schema.TaggedStruct("Refused", concluded),
  Schema.TaggedStruct("NotEnrolled", {}),
  Schema.TaggedStruct("NotConcluded", {})
)

/**
 * One 3-D Secure server. Contract: idempotent by key; never fails and never throws (a defect is treated as `NoAnswer`);
 * an unknown outcome is explicit.
 */
export interface ThreeDSecureServer {
  readonly name: string
  /** Accepts `test: true` transactions. Source: D39. */
  readonly simulated: boolean
  readonly ask: (request: AuthenticationRequest) => Effect.Effect<AuthenticationAnswer>
}

/**
 * This gateway's 3-D Secure servers, in order of preference.
 *
 * Default: none; 3-D Secure is not used.
 */
export class ThreeDSecureServers extends Context.Reference<ThreeDSecureServers>()("@florin/core/ThreeDSecureServers", {
  defaultValue: (): ReadonlyArray<ThreeDSecureServer> => []
}) {}
