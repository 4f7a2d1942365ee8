/** The page on which a customer pays for a plan. */
import type { AskedField } from "@florin/core/customers/AskedFields"
import type { SubscriptionId } from "@florin/core/ids/Ids"
import * as Currency from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { headline, summary, testStrip } from "./internal/parts.js"
import type { CardFault, DetailFault, Language, PlanWords } from "./Language.js"

/** What the customer typed before, of what may be shown again, and what is wrong with it. */
export interface Entered {
  readonly expiry: string
  readonly holder: string
  /** One here or in `detailFaults`, at least. */
  readonly faults: ReadonlyArray<CardFault>
  readonly details?: Details<string>
  readonly detailFaults?: Details<DetailFault>
}

/** Something about each field that the page asks for besides the card. */
export type Details<A> = Readonly<Partial<Record<AskedField, A>>>

/** Model of the page. Its form is sent to the page's own address. */
export interface PlanPage {
  readonly plan: Plan
  /** The shop's name. */
  readonly merchant: string
  /** The subscription's language, or else the plan's. */
  readonly language: string
  /** No money will move. Source: D39. */
  readonly simulated: boolean
  /** The id that the subscription has, or will have: sent in the field `subscription`, which marks the form as ours. */
  readonly subscription: SubscriptionId
  /** What it asks for besides the card. */
  readonly asked?: ReadonlyArray<AskedField>
  /** URL of the script that groups the digits. Nothing depends on it. */
  readonly script: string
  readonly entered?: Entered
}

const shown = ({ currency }: Plan, amount: Plan["amount"], { locale }: Language): string =>
  Currency.display(amount, currency, locale)

/** What is charged after the first charge; nothing when it was the only one. */
const later = (plan: Plan, language: Language): string | undefined => {
  const { amount, billingCycles, interval, trial } = plan
  const charge = { amount: shown(plan, amount, language), interval }
  if (billingCycles === null) return language.words.plan.recurring(charge)
  const times = trial === null ? billingCycles - 1 : billingCycles
  return times === 0 ? undefined : language.words.plan.recurring({ ...charge, times })
}

const now = (plan: Plan, language: Language): string => {
  const { amount, interval, trial } = plan
  const { freeTrial, paying, trial: trialFor } = language.words.plan
  if (trial === null) return paying(shown(plan, amount, language), interval)
  return trial.amount === 0 ? freeTrial(trial.interval) : trialFor(shown(plan, trial.amount, language), trial.interval)
}

const end = ({ billingCycles }: Plan, isMore: boolean, words: PlanWords): string => {
  if (billingCycles === null) return words.untilCancelled
  return isMore ? words.afterLastPayment : words.afterThisPayment
}

/** What is paid now, what later, how often, and until when. */
const terms = (plan: Plan, language: Language): Html => {
  const words = language.words.plan
  const { lines } = words
  const more = later(plan, language)
  return html`<dl>
<dt>${lines.now}</dt><dd>${now(plan, language)}</dd>
${more !== undefined && html`<dt>${plan.trial === null ? lines.then : lines.afterTrial}</dt><dd>${more}</dd>`}
<dt>${lines.ends}</dt><dd>${end(plan, more !== undefined, words)}</dd>
</dl>`
}

type FieldName = keyof PlanWords["fields"]

const fieldOf: Readonly<Record<CardFault, FieldName | undefined>> = {
  "number-missing": "number",
  "number-wrong": "number",
  "expiry-missing": "expiry",
  "expiry-wrong": "expiry",
  expired: "expiry",
  "code-missing": "code",
  "code-wrong": "code",
  "holder-wrong": "holder",
  refused: undefined
}

interface Input<Name extends FieldName | AskedField = FieldName> {
  readonly name: Name
  readonly autocomplete: string
  readonly isNumeric: boolean
  readonly isRequired: boolean
  readonly isHalf: boolean
}

const inputs: ReadonlyArray<Input> = [
  { name: "number", autocomplete: "cc-number", isNumeric: true, isRequired: true, isHalf: false },
  { name: "expiry", autocomplete: "cc-exp", isNumeric: true, isRequired: true, isHalf: true },
  { name: "code", autocomplete: "cc-csc", isNumeric: true, isRequired: true, isHalf: true },
  { name: "holder", autocomplete: "cc-name", isNumeric: false, isRequired: false, isHalf: false }
]

const valueOf = (name: FieldName, entered: Entered | undefined): string => {
  switch (name) {
    case "expiry":
      return entered?.expiry ?? ""
    case "holder":
      return entered?.holder ?? ""
    case "number":
    case "code":
      return ""
  }
}

const faultOf = (name: FieldName, { faults }: Entered): CardFault | undefined =>
  faults.find((fault) => fieldOf[fault] === name)

/** The first field with a fault: where the customer goes on typing. The fields of the card come first. */
const firstFaulty = ({ asked: requested = [], entered }: PlanPage): string | undefined =>
  entered &&
  (inputs.map(({ name }) => name).find((name) => faultOf(name, entered) !== undefined) ??
    requested.find((name) => entered.detailFaults?.[name] !== undefined))

/** What a field shows: its words, what was typed, and what is wrong with it. */
interface Shown {
  readonly words: { readonly label: string; readonly hint?: string }
  readonly value: string
  readonly fault: string | undefined
  readonly isFirst: boolean
}

