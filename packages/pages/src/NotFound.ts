/** The 404 page. */
import { html } from "./internal/html.js"
import { words } from "./internal/words.js"
import { layout, type PageLanguage } from "./Layout.js"

export const notFound = (model: { readonly language: PageLanguage }): string => {
  const text = words[model.language]
  return layout({
    language: model.language,
    title: text.notFound,
    content: html`<article><h1>${text.notFound}</h1><p>${text.notFoundText}</p></article>`
  })
}
