/** The page on which a customer looks after subscriptions, and the page of its link once that has ended. Source: D64. */
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { outcomeOf } from "@florin/core/language/CustomerMessages"
import * as Currency from "@florin/core/money/Currency"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { dayOf, timeOf } from "./internal/instants.js"
import { titleOf, webAddress } from "./internal/parts.js"
import { entryOf, type ShownEntry } from "./internal/portalEntry.js"
import type { Language } from "./Language.js"

export type { PortalView, ShownEntry } from "./internal/portalEntry.js"

/** What has just been done: by its name, or the check of another card. */
export type PortalNotice = "canceled" | "resumed" | "planned" | "impossible" | CardTransaction

/** A part of the customer's payments, newest first. */
export interface PortalPayments {
  readonly list: ReadonlyArray<{
    readonly transaction: Transaction
    /** No link when absent. */
    readonly receiptUrl?: string
  }>
  /** Where the next part is. Absent: this is the last one. */
  readonly olderUrl?: string
  /** Where the first part is. Absent: this is the first one. */
  readonly newestUrl?: string
}

/** What the pages of a portal have in common. */
export interface PortalFrame {
  /** The shop's name. */
  readonly merchant: string
  /** Default: that of the browser. */
  readonly language: string
  /** Where the customer goes back to. */
  readonly returnUrl: string
}

export interface PortalPage extends PortalFrame {
  /** The zone in which the shop bills. */
  readonly zone: DateTime.TimeZone
  /** The customer's subscriptions. */
  readonly entries: ReadonlyArray<ShownEntry>
  /** Absent: the shop does not show them. */
  readonly payments?: PortalPayments
  /** What has just been done. Absent: nothing. */
  readonly notice?: PortalNotice
  /** When the link ends. */
  readonly endsAt: DateTime.Utc
}

interface Saying {
  readonly kind: "good" | "bad" | "wait"
  readonly text: string
  readonly more?: string
}

const ofCheck = (check: CardTransaction, { messages, words }: Language): Saying => {
  const { cardChecked, cardKept, cardRefused } = words.portal.notices
  switch (check.status) {
    case "successful":
      return { kind: "good", text: cardKept }
    case "pending":
    case "incomplete":
      return { kind: "wait", text: cardChecked }
    case "failed":
    case "expired":
      return { kind: "bad", text: cardRefused, more: messages[outcomeOf(check)] }
  }
}

const sayingOf = (notice: PortalNotice, language: Language): Saying => {
  if (typeof notice !== "string") return ofCheck(notice, language)
  return { kind: notice === "impossible" ? "bad" : "good", text: language.words.portal.notices[notice] }
}

const noticeOf = ({ kind, more, text }: Saying): Html =>
  html`<div class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}"><p>${text}</p>${more !== undefined && html`<p>${more}</p>`}</div>`

const paymentsOf = (
  { list, newestUrl, olderUrl }: PortalPayments,
  zone: DateTime.TimeZone,
  language: Language
): Html => {
  const words = language.words.portal.payments
  const row = ({ receiptUrl, transaction }: PortalPayments["list"][number]): Html => {
    const { amount, createdAt, currency, description } = transaction
    const day = dayOf(transaction.paidAt ?? createdAt, zone, language)
    return html`<li><span>${description}</span><span class="money">${Currency.display(amount, currency, language.locale)}</span>
<span class="soft">${day} · ${titleOf(transaction, language)}${receiptUrl !== undefined && html` · <a href="${receiptUrl}">${words.receipt}<span class="unseen">: ${description}, ${day}</span></a>`}</span></li>`
  }
  return html`<section class="entry" aria-labelledby="payments">
<h2 id="payments">${words.title}</h2>
${list.length === 0 ? html`<p class="soft">${words.none}</p>` : html`<ul class="payments">${list.map(row)}</ul>`}
${(newestUrl ?? olderUrl) !== undefined && html`<p class="pages">${newestUrl !== undefined && html`<a href="${newestUrl}">${words.newest}</a> `}${olderUrl !== undefined && html`<a href="${olderUrl}">${words.older}</a>`}</p>`}
</section>`
}

/** The way back to the shop. */
const wayBack = (returnUrl: string, { words }: Language): Html | undefined => {
  const back = webAddress(returnUrl)
  return back === undefined
    ? undefined
    : html`<p class="actions"><a class="action second" href="${back}">${words.backToMerchant}</a></p>`
}

/** The page on which a customer looks after subscriptions. */
export const portal = (model: PortalPage, design: Design): string => {
  const { endsAt, entries, merchant, notice, payments, returnUrl, zone } = model
  const language = design.languageOf(model.language)
  const words = language.words.portal
  const saying = notice === undefined ? undefined : sayingOf(notice, language)
  const title = `${words.title} · ${merchant}`
  return design.layout({
    language,
    title: saying === undefined ? title : `${saying.text} ${title}`,
    content: html`<article>
<header class="summary">${design.logo}<p class="merchant">${merchant}</p><h1>${words.title}</h1></header>
<div class="body">
${saying && noticeOf(saying)}
${entries.length === 0 && html`<p>${words.none}</p>`}
${entries.map((entry) => entryOf(entry, { zone, language }))}
${payments && paymentsOf(payments, zone, language)}
${wayBack(returnUrl, language)}
<p class="small">${words.until(timeOf(endsAt, zone, language))}</p>
</div>
</article>`
  })
}

/** The page of a link that has ended: the way back to where there is another one. */
export const portalEnded = ({ language: tag, merchant, returnUrl }: PortalFrame, design: Design): string => {
  const language = design.languageOf(tag)
  const { text, title } = language.words.portal.ended
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    content: html`<article>
<header class="summary">${design.logo}<p class="merchant">${merchant}</p></header>
<div class="body">
<div class="state expired">${Icons.clock}<h1>${title}</h1></div>
<p>${text}</p>
${wayBack(returnUrl, language)}
</div>
</article>`
  })
}
