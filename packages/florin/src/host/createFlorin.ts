/** Florin for hosts without Effect: one call, promises, and handlers for any server. */
import type { IncomingMessage } from "node:http"
import { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import { type NodeHandler, toConsoleHandler, toNodeHandler } from "@florin/http-adapter/NodeHandler"
import { toConsoleWebHandler, toWebHandler, type WebHandler } from "@florin/http-adapter/WebHandler"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import * as AcquirerCalls from "../faces/acquirerCalls.js"
import type { Acquirers } from "../faces/acquirers.js"
import type { InProcessShop } from "../faces/inProcessShop.js"
import * as OperationCalls from "../faces/operationCalls.js"
import type { Operator } from "../faces/operator.js"
import * as OperatorCalls from "../faces/operatorCalls.js"
import { perShop } from "../faces/perShop.js"
import { FlorinClosed, failureOf } from "../faces/refusals.js"
import * as SandboxCalls from "../faces/sandboxCalls.js"
import type { SandboxControls } from "../faces/sandboxControls.js"
import { promised } from "../faces/twoFaces.js"
import type { ReceiveWebhooks } from "../receiver/webhook.js"
import * as Webhooks from "../receiver/webhooks.js"
import type { Services } from "./florin.js"
import type { HostOptions } from "./hostOptions.js"
import { isWithin } from "./hostTransaction.js"
import * as Metrics from "./metrics.js"
import type { Options, Simulated } from "./options.js"
import { answerOf, nowOf, promiseOf, start } from "./promises.js"
import { make } from "./services.js"

/** A running Florin. */
export interface Florin {
  /**
   * For `node:http`, Express and Fastify's raw requests. Strips the path of `baseUrl` unless the server already has.
   * Behind a body parser it takes what that has left in `request.rawBody` or `request.body`.
   */
  readonly handler: NodeHandler
  /** For servers that use the web's `Request` and `Response`, such as Hono and Next.js. */
  readonly fetch: WebHandler
  /**
   * The back office in a browser, for the people who run the gateway: `app.use("/florin", florin.console)`. Servers that use
   * the web's `Request` and `Response` take its `fetch`. Where a server does not strip the path of the mount, it is `/console`
   * below the path of `baseUrl`.
   */
  readonly console: NodeHandler & { readonly fetch: WebHandler }
  /**
   * Cards, plans, customers, subscriptions, transfers, queries and notifications of a shop, in process. Calls run as the
   * shop, without its secret.
   */
  readonly shop: (id: string) => InProcessShop
  /** What an operator does, of all shops, in process and without a key. */
  readonly operator: Operator
  /** What acquirers tell, for a host that receives it without the HTTP interface. */
  readonly acquirers: Acquirers
  /**
   * Receives the webhooks of a shop in this process: verified, typed, and each acted on once. Its address is the shop's
   * `notificationUrl`, or the `notificationUrl` of a request.
   */
  readonly webhook: ReceiveWebhooks
  /**
   * The metrics of this process as text in OpenMetrics, for a route of the host's own; its content type is
   * `application/openmetrics-text; version=1.0.0; charset=utf-8`. Requests and webhooks are counted with the option
   * `metrics`.
   */
  readonly metrics: () => Promise<string>
  /**
   * Refuses new requests, waits for requests in flight, stops due work and closes the database. Later calls reject with
   * `FlorinClosed`.
   */
  readonly close: () => Promise<void>
}

/** A running Florin in which no money moves. */
export interface SimulatedFlorin extends Florin {
  /** Moves the clock, acts for customers and banks, and reads the simulated books. */
  readonly sandbox: SandboxControls
}

const prefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, "")

