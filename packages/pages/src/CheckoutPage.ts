/** The page on which a customer pays for an order. Source: D47. */
import type { ShownCard } from "@florin/core/cards/CardTransaction"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { MethodType } from "@florin/core/checkouts/CheckoutRequest"
import type { CardToken } from "@florin/core/ids/Ids"
import { outcomeOf } from "@florin/core/language/CustomerMessages"
import * as Currency from "@florin/core/money/Currency"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { cardFields, detailsOf, type Form, faultsOf } from "./internal/cardFields.js"
import * as Icons from "./internal/icons.js"
import { headline, masked, summary, testStrip, webAddress } from "./internal/parts.js"
import type { Language } from "./Language.js"

/** A card that is kept, as it is offered. */
export type KeptCard = Pick<ShownCard, "facts" | "expMonth" | "expYear"> & { readonly token: CardToken }

/** A saved card, as it is offered. */
export interface SavedCardChoice {
  readonly token: CardToken
  /** Null when no brand was recognised. */
  readonly brand: string | null
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** Its security code has to be typed. */
  readonly needsCode: boolean
}

/** Model of the page. Its form is sent to the page's own address. */
export interface CheckoutPage extends Form {
  readonly checkout: Checkout
  readonly merchant: string
  /** Default: that of the browser. */
  readonly language: string
  /** No money will move. Source: D39. */
  readonly simulated: boolean
  /** In the order of the page, one at least. */
  readonly methods: ReadonlyArray<MethodType>
  /** Cards of this customer that are kept. */
  readonly kept?: ReadonlyArray<KeptCard>
  /** Saved cards of this customer; the form sends the chosen one as `saved_card`, and its code as `saved_code`. */
  readonly savedCards?: ReadonlyArray<SavedCardChoice>
  /** The method that the customer chose, or the token of a kept card. Default: the first. */
  readonly chosen?: string
  /** The customer is asked whether the card is kept; on or off at first. */
  readonly keeps?: boolean
  /** The last attempt, which was declined. */
  readonly declined?: Transaction
  readonly now: DateTime.Utc
  /** The zone in which times are shown. */
  readonly zone: DateTime.TimeZone
  /** Where a customer goes who does not pay. No link when absent. */
  readonly leaveUrl?: string
  /** URL of the script that helps with typing. Nothing depends on it. */
  readonly script: string
}

/** Model of the page of an order that can be paid no more, and for which nothing was charged. */
export interface CheckoutEndPage extends Pick<CheckoutPage, "checkout" | "merchant" | "language" | "simulated"> {
  readonly ended: "expired" | "canceled"
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
}

type Settings = NonNullable<Checkout["details"]["settings"]>

const settingsOf = ({ details: { settings = {} } }: Checkout): Settings => settings

const day = 24 * 60 * 60 * 1000
const date = { year: "numeric", month: "long", day: "numeric" } as const
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const

/** Until when the order can be paid. An order that waits for a day or more needs no clock. */
const deadline = (
  { checkout: { expiresAt }, now, zone }: CheckoutPage,
  { locale, words }: Language
): Html | undefined => {
  const left = DateTime.distance(now, expiresAt)
  if (left >= day - 60_000) return undefined
  const shown = DateTime.format(DateTime.setZone(expiresAt, zone), { locale, ...(left < day ? {} : date), ...time })
  return html`<div class="deadline"><p>${Icons.clock}<span>${words.checkout.payBy} <time datetime="${DateTime.formatIso(expiresAt)}">${shown}</time></span></p></div>`
}

/** The lines of the order, if the shop has sent some. */
const items = ({ checkout: { details } }: CheckoutPage, { locale, words }: Language): Html | undefined => {
  const { currency, items = [] } = details.order
  if (items.length === 0) return undefined
  const line = ({ amount, name, quantity = 1 }: (typeof items)[number]): Html =>
    html`<li><span>${quantity > 1 && `${quantity} × `}${name}</span><span class="money">${Currency.display(amount, currency, locale)}</span></li>`
  return html`<section class="items"><h2>${words.checkout.items}</h2><ul>${items.map(line)}</ul></section>`
}

const expiryOf = ({ expMonth, expYear }: KeptCard): string =>
  `${String(expMonth).padStart(2, "0")}/${String(expYear % 100).padStart(2, "0")}`

/** One way to pay: what the form sends, what it is called, and what belongs to it. */
interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
  readonly content?: Html
}

const keepToggle = ({ checkout, keeps }: CheckoutPage, { words }: Language): Html | undefined => {
  if (keeps === undefined) return undefined
  const { hint = words.checkout.keep.hint, text = words.checkout.keep.label } =
    settingsOf(checkout).saveCardToggle ?? {}
  return html`<div class="toggle">
<input id="keep" name="keep" type="checkbox" value="1" aria-describedby="keep-hint"${keeps && html` checked`}>
<label for="keep">${text}</label>
<p class="hint" id="keep-hint">${hint}</p>
</div>`
}

const cardForm = (model: CheckoutPage, language: Language): Html => html`<div class="fields">
${cardFields(model, language.words.plan)}
${keepToggle(model, language)}
</div>`

