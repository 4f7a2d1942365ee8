/** The page on which a customer pays for an order. Source: D47. */
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { outcomeOf } from "@florin/core/language/CustomerMessages"
import * as Currency from "@florin/core/money/Currency"
import { given } from "@florin/core/request/Given"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { checkoutScript, fieldsIn } from "./FieldsScript.js"
import { type Html, html } from "./Html.js"
import { takesNew, takesNumbers } from "./internal/cardEntry.js"
import { detailsOf, faultsOf, sayings } from "./internal/cardFields.js"
import { type Choices, canPay, methods } from "./internal/checkoutMethods.js"
import { orderOf, summaryOf } from "./internal/checkoutOrder.js"
import * as Framing from "./internal/framing.js"
import * as Icons from "./internal/icons.js"
import { headline, testStrip, webAddress } from "./internal/parts.js"
import { type Onward, returning, wayBack } from "./internal/returning.js"
import type { Language } from "./Language.js"

export type { SavedCard } from "./internal/checkoutMethods.js"

/** Model of the page. Its form is sent to the page's own address. */
export interface CheckoutPage extends Choices {
  readonly checkout: Checkout
  readonly merchant: string
  /** Default: that of the browser. */
  readonly language: string
  /** No money will move. Source: D39. */
  readonly simulated: boolean
  /** The last attempt, which was declined. */
  readonly declined?: Transaction
  readonly now: DateTime.Utc
  /** The zone in which times are shown. */
  readonly zone: DateTime.TimeZone
  /** Where a customer goes who does not pay. No link when absent. */
  readonly leaveUrl?: string
  /** The page stands in a frame: its links lead out of it. */
  readonly isFramed?: boolean
}

/** Model of the page of an order that can be paid no more, and for which nothing was charged. */
export interface CheckoutEndPage
  extends Pick<CheckoutPage, "checkout" | "merchant" | "language" | "simulated" | "isFramed"> {
  readonly ended: "expired" | "canceled"
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** URL of the script that speaks to the page around a frame. */
  readonly script?: string
  /** Goes to `returnUrl` by itself. Absent: the customer presses the button. */
  readonly onward?: Onward
}

const isFree = ({ details: { order } }: Checkout): boolean => order.amount === 0

/** The shop's own text comes first; the amount is always said. */
const buttonOf = (checkout: Checkout, { locale, words }: Language): string => {
  const { order, settings } = checkout.details
  const text = settings?.buttonText
  if (isFree(checkout)) return text ?? words.checkout.keepCard
  const amount = Currency.display(order.amount, order.currency, locale)
  return text === undefined ? words.plan.pay(amount) : `${text} · ${amount}`
}

/** The month that the gateway has: the customer's clock may be wrong. */
const monthOf = ({ now }: CheckoutPage): string => DateTime.formatIsoDateUtc(now).slice(0, 7)

// Without the browser's own checks: they would speak its language, and keep the page's from being read.
const form = (model: CheckoutPage, language: Language): Html => {
  const { checkout, leaveUrl } = model
  const { plan, checkout: words } = language.words
  const excluded = checkout.details.paymentMethod?.excludedBrands ?? []
  const back = webAddress(leaveUrl)
  return html`<form id="pay" class="pay" method="post" data-say="${sayings(plan)}" data-month="${monthOf(model)}"${excluded.length > 0 && html` data-excluded="${excluded.join(",")}"`} novalidate>
<input type="hidden" name="token" value="${checkout.token}">
<input type="hidden" name="after" value="${checkout.attempts}">
<input type="hidden" name="browser">
${methods(model, language)}
${detailsOf(model, language)}
<div class="actions">
${canPay(model) && html`<button class="action main" type="submit" data-busy="${words.sending}">${Icons.lock}<span class="word">${buttonOf(checkout, language)}</span></button>`}
${model.methods.includes("credit_card") && takesNew(model) && html`<p class="small secure">${takesNumbers(model) ? words.secure : words.provider.secure}</p>`}
${back !== undefined && html`<p class="leave"><a href="${back}"${Framing.targetOf(model.isFramed)}>${words.leave}</a></p>`}
</div>
</form>`
}

const declinedOf = ({ checkout, declined }: CheckoutPage, { messages, words }: Language): Html | undefined => {
  if (declined === undefined) return undefined
  const { left, text, title } = words.checkout.declined
  const attempts = (checkout.details.attempts ?? 1) - checkout.attempts
  return html`<div class="faults" role="alert"><h2>${title}</h2>
<p>${messages[outcomeOf(declined)]}</p>
<p>${text}${attempts > 0 && ` ${left(attempts)}`}</p></div>`
}

/** The page on which a customer pays for an order. Source: D47. */
export const checkout = (model: CheckoutPage, design: Design): string => {
  const { checkout, declined, entered, merchant, simulated } = model
  const language = design.languageOf(model.language)
  const { plan, checkout: words } = language.words
  const asks = isFree(checkout) ? words.titles.keep : words.titles.pay
  const title = `${asks} · ${merchant}`
  const isFaulty = entered !== undefined || declined !== undefined
  return design.layout({
    language,
    title: isFaulty ? `${plan.fault}: ${title}` : title,
    inline: checkoutScript(fieldsIn(model.cardEntry)),
    ...given({ isFramed: model.isFramed }),
    content: html`<article class="checkout">
${simulated && testStrip(language)}
<div class="sides">
${orderOf(model, design, language)}
<div class="body">
${isFree(checkout) ? headline("plain", Icons.shield, words.titles.keep) : html`<h1 class="unseen">${asks}</h1>`}
${declinedOf(model, language)}
${entered && faultsOf(entered, model, plan)}
${form(model, language)}
</div>
</div>
</article>`
  })
}

/** The page of an order that can be paid no more. Source: D44, D48. */
export const checkoutEnd = (model: CheckoutEndPage, design: Design): string => {
  const { checkout, ended, isFramed, merchant, onward, returnUrl, script, simulated } = model
  const language = design.languageOf(model.language)
  const { text, title } = language.words.checkout.ended[ended]
  const back = webAddress(returnUrl)
  const way = wayBack(back, isFramed, language, checkout.details.settings?.buttonNextText)
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    ...given({ script: script ?? onward?.script, isFramed }),
    content: html`<article${Framing.outcomeOf("error")}>
${simulated && testStrip(language)}
${summaryOf(design, language, model)}
<div class="body">
${headline("plain", Icons.clock, title)}
<p>${text}</p>
${way && html`<p class="actions">${way}</p>`}
${back !== undefined && onward !== undefined && returning(back, onward, language)}
</div>
</article>`
  })
}
