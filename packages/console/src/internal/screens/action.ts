/** Refunds, captures and voids: the form, what will happen, and the request. */
import { type Html, html } from "@florin/pages/Html"
import { link, type View } from "../../View.js"
import { alert, field, hidden } from "../parts.js"
import type { Story } from "../storied.js"
import { minor, money, typed, wordOf } from "../values.js"

export const kinds = ["refund", "capture", "void"] as const

export type Kind = (typeof kinds)[number]

/** What somebody has typed. */
export interface Entered {
  readonly amount: string
  readonly reason: string
  /** The approved request that this carries out. */
  readonly approval?: string | undefined
}

const fields = ({ transaction: { currency } }: Story, kind: Kind, left: number, entered: Entered, view: View): Html => {
  const { actions } = view.words.story
  return html`${field({
    name: "amount",
    label: `${view.words.confirm.amount} (${currency})`,
    value: entered.amount,
    hint: actions.left(money(left, currency, view)),
    attributes: html` inputmode="decimal" required`
  })}${field({
    name: "reason",
    label: actions.reason,
    value: entered.reason,
    attributes: html` maxlength="255"${kind === "refund" && html` required`}`
  })}`
}

/** The form of an action, with all that is left in it. */
export const form = (story: Story, kind: Kind, view: View, entered?: Entered): Html => {
  const { currency, uid } = story.transaction
  const left = story.remains[kind] ?? 0
  const { actions } = view.words.story
  return html`<form class="act" id="${kind}" method="post" action="${link(view, `payments/${uid}/${kind}`)}"><h3>${actions[kind]}</h3>${hidden(view)}${fields(story, kind, left, entered ?? { amount: typed(left, currency), reason: "" }, view)}<p><button>${actions.go[kind]}</button></p></form>`
}

/** The amount that was typed, of the transaction's currency; undefined: it is none. */
export const amountOf = ({ transaction }: Story, { amount }: Entered): number | undefined => {
  const wanted = minor(amount, transaction.currency)
  return wanted === undefined || wanted <= 0 ? undefined : wanted
}

/** Whether so much is left. */
export const isLeft = ({ remains }: Story, kind: Kind, amount: number): boolean => amount <= (remains[kind] ?? 0)

/** The form again, with what is wrong in it. */
export const again = (
  story: Story,
  kind: Kind,
  entered: Entered,
  sentences: ReadonlyArray<string>,
  view: View
): Html => {
  const { uid } = story.transaction
  return html`<h1>${view.words.story.actions[kind]}</h1>
${alert(sentences)}
<section class="confirm">${form(story, kind, view, entered)}<p><a href="${link(view, `payments/${uid}`)}">${view.words.confirm.back}</a></p></section>`
}

/** What will happen, before it does. The button has the focus. */
export const confirmation = (story: Story, kind: Kind, amount: number, entered: Entered, view: View): Html => {
  const { currency, type, uid } = story.transaction
  const { confirm, story: words, types } = view.words
  const sum = money(amount, currency, view)
  const left = money((story.remains[kind] ?? 0) - amount, currency, view)
  const approved: Readonly<Record<string, string>> =
    entered.approval === undefined ? {} : { approval: entered.approval }
  const sent = { amount: entered.amount, reason: entered.reason, step: "sure", key: view.key, ...approved }
  return html`<h1>${words.sure[kind](sum)}</h1>
<section class="confirm"><h2>${confirm.happens}</h2>
<p>${words.happens[kind](sum, left)}</p>
<dl><div><dt>${wordOf(types, type)}</dt><dd>${money(story.transaction.amount, currency, view)} <code>${uid}</code></dd></div>
<div><dt>${confirm.shop}</dt><dd>${story.shop}</dd></div>
${entered.reason !== "" && html`<div><dt>${confirm.reason}</dt><dd>${entered.reason}</dd></div>`}</dl>
<form method="post" action="${link(view, `payments/${uid}/${kind}`)}">${hidden(view, sent)}<p class="buttons"><button class="go" autofocus>${words.sure[kind](sum)}</button> <a class="action" href="${link(view, `payments/${uid}`)}">${confirm.back}</a></p></form></section>`
}
