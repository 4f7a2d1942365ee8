/** Who calls without the shop's credentials: by its public key, or by the token of what the call is about. Source: D45, D46. */
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Exchange, type Failure, type Handler, Refused, type Reply, visited } from "../transport/exchange.js"
import type { Access, Visit } from "./access.js"
import * as Merchant from "./merchant.js"

/** Of RSA keys of 1,024 to 8,192 bits. */
const scheme = /^(?:bearer +)?([A-Za-z0-9+/]{200,1500}={0,2})$/i

/** The public key of a header: one line of base64, behind `Bearer` or bare. */
export const publicKeyOf = (header: string | undefined): string | undefined => {
  const key = header === undefined ? undefined : scheme.exec(header)?.[1]
  return key !== undefined && Buffer.from(key, "base64").toString("base64") === key ? key : undefined
}

/** The token of a checkout: apps of the family say it where others have a key. It lets in whom no header does, too. */
const token = /^(?:bearer +)?[0-9a-f]{64}$/i

const unauthorized = Effect.fail(new Refused(Errors.unauthorized))

type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

/**
 * Lets in shops with their credentials, and guests. Anybody may be a guest: while they arrive they are visitors, as those of
 * the pages, and take none of the shop's places.
 */
export const make = Effect.gen(function* () {
  const { sending } = yield* Merchant.Merchant
  const { findByPublicKey } = yield* ShopDirectory

  const byKey = (exchange: Exchange, publicKey: string, route: Route): Effect.Effect<Reply, Failure> => {
    if (findByPublicKey === undefined) return unauthorized
    return Effect.flatMap(findByPublicKey(publicKey), (found) => {
      if (Option.isNone(found)) return unauthorized
      const shop = found.value
      if (exchange.seen !== undefined) exchange.seen.shop = shop.id
      return route({ ...exchange, shop, isGuest: true })
    })
  }

  /** `isEnough`: a token needs nothing beside it. */
  const entering =
    (isEnough: boolean) =>
    (route: Route): Handler => {
      const own = sending(route)
      const byToken = visited((exchange) => route({ ...exchange, isGuest: true }))
      return (exchange) => {
        const header = exchange.incoming.header("authorization") ?? ""
        if (isEnough && (header === "" || token.test(header))) return byToken(exchange)
        const publicKey = publicKeyOf(header)
        return publicKey === undefined ? own(exchange) : visited((one) => byKey(one, publicKey, route))(exchange)
      }
    }

  return (isEnough: boolean): Access => ({ enter: entering(isEnough), work: Merchant.working as Access["work"] })
})
