// Veriscope: `POST /v1/authentications` begins, `POST /v1/authentications/{id}/results` goes on.
import type { ReturnedFields } from "@florin/core/cards/Authentication"
import { type AuthenticationAnswer, AuthenticationKey } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { begin, goOn } from "@florin/testing/three-d-secure/AuthenticationRequests"
import type { ServerUnderTest } from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Reply, type Requested, serving } from "./serving.js"

const replyOf = (answer: AuthenticationAnswer): Reply => {
  switch (answer._tag) {
    case "MethodNeeded":
      return { status: 200, body: { result: "method", id: answer.reference, method: answer.method } }
    case "ChallengeNeeded":
      return { status: 200, body: { result: "challenge", id: answer.reference, challenge: answer.challenge } }
    case "Authenticated":
    case "Refused": {
      const { proof, reference: id, version } = answer
      const { cavv, cavvAlgorithm: cavv_algorithm, eci, message: reason, transStatus: trans_status, xid } = proof
      const reply = { result: "concluded", id, version, trans_status, eci, cavv, cavv_algorithm, reason }
      return { status: 200, body: { ...reply, ds_trans_id: xid } }
    }
    case "NotEnrolled":
      return { status: 200, body: { result: "not_enrolled" } }
    case "NotConcluded":
      return { status: 200, body: { result: "rejected" } }
    case "NoAnswer":
      return "lost"
  }
}

interface Beginning {
  readonly card: {
    readonly number: string
    readonly exp_month: number
    readonly exp_year: number
    readonly holder?: string
  }
  readonly amount: number
  readonly currency: string
  readonly return_url: string
}

/** What the browser has brought, under this provider's names. */
interface Result {
  readonly cres?: string
  readonly pa_res?: string
  readonly md?: string
  readonly method_data?: string
}

type Body = Beginning & Result

const beginning = ({ body: { amount, card, currency, return_url }, key }: Requested<Beginning>) =>
  Effect.map(
    begin(
      {
        number: Redacted.make(card.number),
        expMonth: card.exp_month,
        expYear: card.exp_year,
        ...(card.holder === undefined ? {} : { holder: card.holder })
      },
      { amount, currency }
    ),
    (request) => ({ ...request, key: AuthenticationKey.make(key), returnUrl: return_url })
  )

const result = ({ body: { cres, md, method_data, pa_res }, path }: Requested<Result>) => {
  const fields = { cres, PaRes: pa_res, MD: md, threeDSMethodData: method_data } as ReturnedFields
  const reference = path.split("/")[3] ?? ""
  return Effect.map(begin({ number: Redacted.make(""), expMonth: 1, expYear: 2099 }), (before) =>
    goOn(before, 1, reference, fields)
  )
}

/** The provider, and the pages of the issuers that it leads to. */
export const veriscope = Effect.gen(function* () {
  const { page, server } = yield* SandboxThreeDSecure.make
  const begun = new Set<string>()

  const answer = async (requested: Requested<Body>): Promise<Reply> => {
    const isBeginning = requested.path === "/v1/authentications"
    const answered = await Effect.runPromise(
      Effect.flatMap(isBeginning ? beginning(requested) : result(requested), server.ask)
    )
    const isLost = isBeginning && requested.body.card.holder === "LOST" && !begun.has(requested.key)
    if (isBeginning) begun.add(requested.key)
    return isLost ? "lost" : replyOf(answered)
  }

  const challenged: ServerUnderTest["challenged"] = (challenge, choice) => {
    const brought: Record<string, string> =
      challenge.version === 2
        ? { creq: challenge.creq, threeDSSessionData: challenge.sessionData }
        : { PaReq: challenge.paReq, MD: challenge.md }
    const name = choice === "confirm" ? "approve" : "decline"
    return Effect.orDie(Effect.map(page(brought), (shown): ReturnedFields => shown?.choices[name] ?? {}))
  }

  return { provider: yield* serving(answer), challenged, authentications: Effect.sync(() => begun.size) }
}).pipe(Effect.provide(SandboxDatabase.layerMemory))
