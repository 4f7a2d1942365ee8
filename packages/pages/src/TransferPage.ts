/** The page on which a customer pays by bank transfer: by a code, or to a phone number. */
import * as InstantFormat from "@florin/core/language/InstantFormat"
import { given } from "@florin/core/request/Given"
import { type CustomerStep, methodOf } from "@florin/core/transfers/methods/Methods"
import { endOf } from "@florin/core/transfers/TimeToPay"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { outcomeOf } from "./internal/framing.js"
import * as Icons from "./internal/icons.js"
import { headline, summaryOf } from "./internal/parts.js"
import { qrCode } from "./internal/qrCode.js"
import { details, moneyOf, phoneNumber } from "./internal/transferDetails.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

/** Model of the page. */
export interface TransferPage extends TransactionPage {
  /** A pending payment. */
  readonly transaction: Transfer
  /** The time left to pay is counted from it. */
  readonly now: DateTime.Utc
  /** The zone in which times are shown. */
  readonly zone: DateTime.TimeZone
  /** URL of the script that follows the payment. Without it the page is loaded again and again. */
  readonly script: string
  /** URL of the payment's status and version, in JSON. */
  readonly statusUrl: string
}

/**
 * What the customer does.
 *
 * - `opening`: waits for the order
 * - `over`: waits for the bank, which is asked whether it was paid in time
 * - any other: what the method asks for
 */
type Step = "opening" | CustomerStep | "over"

/** Until the end, rounded up. */
const secondsLeft = ({ now, transaction }: TransferPage): number | undefined => {
  const end = endOf(transaction)
  return end === null ? undefined : Math.max(0, Math.ceil(DateTime.distance(now, end) / 1000))
}

const stepOf = (model: TransferPage): Step => {
  const { paidBy, step } = methodOf(model.transaction)
  if (secondsLeft(model) === 0) return "over"
  return model.transaction.order?.[paidBy] == null ? "opening" : step
}

const day = 24 * 60 * 60
const year = { year: "numeric", month: "long", day: "numeric" } as const
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const

/** Until when the customer may pay. The script shows how long that is; each minute that matters is read aloud. */
const deadline = (model: TransferPage, { locale, words }: Language): Html | undefined => {
  const [end, left] = [endOf(model.transaction), secondsLeft(model)]
  if (end === null || left === undefined || left === 0) return undefined
  const { left: name, minutesLeft, payBy } = words.transfer
  const shown = InstantFormat.format(DateTime.setZone(end, model.zone), {
    locale,
    ...(left < day ? {} : year),
    ...time
  })
  return html`<div class="deadline">
<p>${Icons.clock}<span>${payBy} <time datetime="${DateTime.formatIso(end)}">${shown}</time></span></p>
${left < day && html`<p id="left" hidden><span class="unseen">${name} </span><strong id="timer" role="timer" data-left="${left}"></strong></p>`}
</div>
<p id="spoken" class="unseen" role="status" data-five="${minutesLeft(5)}" data-one="${minutesLeft(1)}"></p>`
}

/**
 * The payload, if a link may lead to it: a page of the payment system, or a bank's app. Any other scheme, such as
 * `javascript:`, stays a code.
 */
export const payLink = (payload: string): string | undefined =>
  /^(?:https|bank\d{12}):\/\/[!-~]+$/i.test(payload) ? payload : undefined

const byCode = ({ order }: Transfer, { words }: Language): Html => {
  const payload = order?.payload ?? ""
  const { open, otherwise, picture, text, title } = words.transfer.code
  const link = payLink(payload)
  return html`${headline("plain", Icons.phone, title)}
<div class="scan">
<p class="${link !== undefined && "elsewhere"}">${text}</p>
${qrCode(payload, picture)}
${link !== undefined && html`<p class="here"><a class="action" href="${link}" target="_blank" rel="noopener">${open}</a></p><p class="here soft">${otherwise}</p>`}
</div>`
}

const toAccount = ({ amount, currency, order }: Transfer, language: Language): Html => {
  const { lines, markHint, text, title } = language.words.transfer.account
  return html`${headline("plain", Icons.phone, title)}
<p>${text}</p>
${details(language, [
  { name: lines.phone, ...phoneNumber(order?.account ?? "") },
  { name: lines.bank, shown: order?.bank },
  { name: lines.amount, ...moneyOf(amount, currency, language) },
  { name: lines.mark, shown: order?.mark, hint: markHint }
])}`
}

const following = ({ words }: Language): Html =>
  html`<p class="following">${Icons.turning}<span>${words.transfer.following}</span></p>`

const waiting = ({ text, title }: { readonly text: string; readonly title: string }): Html =>
  html`${headline("plain", Icons.turning, title)}
<p role="status">${text}</p>`

/** What the customer is shown, for each thing to do. */
export const contents: Readonly<Record<CustomerStep, (transfer: Transfer, language: Language) => Html>> = {
  code: byCode,
  account: toAccount
}

const contentOf = (step: Step, transfer: Transfer, language: Language): Html =>
  step === "opening" || step === "over"
    ? waiting(language.words.transfer[step])
    : html`${contents[step](transfer, language)}
${following(language)}`

const isWaiting = (step: Step): boolean => step === "opening" || step === "over"

/** The page of a payment by bank transfer, before its outcome. Source: D2, D27, D28. */
export const transfer = (model: TransferPage, design: Design): string => {
  const { merchant, script, statusUrl, transaction } = model
  const language = design.languageOf(transaction.language)
  const step = stepOf(model)
  return design.layout({
    language,
    title: `${language.words.transfer[step].title} · ${merchant}`,
    // A page that is being read, or copied from, stays for a while.
    refresh: isWaiting(step) ? 2 : 10,
    script,
    ...given({ isFramed: model.isFramed }),
    content: html`<article id="transfer"${outcomeOf(model.outcome)} data-status="${statusUrl}" data-version="${transaction.version}">
${summaryOf(design, language, model)}
${deadline(model, language)}
<div class="body">
${contentOf(step, transaction, language)}
</div>
</article>`
  })
}
