/** The mail with a payment's receipt: a text part and an HTML part with the same content. Source: D36. */
import type { MailContent } from "@florin/core/mail/Mailer"
import * as Currency from "@florin/core/money/Currency"
import type { Prices } from "@florin/core/receipts/ReceiptMails"
import { isTransfer, ofCard } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { billRows, linesIn } from "./internal/bill.js"
import { mailOf, oneLine } from "./internal/mailLayout.js"
import { thenRow } from "./internal/outlook.js"
import { masked } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

export interface ReceiptMail extends TransactionPage {
  /** URL of the receipt page. The only link of the mail. */
  readonly receiptUrl: string
  /** As of `Receipt`. */
  readonly prices?: Prices
}

const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

const instant = (at: DateTime.Utc, { locale }: Language): string =>
  `${DateTime.formatUtc(at, { locale, dateStyle: "long", timeStyle: "short" })} UTC`

/**
 * The mail with a payment's receipt, in the transaction's language: amount, merchant, date, masked card and the lines
 * of `receipt_text`. It loads nothing and has one link, to the receipt page.
 *
 * Source: D36; interface, "additional_data | receipt_text".
 */
export const receiptMail = (
  { prices, receiptUrl, simulated, ...model }: ReceiptMail,
  { languageOf }: Design
): MailContent => {
  const merchant = oneLine(model.merchant)
  const { amount, createdAt, currency, description, paidAt, uid } = model.transaction
  const { card, details, report } = ofCard(model.transaction) ?? {}
  const language = languageOf(model.transaction.language)
  const { lines, mail, showReceipt, transfer } = language.words
  const paidBy = isTransfer(model.transaction) ? model.transaction : undefined
  const total = Currency.display(amount, currency, language.locale)
  return mailOf({
    language,
    simulated,
    subject: mail.subject(merchant, total),
    lead: mail.greeting(merchant),
    rows: [
      [mail.amount, total],
      ...billRows(linesIn(model.transaction), currency, language),
      ...(prices === undefined ? [] : [thenRow(amount, prices, currency, language)]),
      [mail.merchant, merchant],
      [mail.description, description],
      [lines.paid, instant(paidAt ?? createdAt, language)],
      [lines.card, card && masked(card, language)],
      [transfer.lines.method, paidBy && transfer.method],
      [transfer.lines.reference, paidBy?.report?.refId],
      [mail.statement, report?.billingDescriptor],
      [lines.approvalCode, report?.authCode],
      [lines.reference, uid]
    ],
    lines: (details?.additionalData?.receiptText ?? []).flatMap((line) => line.split(breaks)).map(oneLine),
    link: { text: showReceipt, url: receiptUrl }
  })
}
