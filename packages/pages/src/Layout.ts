/** The frame of every page, and its content security policy. */
import { createHash } from "node:crypto"
import { type Html, html, trusted } from "./internal/html.js"
import { stylesheet } from "./internal/stylesheet.js"

/** Languages of the pages. */
export type PageLanguage = "en" | "ru"

/**
 * The page language for a language tag such as `ru-RU`.
 *
 * Default: `en`, for every other language.
 */
export const languageOf = (tag: string): PageLanguage => (/^ru(?:[-_;,]|$)/i.test(tag.trim()) ? "ru" : "en")

/** What a page needs beyond its stylesheet. Default of each: nothing. */
export interface Allowances {
  /** Scripts of this host. */
  readonly script?: boolean
  /**
   * Where its forms lead. Browsers hold every redirect that follows a form to this too, so a form that leaves this host
   * needs a scheme, such as `https:`.
   */
  readonly forms?: ReadonlyArray<string>
  /** What its frames show. */
  readonly frames?: ReadonlyArray<string>
  /** Who may frame it. */
  readonly framedBy?: ReadonlyArray<string>
}

const sources = (list: ReadonlyArray<string> = []): string => (list.length === 0 ? "'none'" : list.join(" "))

const styleHash = createHash("sha256").update(stylesheet).digest("base64")

/**
 * The `Content-Security-Policy` of a page: its own stylesheet, by hash, and what it is allowed. No inline scripts, no
 * images, and nothing from other hosts is loaded.
 */
export const contentSecurityPolicy = ({ forms, framedBy, frames, script }: Allowances = {}): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(script === true ? ["script-src 'self'"] : []),
    ...(frames === undefined ? [] : [`frame-src ${sources(frames)}`]),
    "base-uri 'none'",
    `form-action ${sources(forms)}`,
    `frame-ancestors ${sources(framedBy)}`
  ].join("; ")

/** The frame of a page. */
export const layout = (page: {
  readonly language: PageLanguage
  readonly title: string
  readonly content: Html
  /** Seconds after which the page is loaded again. */
  readonly refresh?: number
  /** URL of a script. */
  readonly script?: string
}): string =>
  html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`}
<title>${page.title}</title>
<style>${trusted(stylesheet)}</style>
${page.script !== undefined && html`<script src="${page.script}" defer></script>`}
</head>
<body>
<main id="main">
${page.content}
</main>
</body>
</html>
`.text
