/** The HTTP interface of the gateway: one effect from a request to its answer. */

import type { Coupons } from "@florin/core/billing/Coupons"
import type { Customers } from "@florin/core/billing/Customers"
import type { Plans } from "@florin/core/billing/Plans"
import type { Portals } from "@florin/core/billing/Portals"
import type { Subscriptions } from "@florin/core/billing/Subscriptions"
import type { Usages } from "@florin/core/billing/Usages"
import type { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import type { Cards } from "@florin/core/card-operations/Cards"
import type { CardVault } from "@florin/core/cards/CardVault"
import type { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { CommitStore } from "@florin/core/commits/Commit"
import { Entropy } from "@florin/core/ids/Ids"
import type { Products } from "@florin/core/product-operations/Products"
import type { Notifications } from "@florin/core/queries/Notifications"
import type { Transactions } from "@florin/core/queries/Transactions"
import type { SavedCards } from "@florin/core/saved-cards/SavedCards"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { SubscriptionDocuments } from "@florin/core/subscriptions/SubscriptionStore"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Tracing from "@florin/core/tracing/Tracing"
import type { TransactionDocuments, TransactionStore } from "@florin/core/transactions/TransactionStore"
import type { Transfers } from "@florin/core/transfer-operations/Transfers"
import type { BillingDocuments } from "@florin/wire/BillingDocuments"
import type { CardPages } from "@florin/wire/CardPages"
import type { CheckoutOptions } from "@florin/wire/CheckoutDocuments"
import type { Documents } from "@florin/wire/Documents"
import * as Errors from "@florin/wire/Errors"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"
import { HttpSettings, type Limits } from "./HttpSettings.js"
import type { Incoming, Outgoing } from "./Incoming.js"
import type { Route } from "./internal/routes/routes.js"
import * as Admission from "./internal/transport/admission.js"
import {
  canonical,
  type Exchange,
  type Handler,
  noRoute,
  options,
  type Reply,
  type Seen
} from "./internal/transport/exchange.js"
import * as Incidents from "./internal/transport/incidents.js"
import type * as Router from "./internal/transport/router.js"
import * as ServerSpans from "./internal/transport/serverSpans.js"
import { type ObservedRequest, RequestObserver } from "./RequestObserver.js"

/** The adapter as server handlers use it. */
export interface Adapter {
  /** What requests are held to. */
  readonly limits: Limits
  /** Answers a request. Never fails; every answer carries a request id. The first request loads the routes. */
  readonly respond: (request: Incoming) => Effect.Effect<Outgoing>
  /** Answers a request below the console's mount, in the same way. The first one loads the console. Source: D73. */
  readonly console: (request: Incoming) => Effect.Effect<Outgoing>
  /** Loads the routes, unless a request has. */
  readonly load: Effect.Effect<void>
  /**
   * Refuses new requests with `503` and waits for the requests in flight. Returns how many are still in flight when
   * `time` is over.
   */
  readonly drain: (time: Duration.DurationInput) => Effect.Effect<number>
}

export class HttpAdapter extends Context.Tag("@florin/http-adapter/HttpAdapter")<HttpAdapter, Adapter>() {}

/**
 * What the operations of shops run on, and what is beside them: pages, and the keys of requests. By name: the type of the
 * whole table, from which it follows, is a megabyte of declarations.
 */
type Services =
  | Plans
  | Customers
  | Coupons
  | Usages
  | Subscriptions
  | Portals
  | Checkouts
  | Products
  | CheckoutOptions
  | SavedCards
  | BillingDocuments
  | CardPages
  | SubscriptionDocuments
  | Cards
  | AcquirerReports
  | Transfers
  | CardVault
  | Transactions
  | TransactionStore
  | Notifications
  | ShopDirectory
  | TransactionDocuments
  | Documents
  | CommitStore
  | UnitOfWork

/** A path that allows `GET` also allows `HEAD`; every path allows `OPTIONS`. */
const allowedOf = (methods: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
  "OPTIONS"
]

const always = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

interface RequestFacts {
  readonly method: string
  readonly requestId: string
  /** The connection ends with this answer. */
  readonly isLast: boolean
}

const outgoing = (
  { body: text, close, content, headers, status }: Reply,
  { isLast, method, requestId }: RequestFacts
): Outgoing => {
  const body = content ?? text
  const own = { ...always, "content-length": String(Buffer.byteLength(body)), "x-request-id": requestId }
  return {
    status,
    headers: headers === undefined ? own : { ...own, ...headers },
    body: method === "HEAD" ? "" : body,
    close: close === true || isLast
  }
}

const aUid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const itsUid = /^\{"transaction":\{"uid":"([\da-f-]{36})"/

/** The uid from the path, or from the answer: a transaction's document begins with its uid. */
const uidOf = (uid: string | undefined, body: string): string | undefined =>
  uid !== undefined && aUid.test(uid) ? uid : itsUid.exec(body)?.[1]

/** The route for a method, or the reply that says why there is none. */
const look = (place: Router.Match<Route> | undefined, method: string): Route | Reply => {
  if (place === undefined) return noRoute
  const route = place.methods.get(method === "HEAD" ? "GET" : method)
  if (route !== undefined) return route
  const allowed = allowedOf([...place.methods.keys()])
  return method === "OPTIONS" ? options(allowed) : Errors.methodNotAllowed(allowed)
}

/** A request, and who watches it. */
interface Arrived {
  readonly incoming: Incoming
  readonly requestId: string
  readonly trace: Tracing.Trace | undefined
  readonly seen?: Seen
}

/** The request's place is released however the handler ends. */
const handled = (
  { handler, name }: { readonly handler: Handler; readonly name: string },
  exchange: Exchange
): Effect.Effect<Reply> =>
  Effect.uninterruptible(
    Effect.matchCauseEffect(Effect.interruptible(Effect.suspend(() => handler(exchange))), {
      onFailure: (cause) => {
        exchange.ticket.leave()
        return Incidents.answered(cause, exchange.requestId, name)
      },
      onSuccess: (reply) => {
        exchange.ticket.leave()
        return Effect.succeed(reply)
      }
    })
  )

/** How requests are answered, among those that are admitted. */
const responding = Effect.fnUntraced(function* (admission: Admission.Admission) {
  const { make } = yield* Effect.promise(() => import("./internal/routes/routes.js"))
  const { match, missing, pages } = yield* make
  const entropy = yield* Entropy
  const observe = yield* RequestObserver
  const { unsafeNow } = yield* MonotonicClock

  // A client would send its next request on a connection that is about to close. Source: RFC 9112, 9.6.
  const factsOf = (method: string, requestId: string): RequestFacts => ({
    method,
    requestId,
    isLast: admission.isDraining()
  })

  const reply = ({ incoming, requestId, seen, trace }: Arrived): Effect.Effect<Reply> => {
    const { method } = incoming
    const path = canonical(incoming.path)
    const place = path === undefined ? undefined : match(path)
    const found = look(place, method)
    if (path === undefined || place === undefined || !("handler" in found)) {
      const none = Effect.succeed(missing(incoming, found as Reply))
      return trace === undefined ? none : ServerSpans.served(trace, incoming, requestId, undefined, none)
    }
    const exchange = { incoming, method, path, params: place.params, requestId, ticket: admission.ticket() }
    if (seen !== undefined) {
      seen.route = found.path
      seen.uid = place.params.uid
    }
    const replied = handled(found, seen === undefined ? exchange : { ...exchange, seen })
    return trace === undefined ? replied : ServerSpans.served(trace, incoming, requestId, found.path, replied)
  }

  const observed = ({ incoming, requestId, trace }: Arrived, tell: (of: ObservedRequest) => void) => {
    const began = unsafeNow()
    const seen: Seen = { shop: undefined, operator: undefined, route: undefined, uid: undefined }
    return Effect.map(reply({ incoming, requestId, trace, seen }), (replied) => {
      const answer = replied.status < 400 ? replied : pages.shown(replied, incoming, requestId)
      const { operator, route, shop } = seen
      const uid = uidOf(seen.uid, answer.body)
      const { method } = incoming
      const milliseconds = unsafeNow() - began
      tell({ request: requestId, shop, operator, method, route, status: answer.status, milliseconds, uid })
      return outgoing(answer, factsOf(method, requestId))
    })
  }

  const respond: Adapter["respond"] = (incoming) =>
    Effect.withFiberRuntime((fiber) => {
      const requestId = Buffer.from(entropy(12)).toString("hex")
      const arrived = { incoming, requestId, trace: Tracing.traceOf(fiber) }
      if (observe !== undefined) return observed(arrived, observe)
      return Effect.map(reply(arrived), (answer) =>
        outgoing(
          answer.status < 400 ? answer : pages.shown(answer, incoming, requestId),
          factsOf(incoming.method, requestId)
        )
      )
    })
  return respond
})

/** The console: one handler for all of its pages, which stand beside the contract. */
const consoling = Effect.fnUntraced(function* (admission: Admission.Admission) {
  const { make } = yield* Effect.promise(() => import("./internal/console/consoleRoutes.js"))
  const handler = yield* make
  const entropy = yield* Entropy
  const observe = yield* RequestObserver
  const { unsafeNow } = yield* MonotonicClock

  const allowed = ["GET", "HEAD", "POST"]

  const replied = (exchange: Exchange): Effect.Effect<Reply> =>
    allowed.includes(exchange.method)
      ? handled({ handler, name: "console" }, exchange)
      : Effect.succeed(Errors.methodNotAllowed(allowed))

  const respond: Adapter["console"] = (incoming) => {
    const began = unsafeNow()
    const requestId = Buffer.from(entropy(12)).toString("hex")
    const { method } = incoming
    const seen: Seen = { shop: undefined, operator: undefined, route: "console", uid: undefined }
    const path = canonical(incoming.path) ?? "/"
    const exchange = { incoming, method, path, params: {}, requestId, ticket: admission.ticket(), seen }
    return Effect.map(replied(exchange), (reply) => {
      const milliseconds = unsafeNow() - began
      const { operator } = seen
      observe?.({
        request: requestId,
        shop: undefined,
        operator,
        method,
        route: "console",
        status: reply.status,
        milliseconds,
        uid: undefined
      })
      return outgoing(reply, { method, requestId, isLast: admission.isDraining() })
    })
  }
  return respond
})

export const make: Effect.Effect<Adapter, never, Services> = Effect.gen(function* () {
  const limits = yield* HttpSettings
  const admission = Admission.make(limits)
  const context = yield* Effect.context<Services>()
  // A host that only calls in process needs no routes.
  let respond: Adapter["respond"] | undefined
  let console: Adapter["console"] | undefined
  const consoled = Effect.gen(function* () {
    console ??= yield* consoling(admission)
    return console
  }).pipe(Effect.provide(context))
  const made = Effect.gen(function* () {
    respond ??= yield* responding(admission)
    return respond
  }).pipe(Effect.provide(context))
  return {
    limits,
    respond: (incoming) => respond?.(incoming) ?? Effect.flatMap(made, (respond) => respond(incoming)),
    console: (incoming) => console?.(incoming) ?? Effect.flatMap(consoled, (console) => console(incoming)),
    load: Effect.suspend(() => (respond === undefined ? made : Effect.void)),
    drain: admission.drain
  }
})

export const layer: Layer.Layer<HttpAdapter, never, Services> = Layer.effect(HttpAdapter, make)

/** The runtime of requests: none of them belongs to the span in which a host has made it. */
export const runtimeOf: (runtime: Runtime.Runtime<HttpAdapter>) => Runtime.Runtime<HttpAdapter> = Runtime.updateContext(
  (context) => Context.omit(Tracer.ParentSpan)(context) as typeof context
)

/** Loads the routes while the host goes on, so that the first request need not wait for them. */
export const load = (runtime: Runtime.Runtime<HttpAdapter>): void => {
  const { load } = Context.get(runtime.context, HttpAdapter)
  // biome-ignore lint/plugin/runners: a server's handler is made outside of an effect
  Runtime.runFork(runtime)(load)
}

/**
 * Runs a request from a web server: the only place where a request becomes a running effect. Nothing interrupts it, so
 * an accepted payment runs to its end even when the client disconnects. `onAnswer` gets `undefined` when no answer
 * could be produced.
 */
export const start = (
  runtime: Runtime.Runtime<HttpAdapter>,
  adapter: Adapter,
  incoming: Incoming,
  onAnswer: (answer: Outgoing | undefined) => void
): void => {
  // biome-ignore lint/plugin/runners: the one place where a web server's request becomes a running effect
  Runtime.runCallback(runtime)(adapter.respond(incoming), {
    onExit: (exit) => onAnswer(Exit.isSuccess(exit) ? exit.value : undefined)
  })
}
