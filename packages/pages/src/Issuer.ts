/** The page of the simulated issuer, on which a tester confirms or refuses. */
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { cardLine, headline, hiddenFields, summary, testStrip } from "./internal/parts.js"
import { type Form, onwards } from "./Verification.js"

export interface IssuerPage {
  /** The shop's name. */
  readonly merchant: string
  /** Unit: minor units. */
  readonly amount: Amount
  readonly currency: Currency
  /** Tag of the customer's language. */
  readonly language: string
  /** Last four digits of the card. */
  readonly last4: string
  /** Sent when the customer confirms. */
  readonly approve: Form
  /** Sent when the customer refuses. */
  readonly decline: Form
  /** Sent when the customer gives up. */
  readonly cancel: Form
  /** Shows the page again, as after a wrong code. */
  readonly wrong: Form
  /** The page is shown after a wrong code. */
  readonly isWrong: boolean
}

const choice = (
  { action, fields }: Form,
  label: string,
  kind = ""
): Html => html`<form method="post" action="${action}">
${hiddenFields(fields)}
<button class="action ${kind}" type="submit">${label}</button>
</form>`

/** Source: D37. */
export const issuer = (model: IssuerPage, design: Design): string => {
  const language = design.languageOf(model.language)
  const text = language.words.issuer
  return design.layout({
    language,
    title: text.title,
    content: html`<article>
${testStrip(language, text.note)}
${summary({ ...design, logo: undefined }, language, model)}
<div class="body">
${headline("plain", Icons.bank, text.title)}
${cardLine(`•••• ${model.last4}`)}
${model.isWrong && html`<p class="alert" role="alert">${text.wasWrong}</p>`}
${choice(model.approve, text.approve)}
<div class="others">
<h2>${text.others}</h2>
${choice(model.decline, text.decline, "second")}
${choice(model.wrong, text.wrong, "second")}
${choice(model.cancel, text.cancel, "second")}
</div>
</div>
</article>`
  })
}

/** The simulated issuer's page in the hidden frame of the method step. */
export interface IdentificationPage {
  readonly language: string
  /** Tells the gateway that the step is over. */
  readonly form: Form
  /** URL of the script that submits it. */
  readonly script: string
}

export const identification = ({ form, language: tag, script }: IdentificationPage, design: Design): string => {
  const language = design.languageOf(tag)
  const { issuer, method } = language.words
  return design.layout({
    language,
    title: issuer.title,
    script,
    content: html`<article><div class="body">
${headline("plain", Icons.bank, issuer.title)}
<p>${method.text}</p>
${onwards(form, method.action)}
</div></article>`
  })
}
