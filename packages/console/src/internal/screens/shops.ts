/** Shops: the list, one with what can be done to it, and the secrets that no other page shows. Source: D73. */
import { type Html, html, type Part } from "@florin/pages/Html"
import type { operatorTable } from "@florin/wire/operations/Table"
import * as DateTime from "effect/DateTime"
import type { DocumentOf } from "../../Desk.js"
import { link, type View } from "../../View.js"
import type { Words } from "../../Words.js"
import { alert, choice, confirmation, empty, facts, field, hidden, notice, pager, section, table } from "../parts.js"
import { copy, time } from "../values.js"

export interface ShopNumbers {
  readonly shop: string
  readonly count: number
}

export type Shop = DocumentOf<typeof operatorTable.showShop>

export type Secrets = DocumentOf<typeof operatorTable.addShop>

const screensOf = (shop: string, view: View): Html => {
  const { nav } = view.words
  const to = (path: keyof Words["nav"]) => html`<a href="${link(view, path, { shop })}">${nav[path]}</a>`
  return html`<span class="links">${to("")}${to("subscriptions")}${to("checkouts")}${to("declines")}${to("charts")}</span>`
}

/** For whoever does not administer all of them: those with a role of theirs, and those that were busy. */
export const numbers = (all: ReadonlyArray<ShopNumbers>, view: View): Html => {
  const { columns: name, shops: words } = view.words
  const rows = all.map(({ count, shop }) => [
    shop,
    html`<a href="${link(view, "", { shop })}">${count}</a>`,
    screensOf(shop, view)
  ])
  const columns = [name.shop, { name: name.count, isNumber: true }, words.columns.what]
  return html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${all.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}`
}

/** What was typed of a new shop. */
export type Entered = Readonly<Record<"id" | "name" | "site" | "notification_url", string>>

const adding = (entered: Entered, view: View): Html => {
  const { shops: words } = view.words
  const text = (name: keyof Entered, label: string, hint: string, attributes: Html) =>
    field({ name, label, hint, value: entered[name], attributes })
  return section(
    words.newTitle,
    html`<form method="post" action="${link(view, "shops")}">${hidden(view)}<div class="fields">
${text("id", words.id, words.idHint, html` required maxlength="64" autocapitalize="none" autocomplete="off"`)}
${text("name", words.name, words.nameHint, html` maxlength="255" autocomplete="off"`)}
${text("site", words.site, words.siteHint, html` maxlength="2048" inputmode="url" autocomplete="off"`)}
${text("notification_url", words.notificationUrl, words.urlHint, html` maxlength="2048" inputmode="url" autocomplete="off"`)}
</div><p class="buttons"><button class="go">${words.make}</button></p></form>`,
    "new"
  )
}

export interface ListModel {
  readonly shops: ReadonlyArray<Shop>
  readonly isFull: boolean
  readonly faults: ReadonlyArray<string>
  readonly entered: Entered
}

export const list = ({ entered, faults, isFull, shops }: ListModel, view: View): Html => {
  const { shops: words } = view.words
  const { columns: name } = words
  const rows = shops.map((shop) => [
    html`<a href="${link(view, `shops/${shop.id}`)}">${shop.id}</a>`,
    shop.name,
    words.from[shop.from],
    shop.disabled ? words.disabled : words.open,
    time(shop.created_at, view),
    screensOf(shop.id, view)
  ])
  const columns = [name.id, { name: name.name, isLong: true }, name.from, name.state, name.made, name.what]
  return html`<h1>${words.title}</h1><p class="lead">${words.textOfAll} <a href="#new">${words.newTitle}</a></p>
${faults.length > 0 && alert(faults)}
${shops.length === 0 ? empty(words.none) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? shops.at(-1)?.id : undefined)}
${adding(entered, view)}
<p class="soft">${view.words.none_there.shops}</p>`
}

/** What is done to a shop, each after a page that says what will happen. */
export const acts = ["rotate", "retire", "disable", "enable"] as const

export type Act = (typeof acts)[number]

/** What can be done to a shop as it is. */
const actsOn = (shop: Shop, { who }: View): ReadonlyArray<Act> => {
  if (shop.from === "settings" || !who.isAdministeringAll) return []
  return ["rotate", ...(shop.former_secret === null ? [] : (["retire"] as const)), shop.disabled ? "enable" : "disable"]
}

const formerOf = ({ former_secret: former }: Shop, view: View): Part => {
  const { shops: words } = view.words
  if (former === null) return null
  return former === "until-retired" ? words.oldUntilEnded : html`${words.oldUntil} ${time(former, view)}`
}

const isDone = (what: string | undefined): what is "retire" | "disable" | "enable" =>
  what === "retire" || what === "disable" || what === "enable"

export const one = (shop: Shop, view: View): Html => {
  const { shops: words } = view.words
  const { done } = view.query
  const key = shop.public_key
  const known = [
    [words.name, shop.name],
    [words.columns.state, shop.disabled ? words.disabled : words.open],
    [words.columns.from, words.from[shop.from]],
    [words.columns.made, shop.created_at !== null && time(shop.created_at, view)],
    [words.site, shop.site],
    [words.notificationUrl, shop.notification_url],
    [words.publicKey, key !== null && html`<code class="long">${key}</code>${copy(key, words.publicKey, view)}`],
    [words.oldSecret, formerOf(shop, view)]
  ] as const
  return html`<h1>${shop.id}</h1><p class="chips">${screensOf(shop.id, view)}</p>
