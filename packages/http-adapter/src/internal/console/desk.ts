/** The desk of the console: its calls as requests to the handlers of the rows, without a network. Source: D73. */
import { type Desk, Refused as DeskRefused, type RowCall, Waits } from "@florin/console/Desk"
import * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Incoming } from "../../Incoming.js"
import type { Handler, Reply } from "../transport/exchange.js"
import * as Incidents from "../transport/incidents.js"
import type { Call } from "./consoleAccess.js"

/** The handlers of the rows, by their ids. */
export type Handlers = Readonly<Record<string, Handler>>

type Headers = Readonly<Record<string, string | undefined>>

const incomingOf = (page: Incoming, row: Operation.Any, call: RowCall): Incoming => {
  const headers: Headers = {
    "content-type": "application/json",
    "idempotency-key": call.key,
    "florin-approval": call.approval
  }
  const body = call.request === undefined ? "" : JSON.stringify(Operation.bodyOf(row, call.request))
  return {
    method: row.key === "none" ? "GET" : "POST",
    path: undefined,
    target: "",
    query: new URLSearchParams(call.query).toString(),
    peer: page.peer,
    header: (name) => headers[name],
    body: () => Effect.succeed(Buffer.from(body))
  }
}

const parsed: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

interface Body {
  readonly message?: unknown
  readonly id?: unknown
  readonly response?: { readonly message?: unknown }
}

/** Refusals say what is wrong in one of two forms. */
const sentencesIn = (body: Body | null | undefined): ReadonlyArray<string> => {
  const message = body?.response?.message ?? body?.message
  return typeof message === "string" ? [message] : []
}

/** What a reply means to a page. */
export const outcomeOf = ({ body, status }: Pick<Reply, "body" | "status">) => {
  const document = Option.getOrUndefined(parsed(body === "" ? "null" : body)) as Body | null | undefined
  if (status === 202 && typeof document?.id === "string") return new Waits(document.id)
  if (status < 300) return { _tag: "Answered" as const, document }
  return new DeskRefused(status, sentencesIn(document))
}

/** A call of a page: whose it is, where it comes from, and its place. */
export const make = (handlers: Handlers, page: Omit<Call, "shopId" | "params" | "method">): Desk => {
  const calling = (named: unknown, call: RowCall = {}) => {
    const row = named as Operation.Any
    const handler = handlers[row.id]
    if (handler === undefined) return Effect.succeed(new DeskRefused(404, []))
    const incoming = incomingOf(page.incoming, row, call)
    const params: Record<string, string> =
      row.subject === undefined || call.id === undefined ? {} : { [row.subject.name]: call.id }
    const exchange = { ...page, incoming, method: incoming.method, params, shopId: call.shop }
    const replied = Effect.suspend(() => handler(exchange))
    const reply = Effect.catchAllCause(replied, (cause) =>
      Incidents.answered(cause, page.requestId, `console ${row.id}`)
    )
    return Effect.map(reply, outcomeOf)
  }
  return { call: calling as Desk["call"] }
}
