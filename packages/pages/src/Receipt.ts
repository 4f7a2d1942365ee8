/** The customer's receipt. */

import * as Currency from "@florin/core/money/Currency"
import type { ShownCard, Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import { type Html, html } from "./internal/html.js"
import { type Words, words } from "./internal/words.js"
import { languageOf, layout, type PageLanguage } from "./Layout.js"

/** Model of a page about a transaction. Of a card, pages show the brand and the last four digits only. */
export interface TransactionPage {
  readonly transaction: Transaction
  /** The shop's name. */
  readonly merchant: string
  /** Whether no money moves: the transaction is a test, or its acquirer is simulated. Source: D39. */
  readonly simulated: boolean
}

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  master: "Mastercard",
  maestro: "Maestro",
  amex: "American Express",
  mir: "Mir",
  unionpay: "UnionPay",
  jcb: "JCB",
  discover: "Discover",
  diners: "Diners Club",
  belkart: "Belkart"
}

/** The brand and the last four digits: all that a customer is shown of a card. */
export const masked = (card: ShownCard): string =>
  `${brands[card.facts.brand ?? ""] ?? ""} •••• ${card.facts.last4}`.trim()

const instant = (at: DateTime.Utc, language: PageLanguage): Html => {
  const shown = DateTime.formatUtc(at, { locale: language, dateStyle: "long", timeStyle: "medium" })
  return html`<time datetime="${DateTime.formatIso(at)}">${shown} UTC</time>`
}

const line = (name: string, value: Html | string | null | undefined): Html | undefined =>
  value === null || value === undefined || value === "" ? undefined : html`<dt>${name}</dt><dd>${value}</dd>`

/** When a hold lapsed and its remainder was released. Source: D10. */
const releasedAt = ({ closedAt, closedBy }: Transaction): DateTime.Utc | undefined =>
  closedBy === "HoldLapsed" && closedAt !== null ? closedAt : undefined

/** The notice on pages of a transaction that moved no money. */
export const testNote = ({ simulated }: TransactionPage, text: Words): Html | undefined =>
  simulated ? html`<p class="note test"><strong>${text.testMark}</strong> ${text.test}</p>` : undefined

/** A hold is approved; nothing is paid before it is captured. */
const paidLabel = ({ type }: Transaction, text: Words): string => (type === "authorization" ? text.approved : text.paid)

const lines = ({ merchant, transaction }: TransactionPage, text: Words, language: PageLanguage): Html => {
  const released = releasedAt(transaction)
  return html`<dl>
${line(text.operation, text.types[transaction.type])}
${line(text.merchant, merchant)}
${line(text.description, transaction.description)}
${line(text.card, transaction.card === undefined ? undefined : masked(transaction.card))}
${line(text.created, instant(transaction.createdAt, language))}
${line(paidLabel(transaction, text), transaction.paidAt === null ? undefined : instant(transaction.paidAt, language))}
${line(text.holdReleased, released && instant(released, language))}
${line(text.reason, transaction.refundReason)}
${line(text.approvalCode, transaction.report?.authCode)}
${line(text.reference, transaction.uid)}
</dl>`
}

/**
 * The receipt of a transaction, in the transaction's language.
 *
 * Source: D1, `GET /receipts/{uid}`; D2 (masked data only).
 */
export const receipt = (model: TransactionPage): string => {
  const { transaction } = model
  const language = languageOf(transaction.language)
  const text = words[language]
  return layout({
    language,
    title: `${text.receipt} · ${model.merchant}`,
    content: html`<article>
<h1>${text.receipt}</h1>
<p class="amount">${Currency.format(transaction.amount, transaction.currency, language)}</p>
<p>${text.status}: <span class="status ${transaction.status}">${text.statuses[transaction.status]}</span></p>
${testNote(model, text)}
${releasedAt(transaction) !== undefined && html`<p class="note">${text.holdReleasedText}</p>`}
${lines(model, text, language)}
</article>`
  })
}
