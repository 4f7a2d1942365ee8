/** A subscription in its customer's portal. */
import type { PortalEntry } from "@florin/core/billing/Portals"
import * as Currency from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import type { UpcomingCharge } from "@florin/core/subscriptions/Preview"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import type { Item } from "@florin/core/terms/Item"
import type * as DateTime from "effect/DateTime"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import { instantOf } from "./instants.js"
import { isChanging, pricesOf, withUsage } from "./outlook.js"
import { hiddenFields, line, masked } from "./parts.js"

/** What a customer does on a page of its own. */
export type PortalView = "cancel" | "card" | "plan"

/** A subscription, as the portal shows it. */
export interface ShownEntry extends PortalEntry {
  /** No money moves. Source: D39. */
  readonly simulated: boolean
  /** Where the customer pays. Absent: it does not wait for its first payment. */
  readonly payUrl?: string
}

interface Around {
  readonly zone: DateTime.TimeZone
  readonly language: Language
}

/** What a plan costs, and how often. */
export const priceOf = ({ amount, currency, interval }: Plan, { locale, words }: Language): string =>
  words.plan.recurring({ amount: Currency.display(amount, currency, locale), interval })

const statusOf = ({ ending, pausedAt, state }: Subscription, { words }: Language): string => {
  const { paused, states } = words.portal
  return pausedAt !== null && ending === undefined && (state === "active" || state === "trial") ? paused : states[state]
}

/** That it is to end, and when. */
const endOf = ({ activeTo, charging, ending, plan }: Subscription, { language, zone }: Around): Html | undefined => {
  if (ending === undefined) return undefined
  const words = language.words.portal
  const isKnown = charging === null && activeTo !== null
  return html`<p>${isKnown ? words.ending(instantOf(activeTo, plan, zone, language)) : words.endingLater}</p>`
}

/** What it costs as a plan, or else the items that it consists of. */
const contentOf = ({ items, plan }: Subscription, language: Language): Html | undefined => {
  const { lines } = language.words.portal
  if (items === undefined) return line(lines.price, priceOf(plan, language))
  const all = items.filter(({ quantity }) => quantity > 0)
  const row = ({ quantity, title }: Item): Html => html`<div>${quantity === 1 ? title : `${quantity} × ${title}`}</div>`
  return line(lines.content, html`${all.map(row)}`)
}

const chargeOf = ({ amount, at, currency }: UpcomingCharge, plan: Plan, { language, zone }: Around): string =>
  language.words.plan.charged(Currency.display(amount, currency, language.locale), instantOf(at, plan, zone, language))

const nameOf = (next: UpcomingCharge | undefined, { words }: Language): string => {
  if (next?.reason === "end") return words.plan.lines.last
  const { lines } = words.portal
  return next?.reason === "retry" ? lines.retry : lines.next
}

const aheadOf = ({ charges, outlook, subscription }: ShownEntry, around: Around): Html => {
  const { card, nextPlan, plan } = subscription
  const { language } = around
  const { lines } = language.words.portal
  const [next, ...others] = charges
  const then = others.map((one) => html`<div>${chargeOf(one, nextPlan ?? plan, around)}</div>`)
  return html`<dl>
${contentOf(subscription, language)}
${line(lines.nextPlan, nextPlan && `${nextPlan.title}: ${priceOf(nextPlan, language)}`)}
${line(nameOf(next, language), next && withUsage(chargeOf(next, nextPlan ?? plan, around), outlook.isMetered, language))}
${then.length > 0 && line(lines.then, html`${then}`)}
${isChanging(outlook) && line(lines.prices, pricesOf(outlook, plan.currency, language))}
${line(lines.card, card && masked(card, language))}
</dl>`
}

/** What a link or a button is about, for those who hear it without what stands around it. */
const about = ({ plan: { title } }: Subscription): Html => html`<span class="unseen">: ${title}</span>`

const link = (view: PortalView, subscription: Subscription, text: string): Html =>
  html`<a class="action second" href="?subscription=${subscription.id}&amp;view=${view}">${text}${about(subscription)}</a>`

const actionsOf = ({ offers, payUrl, subscription }: ShownEntry, { words }: Language): Html | undefined => {
  const { actions } = words.portal
  const { cancel, card, goesOn, plans } = offers
  const all = [
    payUrl !== undefined && html`<a class="action" href="${payUrl}">${actions.pay}${about(subscription)}</a>`,
    card && link("card", subscription, actions.card),
    plans.length > 0 && link("plan", subscription, actions.plan),
    goesOn &&
      html`<form method="post">${hiddenFields({ subscription: subscription.id, action: "uncancel" })}
<button class="action second" type="submit">${actions.goOn}${about(subscription)}</button></form>`,
    cancel !== undefined && link("cancel", subscription, actions.cancel)
  ].filter((one) => one !== false)
  return all.length === 0 ? undefined : html`<div class="doing">${all}</div>`
}

export const entryOf = (entry: ShownEntry, around: Around): Html => {
  const { simulated, subscription } = entry
  const { charging, id, plan } = subscription
  const { language } = around
  const { words } = language
  const isOver = isFinal(subscription)
  return html`<section class="entry${isOver && " over"}" aria-labelledby="${id}">
<h2 id="${id}">${plan.title}</h2>
${simulated && html`<p class="mark">${words.test.mark} · ${words.test.text}</p>`}
<p class="status">${statusOf(subscription, language)}</p>
${charging !== null && html`<p>${words.portal.charging}</p>`}
${endOf(subscription, around)}
${!isOver && aheadOf(entry, around)}
${actionsOf(entry, language)}
</section>`
}
