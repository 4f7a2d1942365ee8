/** The page of the simulated issuer, on which a tester confirms or refuses. */
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import { type Html, html } from "./internal/html.js"
import { type Words, words } from "./internal/words.js"
import { languageOf, layout } from "./Layout.js"
import type { Form } from "./Verification.js"

export interface IssuerPage {
  readonly merchant: string
  readonly amount: Amount
  readonly currency: Currency.Currency
  readonly language: string
  /** Last four digits of the card. */
  readonly last4: string
  readonly approve: Form
  readonly decline: Form
  readonly cancel: Form
  /** Shows the page again, as after a wrong code. */
  readonly wrong: Form
  /** The page is shown after a wrong code. */
  readonly isWrong: boolean
}

const choice = (
  { action, fields }: Form,
  label: string,
  kind: string
): Html => html`<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="action ${kind}" type="submit">${label}</button>
</form>`

const choices = ({ approve, cancel, decline, wrong }: IssuerPage, text: Words): Html => html`<div class="choices">
${choice(approve, text.issuerApprove, "primary")}
${choice(decline, text.issuerDecline, "plain")}
${choice(wrong, text.issuerWrong, "plain")}
${choice(cancel, text.issuerCancel, "plain")}
</div>`

/** Source: D37. */
export const issuer = (model: IssuerPage): string => {
  const language = languageOf(model.language)
  const text = words[language]
  return layout({
    language,
    title: text.issuer,
    content: html`<article>
<p class="note test"><strong>${text.testMark}</strong> ${text.issuerNote}</p>
<h1>${text.issuer}</h1>
<p class="merchant">${model.merchant}</p>
<p class="amount">${Currency.format(model.amount, model.currency, language)}</p>
<p>${text.card}: •••• ${model.last4}</p>
${model.isWrong && html`<p class="note wrong" role="alert">${text.issuerWrongNote}</p>`}
${choices(model, text)}
</article>`
  })
}
