/** A field of a form: its label, what was typed into it, and what is wrong with that. */
import { type Html, html } from "../Html.js"

/** How a field is filled in, the same on every page. */
export interface Input {
  readonly name: string
  /** Source: HTML, "Autofill". */
  readonly autocomplete: string
  /** Default: any text. */
  readonly mode?: "numeric" | "email" | "tel" | "date"
  readonly isRequired: boolean
  /** Half as wide as the form, beside another one. */
  readonly isHalf?: boolean
  readonly isReadOnly?: boolean
}

/** What a field shows. */
export interface Shown {
  readonly words: { readonly label: string; readonly hint?: string }
  readonly value: string
  readonly fault: string | undefined
  /** The first field with a fault: where the customer goes on typing. */
  readonly isFirst: boolean
}

const describedBy = ({ name }: Input, { fault, words: { hint } }: Shown): Html | undefined => {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(fault === undefined ? [] : [`${name}-fault`])]
  return ids.length === 0 ? undefined : html` aria-describedby="${ids.join(" ")}"`
}

/** The attributes that every kind of control has, after its name. */
const common = (input: Input, shown: Shown): Html =>
  html` autocomplete="${input.autocomplete}"${input.isRequired && html` required`}${describedBy(input, shown)}${shown.fault !== undefined && html` aria-invalid="true"`}${shown.isFirst && html` autofocus`}`

const modes = {
  numeric: html` inputmode="numeric" autocapitalize="none" dir="ltr"`,
  email: html` inputmode="email" autocapitalize="none" dir="ltr"`,
  tel: html` inputmode="tel" autocapitalize="none" dir="ltr"`,
  date: html``
}

const typeOf = ({ mode }: Input): string => (mode === "date" || mode === "email" || mode === "tel" ? mode : "text")

const control = (input: Input, shown: Shown): Html =>
  html`<input id="${input.name}" name="${input.name}" type="${typeOf(input)}" value="${shown.value}" spellcheck="false"${input.mode === undefined ? html` autocapitalize="words"` : modes[input.mode]}${input.isReadOnly === true && html` readonly`}${common(input, shown)}>`

const around = (
  input: Input,
  { fault, words: { hint, label } }: Shown,
  inside: Html
): Html => html`<div class="field${input.isHalf === true && " half"}">
<label for="${input.name}">${label}</label>
${inside}
${hint !== undefined && html`<p class="hint" id="${input.name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${input.name}-fault">${fault}</p>`}
</div>`

/** A field to type into. `beside`: what stands in it, at its end. */
export const field = (input: Input, shown: Shown, beside?: Html): Html =>
  around(
    input,
    shown,
    beside === undefined ? control(input, shown) : html`<div class="holds">${control(input, shown)}${beside}</div>`
  )

/** One of the things that can be chosen: what is sent, and what the customer reads. */
export type Option = readonly [value: string, label: string]

/** A field with a list to choose from. `none`: what heads the list, and is no choice. */
export const listField = (input: Input, shown: Shown, options: ReadonlyArray<Option>, none: string): Html => {
  const option = ([value, label]: Option): Html =>
    html`<option value="${value}"${value === shown.value && html` selected`}>${label}</option>`
  return around(
    input,
    shown,
    html`<select id="${input.name}" name="${input.name}"${common(input, shown)}>${option(["", none])}${options.map(option)}</select>`
  )
}
