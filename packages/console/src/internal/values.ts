/** Values as people read them: money, instants, states, ids. */
import * as InstantFormat from "@florin/core/language/InstantFormat"
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import { type Html, html, type Part, trusted } from "@florin/pages/Html"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { link, type View } from "../View.js"

const isCurrency = Schema.is(Currency.Currency)

/** An amount with its currency; of a currency that is not known, the minor units. */
export const money = (amount: number, currency: string, { locale }: Pick<View, "locale">): string =>
  isCurrency(currency) ? Currency.display(amount as Amount, currency, locale) : `${amount} ${currency}`

/** An amount as it is typed: `12.50`. */
export const typed = (amount: number, currency: string): string => {
  const decimals = isCurrency(currency) ? Currency.exponent(currency) : 0
  if (decimals === 0) return String(amount)
  const digits = String(amount).padStart(decimals + 1, "0")
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Thousands in groups, where both separators, or one of them twice, say that they are groups. */
const groups = /^(?:\d{1,3}(?:(?:,\d{3})+\.\d{1,4}|(?:\.\d{3})+,\d{1,4}|(?:,\d{3}){2,}|(?:\.\d{3}){2,}))$/

/** `5,000.00` and `5.000,00` without what separates their thousands. */
const ungrouped = (text: string): string => {
  const [first] = groups.test(text) ? (/[.,]/.exec(text) ?? []) : []
  return first === undefined ? text : text.replaceAll(first, "")
}

/** What was typed, in minor units; undefined: it is no amount of the currency. */
export const minor = (text: string, currency: string): number | undefined => {
  const decimals = isCurrency(currency) ? Currency.exponent(currency) : 0
  const plain = ungrouped(text.replace(/\s/g, ""))
  const [, whole = "", part = ""] = /^(\d{1,15})(?:[.,](\d{1,4}))?$/.exec(plain) ?? []
  if (whole === "" || part.length > decimals) return undefined
  const amount = Number(whole + part.padEnd(decimals, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}

const instantIn = (text: string): DateTime.Utc | undefined => {
  const millis = Date.parse(text)
  return Number.isNaN(millis) ? undefined : DateTime.unsafeMake(millis)
}

const isUtc = (zone: DateTime.TimeZone): boolean =>
  zone._tag === "Offset" ? zone.offset === 0 : zone.id === "UTC" || zone.id === "Etc/UTC"

const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const
const date = { year: "numeric", month: "short", day: "numeric" } as const

/** An instant in the zone of whoever looks, with UTC beside: its day only where it is another one. */
export const time = (
  at: string | null | undefined,
  { locale, words, zone }: Pick<View, "locale" | "words" | "zone">
): Html => {
  const instant = at === null || at === undefined ? undefined : instantIn(at)
  if (instant === undefined) return html`<span class="soft">${words.none}</span>`
  const here = DateTime.setZone(instant, zone)
  const own = InstantFormat.format(here, { locale, ...date, ...clock })
  if (isUtc(zone)) return html`<time datetime="${at}">${own} <small>UTC</small></time>`
  const isSameDay = DateTime.formatIsoDate(here) === DateTime.formatIsoDateUtc(instant)
  const shape = isSameDay ? clock : { ...clock, day: "numeric", month: "short" }
  const utc = InstantFormat.format(instant, { locale, ...(shape as Intl.DateTimeFormatOptions) })
  return html`<time datetime="${at}">${own} <small>${utc} UTC</small></time>`
}

/** The day of an instant in the zone: `2026-11-24`. */
export const dayOf = (instant: DateTime.Utc, zone: DateTime.TimeZone): string =>
  DateTime.formatIsoDate(DateTime.setZone(instant, zone))

/** When a day of the zone begins; undefined: there is no such day. */
export const beginOf = (day: string, zone: DateTime.TimeZone): DateTime.Utc | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  const parts = { year: Number(year), month: Number(month), day: Number(date) }
  const utc = DateTime.unsafeMake(parts)
  if (DateTime.formatIsoDate(utc) !== day) return undefined
  return DateTime.toUtc(DateTime.unsafeMakeZoned(parts, { timeZone: zone, adjustForTimeZone: true }))
}

/** How long something has been so. */
export const span = (seconds: number, { words: { spans } }: Pick<View, "words">): string => {
  if (seconds < 60) return spans.seconds(seconds)
  if (seconds < 3600) return spans.minutes(Math.floor(seconds / 60))
  return seconds < 48 * 3600 ? spans.hours(Math.floor(seconds / 3600)) : spans.days(Math.floor(seconds / 86_400))
}

const signs: Readonly<Record<string, string>> = {
  successful: "✓",
  delivered: "✓",
  closed: "✓",
  active: "✓",
  paid: "✓",
  failed: "✕",
  exhausted: "✕",
  expired: "✕",
  open: "!",
  pending: "…",
  waiting: "…",
  incomplete: "…"
}

/** A state, by its sign, its word and its colour. */
export const badge = (state: string, text: string = state): Html =>
  html`<span class="badge ${state.replace(/[^a-z_]/g, "")}"><span aria-hidden="true">${signs[state] ?? "·"}</span> ${text}</span>`

const sign = trusted(
  '<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true" focusable="false"><rect x="9" y="9" width="11" height="11" rx="2"/><path d="M15 5.5V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h.5"/></svg>'
)

/** The button that copies a text; there with a script only. */
export const copy = (text: string, what: string, { words }: Pick<View, "words">): Html =>
  html`<button type="button" class="copy" data-copy="${text}" data-done="${words.copied}" aria-label="${words.copy(what)}" hidden>${sign}</button>`

/** An id, short where lists have it, with a button that copies all of it. */
export const id = (text: string, what: string, view: Pick<View, "words">): Html =>
  html`<code class="id" title="${text}">${text.length > 13 ? `…${text.slice(-6)}` : text}</code>${copy(text, what, view)}`

/** A link to a payment. */
export const payment = (uid: string, text: Part, view: View): Html =>
  html`<a href="${link(view, `payments/${uid}`)}">${text}</a>`

/** A word of the interface, such as `auth_code`, as people read it. */
export const readable = (name: string): string => {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
  const known = spaced.replace(/\b(?:rrn|uid|url|ip|eci|cavv|xid|bin|id)\b/g, (name) => name.toUpperCase())
  return known.charAt(0).toUpperCase() + known.slice(1)
}

/** The word for one of some values; the value itself where there is none. */
export const wordOf = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(words, value) ? words[value]! : value
