/** Nordbank once more, as an acquirer of promises: nothing of Effect. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { acquirerFrom, type PlainAnswer, type PlainCardRequest, type PlainStatus, type Time } from "florin/ports"

export interface Bank {
  readonly url: string
  readonly apiKey: string
  /** How long the bank may still begin to process what was sent. */
  readonly inFlightWindow?: Time
}

/** A request in the bank's words. Only here the number is handed out. */
const operationOf = (request: PlainCardRequest): object => {
  const { amount, currency } = request
  if (request._tag !== "Charge" && request._tag !== "Payout") {
    return { kind: request._tag.toLowerCase(), amount, currency, parent: request.parent }
  }
  const { card, transaction } = request
  return {
    kind: request._tag === "Charge" ? request.kind : transaction.type,
    amount,
    currency,
    authentication: transaction.authentication?.proof,
    card: {
      number: card.number(),
      security_code: card.securityCode?.(),
      holder: card.holder,
      exp_month: card.expMonth,
      exp_year: card.expYear
    }
  }
}

const reasons: Readonly<Record<string, DeclineReason>> = { "05": "do-not-honour", "51": "funds", "54": "card-expired" }

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, string | null | undefined>>
}

/** The bank's decision; undefined in anything else that it says. */
const decisionOf = ({ body, status }: Reply) => {
  if (status !== 200) return undefined
  const { auth_code: authCode = null, code, reference: refId = null, state, text: message = null } = body
  if (state === "approved") return { _tag: "Approved", report: { authCode, refId } } as const
  if (state !== "declined" || typeof code !== "string") return undefined
  return {
    _tag: "Declined",
    reason: reasons[code] ?? "unspecified",
    report: { bankCode: code, refId, message }
  } as const
}

const answerOf = (reply: Reply): PlainAnswer => {
  const decision = decisionOf(reply)
  if (decision !== undefined) return decision
  if (reply.status === 409) return { _tag: "Declined", reason: "duplicate-at-acquirer" }
  // An error page of a proxy is no decline: whatever is no clear answer is none.
  return reply.status === 422 ? { _tag: "Declined", reason: "acquirer-permanent" } : { _tag: "NoAnswer" }
}

const statusOf = (reply: Reply): PlainStatus => {
  const isMissing = reply.status === 404 && reply.body.error === "unknown_operation"
  return decisionOf(reply) ?? { _tag: isMissing ? "NotFound" : "Unknown" }
}

// The only errors after which nothing can have been sent.
const unconnected = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]

const isUnsent = (error: unknown): boolean =>
  unconnected.includes((error as { readonly cause?: { readonly code?: string } }).cause?.code ?? "")

export const make = ({ apiKey, inFlightWindow = "2 minutes", url }: Bank) => {
  const ask = async (method: "GET" | "PUT", key: string, signal: AbortSignal, body?: object): Promise<Reply> => {
    const response = await fetch(`${url}/v1/operations/${encodeURIComponent(key)}`, {
      method,
      signal,
      redirect: "error",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body)
    })
    return { status: response.status, body: (await response.json()) as Reply["body"] }
  }
  return acquirerFrom({
    gatewayId: 8,
    name: "Nordbank",
    inFlightWindow,
    perform: async (request, { signal }) => {
      try {
        return answerOf(await ask("PUT", request.key, signal, operationOf(request)))
      } catch (error) {
        if (isUnsent(error)) return { _tag: "NotSent" }
        throw error // Florin takes what throws for no answer, and asks `status`.
      }
    },
    status: async (key, _, { signal }) => statusOf(await ask("GET", key, signal))
  })
}
