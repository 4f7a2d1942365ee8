/** What a customer does with one subscription of the portal: cancel it, choose another plan, enter another card. Source: D64. */
import type { Plan } from "@florin/core/plans/Plan"
import { given } from "@florin/core/request/Given"
import type * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { scriptOf } from "./FieldsScript.js"
import { type Html, html } from "./Html.js"
import { cardEntry, noEntry, takesNew } from "./internal/cardEntry.js"
import { faultsOf, sayings } from "./internal/cardFields.js"
import type { Form } from "./internal/form.js"
import { instantOf } from "./internal/instants.js"
import { hiddenFields } from "./internal/parts.js"
import { type PortalView, priceOf, type ShownEntry } from "./internal/portalEntry.js"
import type { Language } from "./Language.js"
import type { PortalFrame } from "./PortalPage.js"

/** Model of the page. Its form is sent to the page's own address. */
export interface PortalStepPage
  extends Omit<PortalFrame, "returnUrl">,
    /** `entered`: what was typed, of a card that was not accepted. */
    Pick<Form, "cardEntry" | "entered"> {
  /** The zone in which the shop bills. */
  readonly zone: DateTime.TimeZone
  /** What the customer is about to do. */
  readonly view: PortalView
  /** The subscription that it is done with. */
  readonly entry: ShownEntry
  /** The form came without a plan. */
  readonly isPlanMissing?: boolean
  /** URL of the script that groups the digits of a card. Nothing depends on it. */
  readonly script?: string
}

/** The marks of a form: which subscription, and what is done with it. */
const marks = ({ entry, view }: PortalStepPage): ReadonlyArray<Html> =>
  hiddenFields({ subscription: entry.subscription.id, action: view })

const back = ({ words }: Language): Html => html`<a class="action second" href="?">${words.portal.back}</a>`

const cancelling = (model: PortalStepPage, language: Language): Html => {
  const { entry, zone } = model
  const words = language.words.portal.cancel
  const at = entry.offers.cancel?.at ?? "now"
  const text = typeof at === "string" ? words[at] : words.at(instantOf(at, entry.subscription.plan, zone, language))
  return html`<p>${text}</p>
<form class="actions" method="post">${marks(model)}
<button class="action" type="submit">${words.action}</button>
${back(language)}
</form>`
}

const planChoice = (plan: Plan, language: Language, isChosen: boolean): Html => html`<div class="choice">
<div class="row"><input id="${plan.id}" name="plan" type="radio" value="${plan.id}" required aria-describedby="${plan.id}-price"${isChosen && html` checked`}>
<label for="${plan.id}">${plan.title}</label><p class="hint" id="${plan.id}-price">${priceOf(plan, language)}</p></div>
</div>`

const planning = (model: PortalStepPage, language: Language): Html => {
  const { entry, isPlanMissing = false, zone } = model
  const words = language.words.portal.plan
  const { offers, subscription } = entry
  // A retry pays the cycle that has begun.
  const next = entry.charges.find(({ reason }) => reason !== "retry")
  const from = next === undefined ? words.later : words.at(instantOf(next.at, subscription.plan, zone, language))
  return html`<p>${from}</p>
${isPlanMissing && html`<p class="alert" role="alert">${words.missing}</p>`}
<form class="pay" method="post" novalidate>${marks(model)}
<fieldset class="choices"><legend>${words.legend}</legend>
${offers.plans.map((plan) => planChoice(plan, language, offers.plans.length === 1))}
</fieldset>
<div class="actions">
<button class="action" type="submit">${words.action}</button>
${back(language)}
</div>
</form>`
}

const carding = (model: PortalStepPage, language: Language): Html => {
  const { entered } = model
  const { plan, portal } = language.words
  if (!takesNew(model)) return html`${noEntry(language)}<p class="actions">${back(language)}</p>`
  const form = given({ entered, cardEntry: model.cardEntry })
  return html`<p>${portal.card.text}</p>
${entered && faultsOf(entered, form, plan)}
<form id="pay" class="pay" method="post" data-say="${sayings(plan)}" novalidate>${marks(model)}
<fieldset>
<legend>${plan.card}</legend>
${cardEntry(form, language)}
</fieldset>
<div class="actions">
<button class="action" type="submit">${portal.card.action}</button>
${back(language)}
</div>
<p class="small">${plan.kept}</p>
</form>`
}

const steps: Readonly<Record<PortalView, (model: PortalStepPage, language: Language) => Html>> = {
  cancel: cancelling,
  plan: planning,
  card: carding
}

export const portalStep = (model: PortalStepPage, design: Design): string => {
  const { entered, entry, isPlanMissing, merchant, script, view } = model
  const language = design.languageOf(model.language)
  const { plan, portal, test } = language.words
  const { title } = portal[view]
  const isFaulty = entered !== undefined || isPlanMissing === true
  return design.layout({
    language,
    title: `${isFaulty ? `${plan.fault}: ` : ""}${title} · ${merchant}`,
    ...(script === undefined ? {} : scriptOf(model.cardEntry, script)),
    content: html`<article>
<header class="summary">${design.logo}<p class="merchant">${merchant}</p>
<p class="description">${entry.subscription.plan.title}</p></header>
${entry.simulated && html`<p class="test"><strong>${test.mark}</strong> ${test.text}</p>`}
<div class="body">
<h1>${title}</h1>
${steps[view](model, language)}
</div>
</article>`
  })
}
