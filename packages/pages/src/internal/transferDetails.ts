/** What a customer types into a bank's app, with a button that copies each. */
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"
import * as Icons from "./icons.js"

/** A line. `copied`: what banks' apps take, if it is written in another way. */
export interface Detail {
  readonly name: string
  /** No line while the provider has not named it. */
  readonly shown: string | null | undefined
  readonly copied?: string
  readonly hint?: string
}

type Shown = Pick<Detail, "shown" | "copied">

/** A Russian number in groups, as its owners write it; another one as it came. */
export const phoneNumber = (account: string): Shown => {
  const digits = /^\+?7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(account)
  if (digits === null) return { shown: account }
  const [, ...groups] = digits
  const [area, ...rest] = groups
  return { shown: `+7 ${area} ${rest.join("-")}`, copied: `+7${groups.join("")}` }
}

/** Copied without the currency's sign and without groups; whole units without decimals. */
export const moneyOf = (amount: Amount, currency: Currency.Currency, { locale }: Language): Shown => {
  const decimals = Currency.exponent(currency)
  const minimumFractionDigits = amount % 10 ** decimals === 0 ? 0 : decimals
  const plain = new Intl.NumberFormat(locale, {
    minimumFractionDigits,
    maximumFractionDigits: decimals,
    useGrouping: false
  })
  return {
    shown: Currency.display(amount, currency, locale),
    copied: plain.format(`${amount}E-${decimals}` as Intl.StringNumericLiteral)
  }
}

/** Shown by the script, which copies `data-copy`. */
const button = (name: string, copied: string, { words }: Language): Html => {
  const { copied: done, copy } = words.transfer.account
  return html`<button class="copy" type="button" data-copy="${copied}" data-done="${done}" hidden>${Icons.copy}${Icons.done}<span class="word">${copy}</span> <span class="unseen">${name}</span></button>`
}

const line = ({ copied, hint, name, shown }: Detail, language: Language): Html | undefined =>
  shown === null || shown === undefined || shown === ""
    ? undefined
    : html`<div>
<dt>${name}</dt>
<dd><bdi class="value">${shown}</bdi>${button(name, copied ?? shown, language)}${hint !== undefined && html`<span class="hint">${hint}</span>`}</dd>
</div>
`

export const details = (language: Language, all: ReadonlyArray<Detail>): Html =>
  html`<dl class="details">
${all.map((detail) => line(detail, language))}</dl>`
