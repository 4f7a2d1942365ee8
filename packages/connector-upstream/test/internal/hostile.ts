/** A gateway with a scripted behaviour, which records its operations. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Socket } from "node:net"
import * as Effect from "effect/Effect"
import { listening } from "./between.js"
import { certificate, certificateKey } from "./certificate.js"

type Members = Record<string, unknown>

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Visit extends Received {
  /** The number of the request among those with this method, from 1. */
  readonly nth: number
  readonly response: ServerResponse
  readonly socket: Socket
  /** Executes the request, once per `RequestID`, and returns its document. */
  readonly done: (changes?: Members) => Members
  /** Answers with the given body, by default the document made by `done`. */
  readonly answer: (status: number, body?: unknown, headers?: Record<string, string>) => void
}

export type Behaviour = (visit: Visit) => void

const types: Record<string, string> = {
  authorizations: "authorization",
  payments: "payment",
  tokenizations: "tokenization",
  captures: "capture",
  voids: "void",
  refunds: "refund",
  payouts: "payout"
}

/** The answer of a gateway with this interface to an approved request. */
export const documentOf = ({ body, path }: Pick<Received, "body" | "path">, currency = "EUR"): Members => {
  const request = (JSON.parse(body) as { readonly request: Members }).request
  const type = types[path.split("/").at(-1) ?? ""] ?? "payment"
  return {
    uid: `uid-of-${String(request.tracking_id).slice(0, 36)}`,
    parent_uid: request.parent_uid,
    type,
    status: "successful",
    amount: request.amount,
    currency: request.currency ?? currency,
    tracking_id: request.tracking_id,
    code: "S.0000",
    [type]: { status: "successful", auth_code: "654321", rrn: "999", ref_id: "777888", message: "Payment was approved" }
  }
}

const text = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body))

const read = async (message: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

/** Answers as scripted; by default a query is answered from its records. */
export const hostile = (onPost: Behaviour, onGet?: Behaviour, options: { readonly tls?: boolean } = {}) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const books = new Map<string, Members>()
    const effects: Array<string> = []

    const listed: Behaviour = ({ answer, path }) => {
      const key = decodeURIComponent(path.split("/").at(-1) ?? "")
      answer(200, { transactions: books.has(key) ? [books.get(key)] : [] })
    }

    const handle = async (request: IncomingMessage, response: ServerResponse) => {
      const { headers, method = "", socket, url: path = "" } = request
      const one = { method, path, headers, body: await read(request) }
      const nth = received.push(one) && received.filter((other) => other.method === method).length
      const key = String(headers.requestid)
      const done = (changes: Members = {}) => {
        if (!books.has(key)) effects.push(key)
        books.set(key, { ...documentOf(one), ...changes })
        return books.get(key)!
      }
      const answer: Visit["answer"] = (status, body, more = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...more })
          .end(text(body ?? { transaction: books.get(key) }))
      const visit: Visit = { ...one, nth, response, socket, done, answer }
      const behave = method === "POST" ? onPost : (onGet ?? listed)
      behave(visit)
    }

    const listen = (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch(() => response.destroy())
    }
    const server =
      options.tls === true ? createTlsServer({ cert: certificate, key: certificateKey }, listen) : createServer(listen)
    const port = yield* listening(server)
    const posts = () => received.filter(({ method }) => method === "POST")
    return { port, received, posts, effects }
  })

/** A local port without a listener. */
export const closedPort = Effect.scoped(listening(createServer()))