${isDone(done) && notice(words.done[done])}
<section>${facts(known)}</section>
${shop.from === "settings" ? html`<p>${words.ofSettings}</p>` : html`<p class="buttons">${actsOn(shop, view).map((act) => html`<a class="action" href="${link(view, `shops/${shop.id}/${act}`)}">${words[act]}…</a> `)}</p>`}
<p class="soft">${view.words.none_there.shops}</p>`
}

/**
 * For how long the present secret stays good beside a new one, as the row has it. The day begins with the page: the same form,
 * sent twice, says the same.
 */
const overlapsOf = ({ now, words }: View) => {
  const { day, ...others } = words.shops.overlaps
  return [
    ["until-retired", others["until-retired"]],
    [DateTime.formatIso(DateTime.add(now, { days: 1 })), day],
    ["none", others.none]
  ] as const
}

/** What will happen to a shop, before it does. */
export const confirmed = (shop: Shop, act: Act, sentences: ReadonlyArray<string>, view: View): Html => {
  const { confirm, shops: words } = view.words
  const title = words.sure[act](shop.id)
  const to = `shops/${shop.id}/${act}`
  const back = `shops/${shop.id}`
  const heading = html`<h1>${title}</h1>${sentences.length > 0 && alert(sentences)}`
  if (act !== "rotate") {
    return html`${heading}
${confirmation(view, { happens: words.happens[act], facts: [[words.name, shop.name]], to, back, button: title })}`
  }
  return html`${heading}
<section class="confirm"><h2>${confirm.happens}</h2><p>${words.happens.rotate}</p>${facts([[words.name, shop.name]])}
<form class="act" method="post" action="${link(view, to)}">${hidden(view)}<div class="fields">${choice({ name: "former_secret", label: words.overlap, value: "until-retired", options: overlapsOf(view) })}</div><p class="buttons"><button class="go">${title}</button> <a class="action" href="${link(view, back)}">${confirm.back}</a></p></form></section>`
}

/** The secrets of a shop, which no other page shows, and this one once. */
export const secrets = (shop: Secrets, view: View): Html => {
  const { shops: words } = view.words
  const secret = (name: string, value: string | null): readonly [string, Part] => [
    name,
    value !== null && html`<code class="long">${value}</code>${copy(value, name, view)}`
  ]
  const { secret_key: key, webhook_secret: webhook } = shop
  const shown = html`<p class="lead">${words.secretsText}</p>
<section>${facts([[words.id, html`<code>${shop.id}</code>${copy(shop.id, words.id, view)}`], secret(words.secretKey, key), secret(words.webhookSecret, webhook)])}</section>`
  return html`<h1>${words.secretsTitle(shop.id)}</h1>
${key === null ? alert([words.shownBefore]) : shown}
<p><a href="${link(view, `shops/${shop.id}`)}">${words.toShop}</a></p>`
}
