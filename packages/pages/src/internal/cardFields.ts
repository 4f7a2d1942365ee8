/** The fields of a card, and the form around them: shared by all pages with one. */
import { type Html, html } from "../Html.js"
import type { CardFault, Language, PlanWords } from "../Language.js"
import * as Details from "./detailFields.js"
import { field, type Input } from "./field.js"
import type { Entered, Form } from "./form.js"

type FieldName = keyof PlanWords["fields"]

const fieldOf: Readonly<Record<CardFault, FieldName | undefined>> = {
  "number-missing": "number",
  "number-wrong": "number",
  "number-length": "number",
  "number-check": "number",
  "number-brand": "number",
  "expiry-missing": "expiry",
  "expiry-wrong": "expiry",
  expired: "expiry",
  "code-missing": "code",
  "code-wrong": "code",
  "holder-wrong": "holder",
  "token-missing": undefined,
  refused: undefined,
  "too-many": undefined,
  "coupon-expired": undefined,
  "coupon-exhausted": undefined,
  "coupon-currency": undefined,
  "coupon-plan": undefined,
  "coupon-first-time-only": undefined
}

type CardInput = Input & { readonly name: FieldName }

const inputs: ReadonlyArray<CardInput> = [
  { name: "number", autocomplete: "cc-number", mode: "numeric", isRequired: true },
  { name: "expiry", autocomplete: "cc-exp", mode: "numeric", isRequired: true, isHalf: true },
  { name: "code", autocomplete: "cc-csc", mode: "numeric", isRequired: true, isHalf: true },
  { name: "holder", autocomplete: "cc-name", isRequired: false }
]

/** Where the script names the brand. */
const brand = html`<span class="brand" id="brand" role="status"></span>`

const valueOf = (name: FieldName, { entered, holder = "" }: Form): string => {
  switch (name) {
    case "expiry":
      return entered?.expiry ?? ""
    case "holder":
      return entered?.holder ?? holder
    case "number":
    case "code":
      return ""
  }
}

const faultOf = (name: FieldName, { faults }: Entered): CardFault | undefined =>
  faults.find((fault) => fieldOf[fault] === name)

/** The first field with a fault: where the customer goes on typing. The fields of the card come first. */
const firstFaulty = (model: Form): string | undefined => {
  const { entered } = model
  return (
    entered &&
    (inputs.map(({ name }) => name).find((name) => faultOf(name, entered) !== undefined) ?? Details.firstFaulty(model))
  )
}

const wordsOf = (name: FieldName, { knownHolder }: Form, { details, fields }: PlanWords) =>
  name === "holder" && knownHolder !== undefined ? { ...fields[name], hint: details.kept(knownHolder) } : fields[name]

const cardField = (input: CardInput, model: Form, words: PlanWords): Html => {
  const { entered, isHolderFixed = false } = model
  const { name } = input
  const fault = entered && faultOf(name, entered)
  const shown = {
    words: wordsOf(name, model, words),
    value: valueOf(name, model),
    fault: fault && words.faults[fault],
    isFirst: name === firstFaulty(model)
  }
  const isReadOnly = name === "holder" && isHolderFixed
  return field({ ...input, isReadOnly }, shown, name === "number" ? brand : undefined)
}

/** What the merchant wants to know besides the card. */
export const detailsOf = (model: Form, language: Language): Html | undefined =>
  Details.detailFields(model, language, firstFaulty(model))

const listed = (fault: CardFault, words: PlanWords): Html => {
  const name = fault === "token-missing" ? "provider-fields" : fieldOf[fault]
  const sentence = words.faults[fault]
  return html`<li>${name === undefined ? sentence : html`<a href="#${name}">${sentence}</a>`}</li>`
}

export const faultsOf = (
  entered: Entered,
  model: Form,
  words: PlanWords
): Html => html`<div class="faults" role="alert">
<h2>${words.faulty.title}</h2>
<ul>${entered.faults.map((fault) => listed(fault, words))}${Details.detailFaults(model, words)}</ul>
<p>${words.faulty.text}</p>
</div>`

/** The fields of a card. `only`: some of them. */
export const cardFields = (
  model: Form,
  words: PlanWords,
  only: ReadonlyArray<FieldName> = ["number", "expiry", "code", "holder"]
): ReadonlyArray<Html> =>
  inputs.filter(({ name }) => only.includes(name)).map((input) => cardField(input, model, words))

/** What the script says of what is typed, before it is sent. */
export const sayings = ({ details, faults }: PlanWords): string => {
  const { refused: _, "token-missing": __, ...others } = faults
  const typed = Object.entries(others).filter(([fault]) => !fault.startsWith("coupon-"))
  return JSON.stringify({ ...Object.fromEntries(typed), missing: details.faults.missing })
}
