/** Declines of a day, and charts of many: what `tallyTransactions` counts. */
import * as InstantFormat from "@florin/core/language/InstantFormat"
import { type Html, html } from "@florin/pages/Html"
import type { operatorTable } from "@florin/wire/operations/Table"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import type { DocumentOf } from "../../Desk.js"
import { link, type View } from "../../View.js"
import { bars } from "../chart.js"
import { choice, empty, field, section, table } from "../parts.js"
import { badge, dayOf, money, wordOf } from "../values.js"

export type Tally = DocumentOf<typeof operatorTable.tallyTransactions>

type Line = Tally["lines"][number]

/** The day of an instant that a document has. */
const dayIn = (at: string, zone: View["zone"]): string => dayOf(DateTime.unsafeMake(at), zone)

/** Charges: what an acquirer approves or declines. */
const isCharge = ({ type }: Line): boolean => type === "authorization" || type === "payment"

const isDecided = ({ status }: Line): boolean => status === "successful" || status === "failed"

const countOf = (lines: ReadonlyArray<Line>): number => lines.reduce((sum, { count }) => sum + count, 0)

const grouped = (
  lines: ReadonlyArray<Line>,
  keyOf: (line: Line) => string
): ReadonlyArray<readonly [string, Arr.NonEmptyReadonlyArray<Line>]> => Object.entries(Arr.groupBy(lines, keyOf))

const percent = (part: number, whole: number, { locale }: View): string =>
  whole === 0 ? "–" : new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(part / whole)

const place = ({ gateway_id: gateway, method }: Line): string => JSON.stringify([gateway, method])

/** The declines of one acquirer, method and reason, and their share of what was charged there. */
interface Decline {
  readonly line: Line
  readonly count: number
  readonly charged: number
}

export const declinesIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Decline> => {
  const charges = lines.filter((line) => isCharge(line) && isDecided(line))
  const charged = new Map(grouped(charges, place).map(([key, all]) => [key, countOf(all)]))
  const failed = charges.filter(({ status }) => status === "failed")
  const alike = grouped(failed, (line) => `${place(line)} ${line.code}`)
  return alike
    .map(([, all]) => ({ line: all[0], count: countOf(all), charged: charged.get(place(all[0])) ?? 0 }))
    .toSorted((one, other) => other.count - one.count)
}

export interface DeclinesModel {
  readonly tally: Tally
  readonly day: string
  /** When it ends, for the list behind a number. */
  readonly to: string
}

export const declines = ({ day, tally, to }: DeclinesModel, view: View): Html => {
  const { columns: name, declines: words, unknown } = view.words
  const charges = tally.lines.filter((line) => isCharge(line) && isDecided(line))
  const all = declinesIn(tally.lines)
  const failed = { status: "failed", from: day, to: dayIn(to, view.zone), shop: view.query.shop }
  const list = link(view, "", failed)
  /** The payments that a number counts. */
  const behind = ({ code, gateway_id: gateway, method }: Line): string =>
    link(view, "", {
      ...failed,
      gateway_id: gateway === null ? undefined : String(gateway),
      method: method ?? undefined,
      code: code ?? undefined
    })
  const rows = all.map(({ charged, count, line }) => [
    line.gateway_id === null ? unknown : String(line.gateway_id),
    line.method ?? unknown,
    line.code === null ? unknown : html`<code>${line.code}</code> ${wordOf(view.words.codes, line.code)}`,
    html`<a href="${behind(line)}">${count}</a>`,
    html`${percent(count, charged, view)} <small>${words.ofAll}</small>`
  ])
  const columns = [name.acquirer, name.method, name.reason, { name: name.count, isNumber: true }, name.share]
  return html`<h1>${words.title}</h1>
<form class="chips" action="${link(view, "declines")}">${field({ name: "day", label: words.day, value: day, attributes: html` type="date"` })}${field({ name: "shop", label: name.shop, value: view.query.shop })}<button>${words.show}</button></form>
<p class="lead">${words.text(
    countOf(charges),
    all.reduce((sum, { count }) => sum + count, 0)
  )} ${all.length > 0 && html`<a href="${list}">${words.list}</a>`}</p>
${tally.cut && html`<p class="notice">${words.cut}</p>`}
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}`
}

/** A day of the charts. */
interface Day {
  readonly day: string
  /** As charts have it: `29 Oct`. */
  readonly label: string
  readonly lines: ReadonlyArray<Line>
}

const shortDay = (at: string, { locale, zone }: View): string =>
  InstantFormat.format(DateTime.setZone(DateTime.unsafeMake(at), zone), { locale, day: "numeric", month: "short" })

const daysOf = ({ lines }: Tally, view: View): ReadonlyArray<Day> => {
  const days = grouped(lines, ({ at }) => at ?? "").map(([at, all]) => ({ at, lines: all }))
  return days
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, lines }) => ({ day: dayIn(at, view.zone), label: shortDay(at, view), lines }))
}

const withTable = (drawn: Html, shown: Html, view: View): Html =>
  html`${drawn}<details class="more"><summary>${view.words.charts.table}</summary>${shown}</details>`

