/** The order that a page of a shop's sends by its public key, for the widget. Source: D45, D50. */
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Requests from "@florin/wire/CheckoutRequests"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { publicKeyOf } from "../routes/guests.js"
import { type Failure, Refused } from "../transport/exchange.js"

type Fields = Readonly<Record<string, string>>

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

const refused = (status: number) => Effect.fail(new Refused({ ...Errors.unauthorized, status }))

/** Whether a form is one of the widget's. */
export const isOrder = ({ checkout, token }: Fields): boolean => checkout !== undefined && token === undefined

export const make = Effect.gen(function* () {
  const { create } = yield* Checkouts
  const { findByPublicKey } = yield* ShopDirectory

  /** Creates what the form says, for the shop whose public key it has. */
  return ({ checkout, public_key: sent }: Fields): Effect.Effect<Checkout, Failure> =>
    Effect.gen(function* () {
      const key = publicKeyOf(sent)
      if (key === undefined || findByPublicKey === undefined) return yield* refused(401)
      const shop = yield* findByPublicKey(key)
      if (Option.isNone(shop)) return yield* refused(401)
      const request = yield* Requests.checkout({ checkout: Option.getOrUndefined(parse(checkout ?? "")) })
      return yield* create(shop.value, request, undefined, { isByGuest: true })
    }).pipe(Effect.catchTag("InvalidRequest", () => refused(422)))
})
