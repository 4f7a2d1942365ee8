/** An HTTP server for hosts that do not have one. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { HttpAdapter } from "./HttpAdapter.js"
import {
  type MountOptions,
  type NodeHandler,
  type OpenAnswers,
  toConsoleHandler,
  toNodeHandler
} from "./NodeHandler.js"

/** Where a server listens, and how it stops. */
export interface ListenOptions extends MountOptions {
  /** Serves the console below `/console`, too. Default: `false`. Source: D73. */
  readonly console?: boolean
  /** Default: `127.0.0.1`, so that other machines can connect only where the host allows it. */
  readonly host?: string
  /** `0` takes any free port. */
  readonly port: number
  /** Listens there instead. */
  readonly held?: Held
  /** How long requests in flight may take to finish when the server closes. Default: 30 seconds. */
  readonly drainFor?: Duration.DurationInput
}

/** Where a server listens. */
export interface Address {
  /** A name or an IP address. */
  readonly host: string
  /** Never 0: the port that was taken. */
  readonly port: number
}

/** An address that is taken already, for who has to know it before there is anything to serve. */
export interface Held extends Address {
  /** Node's server, which listens. */
  readonly server: Server
  /** Answers the requests that wait, and all others. */
  readonly serve: (handler: NodeHandler) => void
  /** Refuses new connections, and closes those there are. */
  readonly close: Effect.Effect<void>
}

/** The server could not listen. `system` is the system's code, such as `EADDRINUSE`. */
export class ListenError extends Schema.TaggedError<ListenError>("@florin/http-adapter/ListenError")("ListenError", {
  system: Schema.String
}) {
  readonly code = "cannot-listen"

  override get message(): string {
    return this.system
  }
}

/** Limits of a connection, in addition to those of the adapter. */
export const connection = {
  /** Unit: bytes. */
  maxHeaderSize: 16 * 1024,
  /** How long the head of a request may take to arrive. */
  headersTimeout: Duration.seconds(15),
  /** How long a whole request may take to arrive; bodies have shorter limits of their own. */
  requestTimeout: Duration.seconds(60),
  /** How long an idle connection stays open: longer than load balancers keep theirs. */
  keepAliveTimeout: Duration.seconds(65),
  /** How often the first two limits are checked. */
  checkEvery: Duration.seconds(5)
} as const

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout"
}

/** Whether a complete request on the connection still waits for its answer when bytes follow that are not HTTP. */
const isOwed = (answer: ServerResponse | undefined): answer is ServerResponse =>
  answer?.req.complete === true && !answer.writableFinished

/** Answers bytes that are not an HTTP request. They have no route and no request id. */
const refuse = (error: NodeJS.ErrnoException, socket: Socket, answer: ServerResponse | undefined): void => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  if (isOwed(answer)) {
    answer.once("finish", () => socket.end())
    return
  }
  const status = statuses[error.code ?? ""] ?? "400 Bad Request"
  const body = JSON.stringify({ message: status.slice(4) })
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(
    `${head}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`
  )
}

const open = (server: Server, host: string, port: number): Effect.Effect<Address, ListenError> =>
  Effect.async((resume) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      resume(Effect.fail(new ListenError({ system: error.code ?? "unknown" })))
    server.once("error", onError)
    server.listen(port, host, () => {
      server.off("error", onError)
      const address = server.address()
      resume(Effect.succeed({ host, port: typeof address === "object" && address !== null ? address.port : port }))
    })
  })

const closed = (server: Server): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
  }).pipe(Effect.timeoutOption(Duration.seconds(2)), Effect.zipRight(Effect.sync(() => server.closeAllConnections())))

const isOfConsole = (url = ""): boolean => /^\/console(?:[/?#]|$)/.test(url)

/** Everything of the adapter, and the console. */
const besideConsole = (
  runtime: Runtime.Runtime<HttpAdapter>,
  options: ListenOptions,
  answers: OpenAnswers
): NodeHandler => {
  const [handler, console] = [
    toNodeHandler(runtime, options, answers),
    toConsoleHandler(runtime, { prefix: "/console" })
  ]
  return (request, response) => (isOfConsole(request.url) ? console : handler)(request, response)
}

/**
 * Takes an address until the scope closes. Requests that come before `listen` is called with it wait until then.
 *
 * Errors: `ListenError`.
 */
export const hold = ({
  host = "127.0.0.1",
  port
}: Pick<ListenOptions, "host" | "port">): Effect.Effect<Held, ListenError, Scope.Scope> => {
  const waiting: Array<[IncomingMessage, ServerResponse]> = []
  const wait: NodeHandler = (...request) => void waiting.push(request)
  const server = createServer(
    {
      maxHeaderSize: connection.maxHeaderSize,
      headersTimeout: Duration.toMillis(connection.headersTimeout),
      requestTimeout: Duration.toMillis(connection.requestTimeout),
      keepAliveTimeout: Duration.toMillis(connection.keepAliveTimeout),
      connectionsCheckingInterval: Duration.toMillis(connection.checkEvery)
    },
    wait
  )
  const serve = (handler: NodeHandler): void => {
    server.off("request", wait).on("request", handler)
    for (const request of waiting.splice(0)) handler(...request)
  }
  const close = closed(server)
  return Effect.acquireRelease(
    Effect.map(open(server, host, port), (address) => ({ ...address, server, serve, close })),
    // Whoever listens there closes it.
    () => (server.listeners("request").includes(wait) ? close : Effect.void)
  )
}

/**
 * Listens until the scope closes. Then refuses new requests, waits for the requests in flight and closes the
 * connections.
 *
 * Errors: `ListenError`.
 */
export const listen = (options: ListenOptions): Effect.Effect<Address, ListenError, HttpAdapter | Scope.Scope> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<HttpAdapter>()
    const adapter = Context.get(runtime.context, HttpAdapter)
    const answers: OpenAnswers = new WeakMap()
    const { close, host, port, serve, server } = options.held ?? (yield* hold(options))
    server.on("clientError", (error, socket) => refuse(error, socket as Socket, answers.get(socket)))
    serve(
      options.console === true ? besideConsole(runtime, options, answers) : toNodeHandler(runtime, options, answers)
    )
    yield* Effect.addFinalizer(() => Effect.zipRight(adapter.drain(options.drainFor ?? Duration.seconds(30)), close))
    return { host, port }
  })
