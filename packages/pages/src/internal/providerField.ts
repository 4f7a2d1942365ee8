/** The place of a provider's own card fields, in which its script shows them. Source: D58. */

import type { ProviderFields } from "@florin/core/cards/ProviderFields"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import type { Form } from "./form.js"

/** `data-…`: what our script says where the provider says nothing. The hidden field takes the token. */
export const providerField = ({ script }: ProviderFields, { entered }: Form, { tag, words }: Language): Html => {
  const { label, noScript, unavailable, wrong } = words.checkout.provider
  const isMissing = entered?.faults.includes("token-missing") === true
  return html`<div class="field"><p id="provider-label">${label}</p>
<div id="provider-fields" class="provider" role="group" tabindex="-1" aria-labelledby="provider-label" aria-describedby="provider-fault" data-script="${script}" data-language="${tag}" data-unavailable="${unavailable}" data-wrong="${wrong}"${isMissing && html` aria-invalid="true"`}></div>
<p class="fault" id="provider-fault" role="alert">${isMissing && words.plan.faults["token-missing"]}</p>
<noscript><p class="fault">${noScript}</p></noscript>
<input type="hidden" name="provider_token">
</div>`
}
