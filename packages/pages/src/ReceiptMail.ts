/** The mail with a payment's receipt: a text part and an HTML part with the same content. Source: D36. */
import type { MailContent } from "@florin/core/mail/Mailer"
import * as Currency from "@florin/core/money/Currency"
import { isTransfer, ofCard } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { masked } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

export interface ReceiptMail extends TransactionPage {
  /** URL of the receipt page. The only link of the mail. */
  readonly receiptUrl: string
}

/** What both parts say. */
interface Content {
  readonly language: Language
  readonly merchant: string
  readonly amount: string
  readonly rows: ReadonlyArray<readonly [name: string, value: string]>
  /** `receipt_text`, a line each. */
  readonly lines: ReadonlyArray<string>
}

const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

const oneLine = (text: string): string => text.replace(controls, " ").trim()

const instant = (at: DateTime.Utc, { locale }: Language): string =>
  `${DateTime.formatUtc(at, { locale, dateStyle: "long", timeStyle: "short" })} UTC`

const contentOf = ({ merchant: name, transaction }: ReceiptMail, { languageOf }: Design): Content => {
  const merchant = oneLine(name)
  const { amount, createdAt, currency, description, paidAt, uid } = transaction
  const { card, details, report } = ofCard(transaction) ?? {}
  const language = languageOf(transaction.language)
  const { lines, mail, transfer } = language.words
  const paidBy = isTransfer(transaction) ? transaction : undefined
  const total = Currency.display(amount, currency, language.locale)
  const rows: ReadonlyArray<readonly [string, string | null | undefined]> = [
    [mail.amount, total],
    [mail.merchant, merchant],
    [mail.description, description],
    [lines.paid, instant(paidAt ?? createdAt, language)],
    [lines.card, card && masked(card, language)],
    [transfer.lines.method, paidBy && transfer.method],
    [transfer.lines.reference, paidBy?.report?.refId],
    [mail.statement, report?.billingDescriptor],
    [lines.approvalCode, report?.authCode],
    [lines.reference, uid]
  ]
  return {
    language,
    merchant,
    amount: total,
    rows: rows.flatMap(([name, value]) => (value ? [[name, oneLine(value)] as const] : [])),
    lines: (details?.additionalData?.receiptText ?? []).flatMap((line) => line.split(breaks)).map(oneLine)
  }
}

const subjectOf = ({ simulated }: ReceiptMail, { amount, language, merchant }: Content): string => {
  const { mail, test } = language.words
  const subject = mail.subject(merchant, amount)
  return simulated ? `${test.mark}: ${subject}` : subject
}

const textOf = ({ receiptUrl, simulated }: ReceiptMail, { language, lines, merchant, rows }: Content): string => {
  const { mail, showReceipt, test } = language.words
  const blocks: ReadonlyArray<ReadonlyArray<string>> = [
    simulated ? [`${test.mark}. ${test.text}`] : [],
    [mail.greeting(merchant)],
    rows.map(([name, value]) => `${name}: ${value}`),
    lines,
    [`${showReceipt}: ${receiptUrl}`],
    [mail.automatic]
  ]
  return `${blocks.flatMap((block) => (block.length === 0 ? [] : [block.join("\n")])).join("\n\n")}\n`
}

// Mail programs drop stylesheets, so every element carries its own style. Dark schemes recolour by themselves.
const style = {
  body: "margin:0;padding:24px 12px;background:#f3f4f6;color:#16181d;font:16px/1.5 Helvetica,Arial,sans-serif",
  sheet: "max-width:544px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d1d5db;border-radius:12px",
  merchant: "margin:0;color:#4b5563",
  amount: "margin:4px 0 16px;font-size:32px;line-height:1.25;font-weight:bold",
  test: "margin:0 0 16px;padding:8px 12px;border-left:4px solid #7a4b00;background:#fdf6e7;color:#7a4b00",
  table: "width:100%;border-collapse:collapse;margin:16px 0",
  name: "padding:8px 16px 8px 0;border-top:1px solid #d1d5db;color:#4b5563;font-weight:normal;text-align:left;vertical-align:top",
  value: "padding:8px 0;border-top:1px solid #d1d5db;vertical-align:top;word-break:break-word",
  link: "color:#1d4ed8",
  foot: "margin:16px 0 0;color:#4b5563;font-size:14px"
} as const

const row = ([name, value]: readonly [string, string]): Html =>
  html`<tr><th scope="row" style="${style.name}">${name}</th><td style="${style.value}">${value}</td></tr>
`

const htmlOf = (model: ReceiptMail, content: Content): string => {
  const { receiptUrl, simulated } = model
  const { amount, language, lines, merchant, rows } = content
  const { mail, showReceipt, test } = language.words
  return html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subjectOf(model, content)}</title>
</head>
<body style="${style.body}">
<div role="article" lang="${language.tag}" dir="${language.direction}" style="${style.sheet}">
${simulated && html`<p style="${style.test}"><strong>${test.mark}</strong> ${test.text}</p>`}
<p style="${style.merchant}">${mail.greeting(merchant)}</p>
<h1 style="${style.amount}">${amount}</h1>
<table role="table" style="${style.table}">
${rows.slice(1).map(row)}</table>
${lines.length > 0 && html`<p>${lines.map((line, index) => [index > 0 && html`<br>`, line])}</p>`}
<p><a href="${receiptUrl}" style="${style.link}">${showReceipt}</a></p>
<p style="${style.foot}">${mail.automatic}</p>
</div>
</body>
</html>
`.text
}

/**
 * The mail with a payment's receipt, in the transaction's language: amount, merchant, date, masked card and the lines
 * of `receipt_text`. It loads nothing and has one link, to the receipt page.
 *
 * Source: D36; interface, "additional_data | receipt_text".
 */
export const receiptMail = (model: ReceiptMail, design: Design): MailContent => {
  const content = contentOf(model, design)
  return { subject: subjectOf(model, content), text: textOf(model, content), html: htmlOf(model, content) }
}
