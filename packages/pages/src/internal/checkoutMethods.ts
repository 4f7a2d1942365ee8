/** How an order can be paid: the choice of a method, and of a card. Source: D47. */
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { MethodType } from "@florin/core/checkouts/CheckoutRequest"
import type { CardToken } from "@florin/core/ids/Ids"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import { cardEntry, takesNew } from "./cardEntry.js"
import { cardFields } from "./cardFields.js"
import type { Form } from "./form.js"
import * as Icons from "./icons.js"
import { maskedAs } from "./parts.js"

/** A card that is kept, as it is offered. */
export interface SavedCard {
  readonly token: CardToken
  readonly brand: CardBrand | null
  /** Null, like the expiry: not known, as of a card behind a provider's token. */
  readonly last4: string | null
  readonly expMonth: number | null
  readonly expYear: number | null
}

/** What the customer chooses from. */
export interface Choices extends Form {
  /** In the order of the page, one at least. */
  readonly methods: ReadonlyArray<MethodType>
  /** Cards of this customer that are kept, the one that was used last at first. */
  readonly savedCards?: ReadonlyArray<SavedCard>
  /** Saved cards are the only ones. */
  readonly isSavedOnly?: boolean
  /** A saved card is paid with its security code. */
  readonly asksCode?: boolean
  /** What was chosen before. Default: the first of each. */
  readonly chosen?: {
    readonly method?: string
    /** The token of a saved card; empty for another one. */
    readonly card?: string
  }
  /** The customer is asked whether the card is kept: on or off at first, in the shop's words or in ours. */
  readonly keeping?: { readonly isOn: boolean; readonly label?: string; readonly hint?: string }
}

const icons: Readonly<Record<MethodType, Html>> = {
  credit_card: Icons.card,
  sbp: Icons.scan,
  sbp_data: Icons.phone
}

/** One of several, with what belongs to it: seen while it is chosen. */
interface Choice {
  /** Name of the field, and what it sends. */
  readonly field: string
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: Html
  readonly content?: Html
}

const choice = ({ content, field, hint, icon, label, value }: Choice, isChosen: boolean): Html => {
  const id = `${field}-${value === "" ? "another" : value}`
  return html`<div class="choice">
<div class="row"><input id="${id}" name="${field}" type="radio" value="${value}"${isChosen && html` checked`}${hint !== undefined && html` aria-describedby="${id}-hint"`}>
<label for="${id}">${label}</label>${icon}${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>
${content !== undefined && html`<div class="of-choice">${content}</div>`}
</div>`
}

const choices = (all: ReadonlyArray<Choice>, chosen: string | undefined): ReadonlyArray<Html> => {
  const found = all.find(({ value }) => value === chosen) ?? all[0]
  return all.map((one) => choice(one, one === found))
}

const keepToggle = ({ keeping }: Choices, { words }: Language): Html | undefined => {
  if (keeping === undefined) return undefined
  const { hint = words.checkout.keep.hint, isOn, label = words.checkout.keep.label } = keeping
  return html`<div class="toggle">
<input id="save_card" name="save_card" type="checkbox" value="1" aria-describedby="save_card-hint"${isOn && html` checked`}>
<label for="save_card">${label}</label>
<p class="hint" id="save_card-hint">${hint}</p>
</div>`
}

const newCard = (model: Choices, language: Language): Html => html`<div class="fields">
${cardEntry(model, language)}
${takesNew(model) && keepToggle(model, language)}
</div>`

const isSavedOnlyIn = (model: Choices): boolean => model.isSavedOnly === true || !takesNew(model)

const expiryOf = ({ expMonth, expYear }: SavedCard): string | undefined =>
  expMonth === null || expYear === null
    ? undefined
    : `${String(expMonth).padStart(2, "0")}/${String(expYear % 100).padStart(2, "0")}`

/** The fields of another card, and the code of a saved one: the field for it is there once. */
const besideSaved = (model: Choices, language: Language): Html | undefined => {
  const { asksCode = false } = model
  const { plan } = language.words
  if (isSavedOnlyIn(model))
    return asksCode ? html`<div class="fields">${cardFields(model, plan, ["code"])}</div>` : undefined
  return html`<div class="fields either${asksCode && " coded"}">
${cardEntry(model, language)}
${keepToggle(model, language)}
</div>`
}

/** The saved cards and another one. */
const savedCards = (model: Choices, saved: ReadonlyArray<SavedCard>, language: Language): Html => {
  const { ends, methods: names, whichCard } = language.words.checkout
  const offered = saved.map((card): Choice => {
    const expiry = expiryOf(card)
    const label = maskedAs(card.brand, card.last4, language)
    return { field: "saved_card", value: card.token, label, hint: expiry && ends(expiry) }
  })
  const another = { field: "saved_card", value: "", label: names.another, icon: Icons.card }
  return html`<fieldset class="choices cards"><legend class="unseen">${whichCard}</legend>
${choices(isSavedOnlyIn(model) ? offered : [...offered, another], model.chosen?.card)}
</fieldset>
${besideSaved(model, language)}`
}

const byCard = (model: Choices, language: Language): Html => {
  const { savedCards: saved = [] } = model
  return saved.length === 0 ? newCard(model, language) : savedCards(model, saved, language)
}

/** Some of the ways can be gone: not where the one is a card, none is kept, and none can be entered. */
export const canPay = (model: Choices): boolean =>
  takesNew(model) || (model.savedCards ?? []).length > 0 || model.methods.some((method) => method !== "credit_card")

const methodOf = (method: MethodType, model: Choices, language: Language): Choice => {
  const { methods: names, onward } = language.words.checkout
  const common = { field: "method", value: method, icon: icons[method] }
  return method === "credit_card"
    ? { ...common, label: names.card, content: byCard(model, language) }
    : { ...common, label: names[method], hint: onward[method] }
}

/** The ways to pay. Where there is one, nothing is chosen. */
export const methods = (model: Choices, language: Language): Html => {
  const all = model.methods.map((method) => methodOf(method, model, language))
  const [only] = all
  if (only !== undefined && all.length === 1) {
    return html`<fieldset class="only"><legend>${only.label}</legend>
<input type="hidden" name="method" value="${only.value}">
${only.hint !== undefined && html`<p class="hint">${only.hint}</p>`}
${only.content}
</fieldset>`
  }
  return html`<fieldset class="choices ways"><legend>${language.words.checkout.method}</legend>
${choices(all, model.chosen?.method)}
</fieldset>`
}
