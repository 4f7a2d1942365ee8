/**
 * The HTTP interface of the gateway: one effect from a request to its answer.
 *
 * @since 0.1.0
 */
import type { Cards } from "@florin/core/cards/Cards"
import type { IdempotencyStore } from "@florin/core/idempotency/IdempotencyStore"
import { Entropy } from "@florin/core/ids/Entropy"
import type { Notifications } from "@florin/core/notifications/Notifications"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import type { Transactions } from "@florin/core/transactions/Transactions"
import * as Errors from "@florin/wire/Errors"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Api from "./Api.js"
import { HttpSettings, type Limits } from "./HttpSettings.js"
import type { Incoming, Outgoing } from "./Incoming.js"
import * as Admission from "./internal/admission.js"
import * as CardRoutes from "./internal/cardRoutes.js"
import type { Handler, Reply } from "./internal/exchange.js"
import * as Incidents from "./internal/incidents.js"
import * as NotificationRoutes from "./internal/notificationRoutes.js"
import * as PageRoutes from "./internal/pageRoutes.js"
import { noRoute, options } from "./internal/replies.js"
import * as Router from "./internal/router.js"
import * as SandboxHandlers from "./internal/sandboxRoutes.js"
import * as ServiceRoutes from "./internal/serviceRoutes.js"
import * as TransactionRoutes from "./internal/transactionRoutes.js"
import * as UpstreamHandlers from "./internal/upstreamRoutes.js"
import { SandboxRoutes } from "./SandboxRoutes.js"
import { UpstreamRoutes } from "./UpstreamRoutes.js"

/**
 * What the handlers of servers need of the adapter.
 *
 * @since 0.1.0
 * @category models
 */
export interface Adapter {
  readonly limits: Limits
  /** Answers a request. Never fails; every answer carries a request id. */
  readonly respond: (request: Incoming) => Effect.Effect<Outgoing>
  /**
   * Refuses new requests with `503` and waits for those that are worked on; says how many are left when the time is
   * over.
   */
  readonly drain: (time: Duration.DurationInput) => Effect.Effect<number>
}

/**
 * @since 0.1.0
 * @category services
 */
export class HttpAdapter extends Context.Tag("@florin/http-adapter/HttpAdapter")<HttpAdapter, Adapter>() {}

type Services =
  | Cards
  | Transactions
  | Notifications
  | ShopDirectory
  | TransactionDocuments
  | IdempotencyStore
  | UnitOfWork

interface Route {
  readonly name: Api.RouteName
  readonly handler: Handler
}

const table = Effect.gen(function* () {
  const contract = Api.contract({
    sandbox: Option.isSome(yield* Effect.serviceOption(SandboxRoutes)),
    upstream: Option.isSome(yield* Effect.serviceOption(UpstreamRoutes))
  })
  const handlers: Readonly<Record<Api.RouteName, Handler>> = {
    ...(yield* CardRoutes.make),
    ...(yield* TransactionRoutes.make),
    ...(yield* NotificationRoutes.make),
    ...(yield* PageRoutes.make),
    ...(yield* ServiceRoutes.make(contract)),
    ...(yield* SandboxHandlers.make),
    ...(yield* UpstreamHandlers.make)
  }
  return Router.make<Route>(
    Api.routes(contract).map(({ method, name, path }) => ({ method, path, value: { name, handler: handlers[name] } }))
  )
})

/** `HEAD` goes where `GET` goes, `OPTIONS` everywhere. */
const allowedOf = (methods: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
  "OPTIONS"
]

const outgoing = (reply: Reply, method: string, requestId: string): Outgoing => ({
  status: reply.status,
  headers: {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(reply.body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...reply.headers
  },
  body: method === "HEAD" ? "" : reply.body,
  close: reply.close === true
})

// Being busy is no reason for a load balancer to give this process up; being on the way down is one.
const evenWhenFull: ReadonlySet<Api.RouteName> = new Set<Api.RouteName>(["ready"])

// The process is up even when it is full or on its way down.
const always: ReadonlySet<Api.RouteName> = new Set<Api.RouteName>(["live"])

/**
 * @since 0.1.0
 * @category constructors
 */
export const make: Effect.Effect<Adapter, never, Services> = Effect.gen(function* () {
  const limits = yield* HttpSettings
  const entropy = yield* Entropy
  const match = yield* table
  const admission = Admission.make(limits.inFlight)

  const admitted = (work: Effect.Effect<Reply>, requestId: string, name: Api.RouteName): Effect.Effect<Reply> => {
    switch (admission.enter()) {
      case "admitted":
        return Effect.ensuring(work, Effect.sync(admission.leave))
      case "full":
        return evenWhenFull.has(name) ? work : Effect.succeed(Errors.tooManyRequests(Errors.retryAfterSeconds))
      case "draining":
        return Effect.succeed({ ...Errors.unavailable(requestId), close: true })
    }
  }

  const reply = (incoming: Incoming, requestId: string): Effect.Effect<Reply> => {
    const { method, path } = incoming
    const place = path === undefined ? undefined : match(path)
    if (path === undefined || place === undefined) return Effect.succeed(noRoute)
    const found = place.find(method === "HEAD" ? "GET" : method)
    if (found === undefined) {
      const allowed = allowedOf(place.allowed)
      return Effect.succeed(method === "OPTIONS" ? options(allowed) : Errors.methodNotAllowed(allowed))
    }
    const { params, value } = found
    // A slow client must not take the place of others: while its body comes, the request counts for nobody.
    const patient = { ...incoming, body: (limit: number) => admission.waiting(incoming.body(limit)) }
    const work = Effect.suspend(() => value.handler({ incoming: patient, method, path, params, requestId })).pipe(
      Effect.catchAllCause((cause) => Incidents.answered(cause, requestId, value.name))
    )
    return always.has(value.name) ? work : admitted(work, requestId, value.name)
  }

  return {
    limits,
    respond: (incoming) =>
      Effect.suspend(() => {
        const requestId = Encoding.encodeHex(entropy(12))
        return Effect.map(reply(incoming, requestId), (answer) => outgoing(answer, incoming.method, requestId))
      }),
    drain: admission.drain
  }
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<HttpAdapter, never, Services> = Layer.effect(HttpAdapter, make)
