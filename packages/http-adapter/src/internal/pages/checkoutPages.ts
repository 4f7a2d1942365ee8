/** What a customer sees of an order: the form, the wait for an outcome, its result, its end. Source: D44, D47, D48. */

import { mayKeep } from "@florin/core/checkout-operations/CheckoutCards"
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import { type Checkout, isFinal, isOver } from "@florin/core/checkouts/Checkout"
import { fieldsToRequest, masked } from "@florin/core/customers/RequestedFields"
import { given } from "@florin/core/request/Given"
import type { Shop } from "@florin/core/shops/Shop"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import { isTransfer, ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import type { CheckoutEndPage, CheckoutPage } from "@florin/pages/CheckoutPage"
import type { Allowances } from "@florin/pages/Design"
import { checkoutScript, fieldsIn } from "@florin/pages/FieldsScript"
import { returnOf } from "@florin/wire/CheckoutReturn"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Exchange, type Reply, rootFrom, seeOther } from "../transport/exchange.js"
import { outcomeOf } from "./checkoutReturn.js"
import * as SavedCardForm from "./savedCardForm.js"
import * as TransactionPages from "./transactionPages.js"

export type Fields = Readonly<Record<string, string>>

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
const keepingOf = ({ checkout, shop }: Found, fields?: Fields): CheckoutPage["keeping"] => {
  const { customerContract = false, hint, text } = checkout.details.settings?.saveCardToggle ?? {}
  const isOn = fields === undefined ? customerContract : fields.save_card === "1"
  return mayKeep(checkout, shop) ? { isOn, ...given({ hint, label: text }) } : undefined
}

/** What the customer has chosen. */
const chosenIn = ({ method, saved_card: card }: Fields): NonNullable<CheckoutPage["chosen"]> => given({ method, card })

/** Only what the shop wants framed may be, by the origins that are set. Source: D2, D47. */
const framing = (
  { details: { iframe = false } }: Checkout,
  within: ReadonlyArray<string>
): Pick<Allowances, "framedBy"> => ({ framedBy: iframe ? within : [] })

/**
 * The name that was entered for the last attempt, where the shop says none: whoever tries again need not type it once more.
 * Source: D47.
 */
export const lastHolderOf = ({ checkout: { details }, last }: Found): string | undefined => {
  if (details.settings?.creditCardFields?.holder !== undefined) return undefined
  return ofCard(last)?.card?.holder ?? undefined
}

/** What the page asks for besides the card. */
export const requestedFieldsOf = ({ billingAddress, customer, details: { settings } }: Checkout) =>
  fieldsToRequest(settings?.customerFields?.visible, settings?.customerFields?.readOnly, { billingAddress, customer })

/**
 * Where the form leads: to us, and where the customer goes back at once, to the shop too. Browsers hold the redirect that
 * follows a form to what its page says of forms.
 */
const formsOf = ({ details: { settings = {} } }: Checkout): ReadonlyArray<string> => {
  const { autoReturn, declineUrl, failUrl, returnUrl, successUrl } = settings
  if (autoReturn !== 0) return ["'self'"]
  const isPlain = [declineUrl, failUrl, returnUrl, successUrl].some((url) => url?.startsWith("http:") === true)
  return ["'self'", "https:", ...(isPlain ? ["http:"] : [])]
}

const formOf = Effect.gen(function* () {
  const { allSimulated, pages, shown, within } = yield* TransactionPages.make
  const { cardEntry, methods, savedCards } = yield* Checkouts
  const system = yield* SystemTimeZone

  return Effect.fnUntraced(function* (exchange: Exchange, found: Found, sent?: Sent, status = 200) {
    const { checkout, last, shop } = found
    const { settings = {}, test = false } = checkout.details
    const { holder, readOnly = [] } = settings.creditCardFields ?? {}
    const entry = cardEntry(checkout)
    const fields = fieldsIn(entry)
    const lastHolder = lastHolderOf(found)
    const body = pages.checkout({
      checkout,
      merchant: shop.name,
      language: languageOf(exchange, checkout),
      simulated: test || allSimulated,
      methods: methods(checkout),
      ...SavedCardForm.choicesOf(checkout, yield* savedCards(shop, checkout)),
      ...requestedFieldsOf(checkout),
      now: yield* DateTime.now,
      zone: zoneOf(shop.timeZone, system),
      cardEntry: entry,
      ...given({ holder, leaveUrl: returnOf(found), keeping: keepingOf(found, sent?.fields) }),
      ...(lastHolder === undefined ? {} : { knownHolder: masked("first_name", lastHolder) }),
      isFramed: TransactionPages.isFramed(exchange),
      isHolderFixed: holder !== undefined && readOnly.includes("holder"),
      ...(sent === undefined
        ? given({ declined: last })
        : { ...given({ entered: sent.entered }), chosen: chosenIn(sent.fields) })
    })
    const allowed = { inline: checkoutScript(fields), forms: formsOf(checkout), ...given({ fields }) }
    return { ...shown(body, { ...allowed, ...framing(checkout, within) }), status }
  })
})

