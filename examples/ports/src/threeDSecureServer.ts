/** Veriscope, a made-up provider of 3-D Secure, as a 3-D Secure server. */
import type { Proof, ReturnedFields } from "@florin/core/cards/Authentication"
import {
  AuthenticationAnswer,
  type AuthenticationRequest,
  type ThreeDSecureServer
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Call, exchange, type Provider, type Reply } from "./exchange.js"

type Begin = Extract<AuthenticationRequest, { readonly _tag: "Begin" }>

const beginning = ({ card, key, returnUrl, transaction }: Begin): Call => ({
  method: "POST",
  path: "/v1/authentications",
  key,
  body: {
    card: {
      number: Redacted.value(card.number),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      holder: card.holder
    },
    amount: transaction.amount,
    currency: transaction.currency,
    return_url: returnUrl,
    browser: transaction.details.additionalData?.browser
  }
})

/** The form fields as they came: only the provider can read them. */
const result = (key: string, reference: string, { MD, PaRes, cres, threeDSMethodData }: ReturnedFields): Call => ({
  method: "POST",
  path: `/v1/authentications/${encodeURIComponent(reference)}/results`,
  key,
  body: { cres, pa_res: PaRes, md: MD, method_data: threeDSMethodData }
})

const callOf = (request: AuthenticationRequest): Call =>
  request._tag === "Begin" ? beginning(request) : result(request.key, request.reference, request.fields)

const Text = Schema.NullOr(Schema.String)

const Conclusion = Schema.Struct({
  result: Schema.Literal("concluded"),
  id: Schema.String,
  version: Schema.Literal(1, 2),
  trans_status: Schema.Literal("Y", "A", "N", "R", "U", "D"),
  eci: Text,
  cavv: Text,
  cavv_algorithm: Text,
  ds_trans_id: Text,
  reason: Text
})

const Answer = Schema.Union(
  Schema.Struct({
    result: Schema.Literal("method"),
    id: Schema.String,
    method: Schema.Struct({ url: Schema.String, data: Schema.String })
  }),
  Schema.Struct({
    result: Schema.Literal("challenge"),
    id: Schema.String,
    challenge: Schema.Union(
      Schema.Struct({
        version: Schema.Literal(2),
        acsUrl: Schema.String,
        creq: Schema.String,
        sessionData: Schema.String
      }),
      Schema.Struct({ version: Schema.Literal(1), acsUrl: Schema.String, paReq: Schema.String, md: Schema.String })
    )
  }),
  Conclusion,
  Schema.Struct({ result: Schema.Literal("not_enrolled", "rejected") })
)

const decode = Schema.decodeUnknownOption(Answer)

/** Decoupled authentication (D) would end hours later: to the gateway, the issuer could not authenticate. */
const proofOf = (reply: typeof Conclusion.Type): Proof => ({
  transStatus: reply.trans_status === "D" ? "U" : reply.trans_status,
  eci: reply.eci,
  cavv: reply.cavv,
  cavvAlgorithm: reply.cavv_algorithm,
  xid: reply.ds_trans_id,
  message: reply.reason
})

const concluded = (reply: typeof Conclusion.Type): AuthenticationAnswer => {
  const { id: reference, version } = reply
  const proof = proofOf(reply)
  return proof.transStatus === "Y" || proof.transStatus === "A"
    ? AuthenticationAnswer.Authenticated({ reference, version, proof })
    : AuthenticationAnswer.Refused({ reference, version, proof })
}

const answerOf = (answer: typeof Answer.Type): AuthenticationAnswer => {
  switch (answer.result) {
    case "method":
      return AuthenticationAnswer.MethodNeeded({ reference: answer.id, method: answer.method })
    case "challenge":
      return AuthenticationAnswer.ChallengeNeeded({ reference: answer.id, challenge: answer.challenge })
    case "concluded":
      return concluded(answer)
    case "not_enrolled":
      return AuthenticationAnswer.NotEnrolled()
    case "rejected":
      return AuthenticationAnswer.NotConcluded()
  }
}

const Missing = Schema.is(Schema.Struct({ error: Schema.Literal("unknown_authentication") }))

const answerIn = (reply: Reply): AuthenticationAnswer => {
  if (reply._tag !== "Answered") return AuthenticationAnswer.NoAnswer()
  if (reply.status === 404 && Missing(reply.body)) return AuthenticationAnswer.NotConcluded()
  const answer = reply.status === 200 ? Option.getOrUndefined(decode(reply.body)) : undefined
  return answer === undefined ? AuthenticationAnswer.NoAnswer() : answerOf(answer)
}

export const make = (provider: Provider): ThreeDSecureServer => {
  const call = exchange(provider)
  return {
    name: "Veriscope",
    simulated: false,
    ask: (request) => Effect.map(call(callOf(request)), answerIn)
  }
}
