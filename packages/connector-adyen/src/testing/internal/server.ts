/** A server on this machine. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

export interface Incoming {
  readonly method: string
  readonly url: URL
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/** Where there is none, the connection is cut. */
export interface Outgoing {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Unit: bytes. */
const bodyLimit = 1024 * 1024

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of incoming.setEncoding("utf8")) {
    body += chunk
    if (body.length > bodyLimit) throw new Error("The body is too long")
  }
  return body
}

const reply = (outgoing: ServerResponse, response: Outgoing | undefined): void => {
  if (response === undefined) return void outgoing.destroy()
  outgoing.writeHead(response.status, { ...response.headers }).end(response.body)
}

/** Listens until the scope ends. A request whose sender is gone is worked on to its end. */
export const serve = (
  port: number,
  handler: (incoming: Incoming) => Effect.Effect<Outgoing | undefined>
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never>()

    const exchange = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      Effect.tryPromise(() => bodyOf(incoming)).pipe(
        Effect.flatMap((body) => {
          const { headers, method = "GET", url = "/" } = incoming
          const header = (name: string) => {
            const value = headers[name]
            return typeof value === "string" ? value : value?.[0]
          }
          return handler({ method, url: new URL(url, "http://127.0.0.1"), header, body })
        }),
        Effect.catchAllCause(() => Effect.succeed(undefined)),
        Effect.map((response) => reply(outgoing, response))
      )

    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      fork(exchange(incoming, outgoing))
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(port, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => server.close().closeAllConnections())
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

/** Posts JSON, and answers whether the other side replied with 2xx. */
export const post = (url: string, body: string): Effect.Effect<boolean> =>
  Effect.async<boolean>((resume) => {
    const failed = () => resume(Effect.succeed(false))
    const posting = request(url, { method: "POST", headers: { "content-type": "application/json" } }, (response) => {
      response.resume()
      response.once("error", failed)
      response.once("end", () => resume(Effect.succeed(Math.trunc((response.statusCode ?? 0) / 100) === 2)))
    })
    posting.once("error", failed)
    posting.end(body)
    return Effect.sync(() => void posting.destroy())
  })
