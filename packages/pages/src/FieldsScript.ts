/** The scripts of the pages that take a card: with our own card fields, or with a provider's. Source: D47, D58. */
import type { CardEntry, ProviderFields } from "@florin/core/cards/ProviderFields"
import { cardScript } from "./CardScript.js"
import type { Allowances, Content } from "./Design.js"

/** A text in a script: nothing in it ends the script. */
const inScript = (text: string): string => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--")

/**
 * Shows the provider's fields, and, before the form is sent, asks for the token of what was typed. The token is all that the
 * form sends of the card. It listens before the script of the page does, which marks the form as sent.
 */
const fieldsScript = ({ mount }: ProviderFields): string => `"use strict"
{
  const form = document.getElementById("pay")
  const place = document.getElementById("provider-fields")
  const field = form?.querySelector("[name=provider_token]") ?? null
  const line = document.getElementById("provider-fault")
  const show = (text) => {
    line.textContent = text ?? ""
    if (text) place.setAttribute("aria-invalid", "true")
    else place.removeAttribute("aria-invalid")
  }
  // Hidden are the fields of another way to pay, and of a saved card.
  const isAsked = () => place.offsetParent !== null
  if (field !== null && place !== null) {
    let asking = false
    const mounted = new Promise((resolve, reject) => {
      const script = document.createElement("script")
      script.addEventListener("load", resolve)
      script.addEventListener("error", reject)
      script.src = place.dataset.script
      document.head.append(script)
    }).then(() => (${inScript(mount)})(place, place.dataset.language))
    mounted.catch(() => show(place.dataset.unavailable))
    form.addEventListener("submit", (event) => {
      if (!isAsked() || field.value !== "") return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (asking) return
      asking = true
      const { submitter } = event
      mounted.then((fields) => fields.token()).then(({ fault, value }) => {
        if (typeof value !== "string" || value === "") {
          show(fault || place.dataset.wrong)
          return place.focus()
        }
        show()
        field.value = value
        form.requestSubmit(submitter)
        // Something else in the form has to be mended first, and then maybe the card too.
        if (form.dataset.sent === undefined) field.value = ""
      }).catch(() => show(place.dataset.unavailable)).finally(() => { asking = false })
    })
    // A token is for one try: whoever comes back to the page enters the card again.
    addEventListener("pageshow", ({ persisted }) => { if (persisted) field.value = "" })
  }
}
`

/** The script that stands in the page, whose hash its policy allows. */
export const checkoutScript = (fields: ProviderFields | undefined): string =>
  fields === undefined ? cardScript : `${fieldsScript(fields)}${cardScript}`

/** The provider's fields, where they are shown. */
export const fieldsIn = (entry: CardEntry | undefined): ProviderFields | undefined =>
  entry?._tag === "Fields" ? entry.fields : undefined

/** The script of a page that does nothing but take a card. `script`: the address of ours, for our own fields. */
export const scriptOf = (entry: CardEntry | undefined, script: string): Pick<Content, "inline" | "script"> => {
  switch (entry?._tag) {
    case undefined:
    case "Numbers":
      return { script }
    case "Fields":
      return { inline: checkoutScript(entry.fields) }
    case "Nothing":
      return {}
  }
}

/** What the policy of that page allows. */
export const allowedOf = (entry: CardEntry): Pick<Allowances, "fields" | "inline" | "script"> => {
  switch (entry._tag) {
    case "Numbers":
      return { script: true }
    case "Fields":
      return { inline: checkoutScript(entry.fields), fields: entry.fields }
    case "Nothing":
      return {}
  }
}
