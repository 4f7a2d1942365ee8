/** The fields of a card, and what else a page asks a customer for: shared by all pages with a form. */
import type { AskedField } from "@florin/core/customers/AskedFields"
import { type Html, html } from "../Html.js"
import type { CardFault, DetailFault, PlanWords } from "../Language.js"

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

/** What a form asks for. */
export interface Form {
  /** What it asks for besides the card. */
  readonly asked?: ReadonlyArray<AskedField>
  readonly entered?: Entered
  /** The name on the card, where it is known. */
  readonly holder?: string
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
  refused: undefined,
  "too-many": undefined
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
const firstFaulty = ({ asked: request = [], entered }: Form): string | undefined =>
  entered &&
  (inputs.map(({ name }) => name).find((name) => faultOf(name, entered) !== undefined) ??
    request.find((name) => entered.detailFaults?.[name] !== undefined))

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

const cardField = (input: Input, model: Form, words: PlanWords): Html => {
  const { entered } = model
  const fault = entered && faultOf(input.name, entered)
  return field(input, {
    words: words.fields[input.name],
    value: valueOf(input.name, model),
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

const detailField = (name: AskedField, model: Form, { details }: PlanWords): Html => {
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
export const detailsOf = (model: Form, words: PlanWords): Html | undefined => {
  const { asked: request = [] } = model
  if (request.length === 0) return undefined
  return html`<fieldset>
<legend>${words.details.legend}</legend>
${request.map((name) => detailField(name, model, words))}
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

export const faultsOf = (
  entered: Entered,
  { asked: request = [] }: Form,
  words: PlanWords
): Html => html`<div class="faults" role="alert">
<h2>${words.faulty.title}</h2>
<ul>${entered.faults.map((fault) => listed(fault, words))}${request.map((name) => listedDetail(name, entered, words))}</ul>
<p>${words.faulty.text}</p>
</div>`

/** The fields of a card. */
export const cardFields = (model: Form, words: PlanWords): ReadonlyArray<Html> =>
  inputs.map((input) => cardField(input, model, words))