const choicesOf = (model: CheckoutPage, language: Language): ReadonlyArray<Choice> => {
  const { ends, methods: names, onward } = language.words.checkout
  const { kept = [], methods } = model
  return methods.flatMap((method): ReadonlyArray<Choice> => {
    if (method !== "credit_card") return [{ value: method, label: names[method], hint: onward[method] }]
    return [
      ...kept.map((card) => ({ value: card.token, label: masked(card), hint: ends(expiryOf(card)) })),
      {
        value: method,
        label: kept.length === 0 ? names.card : names.another,
        content: cardForm(model, language)
      }
    ]
  })
}

const choice = ({ content, hint, label, value }: Choice, isChosen: boolean): Html => html`<div class="choice">
<input id="pay-${value}" name="method" type="radio" value="${value}"${isChosen && html` checked`}${hint !== undefined && html` aria-describedby="hint-${value}"`}>
<label for="pay-${value}">${label}</label>
${hint !== undefined && html`<p class="hint" id="hint-${value}">${hint}</p>`}
${content !== undefined && html`<div class="of-choice">${content}</div>`}
</div>`

/** The ways to pay. Where there is one, nothing is chosen. */
const methodsOf = (model: CheckoutPage, language: Language): Html => {
  const choices = choicesOf(model, language)
  const [only] = choices
  if (only !== undefined && choices.length === 1) {
    return html`<fieldset class="card-only"><legend>${only.label}</legend>
<input type="hidden" name="method" value="${only.value}">
${only.hint !== undefined && html`<p class="hint">${only.hint}</p>`}
${only.content}
</fieldset>`
  }
  const chosen = choices.find(({ value }) => value === model.chosen) ?? only
  return html`<fieldset class="choices"><legend>${language.words.checkout.method}</legend>
${choices.map((one) => choice(one, one === chosen))}
</fieldset>`
}

const amountOf = ({ details: { order } }: Checkout, { locale }: Language): string =>
  Currency.display(order.amount, order.currency, locale)

const buttonOf = ({ checkout }: CheckoutPage, language: Language): string => {
  const { buttonText } = settingsOf(checkout)
  if (checkout.details.order.amount === 0) return buttonText ?? language.words.checkout.keepCard
  const amount = amountOf(checkout, language)
  return buttonText === undefined ? language.words.plan.pay(amount) : `${buttonText} · ${amount}`
}

// Without the browser's own checks: they would speak its language, and keep the page's from being read.
const form = (model: CheckoutPage, language: Language): Html => {
  const { checkout, leaveUrl } = model
  const back = webAddress(leaveUrl)
  return html`<form id="pay" class="pay" method="post" novalidate>
<input type="hidden" name="token" value="${checkout.token}">
<input type="hidden" name="after" value="${checkout.attempts}">
${methodsOf(model, language)}
${detailsOf(model, language.words.plan)}
<button class="action" type="submit">${buttonOf(model, language)}</button>
<p class="small">${language.words.checkout.secure}</p>
${back !== undefined && html`<p class="leave"><a href="${back}">${language.words.checkout.leave}</a></p>`}
</form>`
}

const orderOf = (
  design: Design,
  language: Language,
  { checkout, merchant }: Pick<CheckoutPage, "checkout" | "merchant">
): Html => {
  const { amount, currency, description } = checkout.details.order
  return summary(design, language, { merchant, currency, description, amount: amount === 0 ? undefined : amount })
}

const declinedOf = (declined: Transaction | undefined, { messages, words }: Language): Html | undefined => {
  if (declined === undefined) return undefined
  const { text, title } = words.checkout.declined
  return html`<div class="faults" role="alert"><h2>${title}</h2><p>${messages[outcomeOf(declined)]}</p><p>${text}</p></div>`
}

/** The page on which a customer pays for an order. Source: D47. */
export const checkout = (model: CheckoutPage, design: Design): string => {
  const { checkout, declined, entered, merchant, script, simulated } = model
  const language = design.languageOf(model.language)
  const { order } = checkout.details
  const { plan, checkout: words } = language.words
  const asks = order.amount === 0 ? words.titles.keep : words.titles.pay
  const title = `${asks} · ${merchant}`
  return design.layout({
    language,
    title: entered === undefined ? title : `${plan.fault}: ${title}`,
    script,
    content: html`<article class="checkout">
${simulated && testStrip(language)}
${orderOf(design, language, model)}
${deadline(model, language)}
${items(model, language)}
<div class="body">
${order.amount === 0 ? headline("plain", Icons.shield, words.titles.keep) : html`<h1 class="unseen">${asks}</h1>`}
${declinedOf(declined, language)}
${entered && faultsOf(entered, model, plan)}
${form(model, language)}
</div>
</article>`
  })
}

/** The page of an order that can be paid no more. Source: D44, D48. */
export const checkoutEnd = (model: CheckoutEndPage, design: Design): string => {
  const { checkout, ended, merchant, returnUrl, simulated } = model
  const language = design.languageOf(model.language)
  const { words } = language
  const { text, title } = words.checkout.ended[ended]
  const back = webAddress(returnUrl)
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    content: html`<article>
${simulated && testStrip(language)}
${orderOf(design, language, model)}
<div class="body">
${headline("plain", Icons.clock, title)}
<p>${text}</p>
${back !== undefined && html`<p class="actions"><a class="action" href="${back}">${settingsOf(checkout).buttonNextText ?? words.backToMerchant}</a></p>`}
</div>
</article>`
  })
}
