/** What became of the attempts to deliver a webhook. */
import { html, type Part } from "@florin/pages/Html"
import type { Notice } from "@florin/wire/Schemas"
import type { View } from "../View.js"
import { time, wordOf } from "./values.js"

type Tried = Pick<typeof Notice.Encoded, "attempts" | "tries">

/** How often it was tried, and behind it each attempt that is kept, the newest first. */
export const tries = ({ attempts, tries }: Tried, view: View): Part => {
  if (tries.length === 0) return attempts
  const { results, took } = view.words.webhooks
  return html`<details><summary>${attempts}</summary><ol reversed class="tries">${tries
    .toReversed()
    .map(
      ({ at, milliseconds, result }) =>
        html`<li>${wordOf(results, result)} <small>${took(milliseconds)}</small> ${time(at, view)}</li>`
    )}</ol></details>`
}
