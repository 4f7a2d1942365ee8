/** The result page, for transactions that need no further step from the customer. */
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Design } from "./Design.js"
import { html } from "./Html.js"
import { cardLine, masked, messageOf, standing, summaryOf } from "./internal/parts.js"
import type { TransactionPage } from "./TransactionPage.js"

export interface ResultPage extends TransactionPage {
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** URL of the receipt. */
  readonly receiptUrl: string
}

/** The result page. Source: D16. */
export const result = (model: ResultPage, design: Design): string => {
  const { merchant, returnUrl, transaction } = model
  const card = ofCard(transaction)?.card
  const language = design.languageOf(transaction.language)
  const { words } = language
  // Any other scheme, such as javascript:, would run in this page.
  const back = returnUrl !== undefined && /^https?:\/\//i.test(returnUrl) ? returnUrl : undefined
  return design.layout({
    language,
    title: `${words.titles[transaction.type][transaction.status]} · ${merchant}`,
    content: html`<article>
${summaryOf(design, language, model)}
<div class="body">
${standing(transaction, language)}
${messageOf(transaction, language)}
${card && cardLine(masked(card))}
<p class="actions">
${back !== undefined && html`<a class="action" href="${back}">${words.backToMerchant}</a>`}
<a class="action second" href="${model.receiptUrl}">${words.showReceipt}</a>
</p>
</div>
</article>`
  })
}
