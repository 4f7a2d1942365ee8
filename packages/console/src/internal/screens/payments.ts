/** The search, and the list of what it has found. */
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import { type Html, html, type Part } from "@florin/pages/Html"
import { FailureCode } from "@florin/wire/Codes"
import type { operatorTable } from "@florin/wire/operations/Table"
import type { DocumentOf } from "../../Desk.js"
import type { Filters } from "../../Search.js"
import { link, type View } from "../../View.js"
import { type Column, choice, empty, field, live, pager, table } from "../parts.js"
import { badge, copy, id, money, payment, time, typed, wordOf } from "../values.js"

export type Found = DocumentOf<typeof operatorTable.searchTransactions>["transactions"][number]

export interface PaymentsModel {
  readonly found: ReadonlyArray<Found>
  /** What was searched for. */
  readonly filters: Filters
  /** Whether the page is full: an older one may follow. */
  readonly isFull: boolean
}

/**
 * When they were created: the one order in which pages of every search are read from an index, so that no other column
 * offers to be sorted by.
 */
const created = (view: View): Column => {
  const { path, query, words } = view
  const { after: _, order, ...others } = query
  const isTurned = order === "oldest"
  return {
    name: words.columns.created,
    sort: {
      now: isTurned ? "ascending" : "descending",
      other: link(view, path, isTurned ? others : { ...others, order: "oldest" }),
      says: isTurned ? words.pages.newestFirst : words.pages.oldestFirst
    }
  }
}

/** The columns of a list of payments. */
export const columns = (view: View): ReadonlyArray<Column | string> => {
  const { columns: name } = view.words
  return [
    created(view),
    { name: name.amount, isNumber: true },
    name.status,
    name.type,
    { name: name.customer, isLong: true },
    name.card,
    { name: name.order, isLong: true },
    name.shop,
    name.uid
  ]
}

/** One of them. The first link of a page is where a search ends. */
export const row = (one: Found, view: View): ReadonlyArray<Part> => {
  const { words } = view
  return [
    time(one.created_at, view),
    payment(one.uid, money(one.amount, one.currency, view), view),
    html`${badge(one.status, words.status[one.status])}${one.test && html` ${badge("test", words.test)}`}`,
    wordOf(words.types, one.type),
    one.email,
    one.last4 !== null && `••••\u00a0${one.last4}`,
    one.tracking_id,
    html`<a href="${link(view, "", { shop: one.shop })}">${one.shop}</a>`,
    id(one.uid, words.columns.uid, view)
  ]
}

const any = (view: View) => ["", view.words.payments.any] as const

const filterFields = (view: View): Html => {
  const { query, words } = view
  const names = words.payments.fields
  const text = (name: keyof typeof names, attributes?: Html) =>
    field({ name, label: names[name], value: query[name], attributes })
  const options = (values: ReadonlyArray<string>, of: Readonly<Record<string, string>>) => [
    any(view),
    ...values.map((value) => [value, wordOf(of, value)] as const)
  ]
  const day = html` type="date"`
  const decimal = html` inputmode="decimal"`
  return html`<details class="more"><summary>${words.payments.filters}</summary><form action="${link(view, "")}">
<div class="fields">${text("email", html` inputmode="email"`)}${text("last4", html` inputmode="numeric" maxlength="4"`)}${text("tracking_id")}${text("reference")}${text("customer")}${text("subscription")}${text("uid")}${text("shop")}
${choice({ name: "status", label: names.status, value: query.status, options: options(TransactionStatus.literals, words.status) })}
${choice({ name: "type", label: names.type, value: query.type, options: options(TransactionType.literals, words.types) })}
${text("gateway_id", html` inputmode="numeric"`)}${text("method")}
${choice({ name: "code", label: names.code, value: query.code, options: [any(view), ...FailureCode.literals.map((one) => [one, `${one} ${wordOf(words.codes, one)}`] as const)] })}
${text("from", day)}${text("to", day)}${text("amount", decimal)}${text("min_amount", decimal)}${text("max_amount", decimal)}${text("currency", html` maxlength="3"`)}</div>
<p class="buttons"><button class="go">${words.search.button}</button></p></form></details>`
}

const shownValue = (name: string, value: string, filters: Filters, view: View): Part => {
  if (name === "from" || name === "to") return time(value, view)
  if (!name.endsWith("amount") || !/^\d+$/.test(value)) return value
  const { currency } = filters
  if (currency !== undefined) return money(Number(value), currency, view)
  return typed(Number(value), "EUR")
}

const chips = (filters: Filters, view: View): Html | undefined => {
  const { payments: words } = view.words
  const all = Object.entries(filters)
  if (all.length === 0) return undefined
  return html`<p class="chips"><span>${words.understood}:</span> ${all.map(([name, value]) => html`<span class="chip">${wordOf(words.fields, name)}: ${shownValue(name, value, filters, view)}</span> `)}<a href="${link(view, "")}">${words.clear}</a></p>`
}

/** The first one found has the focus, so that Enter opens it. */
const focused = (rows: ReadonlyArray<ReadonlyArray<Part>>, found: ReadonlyArray<Found>, view: View) =>
  rows.map((cells, at) => {
    const one = found[at]
    if (at > 0 || one === undefined) return cells
    const [first, , ...others] = cells
    const amount = money(one.amount, one.currency, view)
    return [first, html`<a href="${link(view, `payments/${one.uid}`)}" autofocus>${amount}</a>`, ...others]
  })

export const show = ({ filters, found, isFull }: PaymentsModel, view: View): Html => {
  const { words } = view
  const isSearch = Object.keys(filters).length > 0
  const rows = found.map((one) => row(one, view))
  const [newest] = found
  const isFirst = view.query.after === undefined && view.query.order !== "oldest"
  const isNewest = isFirst && Object.keys(filters).every((name) => name === "shop")
  return html`<div class="title"><h1>${words.payments.title}</h1><small>${words.pages.shown(found.length)}</small></div>
${isNewest && live(view, { after: newest?.uid })}
${chips(filters, view)}
${filterFields(view)}
${
  found.length === 0
    ? empty(isSearch ? words.payments.empty : words.payments.first)
    : table({
        caption: words.payments.title,
        columns: columns(view),
        rows: isSearch ? focused(rows, found, view) : rows
      })
}
${pager(view, isFull ? found.at(-1)?.uid : undefined)}`
}

/** A short list of payments, such as what follows another one. */
export const list = (found: ReadonlyArray<Found>, caption: string, view: View): Html => {
  const { columns: name, status, types } = view.words
  return table({
    caption,
    columns: [name.created, name.type, { name: name.amount, isNumber: true }, name.status, name.uid],
    rows: found.map((one) => [
      time(one.created_at, view),
      wordOf(types, one.type),
      payment(one.uid, money(one.amount, one.currency, view), view),
      badge(one.status, status[one.status]),
      copy(one.uid, name.uid, view)
    ])
  })
}
