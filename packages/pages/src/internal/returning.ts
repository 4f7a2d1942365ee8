/** The way back to the shop, at the end of a page. */
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import { closeButton, targetOf } from "./framing.js"

/** A page that goes on by itself, unless its customer stays. */
export interface Onward {
  /** URL of the script that goes on. */
  readonly script: string
  readonly seconds: number
}

/** Shown by the script. */
export const returning = (
  address: string,
  { seconds }: Onward,
  { words }: Language
): Html => html`<p id="onward" class="onward" data-to="${address}" data-seconds="${seconds}" hidden>
<span>${words.returning.text}</span> <button class="quiet" type="button">${words.returning.stay}</button>
</p>`

/** Leads back to the shop; in a frame without an address, closes it. */
export const wayBack = (
  back: string | undefined,
  isFramed: boolean | undefined,
  language: Language,
  text = language.words.backToMerchant
): Html | undefined => {
  if (back === undefined) return isFramed === true ? closeButton(language) : undefined
  return html`<a class="action" href="${back}"${targetOf(isFramed)}>${text}</a>`
}
