/** Takes requests to the fake's API: who asks, under which key, and in which manner it is answered. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Account } from "./account.js"
import type { Api, Request } from "./api.js"
import type { Dials, Manner, Visit } from "./dials.js"
import { type ErrorBody, Failure } from "./failures.js"
import type { Answer, Keys } from "./keys.js"
import { decode, group, text } from "./params.js"

/** A request as it came. */
export interface Incoming {
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** What is sent back. Absent: the connection is cut. */
export interface Outgoing {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const errorAnswer = (status: number, error: ErrorBody): Answer => ({ status, body: { error } })

const inUse = errorAnswer(409, {
  type: "idempotency_error",
  code: "idempotency_key_in_use",
  message: "There is currently another in-progress request using this Idempotent Key."
})

const mismatch = errorAnswer(400, {
  type: "idempotency_error",
  message: "Keys for idempotent requests can only be used with the same parameters they were first used with."
})

const rateLimited = errorAnswer(429, {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Too many requests."
})

const broken = errorAnswer(500, { type: "api_error", message: "An unknown error occurred." })

const unauthorized = errorAnswer(401, { type: "invalid_request_error", message: "Invalid API Key provided." })

/** Refusals of what a request says are not kept: the request was not begun with. */
const notKept = [
  "parameter_missing",
  "parameter_invalid_integer",
  "parameter_unknown",
  "url_invalid",
  "amount_too_small"
]

const isKept = ({ body, status }: Answer): boolean => {
  const code = (body as { readonly error?: ErrorBody }).error?.code ?? ""
  return status !== 400 || !notKept.includes(code)
}

const html = (status: number): Outgoing => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<html><body><h1>Bad gateway</h1></body></html>"
})

export interface Door {
  readonly handle: (incoming: Incoming) => Effect.Effect<Outgoing | undefined>
}

export interface Around {
  readonly account: Account
  readonly api: Api
  readonly keys: Keys
  readonly dials: Dials
  readonly apiKey: string
  readonly now: () => number
}

const holderOf = (account: Account, { params }: Request): string | null => {
  const details = text(group(params, "billing_details"), "name")
  const method = account.methods.get(text(params, "payment_method") ?? "")
  return details ?? method?.document.billing_details.name ?? null
}

const headerOf = ({ headers }: Incoming, name: string): string => {
  const value = headers[name]
  return (typeof value === "string" ? value : value?.[0]) ?? ""
}

const requestOf = (incoming: Incoming): Request => {
  const [path = "", query = ""] = incoming.url.split("?", 2)
  return {
    method: incoming.method,
    path,
    params: decode(incoming.method === "POST" ? incoming.body : query),
    key: headerOf(incoming, "idempotency-key")
  }
}

export const make = ({ account, api, apiKey, dials, keys, now }: Around): Door => {
  const sent = ({ body, status }: Answer, more: Record<string, string> = {}): Outgoing => ({
    status,
    headers: { "content-type": "application/json", date: new Date(now()).toUTCString(), ...more },
    body: JSON.stringify(body)
  })

  const answerOf = (request: Request): Answer => {
    try {
      return { status: 200, body: api(request) }
    } catch (error) {
      if (error instanceof Failure) return errorAnswer(error.status, error.body)
      throw error
    }
  }

  const worked = (request: Request, manner: Manner | undefined): Answer => {
    if (manner === "error") return broken
    const answer = answerOf(request)
    return manner === "error-after" ? broken : answer
  }

  /** What a key says without the request being processed. */
  const settled = (request: Request, contents: string): Outgoing | undefined => {
    const claim = keys.claim(request.key, contents)
    if (claim.is === "in-use") return sent(inUse)
    if (claim.is === "mismatch") return sent(mismatch)
    return claim.is === "kept" ? sent(claim.answer, { "idempotent-replayed": "true" }) : undefined
  }

  const visitOf = (request: Request): Visit => ({
    method: request.method,
    path: request.path,
    key: request.key,
    nth: request.key === "" ? 1 : keys.sends(request.key) + 1,
    holder: holderOf(account, request)
  })

  const delivered = (outgoing: Outgoing, manner: Manner | undefined): Effect.Effect<Outgoing | undefined> => {
    if (manner === "lost-answer") return Effect.succeed(undefined)
    if (manner === "html-after") return Effect.succeed(html(502))
    if (manner === "html-200") return Effect.succeed(html(200))
    return typeof manner === "object"
      ? Effect.delay(Effect.succeed(outgoing), Duration.decode(manner.slow))
      : Effect.succeed(outgoing)
  }

  const processed = (request: Request, incoming: Incoming, manner: Manner | undefined) => {
    if (request.method !== "POST" || request.key === "") return delivered(sent(worked(request, manner)), manner)
    const early = settled(request, `${incoming.method} ${incoming.url} ${incoming.body}`)
    if (early !== undefined) return delivered(early, manner)
    const answer = worked(request, manner)
    const keep = Effect.sync(() => keys.conclude(request.key, isKept(answer) ? answer : undefined))
    // While a slow request is processed, its key is in use.
    return typeof manner === "object"
      ? Effect.ensuring(delivered(sent(answer), manner), keep)
      : Effect.zipRight(keep, delivered(sent(answer), manner))
  }

  const turnedAway = (request: Request, manner: Manner | undefined): Outgoing | "cut" | undefined => {
    if (manner !== "lost-request" && manner !== "html" && manner !== "rate-limited") return undefined
    // It was sent all the same.
    if (request.key !== "") keys.note(request.key)
    if (manner === "lost-request") return "cut"
    return manner === "html" ? html(502) : sent(rateLimited, { "retry-after": "1" })
  }

  return {
    handle: (incoming) =>
      Effect.suspend(() => {
        if (headerOf(incoming, "authorization") !== `Bearer ${apiKey}`) return Effect.succeed(sent(unauthorized))
        const request = requestOf(incoming)
        const manner = dials.manner(visitOf(request))
        const away = turnedAway(request, manner)
        if (away !== undefined) return Effect.succeed(away === "cut" ? undefined : away)
        return processed(request, incoming, manner)
      })
  }
}
