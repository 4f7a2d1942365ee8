/** What a page asks a customer for besides the card. */
import type { AskedField } from "@florin/core/customers/AskedFields"
import { type Html, html } from "../Html.js"
import type { DetailFault, Language, PlanWords } from "../Language.js"
import { countriesIn } from "./countries.js"
import { field, type Input, listField } from "./field.js"
import type { Form } from "./form.js"

const inputs: Readonly<Record<AskedField, Omit<Input, "name" | "isRequired" | "isHalf">>> = {
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
const pairs: ReadonlyArray<readonly [AskedField, AskedField]> = [["first_name", "last_name"]]

const isHalf = (name: AskedField, wanted: ReadonlyArray<AskedField>): boolean =>
  pairs.some((pair) => pair.includes(name) && pair.every((one) => wanted.includes(one)))

/** The first of them with a fault. */
export const firstFaulty = ({ asked: wanted = [], entered }: Form): AskedField | undefined =>
  wanted.find((name) => entered?.detailFaults?.[name] !== undefined)

const detailField = (name: AskedField, model: Form, isFirst: boolean, language: Language): Html => {
  const { details } = language.words.plan
  const { asked: wanted = [], entered } = model
  const fault: DetailFault | undefined = entered?.detailFaults?.[name]
  const input = { ...inputs[name], name, isRequired: name !== "state", isHalf: isHalf(name, wanted) }
  const shown = {
    words: details.fields[name],
    value: entered?.details?.[name] ?? "",
    fault: fault && details.faults[fault],
    isFirst
  }
  if (name !== "country") return field(input, shown)
  return listField(input, { ...shown, value: shown.value.toUpperCase() }, countriesIn(language), details.chooseCountry)
}

/** What the merchant wants to know besides the card. `first`: the name of the first field with a fault. */
export const detailFields = (model: Form, language: Language, first: string | undefined): Html | undefined => {
  const { asked: wanted = [] } = model
  if (wanted.length === 0) return undefined
  return html`<fieldset>
<legend>${language.words.plan.details.legend}</legend>
${wanted.map((name) => detailField(name, model, name === first, language))}
</fieldset>`
}

/** The faults of these fields, for the list above the form. */
export const detailFaults = ({ asked: wanted = [], entered }: Form, { details }: PlanWords): ReadonlyArray<Html> =>
  wanted.flatMap((name) => {
    const fault = entered?.detailFaults?.[name]
    if (fault === undefined) return []
    return [html`<li><a href="#${name}">${details.fields[name].label}: ${details.faults[fault]}</a></li>`]
  })
