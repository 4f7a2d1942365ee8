/** A file that a merchant has sent, as an answer that a browser saves and never shows. */
import type { Reply } from "./exchange.js"

/** Nothing that is invisible, or that turns the direction of the text, stays in a name. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu

const notForFiles = /[/\\:*?"<>|]/g
const outermost = /^[.\s]+|[.\s]+$/g

/** Unit: code points. */
const longestName = 200

/** The name under which a PDF is saved, whatever name it was sent under. */
export const savedName = (fileName: string): string => {
  const plain = fileName
    .replace(unseen, "")
    .replace(notForFiles, "_")
    .replace(/\.pdf$/i, "")
    .replace(outermost, "")
  return `${Array.from(plain).slice(0, longestName).join("") || "document"}.pdf`
}

const unencoded = /['()*]/g

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(unencoded, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Source: RFC 6266, with the fallback of its appendix D for what knows only ASCII. */
export const disposition = (fileName: string): string => {
  const name = savedName(fileName)
  return `attachment; filename="${name.replace(/[^ -~]|%/gu, "_")}"; filename*=UTF-8''${encoded(name)}`
}

/** The policy of an answer that is opened all the same: nothing in it runs or is loaded. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const pdf = ({ content, fileName }: { readonly content: Uint8Array; readonly fileName: string }): Reply => ({
  status: 200,
  body: "",
  content,
  headers: {
    "content-type": "application/pdf",
    "content-disposition": disposition(fileName),
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY"
  }
})
