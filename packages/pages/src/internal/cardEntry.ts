/** What a form asks for where a new card is entered: our own fields, a provider's, or nothing. Source: D58. */
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import { cardFields } from "./cardFields.js"
import type { Form } from "./form.js"
import { providerField } from "./providerField.js"

/** A card that is not kept yet can be entered. */
export const takesNew = ({ cardEntry }: Form): boolean => cardEntry?._tag !== "Nothing"

/** It is entered in our own fields. */
export const takesNumbers = ({ cardEntry }: Form): boolean => (cardEntry?._tag ?? "Numbers") === "Numbers"

/** In place of what cannot be shown: the customer reads that, and whom to ask. */
export const noEntry = ({ words }: Language): Html => html`<p class="field">${words.checkout.provider.nowhere}</p>`

export const cardEntry = (model: Form, language: Language): Html | ReadonlyArray<Html> => {
  const { cardEntry: entry } = model
  switch (entry?._tag) {
    case undefined:
    case "Numbers":
      return cardFields(model, language.words.plan)
    case "Fields":
      return providerField(entry.fields, model, language)
    case "Nothing":
      return noEntry(language)
  }
}
