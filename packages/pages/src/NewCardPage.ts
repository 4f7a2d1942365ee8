/** The page on which a customer gives a subscription another card. Source: D65. */
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { Outlook } from "@florin/core/subscriptions/Outlook"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import type * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { scriptOf } from "./FieldsScript.js"
import { type Html, html } from "./Html.js"
import { cardEntry, noEntry, takesNew } from "./internal/cardEntry.js"
import { faultsOf, sayings } from "./internal/cardFields.js"
import type { Form } from "./internal/form.js"
import * as Icons from "./internal/icons.js"
import { endOf, nextRows } from "./internal/outlook.js"
import { cardLine, headline, line, masked, messageOf, summary, testStrip } from "./internal/parts.js"
import type { Language } from "./Language.js"

/**
 * What the page is about.
 *
 * - `form`: it asks for a card
 * - `kept`: the card is saved
 * - `over`: its address can no longer be used
 */
export type NewCardStage = "form" | "kept" | "over"

/** Model of the page. Its form is sent to the page's own address. */
export interface NewCardPage extends Pick<Form, "cardEntry" | "entered"> {
  readonly stage: NewCardStage
  readonly subscription: Subscription
  /** What lies ahead of it. */
  readonly outlook: Outlook
  /** The shop's name. */
  readonly merchant: string
  /** No money moves. Source: D39. */
  readonly simulated: boolean
  /** The zone in which it is billed. */
  readonly zone: DateTime.TimeZone
  /** The check of a card that the bank has refused, or that the customer did not confirm. */
  readonly refused?: CardTransaction
  /** URL of the script that groups the digits. Nothing depends on it. */
  readonly script: string
}

// Without the browser's own checks: they would speak its language, and keep the page's from being read.
const form = (
  model: NewCardPage,
  language: Language
): Html => html`<form id="pay" class="pay" method="post" data-say="${sayings(language.words.plan)}" novalidate>
<fieldset>
<legend>${language.words.plan.card}</legend>
${cardEntry(model, language)}
</fieldset>
<button class="action" type="submit">${language.words.checkout.keepCard}</button>
<p class="small">${language.words.newCard.note}</p>
</form>`

const asking = (model: NewCardPage, language: Language): Html => {
  const { entered, refused, subscription } = model
  const { newCard, plan } = language.words
  const { card } = subscription
  return html`${headline("plain", Icons.card, newCard.title)}
<dl>${card && line(newCard.present, masked(card, language))}${nextRows(model, language)}</dl>
${endOf(model, model.merchant, language)}
${refused && html`<div class="faults" role="alert"><h2>${newCard.refused}</h2>${messageOf(refused, language)}</div>`}
${entered && faultsOf(entered, model, plan)}
${takesNew(model) ? form(model, language) : noEntry(language)}`
}

const kept = (model: NewCardPage, language: Language): Html => {
  const { title, text } = language.words.newCard.kept
  const { card } = model.subscription
  return html`${headline("successful", Icons.ofStatus("successful"), title)}
<p>${text}</p>
${card && cardLine(masked(card, language))}
<dl>${nextRows(model, language)}</dl>`
}

const over = ({
  words
}: Language): Html => html`${headline("plain", Icons.ofStatus("expired"), words.newCard.over.title)}
<p>${words.newCard.over.text}</p>`

const contentOf = (model: NewCardPage, language: Language): readonly [title: string, content: Html] => {
  const { newCard, plan } = language.words
  switch (model.stage) {
    case "form": {
      const isFaulty = model.entered !== undefined || model.refused !== undefined
      return [isFaulty ? `${plan.fault}: ${newCard.title}` : newCard.title, asking(model, language)]
    }
    case "kept":
      return [newCard.kept.title, kept(model, language)]
    case "over":
      return [newCard.over.title, over(language)]
  }
}

/** The page on which a customer gives a subscription another card, and sees that it is saved. */
export const newCard = (model: NewCardPage, design: Design): string => {
  const { merchant, script, simulated, stage, subscription } = model
  const { plan } = subscription
  const language = design.languageOf(subscription.language ?? plan.language)
  const [title, content] = contentOf(model, language)
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    ...(stage === "form" ? scriptOf(model.cardEntry, script) : {}),
    content: html`<article>
${simulated && testStrip(language)}
${summary(design, language, { merchant, currency: plan.currency, description: plan.title })}
<div class="body">
${content}
</div>
</article>`
  })
}