/** An app watches for this page, and goes on by itself. Source: D51. */
const isOfApp = ({ incoming }: Exchange): boolean => new URLSearchParams(incoming.query).get("by") === "app"

/** A page that goes on by itself, and speaks to the page around a frame. */
const scripted = (exchange: Exchange, { details: { iframe = false, settings = {} } }: Checkout) => {
  const isFramed = TransactionPages.isFramed(exchange)
  const script = `${rootFrom(exchange)}/assets/transfer.js`
  const { autoReturn: seconds } = settings
  return {
    isFramed,
    ...(iframe ? { script } : {}),
    ...(seconds === undefined || isOfApp(exchange) ? {} : { onward: { script, seconds } })
  }
}

const hasScript = ({ onward, script }: ReturnType<typeof scripted>): boolean => (script ?? onward) !== undefined

/** At once, where no page around a frame is to be told first. Source: D48. */
const leavesAtOnce = ({ isFramed, onward }: ReturnType<typeof scripted>): boolean => !isFramed && onward?.seconds === 0

const endOf = Effect.gen(function* () {
  const { allSimulated, pages, shown, within } = yield* TransactionPages.make

  /** The order can be paid no more; no attempt has charged anything. */
  return (exchange: Exchange, found: Found, ended: CheckoutEndPage["ended"]): Reply => {
    const { checkout, shop } = found
    const { test = false } = checkout.details
    const returnUrl = returnOf({ ...found, checkout: { ...checkout, state: ended } })
    const more = scripted(exchange, checkout)
    if (returnUrl !== undefined && leavesAtOnce(more)) return seeOther(returnUrl)
    const language = languageOf(exchange, checkout)
    return shown(
      pages.checkoutEnd({
        checkout,
        ended,
        merchant: shop.name,
        language,
        simulated: test || allSimulated,
        ...given({ returnUrl }),
        ...more
      }),
      { script: hasScript(more), ...framing(checkout, within) }
    )
  }
})

const resultOf = Effect.gen(function* () {
  const { isSimulated, modelOf, pages, shown, within } = yield* TransactionPages.make

  return Effect.fnUntraced(function* (exchange: Exchange, found: Found, last: Transaction) {
    const { checkout } = found
    const returnUrl = returnOf(found)
    const more = scripted(exchange, checkout)
    if (returnUrl !== undefined && leavesAtOnce(more)) return seeOther(returnUrl)
    const model = {
      ...(yield* modelOf(last)),
      simulated: isSimulated(last),
      outcome: outcomeOf(found),
      receiptUrl: `${rootFrom(exchange)}/receipts/${last.uid}`,
      ...given({ returnUrl, returnText: checkout.details.settings?.buttonNextText })
    }
    return shown(pages.result({ ...model, ...more }), { script: hasScript(more), ...framing(checkout, within) })
  })
})

const waitOf = Effect.gen(function* () {
  const { modelOf, pages, shown, within } = yield* TransactionPages.make

  return Effect.fnUntraced(function* (exchange: Exchange, { checkout }: Found, last: Transaction) {
    const root = rootFrom(exchange)
    // A transfer that has ended otherwise leads back here.
    if (isTransfer(last) && last.status === "pending") return seeOther(`${root}/transfers/${last.uid}`)
    if (last.status === "incomplete") return seeOther(`${root}/process/${last.uid}`)
    const model = {
      ...(yield* modelOf(last)),
      isFramed: TransactionPages.isFramed(exchange),
      outcome: "pending" as const
    }
    const script = `${root}/assets/verification.js`
    const body = pages.verification({ ...model, script, step: { _tag: "wait" } })
    return shown(body, { script: true, ...framing(checkout, within) })
  })
})

export const make = Effect.gen(function* () {
  const form = yield* formOf
  const end = yield* endOf
  const result = yield* resultOf
  const waiting = yield* waitOf

  const current = Effect.fnUntraced(function* (exchange: Exchange, found: Found) {
    const { checkout, last } = found
    const { state } = checkout
    if (state === "expired" || state === "canceled") return end(exchange, found, state)
    if (isFinal(checkout) && last !== undefined) return yield* result(exchange, found, last)
    if (state === "paying" && last !== undefined) return yield* waiting(exchange, found, last)
    // The job that ends it may not have run yet.
    return isOver(checkout, yield* DateTime.now) ? end(exchange, found, "expired") : yield* form(exchange, found)
  })

  return { form, current }
})
