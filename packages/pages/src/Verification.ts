/** The page of a transaction whose customer is being authenticated. */
import * as Currency from "@florin/core/money/Currency"
import { type Html, html } from "./internal/html.js"
import { type Words, words } from "./internal/words.js"
import { languageOf, layout } from "./Layout.js"
import { type TransactionPage, testNote } from "./Receipt.js"

/** A form that leads on. */
export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * What the customer's browser does next.
 *
 * - `challenge`: goes to the issuer's page
 * - `method`: shows the issuer's page in a hidden frame, then goes on
 * - `wait`: asks again in a moment
 */
export type Step =
  | { readonly _tag: "challenge"; readonly form: Form }
  | { readonly _tag: "method"; readonly frame: Form; readonly form: Form }
  | { readonly _tag: "wait" }

export interface VerificationPage extends TransactionPage {
  readonly step: Step
  /** URL of the script that takes the step by itself. Without it the customer presses the button. */
  readonly script: string
}

const fieldsOf = (fields: Form["fields"]): ReadonlyArray<Html> =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const stepOf = (step: Step, text: Words): Html => {
  switch (step._tag) {
    case "challenge":
      return html`<p>${text.challengeText}</p>
<form id="step" method="post" action="${step.form.action}">
${fieldsOf(step.form.fields)}
<button class="action primary" type="submit">${text.challenge}</button>
</form>`
    case "method":
      return html`<p>${text.methodText}</p>
<form id="method" method="post" action="${step.frame.action}" target="issuer">
${fieldsOf(step.frame.fields)}
</form>
<iframe name="issuer" title="${text.methodText}" hidden></iframe>
<form id="step" method="post" action="${step.form.action}">
${fieldsOf(step.form.fields)}
<button class="action primary" type="submit">${text.goOn}</button>
</form>`
    case "wait":
      return html`<p role="status">${text.waitText}</p>`
  }
}

/** Source: D16. */
export const verification = (model: VerificationPage): string => {
  const { merchant, script, step, transaction } = model
  const language = languageOf(transaction.language)
  const text = words[language]
  const isWaiting = step._tag === "wait"
  return layout({
    language,
    title: `${isWaiting ? text.wait : text.verification} · ${merchant}`,
    ...(isWaiting ? { refresh: 2 } : { script }),
    content: html`<article>
<p class="merchant">${merchant}</p>
<p class="amount">${Currency.format(transaction.amount, transaction.currency, language)}</p>
<h1>${isWaiting ? text.wait : text.verification}</h1>
${stepOf(step, text)}
${testNote(model, text)}
</article>`
  })
}
