/** The fake's server on this machine. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

export interface Incoming {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Outgoing {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer, or the connection is cut; and what is done afterwards. */
export interface Reaction {
  readonly outgoing: Outgoing | undefined
  readonly afterwards?: Effect.Effect<void>
}

/** Unit: bytes. */
const bodyLimit = 1024 * 1024

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of incoming.setEncoding("utf8")) {
    body += chunk
    if (body.length > bodyLimit) throw new Error("the request is too long")
  }
  return body
}

const answer = (response: ServerResponse, outgoing: Outgoing | undefined): void => {
  if (outgoing === undefined) return void response.destroy()
  response.writeHead(outgoing.status, outgoing.headers).end(outgoing.body)
}

const read = (incoming: IncomingMessage) =>
  Effect.map(
    Effect.tryPromise(() => bodyOf(incoming)),
    (body): Incoming => {
      const { headers, method = "", url = "/" } = incoming
      const { pathname, searchParams } = new URL(url, "http://127.0.0.1")
      return { method, path: pathname, query: searchParams, headers, body }
    }
  )

/** Listens until the scope ends. A request whose sender is gone is worked on to its end; a defect cuts the connection. */
export const serve = (
  handler: (incoming: Incoming) => Effect.Effect<Reaction>,
  port: number
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never>()
    const cut: Reaction = { outgoing: undefined }

    const exchange = (incoming: IncomingMessage, response: ServerResponse) =>
      read(incoming).pipe(
        Effect.flatMap(handler),
        Effect.catchAllCause(() => Effect.succeed(cut)),
        Effect.tap(({ outgoing }) => Effect.sync(() => answer(response, outgoing))),
        Effect.flatMap(({ afterwards = Effect.void }) => afterwards)
      )

    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
      fork(exchange(incoming, response))
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.once("error", (error) => resume(Effect.die(error)))
        server.listen(port, "127.0.0.1", () => resume(Effect.void))
      }),
      () => Effect.sync(() => server.close().closeAllConnections())
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
