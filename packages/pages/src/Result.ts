/** The result page, for transactions that need no further step from the customer. */
import { given } from "@florin/core/request/Given"
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Design } from "./Design.js"
import { html } from "./Html.js"
import { outcomeOf } from "./internal/framing.js"
import { cardLine, masked, messageOf, statusLine, summaryOf, titleOf, webAddress } from "./internal/parts.js"
import { type Onward, returning, wayBack } from "./internal/returning.js"
import type { TransactionPage } from "./TransactionPage.js"

export type { Onward } from "./internal/returning.js"

export interface ResultPage extends TransactionPage {
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** What the link to it says. Default: that it leads to the merchant. */
  readonly returnText?: string
  /** URL of the receipt. */
  readonly receiptUrl: string
  /** URL of the script that speaks to the page around a frame. */
  readonly script?: string
  /** Goes to `returnUrl` by itself. Absent: the customer presses the button. */
  readonly onward?: Onward
}

/** The result page. Source: D16. */
export const result = (model: ResultPage, design: Design): string => {
  const { isFramed, merchant, onward, outcome, returnText, returnUrl, script, transaction } = model
  const card = ofCard(transaction)?.card
  const language = design.languageOf(transaction.language)
  const { words } = language
  const back = webAddress(returnUrl)
  return design.layout({
    language,
    title: `${titleOf(transaction, language)} · ${merchant}`,
    ...given({ script: script ?? onward?.script, isFramed }),
    content: html`<article${outcomeOf(outcome)}>
${summaryOf(design, language, model)}
<div class="body">
${statusLine(transaction, language)}
${messageOf(transaction, language)}
${card && cardLine(masked(card, language))}
<p class="actions">
${wayBack(back, isFramed, language, returnText)}
<a class="action second" href="${model.receiptUrl}"${isFramed === true && html` target="_blank" rel="noopener"`}>${words.showReceipt}</a>
</p>
${back !== undefined && onward !== undefined && returning(back, onward, language)}
</div>
</article>`
  })
}
