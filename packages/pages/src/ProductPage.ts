/** The page behind the link of a product: what is bought, before the customer pays for it. Source: D51. */
import type { Product, Unavailable } from "@florin/core/products/Product"
import type { Design } from "./Design.js"
import { type Html, html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { headline, summary, testStrip, webAddress } from "./internal/parts.js"
import type { Language } from "./Language.js"

/** Model of the page. Its form is sent to the page's own address. */
export interface ProductPage {
  readonly product: Product
  /** The shop's name. */
  readonly merchant: string
  /** Default: that of the browser. */
  readonly language: string
  /** No money will move. Source: D39. */
  readonly simulated: boolean
  /** Why it can't be bought. Absent: it can. */
  readonly unavailable?: Unavailable
  /** Where a customer goes who finds nothing to buy. No link when absent. */
  readonly returnUrl?: string
}

/** The button that makes the customer's order: opening the page makes none. */
const offer = (
  { product }: ProductPage,
  { words }: Language
): Html => html`${headline("plain", Icons.shield, product.name)}
<form class="pay" method="post">
<button class="action" type="submit">${words.product.go}</button>
<p class="small">${words.product.note}</p>
</form>`

const nothing = (why: Unavailable, { product, returnUrl }: ProductPage, { words }: Language): Html => {
  const { text, title } = words.product.unavailable[why]
  const back = webAddress(returnUrl)
  return html`${headline("plain", Icons.clock, title)}
<p>${product.name}</p>
<p>${text}</p>
${back !== undefined && html`<p class="actions"><a class="action" href="${back}">${words.backToMerchant}</a></p>`}`
}

export const product = (model: ProductPage, design: Design): string => {
  const { merchant, product, simulated, unavailable } = model
  const language = design.languageOf(model.language)
  const title = unavailable === undefined ? product.name : language.words.product.unavailable[unavailable].title
  return design.layout({
    language,
    title: `${title} · ${merchant}`,
    content: html`<article>
${simulated && testStrip(language)}
${summary(design, language, { ...product, merchant })}
<div class="body">
${unavailable === undefined ? offer(model, language) : nothing(unavailable, model, language)}
</div>
</article>`
  })
}
