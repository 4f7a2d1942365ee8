/** What waits for somebody: doubts, webhooks, proofs, books that differ. */
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { type Html, html, type Part } from "@florin/pages/Html"
import type { operatorTable } from "@florin/wire/operations/Table"
import * as Arr from "effect/Array"
import type { DocumentOf } from "../../Desk.js"
import { link, type View } from "../../View.js"
import {
  alert,
  button,
  choice,
  confirmation,
  empty,
  field,
  hidden,
  live,
  notice,
  pager,
  section,
  table
} from "../parts.js"
import { tries } from "../tries.js"
import { badge, id, money, payment, span, time, typed, wordOf } from "../values.js"

/** Whose records are listed; nobody named: of all that are seen. */
const shopFilter = (path: string, view: View): Html => {
  const shop = field({ name: "shop", label: view.words.columns.shop, value: view.query.shop })
  return html`<form class="chips" action="${link(view, path)}">${shop}<button>${view.words.declines.show}</button></form>`
}

type Doubt = DocumentOf<typeof operatorTable.listDoubts>["doubts"][number]

export const doubts = (all: ReadonlyArray<Doubt>, isFull: boolean, view: View): Html => {
  const { columns: name, doubts: words, types } = view.words
  const columns = [
    name.since,
    name.about,
    name.type,
    { name: name.amount, isNumber: true },
    name.shop,
    name.acquirer,
    { name: name.attempts, isNumber: true },
    name.next,
    name.what
  ]
  const rows = all.map((one) => [
    html`${view.words.ago(span(one.seconds, view))} ${time(one.since, view)}`,
    words.about[one.about],
    wordOf(types, one.type),
    payment(one.uid, money(one.amount, one.currency, view), view),
    one.shop,
    one.gateway_id,
    one.attempts,
    one.next_at === null ? words.never : time(one.next_at, view),
    view.who.isOperating &&
      button(view, `payments/${one.uid}/recover`, one.about === "contradiction" ? words.settle : words.ask, {
        shop: one.shop
      })
  ])
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${live(view, { list: "doubts" })}
${shopFilter("doubts", view)}
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? all.at(-1)?.uid : undefined)}`
}

type Webhook = DocumentOf<typeof operatorTable.listWebhooks>["notifications"][number]

export interface WebhooksModel {
  readonly status: string
  readonly all: ReadonlyArray<Webhook>
  /** Those that wait and have failed before: their receivers hang. */
  readonly failing: ReadonlyArray<Webhook>
  readonly isFull: boolean
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const receivers = (failing: ReadonlyArray<Webhook>, view: View): Html => {
  const { columns: name, webhooks: words } = view.words
  const alike = Object.entries(Arr.groupBy(failing, ({ shop, url }) => `${hostOf(url)} ${shop}`))
  if (alike.length === 0) return section(words.receivers, html`<p class="soft">${words.noReceivers}</p>`)
  const columns = [
    { name: name.receiver, isLong: true },
    name.shop,
    { name: name.count, isNumber: true },
    name.result,
    name.since
  ]
  const rows = alike
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([, all]): ReadonlyArray<Part> => {
      const [{ last_result: result, shop, url }] = all
      const since = all.map(({ created_at: at }) => at ?? "").sort()[0]
      const waiting = link(view, "webhooks", { status: "waiting", shop })
      return [hostOf(url), shop, html`<a href="${waiting}">${all.length}</a>`, result, time(since, view)]
    })
  return section(words.receivers, table({ caption: words.receivers, columns, rows }))
}

const webhookRow = (one: Webhook, view: View): ReadonlyArray<Part> => [
  time(one.updated_at, view),
  badge(one.status, view.words.webhookStatus[one.status]),
  one.shop,
  one.url,
  tries(one, view),
  one.last_result !== null && wordOf(view.words.webhooks.results, one.last_result),
  html`${payment(one.uid, html`<code class="id">…${one.uid.slice(-8)}</code>`, view)}`,
  html`${id(one.id, view.words.columns.uid, view)}${view.who.isOperating && one.status !== "delivered" && button(view, `webhooks/${one.shop}/${one.id}/resend`, view.words.webhooks.resend)}`
]

export const webhooks = ({ all, failing, isFull, status }: WebhooksModel, view: View): Html => {
  const { columns: name, webhooks: words, webhookStatus } = view.words
  const columns = [
    ...[name.updated, name.status, name.shop, { name: name.receiver, isLong: true }],
    { name: name.attempts, isNumber: true },
    ...[name.result, name.about, name.uid]
  ]
  const options = NotificationStatus.literals.map((one) => [one, webhookStatus[one]] as const)
  const rows = all.map((one) => webhookRow(one, view))
  const shops = [...new Set(all.map(({ shop }) => shop))]
  const again = status === "exhausted" && view.who.isOperating && shops.length > 0
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${view.query.done !== undefined && notice(words.sent)}
${status === "exhausted" && live(view, { list: "webhooks" })}
${receivers(failing, view)}
<form class="chips" action="${link(view, "webhooks")}">${choice({ name: "status", label: name.status, value: status, options })}${field({ name: "shop", label: name.shop, value: view.query.shop })}<button>${view.words.declines.show}</button></form>
${again && html`<p class="buttons"><span>${words.resendAll}:</span> ${shops.map((shop) => html`<a class="action" href="${link(view, `webhooks/${shop}/resend`)}">${shop}…</a> `)}</p>`}
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? all.at(-1)?.id : undefined)}`
}

