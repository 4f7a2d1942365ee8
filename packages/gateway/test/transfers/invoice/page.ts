// The row of the page.
import type { Transfer } from "@florin/core/transfers/Transfer"
import { html } from "@florin/pages/Html"
import type { Language } from "@florin/pages/Language"
import { contents } from "@florin/pages/TransferPage"

type Words = { readonly post: { readonly title: string; readonly text: string } }

const post = ({ order }: Transfer, { words }: Language) => {
  const { text, title } = (words.transfer as unknown as Words).post
  return html`<h1>${title}</h1><p>${text} <strong>${order?.mark ?? ""}</strong></p>`
}

Object.assign(contents, { post })