const field = (
  { autocomplete, isHalf, isNumeric, isRequired, name }: Input<FieldName | AskedField>,
  { fault, isFirst, value, words: { hint, label } }: Shown
): Html => {
  const described = [hint === undefined ? "" : `${name}-hint`, fault === undefined ? "" : `${name}-fault`]
  const describedBy = described.join(" ").trim()
  return html`<div class="field${isHalf && " half"}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" value="${value}" autocomplete="${autocomplete}" spellcheck="false" autocapitalize="${isNumeric ? "none" : "characters"}"${isNumeric && html` inputmode="numeric"`}${isRequired && html` required`}${describedBy !== "" && html` aria-describedby="${describedBy}"`}${fault !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`
}

const cardField = (input: Input, model: PlanPage, words: PlanWords): Html => {
  const { entered } = model
  const fault = entered && faultOf(input.name, entered)
  return field(input, {
    words: words.fields[input.name],
    value: valueOf(input.name, entered),
    fault: fault && words.faults[fault],
    isFirst: input.name === firstFaulty(model)
  })
}

const autocompletes: Readonly<Record<AskedField, string>> = {
  email: "email",
  first_name: "given-name",
  last_name: "family-name",
  phone: "tel",
  birth_date: "bday",
  address: "street-address",
  city: "address-level2",
  state: "address-level1",
  zip: "postal-code",
  country: "country"
}

const detailField = (name: AskedField, model: PlanPage, { details }: PlanWords): Html => {
  const fault = model.entered?.detailFaults?.[name]
  const input = {
    name,
    autocomplete: autocompletes[name],
    isNumeric: false,
    isRequired: name !== "state",
    isHalf: false
  }
  return field(input, {
    words: details.fields[name],
    value: model.entered?.details?.[name] ?? "",
    fault: fault && details.faults[fault],
    isFirst: name === firstFaulty(model)
  })
}

/** What the merchant wants to know besides the card. */
const detailsOf = (model: PlanPage, words: PlanWords): Html | undefined => {
  const { asked: requested = [] } = model
  if (requested.length === 0) return undefined
  return html`<fieldset>
<legend>${words.details.legend}</legend>
${requested.map((name) => detailField(name, model, words))}
</fieldset>`
}

const listed = (fault: CardFault, words: PlanWords): Html => {
  const name = fieldOf[fault]
  const sentence = words.faults[fault]
  return html`<li>${name === undefined ? sentence : html`<a href="#${name}">${sentence}</a>`}</li>`
}

const listedDetail = (name: AskedField, { detailFaults }: Entered, { details }: PlanWords): Html | undefined => {
  const fault = detailFaults?.[name]
  if (fault === undefined) return undefined
  return html`<li><a href="#${name}">${details.fields[name].label}: ${details.faults[fault]}</a></li>`
}

const faultsOf = (
  entered: Entered,
  { asked: requested = [] }: PlanPage,
  words: PlanWords
): Html => html`<div class="faults" role="alert">
<h2>${words.faulty.title}</h2>
<ul>${entered.faults.map((fault) => listed(fault, words))}${requested.map((name) => listedDetail(name, entered, words))}</ul>
<p>${words.faulty.text}</p>
</div>`

const agreement = ({ merchant, plan }: PlanPage, language: Language): Html | undefined => {
  const charge = later(plan, language)
  if (charge === undefined) return undefined
  const { agreement } = language.words.plan
  const [isAfterTrial, isEndless] = [plan.trial !== null, plan.billingCycles === null]
  return html`<p class="small">${agreement({ merchant, charge, isAfterTrial, isEndless })}</p>`
}

// Without the browser's own checks: they would speak its language, and keep the page's from being read.
const form = (model: PlanPage, language: Language): Html => {
  const words = language.words.plan
  const { amount } = Billing.firstCharge(model.plan)
  return html`<form id="pay" class="pay" method="post" novalidate>
<input type="hidden" name="subscription" value="${model.subscription}">
<fieldset>
<legend>${words.card}</legend>
${inputs.map((input) => cardField(input, model, words))}
</fieldset>
${detailsOf(model, words)}
${agreement(model, language)}
<button class="action" type="submit">${amount === 0 ? words.startTrial : words.pay(shown(model.plan, amount, language))}</button>
<p class="small">${words.kept}</p>
</form>`
}

/** The page on which a customer pays for a plan. Source: D22. */
export const plan = (model: PlanPage, design: Design): string => {
  const { entered, merchant, plan, simulated } = model
  const language = design.languageOf(model.language)
  const words = language.words.plan
  const { amount } = Billing.firstCharge(plan)
  const title = `${words.title} · ${merchant}`
  return design.layout({
    language,
    title: entered === undefined ? title : `${words.fault}: ${title}`,
    script: model.script,
    content: html`<article>
${simulated && testStrip(language)}
${summary(design, language, { merchant, amount, currency: plan.currency, description: plan.title })}
<div class="body">
${headline("plain", Icons.shield, words.title)}
${terms(plan, language)}
${entered && faultsOf(entered, model, words)}
${form(model, language)}
</div>
</article>`
  })
}
