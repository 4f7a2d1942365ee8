/** How a page in a frame differs. Source: D47. */
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import type { Outcome } from "../TransactionPage.js"

/** The attribute by which the script knows it. */
export const outcomeOf = (outcome: Outcome | undefined): Html | undefined => outcome && html` data-outcome="${outcome}"`

/** Where a link leads that leaves the pages. */
export const targetOf = (isFramed: boolean | undefined): Html | undefined =>
  isFramed === true ? html` target="_top"` : undefined

/** Shown by the script, where a page in a frame has no link that leads out of it. */
export const closeButton = ({ words }: Language): Html =>
  html`<button class="action" id="close" type="button" hidden>${words.checkout.close}</button>`
