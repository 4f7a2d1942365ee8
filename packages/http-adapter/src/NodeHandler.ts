/**
 * The adapter as a handler for Node servers and what is built on them.
 *
 * @since 0.1.0
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Context from "effect/Context"
import type * as Runtime from "effect/Runtime"
import { type Adapter, HttpAdapter } from "./HttpAdapter.js"
import { type Incoming, type Outgoing, target } from "./Incoming.js"
import { start } from "./internal/entry.js"
import { announced, discard, read } from "./internal/nodeBody.js"

/**
 * Where a handler is mounted.
 *
 * @since 0.1.0
 * @category models
 */
export interface MountOptions {
  /**
   * The path under which the routes lie, where the server does not take it off itself. Starts with a slash and does not
   * end with one. Default: none.
   */
  readonly prefix?: string
}

/**
 * A handler as `node:http`, Express and Fastify's raw access take it.
 *
 * @since 0.1.0
 * @category models
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "object" ? value.join(", ") : value
}

const write = (request: IncomingMessage, response: ServerResponse, answer: Outgoing, limit: number): void => {
  if (response.headersSent || response.destroyed) return
  const unread = !request.complete && announced(request) > limit
  if (!answer.close && !unread) {
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
    return
  }
  response.writeHead(answer.status, { ...answer.headers, connection: "close" })
  if (request.complete) {
    response.end(answer.body)
    return
  }
  // Ending now would reset the connection while the client still writes, and the answer would be lost with it.
  response.write(answer.body)
  discard(request, () => response.end())
}

const incomingOf = (request: IncomingMessage, adapter: Adapter, prefix: string): Incoming => {
  const { path, query } = target(request.url ?? "", prefix)
  return {
    path,
    query,
    method: request.method ?? "",
    header: (name) => header(request, name),
    body: (limit) => read(request, limit, adapter.limits)
  }
}

/**
 * Makes the handler. The runtime is built before, so that nothing is built while a request waits.
 *
 * @since 0.1.0
 * @category constructors
 */
export const toNodeHandler = (runtime: Runtime.Runtime<HttpAdapter>, options: MountOptions = {}): NodeHandler => {
  const adapter = Context.get(runtime.context, HttpAdapter)
  const prefix = options.prefix ?? ""
  return (request, response) => {
    const respond = (): void =>
      start(runtime, adapter, incomingOf(request, adapter, prefix), (answer) => {
        if (answer === undefined) response.destroy()
        else write(request, response, answer, adapter.limits.bodyLimit)
      })
    // When this round of events is over, a body that came in one packet with its head is whole, and need not be waited for.
    if (request.complete || announced(request) === 0) respond()
    else setImmediate(respond)
  }
}
