// The made-up providers, served over HTTP on this machine. Behind their own interfaces the sandbox decides.
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Provider } from "../src/exchange.js"

export interface Requested<Body> {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: Body
}

/** `lost`: the connection breaks instead of an answer. */
export type Reply = { readonly status: number; readonly body: object } | "lost"

const apiKey = Redacted.make("a-key-of-the-provider")

const read = async <Body>(request: IncomingMessage): Promise<Requested<Body>> => {
  let text = ""
  for await (const chunk of request) text += chunk
  const { headers, method = "", url = "" } = request
  return {
    method,
    path: decodeURIComponent(url),
    key: String(headers["idempotency-key"] ?? ""),
    body: JSON.parse(text === "" ? "{}" : text)
  }
}

/** Lets a server listen until the scope ends, and says where a provider is found there. */
export const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<Provider>((done) => {
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        done(Effect.succeed({ apiKey, url: `http://127.0.0.1:${port}` }))
      })
    }),
    () =>
      Effect.async<void>((done) => {
        server.close(() => done(Effect.void))
        server.closeAllConnections()
      })
  )

/** Serves answers until the scope ends. */
export const serving = <Body>(answer: (requested: Requested<Body>) => Promise<Reply>) =>
  listening(
    createServer(async (request, response) => {
      const requested = await read<Body>(request)
      const isKnown = request.headers.authorization === `Bearer ${Redacted.value(apiKey)}`
      const reply: Reply = isKnown ? await answer(requested) : { status: 401, body: { error: "unauthorized" } }
      if (reply === "lost") request.socket.destroy()
      else response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body))
    })
  )
