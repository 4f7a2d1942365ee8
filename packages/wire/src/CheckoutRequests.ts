/** Decoders of the checkout routes, from parsed JSON to the requests of core. Source: D45. */
import { CheckoutPaymentRequest } from "@florin/core/checkouts/CheckoutPaymentRequest"
import { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import { isAbsent, isAbsentMember, isObject } from "./internal/reader.js"
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

const payment: Decoder<CheckoutPaymentRequest> = decoder(CheckoutPaymentRequest)

const dated = /^(\d{1,2})\/(\d{2}|\d{4})$/

/** `exp_date` as the two members that it stands for; of another form it is a month that none is. */
const expiryOf = (date: unknown) => {
  const [, month, year = ""] = (typeof date === "string" && dated.exec(date)) || []
  return month === undefined
    ? { exp_month: "" }
    : { exp_month: month, exp_year: year.length === 2 ? `20${year}` : year }
}

/** Members of the card that mean the payment, or that two others mean. */
const flattened = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { credit_card: card } = request
  if (!isObject(card)) return request
  const { exp_date, save_card, ...own } = card
  const isDated = !isAbsentMember(exp_date) && isAbsentMember(own.exp_month) && isAbsentMember(own.exp_year)
  const kept = isAbsentMember(save_card) ? {} : { save_card }
  return { ...kept, ...request, credit_card: isDated ? { ...own, ...expiryOf(exp_date) } : own }
}

/** `POST /ctp/api/payments`. Errors name members as they stand within `request`. */
export const checkoutPayment: Decoder<CheckoutPaymentRequest> = Object.assign(
  (body: unknown) => {
    const sent = isObject(body) ? body.request : undefined
    return isObject(sent) && !isAbsent(sent)
      ? payment(flattened(sent))
      : Either.left(invalid("request", isAbsent(sent) ? "can't be blank" : "must be an object"))
  },
  {
    unknownMembers: (body: unknown) =>
      isObject(body) && isObject(body.request) ? payment.unknownMembers(flattened(body.request)) : []
  }
)
