/** What waits for a second person, and what was done. Source: D74, D75. */

import { type Html, html, type Part } from "@florin/pages/Html"
import type { table as operations } from "@florin/wire/operations/Table"
import type { ApprovalDocument, AuditDocument } from "@florin/wire/PeopleSchemas"
import { link, type View } from "../../View.js"
import { alert, button, choice, confirmation, empty, factsOf, field, live, notice, pager, table } from "../parts.js"
import { money, time, typed, wordOf } from "../values.js"
import type { kinds as actions } from "./action.js"

export type Approval = typeof ApprovalDocument.Encoded
type Entry = (typeof AuditDocument.Encoded)["entries"][number]

const decisions = ["approve", "decline"] as const

export type Decision = (typeof decisions)[number]

const textIn = (of: unknown, name: string): string | undefined => {
  const value = (of as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The record that a request is about: that in the path, or the transaction to which it adds something. */
const aboutOf = ({ request, subject }: Approval): string | undefined => subject ?? textIn(request, "parent_uid")

/** Who gets the money, where the request says so: a saved card, or an account. */
const receiverOf = ({ request }: Approval): string | undefined => {
  const { credit_card: card, method } = request
  if (card === undefined) return textIn(method, "account_number")
  return [textIn(card, "brand"), textIn(card, "last_4") && `•••• ${textIn(card, "last_4")}`].filter(Boolean).join(" ")
}

const reasonOf = ({ request }: Approval): string | undefined =>
  textIn(request, "reason") ?? textIn(request, "message") ?? textIn(request, "description")

const whatOf = (one: Approval, view: View): string => wordOf(view.words.approvalList.operations, one.operation)

type Forms = Partial<Record<keyof typeof operations, (typeof actions)[number]>>

/** The forms of the console by the operations that they do. What has none is carried out over HTTP. */
const forms: Forms = { refund: "refund", refundTransfer: "refund", capture: "capture" }

const formOf = (operation: string): string | undefined => (forms as Readonly<Record<string, string>>)[operation]

/** The way to the confirmation of what was asked for: an approval is good for nothing else. */
const carryOut = (one: Approval, view: View): Html | string => {
  const { approvalList: words } = view.words
  const form = formOf(one.operation)
  const about = aboutOf(one)
  if (form === undefined || about === undefined) return words.approved
  const sent = {
    approval: one.id,
    amount: typed(one.amount, one.currency),
    reason: textIn(one.request, "reason") ?? ""
  }
  return button(view, `payments/${about}/${form}`, words.carryOut, sent)
}

const decide = (one: Approval, view: View): Html | string => {
  const { approvalList: words } = view.words
  if (one.state === "approved") return one.requested_by === view.who.id ? carryOut(one, view) : words.approved
  if (one.requested_by === view.who.id) return words.own
  if (!view.who.isOperating) return ""
  return html`${decisions.map((what) => html`<a class="action" href="${link(view, `approvals/${one.id}/${what}`)}">${words[what]}</a> `)}`
}

const aboutLink = (one: Approval, view: View): Html | undefined => {
  const about = aboutOf(one)
  return about === undefined ? undefined : html`<a href="${link(view, `payments/${about}`)}">${about}</a>`
}

export const approvals = (all: ReadonlyArray<Approval>, isFull: boolean, view: View): Html => {
  const { approvalList: words } = view.words
  const { columns: name } = words
  const { done } = view.query
  const rows = all.map(
    (one): ReadonlyArray<Part> => [
      html`${whatOf(one, view)} ${aboutLink(one, view)}`,
      money(one.amount, one.currency, view),
      receiverOf(one),
      reasonOf(one),
      one.shop,
      one.requested_by,
      time(one.until, view),
      decide(one, view)
    ]
  )
  const columns = [
    ...[name.what, { name: name.amount, isNumber: true }, name.to, { name: name.reason, isLong: true }],
    ...[name.shop, name.by, name.until, name.decide]
  ]
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${(done === "approve" || done === "decline") && notice(words.done[done])}
${live(view, { list: "approvals" })}
<form class="chips" action="${link(view, "approvals")}">${field({ name: "shop", label: name.shop, value: view.query.shop })}<button>${view.words.declines.show}</button></form>
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? all.at(-1)?.id : undefined)}`
}

/** What a decision does, and all that was asked for, before it is made. */
export const decision = (one: Approval, what: Decision, sentences: ReadonlyArray<string>, view: View): Html => {
  const { approvalList: words } = view.words
  const { columns: name } = words
  const { parent_uid: _, amount: __, currency: ___, ...request } = one.request
  return html`<h1>${words.sure[what]}</h1>
${sentences.length > 0 && alert(sentences)}
${confirmation(view, {
  happens: words.happens[what](one.requested_by),
  facts: [
    [name.what, html`${whatOf(one, view)} ${aboutLink(one, view)}`],
    [name.amount, money(one.amount, one.currency, view)],
    [name.to, receiverOf(one)],
    [name.reason, reasonOf(one)],
    [name.shop, one.shop],
    [name.by, html`${one.requested_by} ${time(one.requested_at, view)}`],
    [name.until, time(one.until, view)]
  ],
  to: `approvals/${one.id}/${what}`,
  back: "approvals",
  button: words.sure[what]
})}
${factsOf(request) && html`<details class="more"><summary>${view.words.story.more}</summary>${factsOf(request)}</details>`}`
}

const kinds = ["action", "look", "denied", "sign-in"] as const

/** By what entries are filtered, as the query of the row calls it. */
export const auditFilters = ["kind", "actor", "operation", "shop", "subject", "from", "to"] as const

/** The most entries that one file has: a browser's memory holds it, and a spreadsheet opens it. */
export const mostExported = 20_000

const filters = (view: View): Html => {
  const { auditList: words, columns } = view.words
  const { query } = view
  const text = (name: string, label: string, attributes?: Html) =>
    field({ name, label, value: query[name], attributes })
  const { from, to } = view.words.payments.fields
  const day = html` type="date"`
  const options = [["", words.all] as const, ...kinds.map((kind) => [kind, words.kinds[kind]] as const)]
  return html`<form action="${link(view, "audit")}"><div class="fields">${choice({ name: "kind", label: words.kind, value: query.kind, options })}${text("actor", words.actor)}${text("operation", words.operation)}${text("shop", columns.shop)}${text("subject", words.subject)}${text("from", from, day)}${text("to", to, day)}</div><p class="buttons"><button>${words.filter}</button></p></form>`
}

export const audit = (entries: ReadonlyArray<Entry>, isFull: boolean, view: View): Html => {
  const { auditList: words } = view.words
  const { columns: name } = words
  const rows = entries.map((one) => [
    time(one.at, view),
    one.actor,
    `${wordOf(words.kinds, one.kind)}, ${one.entrance}`,
    [one.operation, one.detail ?? ""].join(" ").trim(),
    one.shop ?? "",
    one.subject ?? "",
    one.address ?? ""
  ])
  const long = (text: string) => ({ name: text, isLong: true })
  const columns = [name.at, name.who, name.how, long(name.what), name.shop, long(name.subject), long(name.address)]
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${filters(view)}
${entries.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${entries.length > 0 && html`<p><a href="${link(view, "audit/export", { ...view.query, after: undefined })}">${words.export}</a> <small>${words.exported(mostExported)}</small></p>`}
${pager(view, isFull ? entries.at(-1)?.id : undefined)}`
}

/** A field of CSV. A text that a spreadsheet would take for a formula begins with an apostrophe. Source: RFC 4180. */
const cell = (value: string | null): string => {
  const text = value ?? ""
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const exported = [
  ...["id", "at", "kind", "actor", "entrance", "address", "operation", "shop", "subject", "detail"]
] as unknown as ReadonlyArray<keyof Entry>

/** Entries as a table for other programs. */
export const csv = (entries: ReadonlyArray<Entry>): string =>
  [exported.join(","), ...entries.map((entry) => exported.map((name) => cell(entry[name])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("")
