/** The result page, for transactions that need no further step from the customer. */
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { cardLine, masked, messageOf, statusLine, summaryOf, titleOf, webAddress } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

export interface ResultPage extends TransactionPage {
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** What the link to it says. Default: that it leads to the merchant. */
  readonly returnText?: string
  /** URL of the receipt. */
  readonly receiptUrl: string
  /** Goes to `returnUrl` by itself. Absent: the customer presses the button. */
  readonly onward?: Onward
}

/** A page that goes on by itself, unless its customer stays. */
export interface Onward {
  /** URL of the script that goes on. */
  readonly script: string
  readonly seconds: number
}

/** Shown by the script. */
const returning = (
  address: string,
  { seconds }: Onward,
  { words }: Language
): Html => html`<p id="onward" class="onward" data-to="${address}" data-seconds="${seconds}" hidden>
<span>${words.returning.text}</span> <button class="quiet" type="button">${words.returning.stay}</button>
</p>`

/** The result page. Source: D16. */
export const result = (model: ResultPage, design: Design): string => {
  const { merchant, onward, returnText, returnUrl, transaction } = model
  const card = ofCard(transaction)?.card
  const language = design.languageOf(transaction.language)
  const { words } = language
  const back = webAddress(returnUrl)
  return design.layout({
    language,
    title: `${titleOf(transaction, language)} · ${merchant}`,
    ...(onward === undefined ? {} : { script: onward.script }),
    content: html`<article>
${summaryOf(design, language, model)}
<div class="body">
${statusLine(transaction, language)}
${messageOf(transaction, language)}
${card && cardLine(masked(card))}
<p class="actions">
${back !== undefined && html`<a class="action" href="${back}">${returnText ?? words.backToMerchant}</a>`}
<a class="action second" href="${model.receiptUrl}">${words.showReceipt}</a>
</p>
${back !== undefined && onward !== undefined && returning(back, onward, language)}
</div>
</article>`
  })
}
