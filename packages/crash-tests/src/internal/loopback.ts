import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `undefined` is no answer: the connection is cut. */
export type Response = { readonly status: number; readonly body: unknown } | undefined

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of incoming) body += chunk
  return body
}

const answer = (outgoing: ServerResponse, response: Response): void => {
  if (response === undefined) return void outgoing.destroy()
  const text = response.status === 204 ? "" : JSON.stringify(response.body)
  outgoing.writeHead(response.status, { "content-type": "application/json" }).end(text)
}

/** Listens on this machine until the scope ends. A request whose sender is gone is worked on to its end. */
export const serve = Effect.fnUntraced(function* (handler: (request: Request) => Effect.Effect<Response>) {
  const fork = yield* FiberSet.makeRuntime<never>()

  const exchange = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    Effect.tryPromise(() => bodyOf(incoming)).pipe(
      Effect.flatMap((body) =>
        handler({ method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers, body })
      ),
      // A process that is killed in the middle of a request has not sent one.
      Effect.orElseSucceed((): Response => undefined),
      Effect.map((response) => answer(outgoing, response))
    )

  const server = yield* Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((incoming, outgoing) => void fork(exchange(incoming, outgoing)))
      // A connection that is closed just when it is used again would be one more way to lose a request.
      server.keepAliveTimeout = 60_000
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
