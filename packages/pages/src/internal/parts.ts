/** Parts that several pages have in common. */

import type { ShownCard } from "@florin/core/cards/CardTransaction"
import { outcomeOf } from "@florin/core/language/CustomerMessages"
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import type { Recipient } from "@florin/core/transfers/Transfer"
import type { Design } from "../Design.js"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import type { TransactionPage } from "../TransactionPage.js"
import { brandNames } from "./brandNames.js"
import * as Icons from "./icons.js"

/** The brand and the last four digits, or what is known of both; else that it is a card. */
export const maskedAs = (brand: string | null, last4: string | null, { words }: Language): string => {
  const name = brand === null ? undefined : brandNames[brand]
  if (last4 === null) return name ?? words.checkout.methods.card
  return `${name ?? ""} •••• ${last4}`.trim()
}

export const masked = ({ facts: { brand, last4 } }: Pick<ShownCard, "facts">, language: Language): string =>
  maskedAs(brand, last4, language)

/** The last four digits of a phone number. Source: D2. */
export const maskedAccount = ({ account }: Recipient): string => `•••• ${account.slice(-4)}`

/** The fields of a form that nobody types. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): ReadonlyArray<Html> =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** A line of a list; none where there is nothing to say. */
export const line = (name: string, value: Html | string | null | undefined): Html | undefined =>
  value === null || value === undefined || value === "" ? undefined : html`<dt>${name}</dt><dd>${value}</dd>\n`

export const cardLine = (text: string): Html => html`<p class="card">${Icons.card}<span>${text}</span></p>`

/** Where the headline stands: its sign, its words. */
export const headline = (kind: TransactionStatus | "plain", icon: Html, title: string): Html =>
  html`<div class="state ${kind}">${icon}<h1>${title}</h1></div>`

export const testStrip = ({ words }: Language, text = words.test.text): Html =>
  html`<p class="test"><strong>${words.test.mark}</strong> ${text}</p>`

interface Summary {
  readonly merchant: string
  /** Absent where nothing was asked for. */
  readonly amount?: Amount | undefined
  readonly currency: Currency.Currency
  readonly description?: string | undefined
}

/** Who is paid, and how much: the first thing on every page of a transaction. */
export const summary = ({ logo }: Design, { locale }: Language, about: Summary): Html => {
  const amount = about.amount !== undefined && Currency.display(about.amount, about.currency, locale)
  return html`<header class="summary">
${logo}<p class="merchant">${about.merchant}</p>
${amount !== false && html`<p class="amount${amount.length > 14 && " long"}">${amount}</p>`}
${about.description !== undefined && html`<p class="description">${about.description}</p>`}
</header>`
}

/** Merchant, amount and mark of a transaction's page. */
export const summaryOf = (design: Design, language: Language, { merchant, simulated, transaction }: TransactionPage) =>
  html`${simulated && testStrip(language)}${summary(design, language, { ...transaction, merchant })}`

const isProving = (transaction: Transaction): boolean =>
  isTransfer(transaction) && transaction.type === "payment" && transaction.proof?.status === "pending"

/** Why, and what to do next. Nothing to say about a success. */
export const messageOf = (transaction: Transaction, { messages, words }: Language): Html | undefined => {
  if (transaction.status === "successful") return undefined
  return html`<p>${isProving(transaction) ? words.transfer.proving : messages[outcomeOf(transaction)]}</p>`
}

/** How the transaction stands. */
export const titleOf = ({ reason, status, type }: Transaction, { words }: Language): string =>
  reason === "unpaid" ? words.transfer.unpaid : words.titles[type][status]

/** How the transaction stands, as a headline. */
export const statusLine = (transaction: Transaction, language: Language): Html => {
  const { status } = transaction
  return headline(status, Icons.ofStatus(status), titleOf(transaction, language))
}

/** The address, if a link may lead to it. Any other scheme, such as `javascript:`, would run in the page. */
export const webAddress = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:\/\//i.test(address) ? address : undefined
