/** Parts that several screens have in common. */
import { type Html, html, type Part } from "@florin/pages/Html"
import { link, type View } from "../View.js"
import { readable } from "./values.js"

export interface Column {
  readonly name: string
  /** Numbers stand to the right, one digit below the other. */
  readonly isNumber?: boolean
  /** Texts of others, such as addresses, which may be long and have no place to break. */
  readonly isLong?: boolean
  /** How it is sorted now, and the way to the other direction. Absent: a list can't be sorted by it. */
  readonly sort?: { readonly now: "ascending" | "descending"; readonly other: string; readonly says: string }
}

interface Table {
  readonly caption: string
  readonly columns: ReadonlyArray<Column | string>
  readonly rows: ReadonlyArray<ReadonlyArray<Part>>
  /** The caption is read, and not shown: a heading says the same. */
  readonly isCaptionHidden?: boolean
}

const columnOf = (column: Column | string): Column => (typeof column === "string" ? { name: column } : column)

/** The head of a column; of one that can be sorted by, a link. */
const head = ({ name, sort }: Column, kind: Part): Html =>
  sort === undefined
    ? html`<th scope="col"${kind}>${name}</th>`
    : html`<th scope="col"${kind} aria-sort="${sort.now}"><a href="${sort.other}" title="${sort.says}">${name} <span aria-hidden="true">${sort.now === "ascending" ? "▲" : "▼"}</span><span class="unseen">, ${sort.says}</span></a></th>`

/** A table. Where there is no room for columns, each cell says the name of its column. */
export const table = ({ caption, columns, isCaptionHidden = true, rows }: Table): Html => {
  const all = columns.map(columnOf)
  const kind = (at: number) =>
    all[at]?.isNumber === true ? html` class="number"` : all[at]?.isLong === true && html` class="long"`
  return html`<table>
<caption${isCaptionHidden && html` class="unseen"`}>${caption}</caption>
<thead><tr>${all.map((column, at) => head(column, kind(at)))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td data-label="${all[at]?.name}"${kind(at)}>${cell !== null && cell !== undefined && cell !== false && cell !== "" && html`<div>${cell}</div>`}</td>`)}</tr>\n`)}</tbody>
</table>`
}

/** What a list says that has nothing. */
export const empty = ({ text, title }: { readonly title: string; readonly text: string }): Html =>
  html`<div class="empty"><h2>${title}</h2><p>${text}</p></div>`

export const section = (title: string, content: Part, id?: string): Html =>
  html`<section${id !== undefined && html` id="${id}"`}><h2>${title}</h2>
${content}</section>`

/** Names and values; of what is not there, nothing. */
export const facts = (entries: ReadonlyArray<readonly [name: string, value: Part]>): Html => {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
  return html`<dl>${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** All members of an object that say something, also of those within. */
export const members = (value: unknown, prefix = ""): ReadonlyArray<readonly [string, string]> => {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]): ReadonlyArray<readonly [string, string]> => {
    if (member === null || member === undefined || member === "") return []
    const title = prefix === "" ? readable(name) : `${prefix}: ${readable(name).toLowerCase()}`
    return isObject(member) ? members(member, title) : [[title, textOf(member)]]
  })
}

/** An object as names and values; undefined: it says nothing. */
export const factsOf = (value: unknown): Html | undefined => {
  const all = members(value)
  return all.length === 0 ? undefined : facts(all)
}

/** The fields of a form that nobody types: whose it is, and under which key it is carried out. */
export const hidden = (view: View, more: Readonly<Record<string, string>> = {}): ReadonlyArray<Html> =>
  Object.entries({ form_token: view.who.formToken, key: view.key, ...more }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`
  )

/** A button that is a form. */
export const button = (view: View, to: string, text: string, more: Readonly<Record<string, string>> = {}): Html =>
  html`<form method="post" action="${link(view, to)}" class="inline">${hidden(view, more)}<button class="small">${text}</button></form>`

/** What is about to be done. */
interface Confirmed {
  /** In a sentence: what will happen. */
  readonly happens: string
  readonly facts?: ReadonlyArray<readonly [name: string, value: Part]>
  /** Where the form is sent, and where to go instead. */
  readonly to: string
  readonly back: string
  readonly button: string
  readonly sent?: Readonly<Record<string, string>>
}

/** What will happen, before it does. The button has the focus: one more Enter does it. */
export const confirmation = (view: View, one: Confirmed): Html => {
  const { confirm } = view.words
  return html`<section class="confirm"><h2>${confirm.happens}</h2><p>${one.happens}</p>
${one.facts !== undefined && facts(one.facts)}
<form method="post" action="${link(view, one.to)}">${hidden(view, one.sent)}<p class="buttons"><button class="go" autofocus>${one.button}</button> <a class="action" href="${link(view, one.back)}">${confirm.back}</a></p></form></section>`
}

/**
 * The ways to older records, and back to the newest; of a list that is turned round, to newer ones and the oldest.
 * `last`: the last id of a full page.
 */
export const pager = (view: View, last: string | undefined): Html | undefined => {
  const { path, query, words } = view
  const { after, ...others } = query
  if (last === undefined && after === undefined) return undefined
  const { newer, newest, older, oldest } = words.pages
  const [first, further] = query.order === "oldest" ? [oldest, newer] : [newest, older]
  return html`<nav class="pager" aria-label="${further}">
${after !== undefined && html`<a href="${link(view, path, others)}">${first}</a>`}
${last !== undefined && html`<a rel="next" href="${link(view, path, { ...others, after: last })}">${further}</a>`}</nav>`
}

export const alert = (sentences: ReadonlyArray<string>): Html =>
  html`<div class="alert" role="alert">${sentences.map((one) => html`<p>${one}</p>`)}</div>`

/** What has been done. */
export const notice = (text: string): Html => html`<p class="notice" role="status">${text}</p>`

/** Where the script says that a page is out of date, by the shop of its filter alone. */
export const live = (view: View, query: Readonly<Record<string, string | undefined>>): Html => {
  const { live: words } = view.words
  const changed = query.list === undefined ? words.changed : words.list
  return html`<p class="live" role="status" data-live="${link(view, "pulse", { shop: view.query.shop, ...query })}" data-newer="${words.newer(0)}" data-changed="${changed}" data-reload="${words.reload}"></p>`
}

interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly attributes?: Html | undefined
}

export const field = ({ attributes, hint, label, name, value }: Field): Html =>
  html`<label class="field"><span>${label}</span><input name="${name}" value="${value ?? ""}"${attributes}>${hint !== undefined && html`<small>${hint}</small>`}</label>`

interface Choice {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
}

export const choice = ({ label, name, options, value = "" }: Choice): Html =>
  html`<label class="field"><span>${label}</span><select name="${name}">${options.map(([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`)}</select></label>`
