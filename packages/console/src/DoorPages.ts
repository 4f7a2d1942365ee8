/** The pages by which people get in: sign-in, password and second factor. Source: D74. */

import type { SeenSession } from "@florin/core/people-operations/SignIn"
import { type Html, html } from "@florin/pages/Html"
import { qrCode } from "@florin/pages/QrCode"
import * as DateTime from "effect/DateTime"
import { alert, field, hidden, notice, section, table } from "./internal/parts.js"
import { time } from "./internal/values.js"
import { link, type View } from "./View.js"

type Bare = Pick<View, "root" | "words">

interface Drawn {
  readonly title: string
  readonly content: Html
}

const oneTime = html` inputmode="numeric" autocomplete="one-time-code"`

/** Why nobody was signed in. `wait`: minutes, whole. */
export type SignInFault = "refused" | "wrong" | { readonly wait: number }

const faultOf = (fault: SignInFault, { signIn: words }: View["words"]): string => {
  if (fault === "refused") return words.refused
  return fault === "wrong" ? words.wrong : words.wait(fault.wait)
}

/** `token`: of a link; absent: the form asks for a password. */
export interface SignInModel {
  readonly token?: string | undefined
  /** The link leads to the payments. Default: whoever has no password yet is asked to set one first. */
  readonly isPaymentsFirst?: boolean
  readonly fault?: SignInFault | undefined
}

/** The link is used by a button, and not by looking at its page: previews of links look, too. */
const byLink = (token: string, isPaymentsFirst: boolean, { signIn: words }: View["words"]): Html =>
  html`<input type="hidden" name="token" value="${token}">${isPaymentsFirst && html`<input type="hidden" name="first" value="payments">`}${field({ name: "code", label: words.code, hint: words.codeHint, attributes: oneTime })}`

const byPassword = ({ signIn: words }: View["words"]): ReadonlyArray<Html> => [
  field({ name: "id", label: words.id, attributes: html` autocomplete="username" autocapitalize="none" required` }),
  field({
    name: "password",
    label: words.password,
    attributes: html` type="password" autocomplete="current-password" required`
  }),
  field({ name: "code", label: words.code, attributes: html`${oneTime} required` })
]

export const signIn = ({ fault, isPaymentsFirst = false, token }: SignInModel, { root, words }: Bare): Drawn => {
  const texts = words.signIn
  const text = token === undefined ? texts.passwordText : texts.text
  return {
    title: texts.title,
    content: html`<h1>${texts.title}</h1>${fault !== undefined && alert([faultOf(fault, words)])}
<section class="confirm"><p>${text}</p><form class="act" method="post" action="${link({ root }, "sign-in")}">${token === undefined ? byPassword(words) : byLink(token, isPaymentsFirst, words)}<p class="buttons"><button class="go">${texts.go}</button></p></form></section>`
  }
}

/** `uri`: of a second factor that is not confirmed yet, with its key in it. */
export interface PasswordModel {
  readonly hasPassword: boolean
  readonly uri?: string | undefined
  readonly faults: ReadonlyArray<string>
  /** What the last form has done. */
  readonly done?: "password" | "others" | undefined
  readonly sessions: ReadonlyArray<SeenSession>
}

const keyIn = (uri: string): string => /[?&]secret=([A-Z2-7]+)/.exec(uri)?.[1] ?? ""

const secondFactor = (uri: string, { password: words }: View["words"]): Html =>
  html`<p>${words.scan}</p><div class="qr">${qrCode(uri, words.picture)}</div><p>${words.key}: <code>${keyIn(uri).replace(/(.{4})(?=.)/g, "$1 ")}</code></p>`

const passwordForm = ({ hasPassword, uri }: PasswordModel, view: View): Html => {
  const { password: words } = view.words
  const secret = (name: string, label: string, autocomplete: string, hint?: string) =>
    field({ name, label, hint, attributes: html` type="password" autocomplete="${autocomplete}" required` })
  return html`<form class="act" method="post" action="${link(view, "password")}">${hidden(view, { step: "save", ...(uri === undefined ? {} : { uri }) })}
<input type="hidden" name="username" autocomplete="username" value="${view.who.id}">
${hasPassword && secret("current", words.current, "current-password")}
${secret("password", words.new, "new-password", words.newHint)}
${field({ name: "code", label: words.code, attributes: html`${oneTime} required` })}
<p class="buttons"><button class="go">${words.save}</button></p></form>`
}

/** Whoever has a second factor ends the others by a code of it. */
const sessionsOf = ({ hasPassword, sessions }: PasswordModel, view: View): Html => {
  const { password: words } = view.words
  const rows = sessions.map(({ isThis, openedAt, seenAt }) => [
    time(DateTime.formatIso(openedAt), view),
    time(DateTime.formatIso(seenAt), view),
    isThis && words.here
  ])
  const columns = [words.opened, words.used, words.browser]
  const form = html`<form class="act" method="post" action="${link(view, "password")}">${hidden(view, { step: "others" })}
${field({ name: "code", label: words.code, attributes: html`${oneTime} required` })}
<p class="buttons"><button>${words.endOthers}</button></p></form>`
  return section(
    words.sessions,
    html`${table({ caption: words.sessions, columns, rows })}${hasPassword && sessions.length > 1 && form}`
  )
}

export const password = (model: PasswordModel, view: View): Drawn => {
  const { password: words } = view.words
  const begin = html`<form method="post" action="${link(view, "password")}">${hidden(view, { step: "begin" })}<p class="buttons"><button class="go">${words.begin}</button></p></form>`
  const isReady = model.hasPassword || model.uri !== undefined
  return {
    title: words.title,
    content: html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${model.done !== undefined && notice(model.done === "password" ? words.changed : words.ended)}${model.faults.length > 0 && alert(model.faults)}
<section class="confirm">${model.uri !== undefined && secondFactor(model.uri, view.words)}${isReady ? passwordForm(model, view) : begin}</section>
${model.sessions.length > 0 && sessionsOf(model, view)}
<p class="soft">${view.words.none_there.passkeys}</p>`
  }
}
