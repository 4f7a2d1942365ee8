/** Subscriptions with what lies ahead of them, and checkouts: both belong to a shop. */
import { type Html, html, type Part } from "@florin/pages/Html"
import type { table as operations } from "@florin/wire/operations/Table"
import type { DocumentOf } from "../../Desk.js"
import { link, type View } from "../../View.js"
import { alert, empty, facts, factsOf, field, pager, section, table } from "../parts.js"
import { badge, copy, id, money, payment, readable, time } from "../values.js"

type Subscription = DocumentOf<typeof operations.findSubscription>

type Preview = DocumentOf<typeof operations.previewSubscription>

type Checkout = DocumentOf<typeof operations.listCheckouts>["checkouts"][number]

/** The list of a shop; or why there is none: nobody has named a shop, or it is none that they see. */
export type InShop<Document> = Document | "unnamed" | "unknown"

/** Whose records are listed. */
const shopForm = (path: string, listed: InShop<unknown>, text: string, view: View): Html =>
  html`${listed === "unknown" && alert([view.words.shopUnknown])}<form class="chips" action="${link(view, path)}">${field({ name: "shop", label: view.words.columns.shop, value: view.query.shop, attributes: html` required` })}<button>${view.words.declines.show}</button> <small>${text}</small></form>`

const isListed = <Document extends object>(listed: InShop<Document>): listed is Document => typeof listed === "object"

type IsFull = (list: ReadonlyArray<unknown>) => boolean

const price = ({ plan }: Subscription, view: View): string =>
  `${money(plan.plan.amount, plan.currency, view)} / ${plan.plan.interval} ${plan.plan.interval_unit}`

export const subscriptions = (listed: InShop<ReadonlyArray<Subscription>>, isFull: IsFull, view: View): Html => {
  const all = isListed(listed) ? listed : []
  const { columns: name, subscriptions: words } = view.words
  const shop = view.query.shop ?? ""
  const columns = [
    name.created,
    name.state,
    name.plan,
    name.amount,
    name.renews,
    { name: name.order, isLong: true },
    name.uid
  ]
  const rows = all.map(
    (one): ReadonlyArray<Part> => [
      html`<a href="${link(view, `subscriptions/${shop}/${one.id}`)}">${time(one.created_at, view)}</a>`,
      badge(one.state, readable(one.state)),
      one.plan.title,
      price(one, view),
      time(one.renew_at, view),
      one.tracking_id,
      id(one.id, name.uid, view)
    ]
  )
  const shown = rows.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })
  return html`<h1>${words.title}</h1>${shopForm("subscriptions", listed, words.choose, view)}
${isListed(listed) && html`${shown}${pager(view, isFull(all) ? all.at(-1)?.id : undefined)}`}`
}

const ahead = (preview: Preview, view: View): Html => {
  const { columns: name, subscriptions: words } = view.words
  if (preview.charges.length === 0) return html`<p class="soft">${words.noneAhead}</p>`
  const columns = [words.at, { name: name.amount, isNumber: true }, name.reason, words.declined]
  const rows = preview.charges.map((one) => [
    time(one.at, view),
    money(one.amount, one.currency, view),
    readable(one.reason),
    html`${readable(one.if_declined.state)} ${one.if_declined.renew_at !== null && time(one.if_declined.renew_at, view)}`
  ])
  return table({ caption: words.ahead, columns, rows })
}

export const subscription = (one: Subscription, preview: Preview, view: View): Html => {
  const { columns: name, subscriptions: words } = view.words
  const last = one.last_transaction
  const shown = facts([
    [name.state, badge(one.state, readable(one.state))],
    [name.plan, `${one.plan.title}, ${price(one, view)}`],
    [name.renews, time(one.renew_at, view)],
    [readable("active_to"), time(one.active_to, view)],
    [readable("paused_at"), one.paused_at !== null && time(one.paused_at, view)],
    [readable("paid_billing_cycles"), one.paid_billing_cycles],
    [readable("number_failed_payment_attempts"), one.number_failed_payment_attempts],
    [name.order, one.tracking_id],
    [
      name.card,
      one.card?.last_4 !== undefined && one.card?.last_4 !== null && `${one.card.brand} •••• ${one.card.last_4}`
    ],
    [name.customer, one.customer?.id],
    [
      readable("last_transaction"),
      last !== null && payment(last.uid, `${readable(last.status)} ${last.message ?? ""}`, view)
    ],
    [readable("cancel_reason"), one.cancel_reason]
  ])
  return html`<h1>${words.one}: ${one.plan.title}</h1><p class="chips"><code>${one.id}</code>${copy(one.id, name.uid, view)} <a href="${link(view, "", { subscription: one.id })}">${view.words.nav[""]}</a></p>
<div class="story"><div>${section(words.ahead, ahead(preview, view))}</div><div>${section(words.facts, shown)}${
    one.items !== undefined &&
    section(
      readable("items"),
      one.items.map((item) => factsOf(item))
    )
  }</div></div>`
}

export const checkouts = (
  listed: InShop<{ readonly checkouts: ReadonlyArray<Checkout> }>,
  isFull: IsFull,
  view: View
): Html => {
  const all = isListed(listed) ? listed.checkouts : []
  const { checkouts: words, columns: name } = view.words
  const columns = [
    { name: name.order, isLong: true },
    name.state,
    { name: name.amount, isNumber: true },
    name.result,
    name.ends,
    name.uid
  ]
  const rows = all.map((one): ReadonlyArray<Part> => {
    const attempt = Object.values(one.gateway_response ?? {})[0]
    const sum = money(one.order.amount, one.order.currency, view)
    return [
      one.order.tracking_id ?? one.order.description,
      badge(one.state, readable(one.state)),
      attempt === undefined ? sum : payment(attempt.uid, sum, view),
      one.message,
      time(one.order.expired_at, view),
      id(one.token, name.uid, view)
    ]
  })
  const shown = rows.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })
  return html`<h1>${words.title}</h1>${shopForm("checkouts", listed, words.choose, view)}
${isListed(listed) && html`${shown}${pager(view, isFull(all) ? all.at(-1)?.token : undefined)}`}`
}
