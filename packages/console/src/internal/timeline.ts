/** What has happened to a transaction, in one order: its states, acquirers that were asked, webhooks, what followed. */
import { type Html, html, type Part } from "@florin/pages/Html"
import type { View } from "../View.js"
import type { Story } from "./storied.js"
import { badge, money, payment, readable, time, wordOf } from "./values.js"

interface Moment {
  readonly at: string
  readonly content: Part
}

type History = Story["history"][number]

const transition = ({ detail, from, to, trigger }: History, { words }: View): Html => {
  const state = from === to ? badge(to, wordOf(words.status, to)) : html`${badge(to, wordOf(words.status, to))}`
  return html`${readable(trigger)} ${state}${detail !== null && html`<span class="detail">${detail}</span>`}`
}

const ofHistory = (story: Story, view: View): ReadonlyArray<Moment> =>
  story.history.flatMap((one) => (one.at === null ? [] : [{ at: one.at, content: transition(one, view) }]))

/** Acquirers before the last one: its result stands in the history. */
const ofRoute = ({ explanation }: Story, { words }: View): ReadonlyArray<Moment> =>
  (explanation?.acquirers ?? []).flatMap(({ at, code, gateway_id: gateway, result }) =>
    at === null || (result !== "skipped" && result !== "passed_on")
      ? []
      : [
          {
            at,
            content: html`${words.story.attempt(String(gateway ?? words.none), wordOf(words.story.results, result))}${code !== null && html` <code>${code}</code>`}`
          }
        ]
  )

const ofWebhooks = ({ notifications }: Story, { words }: View): ReadonlyArray<Moment> =>
  notifications.flatMap(({ attempts, last_result: result, status, updated_at: at }) =>
    at === null || attempts === 0
      ? []
      : [{ at, content: words.story.webhook(wordOf(words.webhookStatus, status), attempts, result ?? words.none) }]
  )

const ofFollowers = ({ followers }: Story, view: View): ReadonlyArray<Moment> =>
  followers.flatMap((one) => {
    const { amount, created_at: at, currency, status, type, uid } = one
    const { words } = view
    const name = `${wordOf(words.types, type)} ${money(amount, currency, view)}`
    return at === null
      ? []
      : [{ at, content: html`${payment(uid, name, view)} ${badge(status, words.status[status])}` }]
  })

/** Oldest first; what happened at the same instant stays in the order of its kind. */
export const timeline = (story: Story, view: View): Html => {
  const all = [ofHistory, ofRoute, ofFollowers, ofWebhooks].flatMap((of) => of(story, view))
  const sorted = all.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return html`<ol class="timeline">${sorted.map(({ at, content }) => html`<li>${time(at, view)}<div>${content}</div></li>\n`)}</ol>`
}
