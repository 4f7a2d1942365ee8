/** The page of a transaction whose customer is being authenticated. */
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { cardLine, headline, masked, summaryOf } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

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
 * - `wait`: asks again in two seconds, and then ever more seldom
 * - `finished`: nothing; this page was in a frame, and its step is taken
 */
export type Step =
  | { readonly _tag: "challenge"; readonly form: Form }
  | { readonly _tag: "method"; readonly frame: Form; readonly form: Form }
  | { readonly _tag: "wait" }
  | { readonly _tag: "finished" }

export interface VerificationPage extends TransactionPage {
  readonly step: Step
  /** URL of the script that takes the step by itself. Without it the customer presses the button. */
  readonly script: string
}

const fieldsOf = (fields: Form["fields"]): ReadonlyArray<Html> =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** A form with its button, which the script submits by itself. */
export const onwards = (
  { action, fields }: Form,
  label: string
): Html => html`<form id="step" class="actions" method="post" action="${action}">
${fieldsOf(fields)}
<button class="action" type="submit">${label}</button>
</form>`

const hidden = (
  { action, fields }: Form,
  title: string
): Html => html`<form id="method" hidden method="post" action="${action}" target="issuer">
${fieldsOf(fields)}
</form>
<iframe name="issuer" title="${title}" hidden></iframe>`

const stepOf = (step: Step, { words }: Language): Html => {
  switch (step._tag) {
    case "challenge":
      return onwards(step.form, words.challenge.action)
    case "method":
      return html`${hidden(step.frame, words.method.title)}
${onwards(step.form, words.method.action)}`
    case "wait":
    case "finished":
      return html``
  }
}

const passageOf = (step: Step, { words }: Language) => {
  switch (step._tag) {
    case "challenge":
      return { ...words.challenge, icon: Icons.shield }
    case "method":
      return { ...words.method, icon: Icons.shield }
    case "wait":
      return { ...words.waiting, icon: Icons.turning }
    case "finished":
      return { ...words.finished, icon: Icons.shield }
  }
}

/** The script finds these two by their ids. */
const statusLine = ({ _tag }: Step, text: string): Html => {
  switch (_tag) {
    case "wait":
      return html`<p id="wait" role="status">${text}</p>`
    case "finished":
      return html`<p id="finished">${text}</p>`
    case "challenge":
    case "method":
      return html`<p>${text}</p>`
  }
}

/** Source: D16. */
export const verification = (model: VerificationPage, design: Design): string => {
  const { merchant, script, step, transaction } = model
  const card = ofCard(transaction)?.card
  const language = design.languageOf(transaction.language)
  const { icon, text, title } = passageOf(step, language)
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    ...(step._tag === "wait" ? { refresh: 2 } : {}),
    ...(step._tag === "finished" ? {} : { script }),
    content: html`<article>
${summaryOf(design, language, model)}
<div class="body">
${headline("plain", icon, title)}
${statusLine(step, text)}
${card && cardLine(masked(card))}
${stepOf(step, language)}
</div>
</article>`
  })
}
