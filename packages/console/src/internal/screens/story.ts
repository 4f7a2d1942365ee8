/** All that is known of one payment, and what can be done with it. */
import { type Html, html } from "@florin/pages/Html"
import { link, type View } from "../../View.js"
import { button, facts, factsOf, live, notice, section, table } from "../parts.js"
import { type Members, membersOf, type Story } from "../storied.js"
import { timeline } from "../timeline.js"
import { tries } from "../tries.js"
import { badge, copy, id, money, readable, time, wordOf } from "../values.js"
import { form, kinds } from "./action.js"
import * as Payments from "./payments.js"

/** What the acquirer has answered stands under the name of the type. */
const resultOf = (transaction: Members): unknown => {
  const {
    amount: _,
    currency: __,
    ...result
  } = (transaction[String(transaction.type)] ?? transaction.method ?? {}) as Members
  return result
}

/** What has a place of its own on the page, or says nothing to people. */
const elsewhere: ReadonlySet<string> = new Set([
  ...["uid", "id", "type", "status", "amount", "currency", "test", "created_at", "updated_at", "paid_at", "closed_at"],
  ...["credit_card", "recipient_credit_card", "customer", "recipient", "billing_address", "recipient_billing_address"],
  ...[
    "three_d_secure_verification",
    "receipt_url",
    "code",
    "message",
    "description",
    "tracking_id",
    "parent_uid",
    "reason"
  ],
  ...["payment_method_type", "smart_routing_verification", "gateway", "status_code", "mute_notifications"]
])

const secure = (transaction: Members): unknown => {
  const {
    acs_url: _,
    creq: __,
    md: ___,
    method_process_url: ____,
    pa_req: _____,
    pa_res_url: ______,
    ...shown
  } = (transaction.three_d_secure_verification ?? {}) as Members
  return shown
}

const heading = (story: Story, view: View): Html => {
  const { words } = view
  const { amount, currency, status, test, type, uid } = story.transaction
  const sum = money(amount, currency, view)
  return html`<div class="title"><h1 class="big">${words.story.title(wordOf(words.types, type), sum)}</h1>${badge(status, words.status[status])}${test && html` ${badge("test", words.test)}`}</div>
<p class="chips"><code>${uid}</code>${copy(uid, words.columns.uid, view)} <a href="${link(view, "", { shop: story.shop })}">${story.shop}</a></p>`
}

const order = (story: Story, view: View): Html => {
  const { words } = view
  const members = membersOf(story)
  const text = (name: string): string | undefined => {
    const value = members[name]
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const when = (name: string) => text(name) !== undefined && time(text(name), view)
  const tracking = text("tracking_id")
  return facts([
    [words.columns.order, tracking && html`${tracking}${copy(tracking, words.columns.order, view)}`],
    [readable("description"), text("description")],
    [words.columns.reason, text("reason")],
    [readable("message"), text("message")],
    [readable("code"), text("code") && html`<code>${text("code")}</code>`],
    [words.columns.created, when("created_at")],
    [readable("paid_at"), when("paid_at")],
    [readable("closed_at"), when("closed_at")],
    [words.columns.updated, when("updated_at")]
  ])
}

const route = ({ explanation }: Story, { words }: View): Html | undefined => {
  if (explanation === null) return undefined
  const { rules } = explanation
  return section(
    words.story.route,
    html`${explanation.acquirers.map(({ code, gateway_id: gateway, lacks, result }) => html`<p>${words.story.attempt(String(gateway ?? words.none), wordOf(words.story.results, result))}${code !== null && html` <code>${code}</code>`}${lacks !== null && html` <small>${readable(lacks)}</small>`}</p>`)}
<h3>${words.story.rules}</h3>
${rules.length === 0 ? html`<p class="soft">${words.story.noRules}</p>` : html`<ul>${rules.map(({ action, gateway_ids: gateways, name }) => html`<li>${name}: ${readable(action)}${gateways !== undefined && ` ${gateways.join(", ")}`}</li>`)}</ul>`}
<details class="more"><summary>${words.story.facts}</summary>${factsOf(explanation.facts)}</details>`
  )
}

const webhooks = (story: Story, view: View): Html => {
  const { words } = view
  const { columns: name } = words
  if (story.notifications.length === 0) {
    return section(words.story.webhooks, html`<p class="soft">${words.story.noWebhooks}</p>`, "webhooks")
  }
  const rows = story.notifications.map((one) => [
    time(one.updated_at, view),
    badge(one.status, words.webhookStatus[one.status]),
    html`${tries(one, view)} ${one.last_result !== null && html`<small>${wordOf(words.webhooks.results, one.last_result)}</small>`}`,
    one.url,
    id(one.id, name.uid, view)
  ])
  const columns = [name.updated, name.status, name.attempts, { name: name.receiver, isLong: true }, name.uid]
  const again =
    view.who.isOperating && button(view, `payments/${story.transaction.uid}/renotify`, words.story.actions.renotify)
  return section(
    words.story.webhooks,
    html`${table({ caption: words.story.webhooks, columns, rows })}${again}`,
    "webhooks"
  )
}

const actions = (story: Story, view: View): Html => {
  const { words } = view
  const { status, uid } = story.transaction
  const { actions: texts } = words.story
  if (!view.who.isOperating) return section(texts.title, html`<p class="soft">${texts.viewer}</p>`)
  const forms = kinds.filter((kind) => story.remains[kind] !== null)
  const isOpen = status === "pending" || status === "incomplete"
  return section(
    texts.title,
    html`${forms.length > 0 ? html`<div class="acts">${forms.map((kind) => form(story, kind, view))}</div>` : html`<p class="soft">${texts.nothing}</p>`}${isOpen && button(view, `payments/${uid}/recover`, texts.recover)}`
  )
}

const related = ({ followers, parent }: Story, view: View): Html | undefined => {
  const all = parent === null ? followers : [parent, ...followers]
  const { related: title } = view.words.story
  return all.length === 0 ? undefined : section(title, Payments.list(all, title, view))
}

const side = (story: Story, view: View): Html => {
  const { words } = view
  const members = membersOf(story)
  const part = (title: string, value: unknown): Html | undefined => {
    const shown = factsOf(value)
    return shown && section(title, shown)
  }
  const others = Object.fromEntries(
    Object.entries(members).filter(([name]) => !elsewhere.has(name) && name !== members.type)
  )
  const more = factsOf(others)
  return html`${section(words.story.order, order(story, view))}
${part(words.story.acquirer, resultOf(members))}
${part(words.story.card, members.credit_card ?? members.recipient_credit_card)}
${part(words.story.customer, { ...(members.customer ?? members.recipient ?? {}), ...(members.billing_address ?? {}) })}
${part(words.story.secure, secure(members))}
${route(story, view)}
${section(words.story.documents, html`<p><a href="${members.receipt_url as string}" rel="noreferrer">${words.story.receipt}</a></p>`)}
${more && html`<details class="more"><summary>${words.story.more}</summary>${more}</details>`}`
}

export const show = (story: Story, view: View): Html => {
  const { done } = view.query
  const { done: texts } = view.words.story
  return html`${heading(story, view)}
${done !== undefined && Object.hasOwn(texts, done) && notice(texts[done as keyof typeof texts])}
${live(view, { uid: story.transaction.uid })}
<div class="story"><div>
${section(view.words.story.history, timeline(story, view))}
${actions(story, view)}
${related(story, view)}
${webhooks(story, view)}
</div><div>
${side(story, view)}
</div></div>
<p class="soft">${view.words.none_there.story}</p>`
}
