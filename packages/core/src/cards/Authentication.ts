/** The 3-D Secure authentication of a charge's customer, as it is stored with the transaction. */
import * as Schema from "effect/Schema"
import { BrowserMessage, webAddress } from "./BrowserMessage.js"

/** The stage of an authentication. `asked`: the 3-D Secure server has been called, or is about to be. */
export const Stage = Schema.Literal("asked", "method", "challenge", "authenticated", "not-enrolled", "failed")

export type Stage = typeof Stage.Type

/**
 * The result of an authentication, under the names of 3-D Secure 2 (`transStatus`).
 *
 * - `Y`: authenticated
 * - `A`: attempted; the issuer does not take part, and liability shifts all the same
 * - `N`, `R`: refused by the issuer
 * - `U`: the issuer could not authenticate
 */
export const TransStatus = Schema.Literal("Y", "A", "N", "R", "U")

export type TransStatus = typeof TransStatus.Type

const Text = Schema.NullOr(Schema.String)

const WebAddress = webAddress(2000)

/** The proof of an authentication that an acquirer receives. */
export const Proof = Schema.Struct({
  transStatus: TransStatus,
  /** Electronic commerce indicator. */
  eci: Text,
  cavv: Text,
  cavvAlgorithm: Text,
  /** 3-D Secure 1: the XID; 3-D Secure 2: the directory server's transaction id. */
  xid: Text,
  message: Text
})

export interface Proof extends Schema.Schema.Type<typeof Proof> {}

/** The issuer's page that identifies the browser, before anything is asked of the customer. 3-D Secure 2 only. */
export const MethodStep = Schema.Struct({ url: WebAddress, data: BrowserMessage })

export interface MethodStep extends Schema.Schema.Type<typeof MethodStep> {}

/** The issuer's page on which the customer confirms. 3-D Secure 2 has `creq`; 3-D Secure 1 has `paReq` and `md`. */
export const ChallengeStep = Schema.Union(
  Schema.Struct({ version: Schema.Literal(2), acsUrl: WebAddress, creq: BrowserMessage, sessionData: BrowserMessage }),
  Schema.Struct({ version: Schema.Literal(1), acsUrl: WebAddress, paReq: BrowserMessage, md: BrowserMessage })
)

export type ChallengeStep = typeof ChallengeStep.Type

/**
 * The form fields with which the issuer's page sent the customer back: of 3-D Secure 2 and of its method step, and of
 * 3-D Secure 1.
 */
export const ReturnedFields = Schema.Struct({
  cres: Schema.optional(BrowserMessage),
  threeDSSessionData: Schema.optional(BrowserMessage),
  threeDSMethodData: Schema.optional(BrowserMessage),
  PaRes: Schema.optional(BrowserMessage),
  MD: Schema.optional(BrowserMessage)
})

export interface ReturnedFields extends Schema.Schema.Type<typeof ReturnedFields> {}

export const Authentication = Schema.Struct({
  stage: Stage,
  /** The number of requests to the 3-D Secure server. Each has a key of its own, which is committed before its use. */
  requests: Schema.Int,
  /** The merchant runs the browser's steps itself. Source: D16. */
  advanced: Schema.Boolean,
  /** A card that is not enrolled is refused. */
  forced: Schema.Boolean,
  version: Schema.NullOr(Schema.Literal(1, 2)),
  /** The 3-D Secure server's id of this authentication. */
  reference: Text,
  /** When the customer was needed first: all steps together have 15 minutes. Source: D15. */
  waitingSince: Schema.NullOr(Schema.DateTimeUtc),
  method: Schema.NullOr(MethodStep),
  challenge: Schema.NullOr(ChallengeStep),
  /** Kept until the server has answered, so that another process can ask again. */
  returned: Schema.NullOr(ReturnedFields),
  proof: Schema.NullOr(Proof)
})

export interface Authentication extends Schema.Schema.Type<typeof Authentication> {}

/** An authentication that is about to begin. */
export const begun = ({ advanced, forced }: Pick<Authentication, "advanced" | "forced">): Authentication => ({
  stage: "asked",
  requests: 1,
  advanced,
  forced,
  version: null,
  reference: null,
  waitingSince: null,
  method: null,
  challenge: null,
  returned: null,
  proof: null
})
