/** Decoders of the checkout routes, from parsed JSON to the requests of core. Source: D45. */
import { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import { isAbsent, isObject } from "./internal/reader.js"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

const order: Decoder<CheckoutRequest> = decoder(CheckoutRequest)

type Members = Readonly<Record<string, unknown>>

/** Some clients say within the order how many attempts there are. */
const withOwnAttempts = (sent: Members): Members =>
  isAbsent(sent.attempts) && isObject(sent.order) && !isAbsent(sent.order.attempts)
    ? { ...sent, attempts: sent.order.attempts }
    : sent

const toggles = ["save_card_toggle", "another_card_toggle"] as const

/** A toggle that is only on or off; and how older pages looked, which is not kept. */
const withOwnSettings = (sent: Members): Members => {
  const { settings } = sent
  if (!isObject(settings)) return sent
  const { style: _, ...others } = settings
  const switches = toggles.flatMap((name) =>
    typeof others[name] === "boolean" ? [[name, { display: others[name] }] as const] : []
  )
  return { ...sent, settings: { ...others, ...Object.fromEntries(switches) } }
}

/** `POST /ctp/api/checkouts`. Errors name members as they stand within `checkout`. */
export const checkout: Decoder<CheckoutRequest> = Object.assign(
  (body: unknown) => {
    const sent = isObject(body) ? body.checkout : undefined
    if (isObject(sent) && !isAbsent(sent)) return order(withOwnSettings(withOwnAttempts(sent)))
    return Either.left(invalid("checkout", isAbsent(sent) ? "can't be blank" : "must be an object"))
  },
  {
    unknownMembers: (body: unknown) => (isObject(body) ? order.unknownMembers(body.checkout) : [])
  }
)
