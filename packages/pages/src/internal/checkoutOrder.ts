/** What is paid for: the merchant, the amount, the lines of the order, and until when. Source: D47. */
import type { Checkout } from "@florin/core/checkouts/Checkout"
import * as InstantFormat from "@florin/core/language/InstantFormat"
import * as Currency from "@florin/core/money/Currency"
import * as DateTime from "effect/DateTime"
import type { Design } from "../Design.js"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import * as Icons from "./icons.js"
import { summary } from "./parts.js"

/** What this side of the page is made of. */
interface Order {
  readonly checkout: Checkout
  readonly merchant: string
  readonly now: DateTime.Utc
  readonly zone: DateTime.TimeZone
}

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]
const date = { year: "numeric", month: "long", day: "numeric" } as const
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const

/** Counted down by the script, in the last hour. */
const left = (milliseconds: number, { words }: Language): Html => {
  const { left: name, minutesLeft } = words.transfer
  return html`<p id="left" hidden><span class="unseen">${name} </span><strong id="timer" role="timer" data-left="${Math.ceil(milliseconds / 1000)}"></strong></p>
<p id="spoken" class="unseen" role="status" data-five="${minutesLeft(5)}" data-one="${minutesLeft(1)}"></p>`
}

/** Until when the order can be paid. An order that waits for a day or more needs no clock. */
const deadline = ({ checkout: { expiresAt }, now, zone }: Order, language: Language): Html | undefined => {
  const { locale, words } = language
  const rest = DateTime.distance(now, expiresAt)
  if (rest >= day - 60_000) return undefined
  const at = DateTime.setZone(expiresAt, zone)
  const isToday = DateTime.formatIsoDate(at) === DateTime.formatIsoDate(DateTime.setZone(now, zone))
  const shown = InstantFormat.format(at, { locale, ...(isToday ? {} : date), ...time })
  return html`<div class="deadline"><p>${Icons.clock}<span>${words.checkout.payBy} <time datetime="${DateTime.formatIso(expiresAt)}">${shown}</time></span></p>
${rest <= hour && left(rest, language)}</div>`
}

/** More lines than these are shown when they are asked for. */
const mostLines = 5

/** The lines of the order, if the shop has sent some. */
const items = ({ checkout: { details } }: Order, { locale, words }: Language): Html | undefined => {
  const { currency, items: lines = [] } = details.order
  if (lines.length === 0) return undefined
  const line = ({ amount, name, quantity = 1 }: (typeof lines)[number]): Html =>
    html`<li><span>${quantity > 1 && `${quantity} × `}${name}</span><span class="money">${Currency.display(amount, currency, locale)}</span></li>`
  return html`<details class="items"${lines.length <= mostLines && html` open`}><summary>${words.checkout.items} <span class="count">${lines.length}</span></summary>
<ul>${lines.map(line)}</ul></details>`
}

/** Who is paid, how much, and what for. */
export const summaryOf = (
  design: Design,
  language: Language,
  { checkout, merchant }: Pick<Order, "checkout" | "merchant">
): Html => {
  const { amount, currency, description } = checkout.details.order
  return summary(design, language, { merchant, currency, description, amount: amount === 0 ? undefined : amount })
}

/** The side of the page about the order. */
export const orderOf = (order: Order, design: Design, language: Language): Html => html`<div class="order">
${summaryOf(design, language, order)}
${items(order, language)}
${deadline(order, language)}
</div>`
