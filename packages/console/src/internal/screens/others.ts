/** Settings of the browser, and pages in the place of others. */
import { type Html, html } from "@florin/pages/Html"
import type { Refused } from "../../Desk.js"
import { link, type View } from "../../View.js"
import type { Words } from "../../Words.js"
import { alert, choice, field, hidden } from "../parts.js"

export interface Chosen {
  readonly zone: string
  readonly language: string
  readonly isWrong: boolean
}

export const settings = (chosen: Chosen, view: View): Html => {
  const { keys, settings: words } = view.words
  const options = [
    ["en", "English"],
    ["ru", "Русский"]
  ] as const
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${chosen.isWrong && alert([words.fault])}
<form class="confirm" method="post" action="${link(view, "settings")}">${hidden(view)}
<div class="fields">${field({ name: "zone", label: words.zone, value: chosen.zone, hint: words.zoneHint, attributes: html` required` })}${choice({ name: "language", label: words.language, value: chosen.language, options })}</div>
<p class="buttons"><button class="go">${words.save}</button></p></form>
<section><h2>${keys.title}</h2><p>${keys.list}</p></section>`
}

export type Problem = keyof Words["problems"]["title"]

/** Why a page could not be shown, by the status of a refusal. */
export const problemOf = ({ status }: Pick<Refused, "status">): Problem => {
  if (status === 404) return "notFound"
  if (status === 403) return "forbidden"
  return status < 500 ? "refused" : "failed"
}

export const problem = (kind: Problem, sentences: ReadonlyArray<string>, { words }: Pick<View, "words">): Html => {
  const { text, title } = words.problems
  return html`<h1>${title[kind]}</h1>${sentences.length > 0 && alert(sentences)}<p class="lead">${text[kind]}</p>`
}

/** The request waits for a second person. */
export const waits = (approval: string, view: View): Html => {
  const { waits: words } = view.words
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p><p><code>${approval}</code> <a href="${link(view, "approvals")}">${words.link}</a></p>`
}
