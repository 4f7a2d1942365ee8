/** Decoders of the checkout routes, from parsed JSON to the requests of core. Source: D45. */
import { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import { isAbsent, isObject } from "./internal/reader.js"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

const order: Decoder<CheckoutRequest> = decoder(CheckoutRequest)

/** Some clients say within the order how many attempts there are. */
const withOwnAttempts = (sent: Readonly<Record<string, unknown>>): unknown =>
  isAbsent(sent.attempts) && isObject(sent.order) && !isAbsent(sent.order.attempts)
    ? { ...sent, attempts: sent.order.attempts }
    : sent

/** As it was sent: a reader keeps no members that it does not know. */
const withData = (request: CheckoutRequest, { order }: Readonly<Record<string, unknown>>): CheckoutRequest => {
  const data = isObject(order) ? order.additional_data : undefined
  return isObject(data) && !isAbsent(data) ? { ...request, order: { ...request.order, additionalData: data } } : request
}

/** `POST /ctp/api/checkouts`. Errors name members as they stand within `checkout`. */
export const checkout: Decoder<CheckoutRequest> = Object.assign(
  (body: unknown) => {
    const sent = isObject(body) ? body.checkout : undefined
    if (isObject(sent) && !isAbsent(sent))
      return Either.map(order(withOwnAttempts(sent)), (request) => withData(request, sent))
    return Either.left(invalid("checkout", isAbsent(sent) ? "can't be blank" : "must be an object"))
  },
  {
    unknownMembers: (body: unknown) => (isObject(body) ? order.unknownMembers(body.checkout) : [])
  }
)
