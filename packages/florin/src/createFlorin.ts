/** Florin for hosts that are not written with Effect: one call, promises, handlers for any server. */
import type { IncomingMessage } from "node:http"
import { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import { type NodeHandler, toNodeHandler } from "@florin/http-adapter/NodeHandler"
import { toWebHandler, type WebHandler } from "@florin/http-adapter/WebHandler"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Runtime from "effect/Runtime"
import { layer } from "./florin.js"
import { databaseOf } from "./internal/database.js"
import { promiseOf, reasonOf, start } from "./internal/running.js"
import * as OnCommit from "./onCommit.js"
import type { OptionRefused, Options } from "./options.js"

/** What a host may set besides what Florin needs. */
export interface HostOptions {
  readonly onCommit?: OnCommit.OnCommit
  /** How long requests may go on when Florin closes. Unit: milliseconds. Default: 10,000. */
  readonly drainFor?: number
}

/** A running Florin. */
export interface Florin {
  /**
   * For `node:http`, Express and Fastify's raw access. The path of `baseUrl` is taken off where the server has not done
   * so.
   */
  readonly handler: NodeHandler
  /** For servers of the web's `Request` and `Response`: Hono, Next.js. */
  readonly fetch: WebHandler
  /** Refuses new requests, waits for those under way, stops due work and closes the database. */
  readonly close: () => Promise<void>
}

const prefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, "")

/** An address in full, as a proxy sends it, is looked into by the mounted handler. */
const isUnder = (prefix: string, url: string): boolean =>
  url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`) || !url.startsWith("/")

/** Express keeps what a client sent in `originalUrl` and gives its handlers what is left of it. */
const isCut = (request: IncomingMessage & { readonly originalUrl?: string }): boolean =>
  request.originalUrl !== undefined && request.originalUrl !== request.url

const handlers = (runtime: Runtime.Runtime<HttpAdapter>, prefix: string): Pick<Florin, "handler" | "fetch"> => {
  const node = { bare: toNodeHandler(runtime), mounted: toNodeHandler(runtime, { prefix }) }
  const web = { bare: toWebHandler(runtime), mounted: toWebHandler(runtime, { prefix }) }
  return {
    handler: (request, response) =>
      node[isCut(request) || !isUnder(prefix, request.url ?? "") ? "bare" : "mounted"](request, response),
    fetch: (request) => web[isUnder(prefix, new URL(request.url).pathname) ? "mounted" : "bare"](request)
  }
}

const running = async <R, E>(managed: ManagedRuntime.ManagedRuntime<R, E>): Promise<Runtime.Runtime<R>> => {
  try {
    return await managed.runtime()
  } catch (error) {
    await managed.dispose()
    throw reasonOf(error)
  }
}

/** The listener knows the database; where the database cannot be used, Florin's layer says so. */
const listeners = ({ database, onCommit }: Options & HostOptions): Layer.Layer<never, OptionRefused> =>
  Layer.unwrapEffect(
    Effect.match(databaseOf(database), {
      onFailure: () => Layer.empty,
      onSuccess: (parsed) => OnCommit.layer(onCommit, parsed)
    })
  )

/**
 * Starts Florin; due work runs until it is closed.
 *
 * Errors: rejects with those of `Florin.layer`, each an `Error` with a sentence and a `_tag`.
 */
export const createFlorin = async (options: Options & HostOptions): Promise<Florin> => {
  const managed = ManagedRuntime.make(Layer.provide(layer(options), listeners(options)))
  const runtime = await running(managed)
  const drained = Effect.flatMap(HttpAdapter, ({ drain }) => drain(options.drainFor ?? 10_000))
  let closed: Promise<void> | undefined
  return {
    ...handlers(runtime, prefixOf(options.baseUrl)),
    close: () => (closed ??= promiseOf(start(runtime)(drained)).then(() => managed.dispose()))
  }
}
