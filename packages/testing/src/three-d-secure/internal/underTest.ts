/** A 3-D Secure server under test, and what all parts of its contract ask of it. */
import type { ChallengeStep, MethodStep, ReturnedFields, TransStatus } from "@florin/core/cards/Authentication"
import type {
  AuthenticatedCard,
  AuthenticationAnswer,
  AuthenticationRequest,
  ThreeDSecureServer
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { type Begin, begin, goOn } from "../AuthenticationRequests.js"

/** What the customer does on the issuer's page. */
export type Choice = "confirm" | "refuse"

/** A server, and the browser of its customers. */
export interface ServerUnderTest {
  readonly server: ThreeDSecureServer
  /** The form fields with which the issuer's page sends the customer back. */
  readonly challenged: (challenge: ChallengeStep, choice: Choice) => Effect.Effect<ReturnedFields>
  /** The form fields with which the browser returns from the method step. */
  readonly identified?: (method: MethodStep) => Effect.Effect<ReturnedFields>
  /** How many authentications the server has. Without it the suite concludes from equal answers. */
  readonly authentications?: Effect.Effect<number>
}

/** The cards the server has for tests; what it has none for is not checked. */
export interface SuiteCards {
  /** Decided at once, without a challenge, by transStatus. */
  readonly atOnce: Readonly<Partial<Record<TransStatus, AuthenticatedCard>>>
  /** Challenged, by the version of 3-D Secure; then `Y` or `N`, as the customer chooses. */
  readonly challenged: { readonly one?: AuthenticatedCard; readonly two: AuthenticatedCard }
  /** Its browser is identified first; then challenged. 3-D Secure 2. */
  readonly identified?: AuthenticatedCard
  readonly notEnrolled?: AuthenticatedCard
  /** Challenged by 3-D Secure 2; the answer to the first sending of every key is lost. */
  readonly lost?: AuthenticatedCard
}

/** One promise of the contract. It fails as a defect, with the assertion that was not met. */
export interface Check {
  readonly name: string
  readonly run: (under: ServerUnderTest) => Effect.Effect<void>
}

export type Answered<Tag extends AuthenticationAnswer["_tag"]> = Extract<AuthenticationAnswer, { readonly _tag: Tag }>

/** Asks, and expects an answer of that kind. */
export const expecting = <Tag extends AuthenticationAnswer["_tag"]>(
  tag: Tag,
  { server }: ServerUnderTest,
  request: AuthenticationRequest
): Effect.Effect<Answered<Tag>> =>
  Effect.map(server.ask(request), (answer) => {
    assert.strictEqual(answer._tag, tag, request._tag)
    return answer as Answered<Tag>
  })

/** Every challenged card, with its version. */
export const challengedCards = ({ challenged: { one, two } }: SuiteCards) => [
  { version: 2 as const, card: two },
  ...(one === undefined ? [] : [{ version: 1 as const, card: one }])
]

export interface Challenged {
  readonly request: Begin
  readonly reference: string
  readonly challenge: ChallengeStep
}

/** Begins an authentication whose customer stands on the issuer's page. */
export const open = Effect.fnUntraced(function* (under: ServerUnderTest, card: AuthenticatedCard) {
  const request = yield* begin(card)
  const { challenge, reference } = yield* expecting("ChallengeNeeded", under, request)
  const opened: Challenged = { request, reference, challenge }
  return opened
})

/** The customer's first return, with these fields. */
export const firstReturn = ({ reference, request }: Challenged, fields: ReturnedFields) =>
  goOn(request, 1, reference, fields)
