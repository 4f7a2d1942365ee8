/** What a customer sees of an order: the form, the wait for an outcome, its result, its end. Source: D44, D47, D48. */

import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import { type Checkout, isFinal, isOver } from "@florin/core/checkouts/Checkout"
import { leftToAsk } from "@florin/core/customers/AskedFields"
import { given } from "@florin/core/request/Given"
import type { Shop } from "@florin/core/shops/Shop"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import { cardScript } from "@florin/pages/CardScript"
import type { CheckoutEndPage, CheckoutPage } from "@florin/pages/CheckoutPage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Exchange, type Reply, rootFrom, seeOther } from "../transport/exchange.js"
import { returnOf } from "./checkoutReturn.js"
import * as TransactionPages from "./transactionPages.js"

export type Fields = Readonly<Record<string, string>>

type Settings = NonNullable<Checkout["details"]["settings"]>

/** A checkout, by the shop that it belongs to, and the transaction of its last attempt. */
export interface Found {
  readonly checkout: Checkout
  readonly shop: Shop
  readonly last: Transaction | undefined
}

/** A form that was sent, and what is wrong in it. */
interface Sent {
  readonly fields: Fields
  readonly entered: CheckoutPage["entered"]
}

/** The language that the shop has set, or else the browser's. */
export const languageOf = ({ incoming }: Exchange, { details: { settings } }: Checkout): string =>
  settings?.language ?? incoming.header("accept-language") ?? "en"

/** The toggle that keeps the card, where the shop shows it. */
const keepingOf = ({ saveCardToggle }: Settings, fields?: Fields): CheckoutPage["keeping"] => {
  const { customerContract = false, display = false, hint, text } = saveCardToggle ?? {}
  const isOn = fields === undefined ? customerContract : fields.save_card === "1"
  return display ? { isOn, ...given({ hint, label: text }) } : undefined
}

/** What the customer has chosen. */
const chosenIn = ({ method, saved_card: card }: Fields): NonNullable<CheckoutPage["chosen"]> => given({ method, card })

/** What the page asks for besides the card. */
export const askedOf = ({ billingAddress, customer, details: { settings } }: Checkout) =>
  leftToAsk(settings?.customerFields?.visible, { billingAddress, customer })

const formOf = Effect.gen(function* () {
  const { allSimulated, pages, shown } = yield* TransactionPages.make
  const { methods } = yield* Checkouts
  const system = yield* SystemTimeZone

  return Effect.fnUntraced(function* (exchange: Exchange, found: Found, sent?: Sent, status = 200) {
    const { checkout, last, shop } = found
    const { settings = {}, test = false } = checkout.details
    const { holder, readOnly = [] } = settings.creditCardFields ?? {}
    const body = pages.checkout({
      checkout,
      merchant: shop.name,
      language: languageOf(exchange, checkout),
      simulated: test || allSimulated,
      methods: methods(checkout),
      asked: askedOf(checkout),
      now: yield* DateTime.now,
      zone: zoneOf(shop.timeZone, system),
      ...given({ holder, leaveUrl: returnOf(found), keeping: keepingOf(settings, sent?.fields) }),
      isHolderFixed: holder !== undefined && readOnly.includes("holder"),
      ...(sent === undefined
        ? given({ declined: last })
        : { ...given({ entered: sent.entered }), chosen: chosenIn(sent.fields) })
    })
    return { ...shown(body, { inline: cardScript, forms: ["'self'"] }), status }
  })
})

export const make = Effect.gen(function* () {
  const { allSimulated, isSimulated, modelOf, pages, shown } = yield* TransactionPages.make
  const form = yield* formOf

  const waiting = Effect.fnUntraced(function* (exchange: Exchange, transaction: Transaction) {
    const root = rootFrom(exchange)
    if (isTransfer(transaction)) return seeOther(`${root}/transfers/${transaction.uid}`)
    if (transaction.status === "incomplete") return seeOther(`${root}/process/${transaction.uid}`)
    const model = yield* modelOf(transaction)
    const script = `${root}/assets/verification.js`
    return shown(pages.verification({ ...model, script, step: { _tag: "wait" } }), { script: true })
  })

  /** The order can be paid no more; no attempt has charged anything. */
  const end = (exchange: Exchange, found: Found, ended: CheckoutEndPage["ended"]): Reply => {
    const { checkout, shop } = found
    const language = languageOf(exchange, checkout)
    const { test = false } = checkout.details
    const returnUrl = returnOf({ ...found, checkout: { ...checkout, state: ended } })
    return shown(
      pages.checkoutEnd({
        ...{ checkout, ended, merchant: shop.name, language, simulated: test || allSimulated },
        ...given({ returnUrl })
      })
    )
  }

  const result = Effect.fnUntraced(function* (exchange: Exchange, found: Found, last: Transaction) {
    const back = returnOf(found)
    const model = { ...(yield* modelOf(last)), simulated: isSimulated(last) }
    const root = rootFrom(exchange)
    const seconds = found.checkout.details.settings?.autoReturn
    const onward = seconds === undefined ? undefined : { script: `${root}/assets/transfer.js`, seconds }
    const receiptUrl = `${root}/receipts/${last.uid}`
    const returnText = found.checkout.details.settings?.buttonNextText
    return shown(pages.result({ ...model, receiptUrl, ...given({ returnUrl: back, returnText, onward }) }), {
      script: back !== undefined && onward !== undefined
    })
  })

  const current = Effect.fnUntraced(function* (exchange: Exchange, found: Found) {
    const { checkout, last } = found
    const { state } = checkout
    if (state === "expired" || state === "canceled") return end(exchange, found, state)
    if (isFinal(checkout) && last !== undefined) return yield* result(exchange, found, last)
    if (state === "paying" && last !== undefined) return yield* waiting(exchange, last)
    // The job that ends it may not have run yet.
    return isOver(checkout, yield* DateTime.now) ? end(exchange, found, "expired") : yield* form(exchange, found)
  })

  return { form, current }
})