/** The mounted handler also parses absolute URLs, as a proxy sends them. */
const isUnder = (prefix: string, url: string): boolean =>
  url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`) || !url.startsWith("/")

/** Express strips the mount path from `url` and keeps the original in `originalUrl`. */
const isCut = (request: IncomingMessage & { readonly originalUrl?: string }): boolean =>
  request.originalUrl !== undefined && request.originalUrl !== request.url

/** What an `onCommit` asks over HTTP is refused as in process, unless it only reads. Source: D43. */
const permitted = (name: "fetch" | "handler", method = "GET"): void => {
  if (isWithin() && !/^(GET|HEAD|OPTIONS)$/.test(method)) throw failureOf(new NotInsideTransaction({ operation: name }))
}

const nodeHandler = (runtime: Runtime.Runtime<HttpAdapter>, prefix: string): NodeHandler => {
  const [bare, mounted] = [toNodeHandler(runtime), toNodeHandler(runtime, { prefix })]
  return (request, response) => {
    permitted("handler", request.method)
    return (isCut(request) || !isUnder(prefix, request.url ?? "") ? bare : mounted)(request, response)
  }
}

const webHandler = (runtime: Runtime.Runtime<HttpAdapter>, prefix: string): WebHandler => {
  const [bare, mounted] = [toWebHandler(runtime), toWebHandler(runtime, { prefix })]
  return async (request) => {
    permitted("fetch", request.method)
    return (isUnder(prefix, new URL(request.url).pathname) ? mounted : bare)(request)
  }
}

/** The console, which stands beside the routes: its forms are of people who are signed in, and never an `onCommit`'s. */
const consoleHandler = (runtime: Runtime.Runtime<HttpAdapter>, base: string): Florin["console"] => {
  const prefix = `${base}/console`
  const [bare, mounted] = [toConsoleHandler(runtime), toConsoleHandler(runtime, { prefix })]
  const [bareWeb, mountedWeb] = [toConsoleWebHandler(runtime), toConsoleWebHandler(runtime, { prefix })]
  const handler: NodeHandler = (request, response) =>
    (isCut(request) || !isUnder(prefix, request.url ?? "") ? bare : mounted)(request, response)
  const fetch: WebHandler = (request) =>
    (isUnder(prefix, new URL(request.url).pathname) ? mountedWeb : bareWeb)(request)
  return Object.assign(handler, { fetch })
}

const lazily = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The services of a Florin, until its scope closes. */
export type Making<E> = Effect.Effect<Context.Context<Services>, E, Scope.Scope>

const alone = start(Runtime.defaultRuntime)

const ended = (scope: Scope.CloseableScope): Promise<void> => promiseOf(alone(Scope.close(scope, Exit.void)))

const running = async <E>(making: Making<E>, scope: Scope.CloseableScope): Promise<Runtime.Runtime<Services>> => {
  const begun = Effect.flatMap(making, (services) =>
    Effect.map(
      Effect.runtime<never>(),
      Runtime.updateContext(() => services)
    )
  )
  try {
    return await promiseOf(alone(Scope.extend(begun, scope)))
  } catch (error) {
    await ended(scope)
    throw failureOf(error)
  }
}

/** Only a simulated Florin has a sandbox. */
export interface Create {
  (options: Simulated & HostOptions): Promise<SimulatedFlorin>
  (options: Options & HostOptions): Promise<Florin>
}

/** Starts a Florin of a host's options, or of a test. */
export const startedOn = async <E>(
  making: Making<E>,
  options: Pick<Options & HostOptions, "baseUrl" | "drainFor">
): Promise<Florin> => {
  const scope = nowOf(Scope.make())
  const runtime = await running(making, scope)
  let isClosed = false
  const admitted = Effect.suspend(() => (isClosed ? new FlorinClosed() : Effect.void))
  const sandbox = SandboxCalls.make(runtime, admitted)
  const webhooks = Webhooks.make(runtime)
  const { drainFor = 10_000 } = options
  const drained = Effect.flatMap(HttpAdapter, ({ drain }) =>
    Effect.all([drain(drainFor), webhooks.close(drainFor)], { concurrency: "unbounded" })
  )
  const disposed = async () => {
    try {
      await promiseOf(start(runtime)(drained))
    } finally {
      isClosed = true
      await ended(scope)
    }
  }
  const prefix = prefixOf(options.baseUrl)
  const handler = lazily(() => nodeHandler(runtime, prefix))
  const fetch = lazily(() => webHandler(runtime, prefix))
  const console = lazily(() => consoleHandler(runtime, prefix))
  let closed: Promise<void> | undefined
  return {
    // Made when the host takes them: a handler loads its routes.
    get handler() {
      return handler()
    },
    get fetch() {
      return fetch()
    },
    get console() {
      return console()
    },
    ...(sandbox === undefined ? {} : { sandbox }),
    shop: perShop((id) => promised(runtime, OperationCalls.shop(id), admitted)),
    acquirers: promised(runtime, AcquirerCalls.acquirers, admitted),
    operator: promised(runtime, OperatorCalls.operator, admitted),
    webhook: webhooks.webhook,
    metrics: () => answerOf(start(runtime)(Effect.zipRight(admitted, Metrics.text))),
    close: () => (closed ??= disposed())
  }
}

const started = async (options: Options & HostOptions): Promise<Florin> => startedOn(make(options), options)

/**
 * Starts Florin. Due work runs until `close`. Loads the packages that the options require.
 *
 * Errors: rejects with `OptionRefused`, `PackageMissing` or `FlorinFailed`, each with a `code`, a sentence that says what to
 * do, and the address of its documentation.
 */
export const createFlorin = started as Create
