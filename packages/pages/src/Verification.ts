/** The page of a transaction whose customer is being authenticated. */
import { given } from "@florin/core/request/Given"
import { ofCard } from "@florin/core/transactions/Transaction"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import { outcomeOf } from "./internal/framing.js"
import * as Icons from "./internal/icons.js"
import { cardLine, headline, hiddenFields, masked, summaryOf } from "./internal/parts.js"
import type { Language } from "./Language.js"
import type { TransactionPage } from "./TransactionPage.js"

/** A form that leads on. */
export interface Form {
  /** URL that it is posted to. */
  readonly action: string
  /** Hidden fields by their names. */
  readonly fields: Readonly<Record<string, string>>
}

interface ByHand {
  /** Only when the customer presses the button. Default: false. */
  readonly byHand?: boolean
}

/**
 * What the customer's browser does next.
 *
 * - `challenge`: posts a form to the issuer's page, or to the acquirer's
 * - `link`: opens the acquirer's page
 * - `method`: shows the issuer's page in a hidden frame, then goes on
 * - `wait`: asks again in two seconds, and then ever more seldom
 * - `finished`: nothing; this page was in a frame, and its step is taken
 */
export type Step =
  | (ByHand & {
      readonly _tag: "challenge"
      /** Leads to the issuer's page, or to the acquirer's. */
      readonly form: Form
    })
  | (ByHand & {
      readonly _tag: "link"
      /** The acquirer's page. */
      readonly url: string
    })
  | {
      readonly _tag: "method"
      /** Loads the issuer's page in the hidden frame. */
      readonly frame: Form
      /** Goes on. */
      readonly form: Form
    }
  | { readonly _tag: "wait" }
  | { readonly _tag: "finished" }

export interface VerificationPage extends TransactionPage {
  /** What the browser does next. */
  readonly step: Step
  /** URL of the script that takes the step by itself. Without it the customer presses the button. */
  readonly script: string
}

/** A form with its button, which the script submits by itself. */
export const onwards = (
  { action, fields }: Form,
  label: string
): Html => html`<form id="step" class="actions" method="post" action="${action}">
${hiddenFields(fields)}
<button class="action" type="submit">${label}</button>
</form>`

const hidden = (
  { action, fields }: Form,
  title: string
): Html => html`<form id="method" hidden method="post" action="${action}" target="issuer">
${hiddenFields(fields)}
</form>
<iframe name="issuer" title="${title}" hidden></iframe>`

/**
 * In a frame the issuer's page stands in this one, where the script puts it, and can be opened outside: not every bank lets
 * its page stand in a frame.
 */
const outOfFrame = ({ title, whole }: Language["words"]["challenge"]): Html => html`
<iframe id="bank" name="bank" title="${title}" hidden></iframe>
<button class="action second" type="submit" form="step" formtarget="_top">${whole}</button>`

/** The same for an address. */
const link = (url: string, { action, title, whole }: Language["words"]["challenge"], isFramed: boolean): Html => {
  const outside = html`
<iframe id="bank" name="bank" title="${title}" hidden></iframe>
<a class="action second" href="${url}" target="_top">${whole}</a>`
  return html`<div class="actions"><a id="step" class="action" href="${url}">${action}</a></div>${isFramed ? outside : undefined}`
}

/** Whether the script takes the step, or waits. */
const isScripted = (step: Step): boolean => step._tag !== "finished" && !("byHand" in step && step.byHand === true)

/** What a step shows. The script finds the texts of the last two by their ids. */
const shownOf = ({ isFramed, step }: VerificationPage, { words }: Language) => {
  switch (step._tag) {
    case "challenge": {
      const { action, text, title } = words.challenge
      const framed = isFramed === true ? outOfFrame(words.challenge) : undefined
      return {
        icon: Icons.shield,
        title,
        text: html`<p>${text}</p>`,
        forms: html`${onwards(step.form, action)}${framed}`
      }
    }
    case "link": {
      const { text, title } = words.challenge
      const forms = link(step.url, words.challenge, isFramed === true)
      return { icon: Icons.shield, title, text: html`<p>${text}</p>`, forms }
    }
    case "method": {
      const { action, text, title } = words.method
      const forms = html`${hidden(step.frame, title)}
${onwards(step.form, action)}`
      return { icon: Icons.shield, title, text: html`<p>${text}</p>`, forms }
    }
    case "wait": {
      const { text, title } = words.waiting
      return { icon: Icons.turning, title, text: html`<p id="wait" role="status">${text}</p>`, refresh: 2 }
    }
    case "finished": {
      const { text, title } = words.finished
      return { icon: Icons.shield, title, text: html`<p id="finished">${text}</p>` }
    }
  }
}

/** Source: D16. */
export const verification = (model: VerificationPage, design: Design): string => {
  const { merchant, script, step, transaction } = model
  const card = ofCard(transaction)?.card
  const language = design.languageOf(transaction.language)
  const { forms, icon, refresh, text, title } = shownOf(model, language)
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    ...given({ refresh, isFramed: model.isFramed }),
    ...(isScripted(step) ? { script } : {}),
    content: html`<article${outcomeOf(model.outcome)}>
${summaryOf(design, language, model)}
<div class="body">
${headline("plain", icon, title)}
${text}
${card && cardLine(masked(card, language))}
${forms}
</div>
</article>`
  })
}
