/** Nordbank, a made-up bank, as an acquirer. */
import {
  AcquirerAnswer,
  type AcquirerCard,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  isTokenRequest,
  type TokenRequest
} from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { exchange, type Provider, type Reply } from "./exchange.js"

const cardOf = ({ expMonth, expYear, holder, number, securityCode }: AcquirerCard) => ({
  number: Redacted.value(number),
  exp_month: expMonth,
  exp_year: expYear,
  holder,
  security_code: securityCode === undefined ? undefined : Redacted.value(securityCode)
})

/** What 3-D Secure has proved, if it was used. */
const proofOf = ({ authentication }: CardTransaction) => {
  const proof = authentication?.proof ?? undefined
  return proof && { eci: proof.eci, cavv: proof.cavv, xid: proof.xid }
}

/** A request in the bank's words. */
const operationOf = (request: Exclude<AcquirerRequest, TokenRequest>): object => {
  const { amount, currency } = request
  switch (request._tag) {
    case "Charge": {
      const { card, kind, transaction } = request
      return { kind, amount, currency, card: cardOf(card), authentication: proofOf(transaction) }
    }
    case "Payout":
      return { kind: request.transaction.type, amount, currency, card: cardOf(request.card) }
    case "Capture":
    case "Void":
    case "Refund":
      return { kind: request._tag.toLowerCase(), amount, currency, parent: request.parent }
  }
}

const Text = Schema.NullOr(Schema.String)

const Decision = Schema.Union(
  Schema.Struct({ state: Schema.Literal("approved"), reference: Text, auth_code: Text, rrn: Text }),
  Schema.Struct({ state: Schema.Literal("declined"), reference: Text, code: Schema.String, text: Text })
)

const decode = Schema.decodeUnknownOption(Decision)

const reasons: Readonly<Record<string, DeclineReason>> = {
  "05": "do-not-honour",
  "14": "not-allowed",
  "51": "funds",
  "54": "card-expired",
  "57": "not-allowed",
  "59": "fraud-issuer",
  "82": "security-code",
  "91": "issuer-temporary",
  "96": "acquirer-temporary"
}

/** The bank's decision on an operation; none in anything else that it says. */
const decisionOf = (reply: Reply) => {
  if (reply._tag !== "Answered" || reply.status !== 200) return undefined
  const decision = Option.getOrUndefined(decode(reply.body))
  if (decision === undefined) return undefined
  if (decision.state === "approved") {
    const { auth_code, reference, rrn } = decision
    return { _tag: "Approved" as const, report: { ...noReport, authCode: auth_code, refId: reference, rrn } }
  }
  const { code, reference, text } = decision
  const report = { ...noReport, bankCode: code, refId: reference, message: text }
  return { _tag: "Declined" as const, reason: reasons[code] ?? "unspecified", report }
}

const declined = (reason: DeclineReason) => AcquirerAnswer.Declined({ reason, report: noReport })

/** What an operation has come to. Whatever is no clear answer is none. */
const answerOf = (reply: Reply): AcquirerAnswer => {
  const decision = decisionOf(reply)
  if (decision !== undefined) return decision
  if (reply._tag === "NotSent") return AcquirerAnswer.NotSent()
  const status = reply._tag === "Answered" ? reply.status : undefined
  // The bank's documentation: 409, the key is of another operation; 422, it has not processed this and never will.
  if (status === 409) return declined("duplicate-at-acquirer")
  return status === 422 ? declined("acquirer-permanent") : AcquirerAnswer.NoAnswer()
}

const Missing = Schema.is(Schema.Struct({ error: Schema.Literal("unknown_operation") }))

/** What the bank knows of a key. Only its own words say that it knows nothing: any proxy answers 404. */
const statusOf = (reply: Reply): AcquirerStatus => {
  const decision = decisionOf(reply)
  if (decision !== undefined) return decision
  const isMissing = reply._tag === "Answered" && reply.status === 404 && Missing(reply.body)
  return isMissing ? AcquirerStatus.NotFound() : AcquirerStatus.Unknown()
}

export interface Options extends Provider {
  /** How long the bank may still begin to process what was sent. Default: two minutes, as its documentation says. */
  readonly inFlightWindow?: Duration.DurationInput
}

export const make = ({ inFlightWindow = "2 minutes", ...provider }: Options): AcquirerService => {
  const call = exchange(provider)
  const path = (key: string) => `/v1/operations/${encodeURIComponent(key)}`
  return {
    gatewayId: 7,
    name: "Nordbank",
    simulated: false,
    inFlightWindow: Duration.decode(inFlightWindow),
    oneKeyIsOneOperation: true,
    needsSecurityCode: false,
    perform: (request) =>
      isTokenRequest(request)
        ? Effect.succeed(AcquirerAnswer.NotSent())
        : Effect.map(call({ method: "PUT", path: path(request.key), body: operationOf(request) }), answerOf),
    status: (key) => Effect.map(call({ method: "GET", path: path(key) }), statusOf)
  }
}