/** How many webhooks of a shop are about to be sent again. `isMore`: no more were counted. */
export const resending = (shop: string, count: number, isMore: boolean, view: View): Html => {
  const { confirm, webhooks: words } = view.words
  const all = isMore ? `${count}+` : String(count)
  const title = words.sure(shop)
  return html`<h1>${title}</h1>
${
  count === 0
    ? empty(words.empty)
    : confirmation(view, {
        happens: words.happens,
        facts: [
          [view.words.columns.count, all],
          [confirm.shop, shop]
        ],
        to: `webhooks/${shop}/resend`,
        back: "webhooks",
        button: title
      })
}`
}

export type Proof = DocumentOf<typeof operatorTable.listProofs>["proofs"][number]

export type Evidence = DocumentOf<typeof operatorTable.listEvidence>["transfers"][number]

const proofRow = (one: Proof, view: View): ReadonlyArray<Part> => {
  const { proofs: words } = view.words
  const decide = (what: "approve" | "decline") =>
    html`<a class="action" href="${link(view, `proofs/${one.uid}/${what}`)}">${words[what]}</a> `
  return [
    time(one.claimed_at, view),
    payment(one.payment_uid, money(one.amount, one.currency, view), view),
    one.shop,
    one.payment.tracking_id,
    time(one.payment.pay_by, view),
    html`<a href="${link(view, `proofs/${one.uid}/document`)}">${words.open}: ${one.document.file_name}</a>`,
    view.who.isOperating && html`${decide("approve")}${decide("decline")}`
  ]
}

const evidenceTable = (all: ReadonlyArray<Evidence>, view: View): Html => {
  const { columns: name, proofs: words, types } = view.words
  if (all.length === 0) return section(words.evidence, html`<p class="soft">${words.noEvidence}</p>`)
  const columns = [name.created, name.type, { name: name.amount, isNumber: true }, name.status, name.shop, name.result]
  const rows = all.map((one) => [
    time(one.created_at, view),
    wordOf(types, one.type),
    payment(one.uid, money(one.amount, one.currency, view), view),
    badge(one.status, view.words.status[one.status]),
    one.shop,
    one.evidence.map(
      ({ amount, reported_at: at, said: outcome }) =>
        html`${outcome} ${amount !== null && money(amount, one.currency, view)} ${time(at, view)} `
    )
  ])
  return section(words.evidence, table({ caption: words.evidence, columns, rows }))
}

