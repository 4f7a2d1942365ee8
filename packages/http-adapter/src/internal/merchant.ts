/**
 * What stands in front of every merchant route: credentials, places, and the idempotency key of a POST.
 */
import { type Shop, ShopDirectory, type Unauthorized } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Errors from "@florin/wire/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { keyOf } from "../Idempotent.js"
import type { Turned } from "./admission.js"
import { type Credentials, parse } from "./credentials.js"
import { type Exchange, type Failure, type Handler, Refused, type Reply, type Visit } from "./exchange.js"
import { turnedAway } from "./replies.js"
import * as Seen from "./seen.js"

type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

/** One for all routes, so that they know the same credentials. */
export class Merchant extends Context.Tag("@florin/http-adapter/internal/Merchant")<
  Merchant,
  {
    /** A route without a body: it is worked on as soon as the shop is known. */
    readonly asking: (route: Route) => Handler
    /** A route that reads a body and then goes on with `working`. */
    readonly sending: (route: Route) => Handler
  }
>() {}

const unauthorized = Effect.fail(new Refused(Errors.unauthorized))

const refused = (turned: Turned, { requestId }: Exchange): Effect.Effect<never, Refused> =>
  Effect.fail(new Refused(turnedAway(turned, requestId)))

/** Goes on in the shop's share of what is worked on. */
export const working = <A>(visit: Visit, work: () => Effect.Effect<A, Failure>): Effect.Effect<A, Failure> => {
  const turned = visit.stay.work(visit.shop.id)
  return turned === undefined ? work() : refused(turned, visit)
}

export const make: Effect.Effect<Context.Tag.Service<Merchant>, never, ShopDirectory> = Effect.gen(function* () {
  const directory = yield* ShopDirectory
  const seen = yield* Seen.make

  const known = (exchange: Exchange, shop: Shop, digest: string, route: Route): Effect.Effect<Reply, Failure> => {
    seen.add(digest)
    const turned = exchange.stay.arrive(shop.id)
    return turned === undefined ? route({ ...exchange, shop }) : refused(turned, exchange)
  }

  const unknown = (error: Unauthorized | StorageError, digest: string): Effect.Effect<never, Failure> => {
    if (error._tag === "StorageError") return Effect.fail(error)
    seen.remove(digest)
    return unauthorized
  }

  const checked = (exchange: Exchange, { id, secret }: Credentials, digest: string, route: Route) =>
    Effect.matchEffect(directory.authenticate(id, secret), {
      onFailure: (error) => unknown(error, digest),
      onSuccess: (shop) => known(exchange, shop, digest, route)
    })

  const sending =
    (route: Route): Handler =>
    (exchange) => {
      const header = exchange.incoming.header("authorization")
      const credentials = parse(header)
      if (header === undefined || credentials === undefined) return unauthorized
      const digest = seen.digest(header)
      const turned = seen.has(digest) ? exchange.stay.arrive(credentials.id) : exchange.stay.knock()
      return turned === undefined ? checked(exchange, credentials, digest, route) : refused(turned, exchange)
    }

  return { sending, asking: (route) => sending((visit) => working(visit, () => route(visit))) }
})

/** The key header, checked before the body is read. */
export const keyHeader = ({ incoming }: Visit): Either.Either<string | undefined, Refused> =>
  Either.mapLeft(keyOf(incoming.header), (refusal) => new Refused(refusal))
