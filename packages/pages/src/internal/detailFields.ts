/** What a page asks a customer for besides the card. */
import { RequestedField } from "@florin/core/customers/RequestedFields"
import { type Html, html } from "../Html.js"
import type { DetailFault, Language, PlanWords } from "../Language.js"
import { countriesIn } from "./countries.js"
import { field, type Input, listField } from "./field.js"
import type { Form } from "./form.js"

const inputs: Readonly<Record<RequestedField, Omit<Input, "name" | "isRequired" | "isHalf">>> = {
  email: { autocomplete: "email", mode: "email" },
  first_name: { autocomplete: "given-name" },
  last_name: { autocomplete: "family-name" },
  phone: { autocomplete: "tel", mode: "tel" },
  birth_date: { autocomplete: "bday", mode: "date" },
  address: { autocomplete: "street-address" },
  city: { autocomplete: "address-level2" },
  state: { autocomplete: "address-level1" },
  zip: { autocomplete: "postal-code" },
  country: { autocomplete: "country" }
}

/** Fields that stand side by side where both are asked for. */
const pairs: ReadonlyArray<readonly [RequestedField, RequestedField]> = [["first_name", "last_name"]]

const isHalf = (name: RequestedField, wanted: ReadonlyArray<RequestedField>): boolean =>
  pairs.some((pair) => pair.includes(name) && pair.every((one) => wanted.includes(one)))

/** In the order of the page. */
const shownIn = ({ requestedFields: wanted = [], fixed = {} }: Form): ReadonlyArray<RequestedField> =>
  RequestedField.literals.filter((name) => wanted.includes(name) || fixed[name] !== undefined)

/** The first of them with a fault. */
export const firstFaulty = ({ requestedFields: wanted = [], entered }: Form): RequestedField | undefined =>
  wanted.find((name) => entered?.detailFaults?.[name] !== undefined)

/** A country by its name; what is masked stays. */
const wordedAs = (name: RequestedField, text: string, language: Language): string =>
  name === "country" ? (countriesIn(language).find(([code]) => code === text)?.[1] ?? text) : text

const fixedField = (name: RequestedField, text: string, model: Form, language: Language): Html => {
  const words = { label: language.words.plan.details.fields[name].label }
  const input = { name, autocomplete: "off", isRequired: false, isReadOnly: true, isHalf: isHalf(name, shownIn(model)) }
  return field(input, { words, value: wordedAs(name, text, language), fault: undefined, isFirst: false })
}

const detailField = (name: RequestedField, model: Form, isFirst: boolean, language: Language): Html => {
  const { details } = language.words.plan
  const { entered, fixed = {}, known = {} } = model
  const [fixedText, knownText] = [fixed[name], known[name]]
  if (fixedText !== undefined) return fixedField(name, fixedText, model, language)
  const fault: DetailFault | undefined = entered?.detailFaults?.[name]
  const isRequired = name !== "state" && knownText === undefined
  const input = { ...inputs[name], name, isRequired, isHalf: isHalf(name, shownIn(model)) }
  const words = details.fields[name]
  const shown = {
    words: knownText === undefined ? words : { ...words, hint: details.kept(wordedAs(name, knownText, language)) },
    value: entered?.details?.[name] ?? "",
    fault: fault && details.faults[fault],
    isFirst
  }
  if (name !== "country") return field(input, shown)
  return listField(input, { ...shown, value: shown.value.toUpperCase() }, countriesIn(language), details.chooseCountry)
}

/** What the merchant wants to know besides the card. `first`: the name of the first field with a fault. */
export const detailFields = (model: Form, language: Language, first: string | undefined): Html | undefined => {
  const shown = shownIn(model)
  if (shown.length === 0) return undefined
  return html`<fieldset>
<legend>${language.words.plan.details.legend}</legend>
${shown.map((name) => detailField(name, model, name === first, language))}
</fieldset>`
}

/** The faults of these fields, for the list above the form. */
export const detailFaults = (
  { requestedFields: wanted = [], entered }: Form,
  { details }: PlanWords
): ReadonlyArray<Html> =>
  wanted.flatMap((name) => {
    const fault = entered?.detailFaults?.[name]
    if (fault === undefined) return []
    return [html`<li><a href="#${name}">${details.fields[name].label}: ${details.faults[fault]}</a></li>`]
  })
