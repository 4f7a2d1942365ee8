/**
 * What people type to find a payment, as the query of `searchTransactions`: what they have in hand, in any order. Pure.
 *
 * Source: D73.
 */
import { Currency } from "@florin/core/money/Currency"
import { given } from "@florin/core/request/Given"
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { type Price, priceIn, unitsOf } from "./internal/prices.js"
import { beginOf, dayOf } from "./internal/values.js"

/** The names of the filters that people may set, as the operation has them. */
export const filterNames = [
  ...["uid", "tracking_id", "reference", "email", "customer", "subscription", "last4", "amount", "min_amount"],
  ...["max_amount", "currency", "from", "to", "status", "type", "shop", "gateway_id", "method", "code"]
] as const

export type Filters = Readonly<Record<string, string>>

interface Place {
  readonly now: DateTime.Utc
  readonly zone: DateTime.TimeZone
}

const isCurrency = Schema.is(Currency)

const uid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Days of the week from Sunday on, in the languages of the console. */
const weekdays = [
  ["sunday", "sun", "воскресенье", "вс"],
  ["monday", "mon", "понедельник", "пн"],
  ["tuesday", "tue", "вторник", "вт"],
  ["wednesday", "wed", "среда", "среду", "ср"],
  ["thursday", "thu", "четверг", "чт"],
  ["friday", "fri", "пятница", "пятницу", "пт"],
  ["saturday", "sat", "суббота", "субботу", "сб"]
]

const daysAgo: Readonly<Record<string, number>> = { today: 0, сегодня: 0, yesterday: 1, вчера: 1 }

/** Words that say nothing by themselves. */
const fillers = new Set(["last", "on", "of", "прошлый", "прошлую", "прошлое", "в", "во"])

/** How many days ago a word means; a day of the week is the last one before today. */
const agoOf = (word: string, today: number): number | undefined => {
  if (Object.hasOwn(daysAgo, word)) return daysAgo[word]
  const weekday = weekdays.findIndex((names) => names.includes(word))
  return weekday < 0 ? undefined : ((today - weekday + 6) % 7) + 1
}

/** The bounds of a day of the zone, its end not included. */
const dayFilters = (day: string, zone: DateTime.TimeZone): Filters | undefined => {
  const from = beginOf(day, zone)
  if (from === undefined) return undefined
  // A day has 25 hours at most: its end is the beginning of the next one.
  const end = beginOf(DateTime.formatIsoDate(DateTime.add(DateTime.unsafeMake(`${day}T00:00:00Z`), { days: 1 })), zone)
  return { from: DateTime.formatIso(from), to: DateTime.formatIso(end ?? from) }
}

const dayIn = (word: string, { now, zone }: Place): Filters | undefined => {
  const here = DateTime.setZone(now, zone)
  const ago = agoOf(word, DateTime.toParts(here).weekDay)
  const day = ago === undefined ? word : DateTime.formatIsoDate(DateTime.subtract(here, { days: ago }))
  return dayFilters(day, zone)
}

const statuses: ReadonlySet<string> = new Set(TransactionStatus.literals)
const types: ReadonlySet<string> = new Set(TransactionType.literals)
const named = /^(shop|order|ref|reference|customer|subscription|status|type|last4|email|acquirer|method|code):(.+)$/i
const spelled: Readonly<Record<string, string>> = { order: "tracking_id", ref: "reference", acquirer: "gateway_id" }

/** What came to nothing, as the interface says it. */
const failure = /^f\.\d{4}$/i

/** What one word asks for; undefined: it says nothing by itself. */
const wordFilters = (word: string, place: Place): Filters | undefined => {
  const lower = word.toLowerCase()
  const [, name, value] = named.exec(word) ?? []
  if (name !== undefined && value !== undefined) {
    return { [spelled[name.toLowerCase()] ?? name.toLowerCase()]: value }
  }
  if (uid.test(word)) return { uid: lower }
  if (failure.test(word)) return { code: word.toUpperCase() }
  if (/^[^@\s]+@[^@\s]+$/.test(word)) return { email: word }
  if (/^[*•]*\d{4}$/.test(word)) return { last4: word.slice(-4) }
  if (isCurrency(word.toUpperCase())) return { currency: word.toUpperCase() }
  if (statuses.has(lower)) return { status: lower }
  if (types.has(lower)) return { type: lower }
  return dayIn(lower, place)
}

const amount = /^\d{1,12}(?:[.,]\d{1,4})?$/

/** Words of which each is an amount only if it has decimals, or if the currency is said. */
const isAmount = (word: string, currency: string | undefined): boolean =>
  amount.test(word) && (/[.,]/.test(word) || (currency !== undefined && !/^\d{4}$/.test(word)))

/** The filters of an amount that its sign, its code or its groups of thousands tell from everything else. */
const priceFilters = ({ currency, units }: Price): Filters => ({ amount: String(units), ...given({ currency }) })

/** What the words of a search ask for. What no rule knows is the order that the shop calls so. */
export const parse = (text: string, place: Place): Filters => {
  const price = priceIn(text)
  return price === undefined ? parseWords(text, place) : { ...parseWords(price.rest, place), ...priceFilters(price) }
}

const parseWords = (text: string, place: Place): Filters => {
  const words = text.split(/\s+/).filter((word) => word !== "" && !fillers.has(word.toLowerCase()))
  let filters: Filters = {}
  const rest: Array<string> = []
  for (const word of words) {
    const found = /^\d+[.,]\d+$/.test(word) ? undefined : wordFilters(word, place)
    if (found === undefined) rest.push(word)
    else filters = { ...filters, ...found }
  }
  const { currency } = filters
  const sum = rest.find((word) => isAmount(word, currency))
  const minorUnits = sum === undefined ? undefined : unitsOf(sum, currency, currency !== undefined)
  if (minorUnits !== undefined) filters = { ...filters, amount: String(minorUnits) }
  const others = rest.filter((word) => minorUnits === undefined || word !== sum)
  return others.length === 0 ? filters : { ...filters, tracking_id: others.join(" ") }
}

/** Days and amounts as the fields of the form have them, as the operation wants them. */
const fieldFilter = (name: string, value: string, currency: string | undefined, place: Place): string => {
  if (name === "from" || name === "to") {
    const begin = beginOf(value, place.zone)
    return begin === undefined ? value : DateTime.formatIso(begin)
  }
  if (!name.endsWith("amount")) return value
  const price = priceIn(value)
  return String((price?.rest.trim() === "" ? price.units : unitsOf(value, currency, currency !== undefined)) ?? value)
}

/** What the search box and the fields ask for together; a field goes before a word. */
export const filtersOf = (query: Filters, place: Place): Filters => {
  const { currency, q = "" } = query
  const fields = filterNames.flatMap((name): ReadonlyArray<[string, string]> => {
    const value = query[name]?.trim() ?? ""
    return value === "" ? [] : [[name, fieldFilter(name, value, currency, place)]]
  })
  return { ...parse(q, place), ...Object.fromEntries(fields) }
}

/** Today in a zone. */
export const today = ({ now, zone }: Place): string => dayOf(now, zone)

/** The bounds of a day in a zone; undefined: there is no such day. */
export const boundsOf = dayFilters
