/** The page about a subscription that was paid for, or not. */

import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Currency from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import type { Outlook } from "@florin/core/subscriptions/Outlook"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import type * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { instantOf } from "./internal/instants.js"
import { endOf, nextRows } from "./internal/outlook.js"
import {
  cardLine,
  headline,
  line,
  masked,
  messageOf,
  statusLine,
  summary,
  testStrip,
  webAddress
} from "./internal/parts.js"
import type { Language } from "./Language.js"

/** Model of the page. Of the card, the page shows the brand and the last four digits only. */
export interface SubscriptionPage {
  /** Not one that waits for its card. */
  readonly subscription: Subscription
  /** What lies ahead of it. */
  readonly outlook: Outlook
  /** Its last charge. */
  readonly transaction?: CardTransaction
  /** The shop's name. */
  readonly merchant: string
  /** No money moves. Source: D39. */
  readonly simulated: boolean
  /** The zone in which it is billed. */
  readonly zone: DateTime.TimeZone
  /** Where the customer returns to. No link when absent. */
  readonly returnUrl?: string
  /** URL of the last charge's receipt. No link when absent. */
  readonly receiptUrl?: string
}

const instant = (at: DateTime.Utc, plan: Plan, { zone }: SubscriptionPage, language: Language): string =>
  instantOf(at, plan, zone, language)

const headlineOf = (model: SubscriptionPage, language: Language): Html => {
  const { state } = model.subscription
  const { states, title } = language.words.plan
  switch (state) {
    case "trial":
    case "active":
    case "expired":
      return headline("successful", Icons.ofStatus("successful"), states[state])
    case "failed_attempt":
    case "error":
      return headline("pending", Icons.ofStatus("pending"), states[state])
    case "canceled":
      return headline("plain", Icons.ofStatus("expired"), states[state])
    case "failed":
    case "redirecting":
      return model.transaction === undefined
        ? headline("plain", Icons.question, title)
        : statusLine(model.transaction, language)
  }
}

/** What happened, and what follows from it. */
const passages = (model: SubscriptionPage, language: Language): ReadonlyArray<Html | undefined> => {
  const { subscription, transaction } = model
  const { nothingMore, paused, retried } = language.words.plan
  const reason = transaction && messageOf(transaction, language)
  switch (subscription.state) {
    case "trial":
    case "active":
      // A pause keeps nothing from ending.
      return [
        subscription.pausedAt !== null && subscription.ending === undefined ? html`<p>${paused}</p>` : undefined,
        endOf(model, model.merchant, language)
      ]
    case "failed_attempt":
    case "error":
      return [
        reason,
        html`<p>${subscription.pausedAt === null || subscription.ending !== undefined ? retried : paused}</p>`,
        endOf(model, model.merchant, language)
      ]
    case "canceled":
    case "expired":
      return [html`<p>${nothingMore}</p>`]
    case "failed":
    case "redirecting":
      return [reason]
  }
}

/** The last charge, if it moved money. */
const paid = (model: SubscriptionPage, language: Language): Html | undefined => {
  const { subscription, transaction } = model
  if (transaction === undefined || transaction.status !== "successful" || transaction.amount === 0) return undefined
  const { lines, plan } = language.words
  const amount = Currency.display(transaction.amount, transaction.currency, language.locale)
  const day = instant(transaction.paidAt ?? transaction.createdAt, subscription.plan, model, language)
  return line(lines.paid, plan.charged(amount, day))
}

/** What the customer has, and what comes next. */
const ahead = (model: SubscriptionPage, language: Language): Html | undefined => {
  const { activeTo, ending, plan, state } = model.subscription
  if (state === "failed" || state === "redirecting") return undefined
  const { lines, untilCancelled } = language.words.plan
  const isRunning = state === "trial" || state === "active"
  const until = activeTo === null ? undefined : instant(activeTo, plan, model, language)
  const rows = [
    paid(model, language),
    line(state === "trial" ? lines.trialUntil : lines.paidUntil, until),
    ...nextRows(model, language),
    isRunning && ending === undefined && plan.billingCycles === null ? line(lines.ends, untilCancelled) : undefined
  ]
  return rows.every((row) => row === undefined) ? undefined : html`<dl>${rows}</dl>`
}

/** Begins anew: another subscription, on a form of its own. */
const again = ({ subscription }: SubscriptionPage, { words }: Language): Html | undefined =>
  subscription.state === "failed"
    ? html`<form method="post">
<input type="hidden" name="subscription" value="${subscription.id}">
<input type="hidden" name="again" value="1">
<button class="action" type="submit">${words.plan.again}</button>
</form>`
    : undefined

const titleOf = ({ subscription: { state }, transaction }: SubscriptionPage, { words }: Language): string => {
  if (state !== "failed" && state !== "redirecting") return words.plan.states[state]
  return transaction === undefined ? words.plan.title : words.titles[transaction.type][transaction.status]
}

/** The page about a subscription. Source: D22. */
export const subscription = (model: SubscriptionPage, design: Design): string => {
  const { merchant, receiptUrl, returnUrl, simulated, subscription, transaction } = model
  const { plan } = subscription
  const language = design.languageOf(subscription.language ?? plan.language)
  const { words } = language
  const back = webAddress(returnUrl)
  const isFailed = subscription.state === "failed"
  return design.layout({
    language,
    title: `${titleOf(model, language)} · ${merchant}`,
    content: html`<article>
${simulated && testStrip(language)}
${summary(design, language, { merchant, amount: transaction?.amount, currency: plan.currency, description: plan.title })}
<div class="body">
${headlineOf(model, language)}
${passages(model, language)}
${subscription.card && cardLine(masked(subscription.card, language))}
${ahead(model, language)}
<div class="actions">
${again(model, language)}
${back !== undefined && html`<a class="action${isFailed && " second"}" href="${back}">${words.backToMerchant}</a>`}
${receiptUrl !== undefined && html`<a class="action second" href="${receiptUrl}">${words.showReceipt}</a>`}
</div>
</div>
</article>`
  })
}
