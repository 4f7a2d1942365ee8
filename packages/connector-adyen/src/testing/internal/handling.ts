/** One request to the fake: its dials, its key, its answer and what is told about it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { DetailsBody, PaymentBody } from "../../internal/vendor.js"
import * as Details from "./details.js"
import { type Dial, type Manner, complete as whole } from "./dials.js"
import type { Answer, Keys } from "./keys.js"
import * as Modifications from "./modifications.js"
import * as Pages from "./pages.js"
import * as Payments from "./payments.js"
import type { Incoming, Outgoing } from "./server.js"
import * as Telling from "./telling.js"
import { error, type Outcome, type World } from "./world.js"

export interface Parts extends Telling.Parts {
  readonly apiKey: string
  readonly keys: Keys
  readonly dial: Dial
}

const json = (answer: Answer, key: string | undefined): Outgoing => ({
  status: answer.status,
  headers: {
    "content-type": "application/json;charset=utf-8",
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(answer.isTransient === true ? { "transient-error": "true" } : {})
  },
  body: JSON.stringify(answer.body)
})

const proxyPage = "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"

const html = (status: number): Outgoing => ({ status, headers: { "content-type": "text/html" }, body: proxyPage })

const transient = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status, errorCode: code, message, errorType: "validation" },
  isTransient: true
})

const inProgress = transient(422, "704", "request already processed or in progress")
const unavailable = transient(503, "703", "required resource temporarily unavailable")

const unreadable = error(400, "702", "Unexpected input")

type Body = Readonly<Record<string, unknown>>

const parsed = (body: string): Body | undefined => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === "object" && value !== null ? (value as Body) : undefined
  } catch {
    return undefined
  }
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** What the API makes of a request that was not made before. */
const carriedOut = (world: World, path: string, body: Body): Outcome => {
  if (path === "/payments") return Payments.pay(world, body as unknown as PaymentBody)
  if (path === "/payments/details") return Details.complete(world, body as unknown as DetailsBody)
  const order = body as unknown as Modifications.Order
  if (path === "/cancels") return Modifications.cancelByReference(world, order)
  const [, psp = "", kind = ""] = /^\/payments\/([A-Za-z0-9]+)\/([a-z]+)$/.exec(path) ?? []
  const type = Modifications.typeOf(kind)
  return type === undefined ? error(404, "000", "Not found", "validation") : Modifications.ask(world, type, psp, order)
}

/** Why it may not be made: the API key, the body, the merchant account. */
const refused = (
  { apiKey, world }: Parts,
  { header }: Incoming,
  path: string,
  body: Body | undefined
): Outcome | undefined => {
  if (header("x-api-key") !== apiKey) return error(401, "000", "HTTP Status Response - Unauthorized", "security")
  if (body === undefined) return unreadable
  const isOther = path !== "/payments/details" && body["merchantAccount"] !== world.merchantAccount
  return isOther ? error(403, "901", "Invalid Merchant Account", "security") : undefined
}

export const make = (parts: Parts) => {
  const { dial, keys, world } = parts
  const telling = Telling.make(parts)
  const sends = new Map<string, number>()
  const process = Effect.fnUntraced(function* (body: Body, path: string, manner: Required<Manner>) {
    const outcome = carriedOut(world, path, body)
    const tells = outcome.tells === undefined ? Effect.void : telling.tell(outcome.tells, manner)
    if (manner.tells === "before") yield* tells
    yield* telling.close(outcome)
    if (Duration.toMillis(manner.wait) > 0) yield* Effect.sleep(manner.wait)
    if (manner.tells !== "before") yield* telling.schedule(tells, manner.tellsAfter)
    return outcome.answer
  })

  const api = Effect.fnUntraced(function* (incoming: Incoming, path: string) {
    const key = incoming.header("idempotency-key")
    const nth = (sends.get(key ?? "") ?? 0) + 1
    if (key !== undefined) sends.set(key, nth)
    const body = parsed(incoming.body)
    const method = body?.["paymentMethod"] as { readonly holderName?: unknown } | undefined
    const [reference, holder] = [textIn(body?.["reference"]), textIn(method?.holderName)]
    const manner = whole(dial({ path, key, reference, holder, nth }))
    switch (manner.way) {
      case "request-lost":
        return undefined
      case "too-many": {
        const answer = json(error(429, "000", "Too many requests").answer, key)
        return { ...answer, headers: { ...answer.headers, "retry-after": "1" } }
      }
      case "unavailable":
        return json(unavailable, key)
    }
    const refusal = refused(parts, incoming, path, body)
    if (refusal !== undefined || body === undefined) return json((refusal ?? unreadable).answer, key)
    const known = key === undefined ? ({ _tag: "New" } as const) : keys.take(key, world.now())
    if (known._tag === "InUse") return json(inProgress, key)
    const answer = known._tag === "Kept" ? known.answer : yield* process(body, path, manner)
    if (key !== undefined && known._tag === "New") keys.keep(key, answer, world.now())
    if (manner.way === "answer-lost") return undefined
    if (manner.way === "html") return html(502)
    return manner.way === "html-as-success" ? html(200) : json(answer, key)
  })

  const page = (incoming: Incoming): Outgoing => {
    const found = Pages.open(world, incoming.method, incoming.url, new URLSearchParams(incoming.body))
    const headers = { "content-type": "text/html;charset=utf-8" }
    if (found === undefined) return { status: 404, headers, body: "" }
    const location = found.location === undefined ? {} : { location: found.location }
    return { status: found.status, headers: { ...headers, ...location }, body: found.html ?? "" }
  }

  return {
    sendsOf: (key: string): number => sends.get(key) ?? 0,
    settle: telling.settle,
    handle: (incoming: Incoming): Effect.Effect<Outgoing | undefined> => {
      const path = /^\/v71(\/.*)$/.exec(incoming.url.pathname)?.[1]
      return path !== undefined && incoming.method === "POST" ? api(incoming, path) : Effect.sync(() => page(incoming))
    }
  }
}
