/** The adapter as a handler for Node servers and the frameworks built on them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import { type Adapter, HttpAdapter, load, runtimeOf, start } from "./HttpAdapter.js"
import type { Limits } from "./HttpSettings.js"
import type { BodyProblem, Incoming, Outgoing } from "./Incoming.js"
import * as Chunks from "./internal/transport/chunks.js"
import { target } from "./internal/transport/exchange.js"
import { isRewritten, leftByParser } from "./internal/transport/leftByParser.js"

/** Where a handler is mounted. */
export interface MountOptions {
  /**
   * The path that the routes are mounted under, unless the server strips it. Starts with a slash and does not end with
   * one. Default: none.
   */
  readonly prefix?: string
}

/**
 * A request listener for `node:http`, Express, and Fastify's raw requests. Behind a body parser it takes what that has
 * left in `request.rawBody` or `request.body`.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

// Clients are timed by the machine's clock, wherever the sandbox's clock stands.
const machineClock = Clock.make()

/** The announced length of the body. Unit: bytes; infinite for a chunked body. */
const announced = (request: IncomingMessage): number => {
  if (request.headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY
  return Number(request.headers["content-length"] ?? 0)
}

const collect = (
  request: IncomingMessage,
  limit: number,
  limits: Limits,
  clock: Clock.Clock
): Effect.Effect<Uint8Array, BodyProblem> =>
  Effect.async((resume) => {
    const chunks = Chunks.make(Math.min(announced(request), limit), limits.bodyLimit)
    const deadline = clock.unsafeCurrentTimeMillis() + Duration.toMillis(limits.bodyTime)
    let size = 0
    const finish = (outcome: Effect.Effect<Uint8Array, BodyProblem>): void => {
      for (const [event, listener] of listeners) request.off(event, listener)
      // Clear the idle timeout set below: it applies to the body only.
      request.setTimeout(0)
      resume(outcome)
    }
    const fail = (problem: BodyProblem) => (): void => {
      request.pause()
      finish(Effect.fail(problem))
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) fail("too-large")()
      else if (clock.unsafeCurrentTimeMillis() > deadline) fail("too-slow")()
      else chunks.add(chunk)
    }
    const onEnd = (): void => finish(Effect.succeed(chunks.whole()))
    const listeners = [
      ["data", onData],
      ["end", onEnd],
      ["error", fail("broken")],
      ["close", fail("broken")],
      ["timeout", fail("too-slow")]
    ] as const
    for (const [event, listener] of listeners) request.on(event, listener)
    // The socket's own idle timeout, which every byte resets; no timer is needed.
    request.setTimeout(Duration.toMillis(limits.bodyPause))
  })

/** The body if it has arrived; nothing while it is arriving or something else reads it. */
const whole = (request: IncomingMessage): Uint8Array | undefined => {
  if (!request.complete || request.readableFlowing !== null || request.listenerCount("readable") > 0) return undefined
  const chunk: unknown = request.read()
  if (chunk === null) return new Uint8Array(0)
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
}

const read = (request: IncomingMessage, limit: number, limits: Limits): Effect.Effect<Uint8Array, BodyProblem> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail("too-large")
  // Without a parser of the host's there is nothing to look at.
  const known = "body" in request || "rawBody" in request ? leftByParser(request) : undefined
  if (known === undefined && (request.readableEnded || request.destroyed)) return Effect.fail("broken")
  const there = known ?? whole(request)
  if (there === undefined) return collect(request, limit, limits, machineClock)
  return there.length > limit ? Effect.fail("too-large") : Effect.succeed(there)
}

/** How much of a refused body is still read, so that the client receives the answer before the connection closes. */
const lingering = { bytes: 1024 * 1024, pause: 500 }

const discard = (request: IncomingMessage, done: () => void): void => {
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > lingering.bytes) done()
  })
  for (const event of ["end", "error", "close", "timeout"]) request.on(event, done)
  // The socket's idle timeout, as above.
  request.setTimeout(lingering.pause)
  request.resume()
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "object" ? value.join(", ") : value
}

/** Cookies are headers of one name, a line each. */
const severally = (headers: Outgoing["headers"]): OutgoingHttpHeaders => {
  const cookies = headers["set-cookie"]
  return cookies === undefined ? headers : { ...headers, "set-cookie": cookies.split("\n") }
}

const write = (request: IncomingMessage, response: ServerResponse, answer: Outgoing, limit: number): void => {
  if (response.headersSent || response.destroyed) return
  const unread = !request.complete && announced(request) > limit
  if (!answer.close && !unread) {
    response.writeHead(answer.status, severally(answer.headers))
    response.end(answer.body)
    return
  }
  response.writeHead(answer.status, { ...severally(answer.headers), connection: "close" })
  if (request.complete) {
    response.end(answer.body)
    return
  }
  // Ending now would reset the connection while the client is still writing, and the client would lose the answer.
  response.write(answer.body)
  discard(request, () => response.end())
}

const incomingOf = (request: IncomingMessage, adapter: Adapter, prefix: string): Incoming => {
  const url = request.url ?? ""
  const { path, query } = target(url, prefix)
  return {
    path,
    query,
    // Express and similar frameworks strip the mount path and keep the original here.
    target: (request as { readonly originalUrl?: string }).originalUrl ?? url,
    method: request.method ?? "",
    peer: request.socket.remoteAddress,
    source: request,
    header: (name) => header(request, name),
    isRewritten: () => "body" in request && isRewritten(request),
    body: (limit) => read(request, limit, adapter.limits)
  }
}

/** The answer that a connection waits for. */
export type OpenAnswers = WeakMap<Duplex, ServerResponse>

const handlerOf =
  (own: Runtime.Runtime<HttpAdapter>, adapter: Adapter, prefix: string, open?: OpenAnswers): NodeHandler =>
  (request, response) => {
    open?.set(request.socket, response)
    const respond = (): void =>
      start(own, adapter, incomingOf(request, adapter, prefix), (answer) => {
        if (answer === undefined) response.destroy()
        else write(request, response, answer, adapter.limits.bodyLimit)
      })
    // After this phase of the event loop, a body that came in one packet with its head has arrived and can be read at
    // once.
    if (request.complete || announced(request) === 0) respond()
    // biome-ignore lint/style/noRestrictedGlobals: not for time: after the events that brought the request
    else setImmediate(respond)
  }

/**
 * Makes the handler from a runtime that is already built, so that no request waits for layers. It keeps `open` up to
 * date for a server that may have to refuse the rest of a connection.
 */
export const toNodeHandler = (
  runtime: Runtime.Runtime<HttpAdapter>,
  options: MountOptions = {},
  open?: OpenAnswers
): NodeHandler => {
  const own = runtimeOf(runtime)
  load(own)
  return handlerOf(own, Context.get(runtime.context, HttpAdapter), options.prefix ?? "", open)
}

/** The console as a handler of its own, below a mount of its own. Source: D73. */
export const toConsoleHandler = (runtime: Runtime.Runtime<HttpAdapter>, options: MountOptions = {}): NodeHandler => {
  const adapter = Context.get(runtime.context, HttpAdapter)
  return handlerOf(runtimeOf(runtime), { ...adapter, respond: adapter.console }, options.prefix ?? "")
}