const sums = (lines: ReadonlyArray<Line>, currency: string): number =>
  lines
    .filter((line) => isCharge(line) && line.status === "successful" && line.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0)

const volume = (days: ReadonlyArray<Day>, currency: string, view: View): Html => {
  const { charts, columns: name } = view.words
  const title = `${charts.volume}, ${currency}`
  const each = days.map(({ day, label, lines }) => ({ day, label, value: sums(lines, currency) }))
  const all = each.map((one) => ({ ...one, text: money(one.value, currency, view) }))
  const columns = [name.day, { name: name.amount, isNumber: true }]
  return section(
    title,
    withTable(
      bars(title, all),
      table({ caption: title, columns, rows: all.map(({ day, text }) => [dayLink(day, view), text]) }),
      view
    )
  )
}

const dayLink = (day: string, view: View): Html =>
  html`<a href="${link(view, "", { q: day, shop: view.query.shop })}">${day}</a>`

/** The successful payments of a day. */
const approvedLink = (day: string, count: number, view: View): Html =>
  html`<a href="${link(view, "", { q: `${day} successful`, shop: view.query.shop })}">${count}</a>`

const approval = (days: ReadonlyArray<Day>, view: View): Html => {
  const { charts, columns: name } = view.words
  const rows = days.map(({ day, label, lines }) => {
    const charges = lines.filter((line) => isCharge(line) && isDecided(line))
    const approved = countOf(charges.filter(({ status }) => status === "successful"))
    return { day, label, all: countOf(charges), approved, text: percent(approved, countOf(charges), view) }
  })
  const drawn = rows.map(({ all, approved, label, text }) => ({ label, text, value: all === 0 ? 0 : approved / all }))
  const columns = [
    name.day,
    ...[charts.charges, charts.approved, name.rate].map((one) => ({ name: one, isNumber: true }))
  ]
  const shown = rows.map(({ all, approved, day, text }) => [
    dayLink(day, view),
    all,
    approvedLink(day, approved, view),
    text
  ])
  return section(
    charts.approval,
    withTable(
      bars(charts.approval, drawn, { value: 1, text: percent(1, 1, view) }),
      table({ caption: charts.approval, columns, rows: shown }),
      view
    )
  )
}

const recovered = (days: ReadonlyArray<Day>, view: View): Html => {
  const { charts, columns: name } = view.words
  const rows = days.map(({ day, label, lines }) => {
    const retries = lines.filter(({ renewal }) => renewal === "retry")
    const saved = countOf(retries.filter(({ status }) => status === "successful"))
    return { day, label, all: countOf(retries), saved, text: percent(saved, countOf(retries), view) }
  })
  const drawn = rows.map(({ label, saved }) => ({ label, value: saved, text: String(saved) }))
  const columns = [
    name.day,
    ...[charts.retries, charts.saved, name.share].map((one) => ({ name: one, isNumber: true }))
  ]
  const shown = rows.map(({ all, day, saved, text }) => [dayLink(day, view), all, saved, text])
  return section(
    charts.recovered,
    withTable(bars(charts.recovered, drawn), table({ caption: charts.recovered, columns, rows: shown }), view)
  )
}

/** How many days the charts may have. */
export const periods = [7, 30, 90] as const

export const charts = (tally: Tally, days: number, view: View): Html => {
  const { charts: words, columns: name } = view.words
  const all = daysOf(tally, view)
  const currencies = [...new Set(tally.lines.filter(isCharge).map(({ currency }) => currency))].sort()
  const options = periods.map((one) => [String(one), words.days(one)] as const)
  return html`<h1>${words.title}</h1>
<form class="chips" action="${link(view, "charts")}">${choice({ name: "days", label: words.period, value: String(days), options })}${field({ name: "shop", label: name.shop, value: view.query.shop })}<button>${view.words.declines.show}</button></form>
${tally.cut && html`<p class="notice">${words.cut}</p>`}
${all.length === 0 ? empty(words.empty) : html`<div class="charts">${currencies.map((currency) => volume(all, currency, view))}${approval(all, view)}${recovered(all, view)}</div>`}`
}

type Health = DocumentOf<typeof operatorTable.listAcquirers>["acquirers"][number]

/** How acquirers do. */
export const acquirers = (all: ReadonlyArray<Health>, view: View): Html => {
  const { acquirers: words, columns: name } = view.words
  const numbers = words.columns
  const millis = (value: number | null) => (value === null ? "–" : `${Math.round(value)} ms`)
  const columns = [name.acquirer, name.state, ...Object.values(numbers).map((one) => ({ name: one, isNumber: true }))]
  const rows = all.map((one) => [
    html`${one.name} <code>${one.gateway_id}</code>${one.simulated && html` ${badge("test", view.words.test)}`}`,
    badge(one.breaker === "closed" ? "successful" : one.breaker, words.breaker[one.breaker]),
    one.calls,
    one.failure_ratio === null ? "–" : percent(one.failure_ratio, 1, view),
    millis(one.median_ms),
    millis(one.p95_ms),
    one.total.approved,
    html`<a href="${link(view, "declines")}">${one.total.declined}</a>`,
    html`<a href="${link(view, "doubts")}">${one.total.failed}</a>`
  ])
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}`
}
