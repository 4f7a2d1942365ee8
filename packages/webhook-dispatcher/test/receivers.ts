import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { certificate, certificateKey } from "./certificate.js"

export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The names of the headers, letter by letter as they came over the socket. */
  readonly names: ReadonlyArray<string>
  readonly path: string
  readonly body: string
  readonly servername: string | false | null | undefined
}

export interface Receiver {
  readonly port: number
  readonly url: string
  /** All complete requests, in order. */
  readonly received: ReadonlyArray<Received>
  /** All connections so far. */
  readonly sockets: ReadonlyArray<Socket>
}

export type Answer = (response: ServerResponse, received: Received, nth: number) => void

const listening = (server: Server, sockets: Array<Socket>): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      server.on("connection", (socket) => {
        sockets.push(socket.on("error", () => undefined))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return (server.address() as AddressInfo).port
    }),
    () =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        server.close()
        await once(server, "close")
      })
  )

/** A local receiver with the given behaviour. */
export const receiver = (answer: Answer, options: { readonly tls?: boolean } = {}) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const sockets: Array<Socket> = []
    const listen = async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const { servername } = request.socket as TLSSocket
      const { headers, rawHeaders, url } = request
      const names = rawHeaders.filter((_, index) => index % 2 === 0)
      const one = { headers, names, path: url ?? "", body: Buffer.concat(chunks).toString("utf8"), servername }
      answer(response, one, received.push(one))
    }
    const server =
      options.tls === true ? createTlsServer({ cert: certificate, key: certificateKey }, listen) : createServer(listen)
    const port = yield* listening(server, sockets)
    const self: Receiver = { port, url: `http://127.0.0.1:${port}/hook`, received, sockets }
    return self
  })

/** A local TCP server that doesn't speak HTTP. */
export const socketServer = (handle: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const sockets: Array<Socket> = []
    const port = yield* listening(createTcpServer(handle), sockets)
    return { port, sockets }
  })

/** A local port without a listener. */
export const closedPort = Effect.scoped(
  Effect.map(
    socketServer(() => undefined),
    ({ port }) => port
  )
)

/** Answers with a status, headers and a text. */
export const answering =
  (status: number, headers: Record<string, string> = {}, text = ""): Answer =>
  (response) => {
    response.writeHead(status, headers).end(text)
  }

/** Completes when the socket is closed. */
export const closed = (socket: Socket): Effect.Effect<void> => until(() => socket.destroyed)

/** Waits in real time until the condition holds. */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
  })
