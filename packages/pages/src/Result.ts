/** The result page, for transactions that need no further step from the customer. */
import * as Currency from "@florin/core/money/Currency"
import { html } from "./internal/html.js"
import { words } from "./internal/words.js"
import { languageOf, layout } from "./Layout.js"
import { type TransactionPage, testNote } from "./Receipt.js"

export interface ResultPage extends TransactionPage {
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** URL of the receipt. */
  readonly receiptUrl: string
}

/** The result page. Source: D16. */
export const result = (model: ResultPage): string => {
  const { returnUrl, transaction } = model
  const { status } = transaction
  const language = languageOf(transaction.language)
  const text = words[language]
  // Any other scheme, such as javascript:, would run in this page.
  const back = returnUrl !== undefined && /^https?:\/\//i.test(returnUrl) ? returnUrl : undefined
  return layout({
    language,
    title: `${text.results[status]} · ${model.merchant}`,
    content: html`<article>
<h1 class="${status}">${text.results[status]}</h1>
<p class="amount">${Currency.format(transaction.amount, transaction.currency, language)}</p>
<p>${model.merchant}</p>
${testNote(model, text)}
<p><a href="${model.receiptUrl}">${text.showReceipt}</a></p>
${back !== undefined && html`<p><a class="action" href="${back}">${text.back}</a></p>`}
</article>`
  })
}
