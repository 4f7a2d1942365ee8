/** Servers and requests on this machine, for parties that are reached over HTTP. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse
} from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

export interface Incoming {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `body` is sent as JSON; `text` as it is, with headers of its own. Where there is no response, the connection is cut. */
export type Response =
  | { readonly status: number; readonly body?: unknown }
  | { readonly status: number; readonly text: string; readonly headers: OutgoingHttpHeaders }
  | undefined

/** A server, and how many requests have begun, were answered, and were given up by their sender. */
export interface Server {
  /** Without a path: `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly counts: { begun: number; answered: number; givenUp: number }
}

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of incoming.setEncoding("utf8")) body += chunk
  return body
}

const answer = (outgoing: ServerResponse, response: Response): void => {
  if (response === undefined) return void outgoing.destroy()
  if ("text" in response) return void outgoing.writeHead(response.status, response.headers).end(response.text)
  const text = response.body === undefined ? "" : JSON.stringify(response.body)
  outgoing.writeHead(response.status, { "content-type": "application/json" }).end(text)
}

/** Listens until the scope ends. A request whose sender is gone is worked on to its end; a defect cuts the connection. */
export const serve = (
  handler: (incoming: Incoming) => Effect.Effect<Response, unknown>
): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never>()
    const counts = { begun: 0, answered: 0, givenUp: 0 }

    const exchange = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      Effect.tryPromise(() => bodyOf(incoming)).pipe(
        Effect.flatMap((body) => {
          const { headers, method = "", url = "" } = incoming
          return handler({ method, path: url, headers, body })
        }),
        // A process that is killed in the middle of a request has not sent one.
        Effect.catchAllCause(() => Effect.succeed(undefined)),
        Effect.map((response) => answer(outgoing, response))
      )

    // A connection that is closed just when it is used again would be one more way to lose a request.
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      counts.begun += 1
      outgoing.once("close", () => (outgoing.writableEnded ? counts.answered++ : counts.givenUp++))
      fork(exchange(incoming, outgoing))
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => server.close().closeAllConnections())
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
  })

export interface Question {
  /** Default: `GET`. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Asks a server. Not with `fetch`, which every process would have to compile first; and some of them live for less than a
 * second.
 */
export const ask = (url: string, { body, headers, method = "GET" }: Question = {}): Effect.Effect<Reply, Error> =>
  Effect.async((resume) => {
    const failed = (error: Error) => resume(Effect.fail(error))
    const asking = request(url, { method, headers: { ...headers } }, (response) =>
      bodyOf(response).then((body) => {
        resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, body }))
      }, failed)
    )
    asking.once("error", failed)
    asking.end(body)
    return Effect.sync(() => asking.destroy())
  })
