/** The customer's receipt. */
import { isTransfer, ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { billRows, linesIn } from "./internal/bill.js"
import { line, masked, maskedAccount, messageOf, statusLine, summaryOf } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

const instant = (at: DateTime.Utc, { locale }: Language): Html => {
  const shown = DateTime.formatUtc(at, { locale, dateStyle: "medium", timeStyle: "short" })
  return html`<time datetime="${DateTime.formatIso(at)}">${shown} UTC</time>`
}

/** When a hold lapsed and its remainder was released. Source: D10. */
const releasedAt = (transaction: Transaction): DateTime.Utc | undefined => {
  const { closedAt, closedBy } = ofCard(transaction) ?? {}
  return closedBy === "HoldLapsed" ? (closedAt ?? undefined) : undefined
}

/** A hold is approved; nothing is paid before it is captured. */
const paidLabel = ({ type }: Transaction, { words }: Language): string =>
  type === "authorization" ? words.lines.approved : words.lines.paid

/** How a bank transfers it. Of an account no more than its end is shown. Source: D2. */
const transferLines = (transaction: Transaction, { words }: Language): Html | undefined => {
  if (!isTransfer(transaction)) return undefined
  const { lines: names, method } = words.transfer
  const { recipient, report } = transaction
  return html`${line(names.method, method)}${line(names.account, recipient && maskedAccount(recipient))}
${line(names.reference, report?.refId)}`
}

/** What a charge of a subscription consists of. */
const consistsOf = (transaction: Transaction, language: Language): Html | undefined => {
  const rows = billRows(linesIn(transaction), transaction.currency, language)
  return rows.length === 0
    ? undefined
    : html`<dl class="lines">${rows.map(([name, amount]) => line(name, amount))}</dl>`
}

const lines = (transaction: Transaction, language: Language): Html => {
  const released = releasedAt(transaction)
  const { lines: names } = language.words
  const { card, report } = ofCard(transaction) ?? {}
  const { createdAt, paidAt, refundReason, uid } = transaction
  return html`<dl>
${line(names.card, card && masked(card, language))}${transferLines(transaction, language)}
${line(names.created, instant(createdAt, language))}
${line(paidLabel(transaction, language), paidAt && instant(paidAt, language))}
${line(names.holdReleased, released && instant(released, language))}${line(names.refundReason, refundReason)}
${line(names.approvalCode, report?.authCode)}${line(names.reference, uid)}
</dl>`
}

/**
 * The receipt of a transaction, in the transaction's language.
 *
 * Source: D1, `GET /receipts/{uid}`; D2 (masked data only).
 */
export const receipt = (model: TransactionPage, design: Design): string => {
  const { transaction } = model
  const language = design.languageOf(transaction.language)
  const { words } = language
  return design.layout({
    language,
    title: `${words.receipt} · ${model.merchant}`,
    content: html`<article>
${summaryOf(design, language, model)}
<div class="body">
<p class="kind">${words.receipt}</p>
${statusLine(transaction, language)}
${messageOf(transaction, language)}
${releasedAt(transaction) !== undefined && html`<p>${words.holdReleased}</p>`}
${consistsOf(transaction, language)}${lines(transaction, language)}
</div>
</article>`
  })
}