export interface ProofsModel {
  readonly proofs: ReadonlyArray<Proof>
  readonly evidence: ReadonlyArray<Evidence>
  readonly isFull: boolean
}

export const proofs = ({ evidence, isFull, proofs }: ProofsModel, view: View): Html => {
  const { columns: name, none_there: missing, proofs: words } = view.words
  const columns = [
    ...[name.since, { name: name.amount, isNumber: true }],
    ...[name.shop, name.order, name.payBy, words.open, name.what]
  ]
  const rows = proofs.map((one) => proofRow(one, view))
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${shopFilter("proofs", view)}
${proofs.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? proofs.at(-1)?.uid : undefined)}
${evidenceTable(evidence, view)}
<p class="soft">${missing.disputes}</p>`
}

/** What a decision on a proof does, and the form that makes it. */
export const decision = (
  proof: Proof,
  what: "approve" | "decline",
  sentences: ReadonlyArray<string>,
  view: View
): Html => {
  const { confirm, proofs: words } = view.words
  const { amount, currency, uid } = proof
  const happens = what === "approve" ? words.happens.approve(money(amount, currency, view)) : words.happens.decline
  const own =
    what === "approve" &&
    field({
      name: "amount",
      label: `${confirm.amount} (${currency})`,
      value: typed(amount, currency),
      attributes: html` inputmode="decimal" required`
    })
  return html`<h1>${words.sure[what]}</h1>
${sentences.length > 0 && alert(sentences)}
<section class="confirm"><h2>${confirm.happens}</h2><p>${happens}</p>
<form class="act" method="post" action="${link(view, `proofs/${uid}/${what}`)}">${hidden(view)}${own}${field({ name: "message", label: words.message, attributes: html` maxlength="255"` })}<p class="buttons"><button class="go">${words.sure[what]}</button> <a class="action" href="${link(view, "proofs")}">${confirm.back}</a></p></form></section>`
}

type Books = DocumentOf<typeof operatorTable.reconcile>

const side = (
  of: { readonly kind: string; readonly amount: number; readonly currency: string } | null,
  view: View
): Part => (of === null ? view.words.none : `${of.kind} ${money(of.amount, of.currency, view)}`)

const differences = (books: Books, view: View): Html => {
  const { columns: name, reconciliation: words } = view.words
  const columns = [words.title, name.acquirer, words.ours, words.theirs, name.uid]
  const rows = books.differences.map((one) => [
    words.kinds[one.kind],
    one.gateway_id,
    side(one.ours, view),
    side(one.theirs, view),
    one.uid === null ? html`<code>${one.key}</code>` : payment(one.uid, html`<code>${one.uid}</code>`, view)
  ])
  return table({ caption: words.title, columns, rows })
}

const outcomeOf = (books: Books, view: View): Html => {
  const { reconciliation: words } = view.words
  if (books.differences.length > 0) return differences(books, view)
  return empty(books.checked === 0 ? words.nothing : words.none)
}

export const reconciliation = (books: Books | undefined, view: View): Html => {
  const { reconciliation: words } = view.words
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${view.who.isOperating && html`<form method="post" action="${link(view, "reconciliation")}">${hidden(view)}<button class="go">${words.run}</button></form>`}
${
  books !== undefined &&
  html`<p class="notice" role="status">${words.period} ${time(books.from, view)} – ${time(books.to, view)}. ${books.checked > 0 && words.result(books.checked, books.difference_count)}</p>
${books.not_compared.length > 0 && html`<ul>${books.not_compared.map(({ gateway_id: gateway, reason }) => html`<li>${words.notCompared}: ${gateway}, ${words.reasons[reason]}</li>`)}</ul>`}
${outcomeOf(books, view)}`
}`
}
