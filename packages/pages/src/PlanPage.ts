/** The page on which a customer pays for a plan. */
import type { SubscriptionId } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import type { Outlook } from "@florin/core/subscriptions/Outlook"
import type { Line } from "@florin/core/terms/Lines"
import type { Design } from "./Design.js"
import { scriptOf } from "./FieldsScript.js"
import { type Html, html } from "./Html.js"
import { billRows } from "./internal/bill.js"
import { cardEntry, noEntry, takesNew } from "./internal/cardEntry.js"
import { detailsOf, faultsOf, sayings } from "./internal/cardFields.js"
import type { Form } from "./internal/form.js"
import * as Icons from "./internal/icons.js"
import { pricesOf } from "./internal/outlook.js"
import { headline, line, summary, testStrip } from "./internal/parts.js"
import type { Language, PlanWords } from "./Language.js"

export type { Details, Entered } from "./internal/form.js"

/** The charges of a subscription that is stored. Unit: minor units. */
export interface Charges {
  readonly now: Amount
  readonly lines: ReadonlyArray<Line>
  /** What is charged after that, and how often. Empty: nothing. */
  readonly then: Outlook["then"]
  /** Usage is charged beside. */
  readonly isMetered: boolean
}

/** Model of the page. Its form is sent to the page's own address. */
export interface PlanPage extends Form {
  /** What the customer pays for. */
  readonly plan: Plan
  /** What is charged now, and after that. Absent: what the plan says. Source: D59, D61. */
  readonly charges?: Charges
  /** The shop's name. */
  readonly merchant: string
  /** The subscription's language, or else the plan's. */
  readonly language: string
  /** No money will move. Source: D39. */
  readonly simulated: boolean
  /** The id that the subscription has, or will have: sent in the field `subscription`, which marks the form as ours. */
  readonly subscription: SubscriptionId
  /** The seal of an id that nothing is stored under: sent in the field `seal`. Source: D47. */
  readonly seal?: string
  /** URL of the script that groups the digits. Nothing depends on it. */
  readonly script: string
}

const shown = ({ currency }: Plan, amount: Plan["amount"], { locale }: Language): string =>
  Currency.display(amount, currency, locale)

type Offered = Pick<PlanPage, "plan" | "charges">

/** What the first charge is. */
const first = ({ charges, plan }: Offered): Amount => charges?.now ?? Billing.firstCharge(plan).amount

/** What is charged after the first charge; nothing when it was the only one. */
const later = ({ charges, plan }: Offered, language: Language): string | undefined => {
  const { billingCycles, interval, trial } = plan
  if (charges !== undefined) return pricesOf(charges, plan.currency, language)
  const charge = { amount: shown(plan, plan.amount, language), interval }
  if (billingCycles === null) return language.words.plan.recurring(charge)
  const times = trial === null ? billingCycles - 1 : billingCycles
  return times === 0 ? undefined : language.words.plan.recurring({ ...charge, times })
}

const now = ({ charges, plan }: Offered, language: Language): string => {
  const { amount, interval, trial } = plan
  const { freeTrial, paying, trial: trialFor } = language.words.plan
  if (trial === null) return paying(shown(plan, charges?.now ?? amount, language), interval)
  return trial.amount === 0 ? freeTrial(trial.interval) : trialFor(shown(plan, trial.amount, language), trial.interval)
}

const end = ({ billingCycles }: Plan, isMore: boolean, words: PlanWords): string => {
  if (billingCycles === null) return words.untilCancelled
  return isMore ? words.afterLastPayment : words.afterThisPayment
}

/** What the first charge consists of. */
const lineRows = ({ charges, plan }: Offered, language: Language): Html | undefined =>
  charges === undefined || charges.lines.length === 0
    ? undefined
    : html`<dl class="lines">${billRows(charges.lines, plan.currency, language).map(([name, amount]) => line(name, amount))}</dl>`

/** What is paid now, what later, how often, and until when. */
const terms = (offered: Offered, language: Language): Html => {
  const { plan } = offered
  const words = language.words.plan
  const { lines } = words
  const more = later(offered, language)
  return html`${lineRows(offered, language)}<dl>
<dt>${lines.now}</dt><dd>${now(offered, language)}</dd>
${more !== undefined && html`<dt>${plan.trial === null ? lines.then : lines.afterTrial}</dt><dd>${more}</dd>`}
<dt>${lines.ends}</dt><dd>${end(plan, more !== undefined, words)}</dd>
</dl>`
}

const agreement = ({ charges, merchant, plan }: PlanPage, language: Language): Html | undefined => {
  const charge = later({ charges, plan } as Offered, language)
  if (charge === undefined) return undefined
  const { agreement } = language.words.plan
  const [isAfterTrial, isEndless] = [plan.trial !== null, plan.billingCycles === null]
  return html`<p class="small">${agreement({ merchant, charge, isAfterTrial, isEndless })}</p>`
}

// Without the browser's own checks: they would speak its language, and keep the page's from being read.
const form = (model: PlanPage, language: Language): Html => {
  const words = language.words.plan
  const amount = first(model)
  const free = model.plan.trial === null ? words.start : words.startTrial
  return html`<form id="pay" class="pay" method="post" data-say="${sayings(words)}" novalidate>
<input type="hidden" name="subscription" value="${model.subscription}">${model.seal !== undefined && html`<input type="hidden" name="seal" value="${model.seal}">`}
<fieldset>
<legend>${words.card}</legend>
${cardEntry(model, language)}
</fieldset>
${detailsOf(model, language)}
${agreement(model, language)}
<button class="action" type="submit">${amount === 0 ? free : words.pay(shown(model.plan, amount, language))}</button>
<p class="small">${words.kept}</p>
</form>`
}

/** The page on which a customer pays for a plan. Source: D22. */
export const plan = (model: PlanPage, design: Design): string => {
  const { entered, merchant, plan, simulated } = model
  const language = design.languageOf(model.language)
  const words = language.words.plan
  const amount = first(model)
  const title = `${words.title} · ${merchant}`
  return design.layout({
    language,
    title: entered === undefined ? title : `${words.fault}: ${title}`,
    ...scriptOf(model.cardEntry, model.script),
    content: html`<article>
${simulated && testStrip(language)}
${summary(design, language, { merchant, amount, currency: plan.currency, description: plan.title })}
<div class="body">
${headline("plain", Icons.shield, words.title)}
${terms(model, language)}
${entered && faultsOf(entered, model, words)}
${takesNew(model) ? form(model, language) : noEntry(language)}
</div>
</article>`
  })
}
