/** Refunds, captures and voids: the form, what will happen, and the request. */
import { type Html, html } from "@florin/pages/Html"
import { link, type View } from "../../View.js"
import { alert, confirmation as confirmed, field, hidden } from "../parts.js"
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

/** Nothing less than all that is left can be voided at some acquirers. */
const isWhole = ({ remains }: Story, kind: Kind): boolean => kind === "void" && remains.voided_whole

const fields = (story: Story, kind: Kind, left: number, entered: Entered, view: View): Html => {
  const { actions } = view.words.story
  const { currency } = story.transaction
  const isFixed = isWhole(story, kind)
  return html`${field({
    name: "amount",
    label: `${view.words.confirm.amount} (${currency})`,
    value: entered.amount,
    hint: (isFixed ? actions.whole : actions.left)(money(left, currency, view)),
    attributes: html` inputmode="decimal" required${isFixed && html` readonly`}`
  })}${field({
    name: "reason",
    label: actions.reason,
    value: entered.reason,
    attributes: html` maxlength="255" required`
  })}`
}

/** What an approved request carries on: it is good for nothing without its id. */
const approvedBy = ({ approval }: Pick<Entered, "approval"> = {}): Readonly<Record<string, string>> =>
  approval === undefined ? {} : { approval }

/** The form of an action, with all that is left in it. */
export const form = (story: Story, kind: Kind, view: View, entered?: Entered): Html => {
  const { currency, uid } = story.transaction
  const left = story.remains[kind] ?? 0
  const { actions } = view.words.story
  return html`<form class="act" id="${kind}" method="post" action="${link(view, `payments/${uid}/${kind}`)}"><h3>${actions[kind]}</h3>${hidden(view, approvedBy(entered))}${fields(story, kind, left, entered ?? { amount: typed(left, currency), reason: "" }, view)}<p><button>${actions.go[kind]}</button></p></form>`
}

/** The amount that was typed, of the transaction's currency; undefined: it is none. */
export const amountOf = ({ transaction }: Story, { amount }: Entered): number | undefined => {
  const wanted = minor(amount, transaction.currency)
  return wanted === undefined || wanted <= 0 ? undefined : wanted
}

/** What is wrong with what was typed; undefined: nothing. An amount that is no amount is wrong, too. */
export const faultOf = (
  story: Story,
  kind: Kind,
  entered: Entered,
  view: Pick<View, "words" | "locale">
): string | undefined => {
  const { story: words } = view.words
  const amount = amountOf(story, entered)
  const left = story.remains[kind] ?? 0
  if (amount === undefined || amount > left) return words.amountFault
  if (isWhole(story, kind) && amount < left) return words.wholeFault(money(left, story.transaction.currency, view))
  return entered.reason === "" ? words.reasonFault : undefined
}

/** What will happen, and what is left after it. */
const happens = (story: Story, kind: Kind, amount: number, view: View): string => {
  const { story: words } = view.words
  const { currency } = story.transaction
  const done = words.happens[kind](money(amount, currency, view))
  const left = (story.remains[kind] ?? 0) - amount
  if (left <= 0) return `${done} ${words.leavesNothing[kind]}`
  const isReleased = kind === "capture" && story.remains.released_by_capture
  return `${done} ${(isReleased ? words.released : words.leaves[kind])(money(left, currency, view))}`
}

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
  const sent = { amount: entered.amount, reason: entered.reason, step: "sure", key: view.key, ...approvedBy(entered) }
  const title = words.sure[kind](sum)
  return html`<h1>${title}</h1>
${confirmed(view, {
  happens: happens(story, kind, amount, view),
  facts: [
    [wordOf(types, type), html`${money(story.transaction.amount, currency, view)} <code>${uid}</code>`],
    [confirm.shop, story.shop],
    [confirm.reason, entered.reason]
  ],
  to: `payments/${uid}/${kind}`,
  back: `payments/${uid}`,
  button: title,
  sent
})}`
}
