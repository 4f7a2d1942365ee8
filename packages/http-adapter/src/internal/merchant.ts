/** Common to all merchant routes: authentication, admission, and the idempotency key of a POST. */
import { keyPattern } from "@florin/core/idempotency/IdempotencyKey"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Errors from "@florin/wire/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Incoming } from "../Incoming.js"
import * as Door from "./door.js"
import { type Failure, type Handler, Refused, type Reply, type Visit } from "./exchange.js"

type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

/** Shared by all routes, so that they share the set of recent credentials. */
export class Merchant extends Context.Tag("@florin/http-adapter/internal/Merchant")<
  Merchant,
  {
    /** A route without a body. It runs as soon as the shop is authenticated. */
    readonly asking: (route: Route) => Handler
    /** A route that reads a body and then continues with `working`. */
    readonly sending: (route: Route) => Handler
  }
>() {}

/** Continues in the shop's share of the places for work. */
export const working = <A>(visit: Visit, work: () => Effect.Effect<A, Failure>): Effect.Effect<A, Failure> => {
  const turned = visit.stay.work(visit.shop.id)
  return turned === undefined ? work() : Door.refused(turned, visit)
}

export const make: Effect.Effect<Context.Tag.Service<Merchant>, never, ShopDirectory> = Effect.gen(function* () {
  const { authenticate } = yield* ShopDirectory
  const entering = yield* Door.make({
    authenticate,
    idOf: ({ id }) => id,
    arrive: ({ arrive }, id) => arrive(id),
    tell: (observed, id) => {
      observed.shop = id
    },
    unauthorized: Errors.unauthorized
  })

  const sending = (route: Route): Handler => entering((exchange, shop) => route({ ...exchange, shop }))

  return { sending, asking: (route) => sending((visit) => working(visit, () => route(visit))) }
})

/** Credentials are refused in the form of the route. */
export const refusing =
  (unauthorized: Reply) =>
  (handler: Handler): Handler =>
  (exchange) =>
    Effect.mapError(handler(exchange), (error) =>
      error._tag === "Refused" && error.reply === Errors.unauthorized ? new Refused(unauthorized) : error
    )

const keyHeaders = [
  ["idempotency-key", "Idempotency-Key"],
  ["requestid", "RequestID"]
] as const

const noKey = Either.right(undefined)

/**
 * The key of a request, checked before the body is read: `Idempotency-Key`, or else `RequestID`. `undefined` without
 * either. A key that is not 1 to 255 visible characters is refused, and the refusal, made by `refuse`, names the header. Source: D13.
 */
export const keyOf = (
  { header }: Pick<Incoming, "header">,
  refuse = Errors.invalidRequest
): Either.Either<string | undefined, Refused> => {
  for (const [name, spelled] of keyHeaders) {
    const key = header(name)
    if (key === undefined) continue
    if (keyPattern.test(key)) return Either.right(key)
    const sentence = `${spelled} must be 1 to 255 visible characters`
    return Either.left(new Refused(refuse([{ path: [], sentence }])))
  }
  return noKey
}
