/** What a customer reads about the charges that lie ahead of a subscription, and about its end. */
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import type { Outlook, PriceStep } from "@florin/core/subscriptions/Outlook"
import { dueIntervalOf, type Subscription } from "@florin/core/subscriptions/Subscription"
import type * as DateTime from "effect/DateTime"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import { instantOf } from "./instants.js"
import { line } from "./parts.js"

type Priced = Pick<Outlook, "then" | "isMetered">

/** With the words that usage comes on top of it, where it does. */
export const withUsage = (charge: string, isMetered: boolean, { words }: Language): string =>
  isMetered ? words.plan.plusUsage(charge) : charge

/** What is charged after the next charge, and how often: `€5.00 once, then €10.00 every month`. Undefined: nothing. */
export const pricesOf = (
  { isMetered, then }: Priced,
  currency: Currency.Currency,
  language: Language
): string | undefined => {
  if (then.length === 0) return undefined
  const { inTurn, recurring } = language.words.plan
  const shown = ({ amount, interval, times }: PriceStep): string =>
    recurring({
      amount: Currency.display(amount, currency, language.locale),
      interval,
      ...(times === null ? {} : { times })
    })
  return withUsage(inTurn(then.map(shown)), isMetered, language)
}

/** Whether the price changes after the next charge: a reduction ends, or what waited is charged. */
export const isChanging = ({ next, then }: { readonly next?: Pick<PriceStep, "amount"> } & Priced): boolean =>
  then.length > 1 || (next !== undefined && then.some(({ amount }) => amount !== next.amount))

/** What a mail says of what is charged after a charge, where that is another amount. */
export const thenRow = (
  charged: Amount | undefined,
  prices: Priced,
  currency: Currency.Currency,
  language: Language
): readonly [name: string, prices: string | undefined] => {
  const isShown = charged !== undefined && isChanging({ next: { amount: charged }, ...prices })
  return [language.words.plan.lines.then, isShown ? pricesOf(prices, currency, language) : undefined]
}

export interface Ahead {
  readonly subscription: Subscription
  readonly outlook: Outlook
  /** The zone in which it is billed. */
  readonly zone: DateTime.TimeZone
}

/** The rows of the next charge, and of what follows where that is another amount. */
export const nextRows = (
  { outlook, subscription, zone }: Ahead,
  language: Language
): ReadonlyArray<Html | undefined> => {
  const { next } = outlook
  if (next === undefined) return []
  const { charged, lines } = language.words.plan
  const names: Partial<Record<typeof next.reason, string>> = { retry: lines.retry, end: lines.last }
  const amount = Currency.display(next.amount, next.currency, language.locale)
  const when = charged(amount, instantOf(next.at, { interval: dueIntervalOf(subscription) }, zone, language))
  return [
    line(names[next.reason] ?? lines.next, withUsage(when, outlook.isMetered, language)),
    isChanging(outlook) ? line(lines.then, pricesOf(outlook, next.currency, language)) : undefined
  ]
}

/** That it ends with its period, what is charged until then, and whom to ask to take it back. Undefined: it goes on. */
export const endOf = (
  { outlook, subscription, zone }: Ahead,
  merchant: string,
  language: Language
): Html | undefined => {
  const { activeTo, charging, ending, plan } = subscription
  if (ending === undefined) return undefined
  const { plan: words, portal } = language.words
  const isKnown = charging === null && activeTo !== null
  const end = isKnown ? portal.ending(instantOf(activeTo, plan, zone, language)) : portal.endingLater
  // That all payments are made cannot be taken back, nor an end that has come.
  const isFixed = ending.isComplete === true || ending.isDue === true
  return html`<p>${end}</p>
${charging === null && outlook.next === undefined && html`<p>${words.nothingMore}</p>`}
${!isFixed && html`<p>${words.takeBack(merchant)}</p>`}`
}
