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

/**
 * The `Content-Security-Policy` of every page: its own stylesheet, by hash, and nothing else. No scripts, images or
 * framing; nothing is loaded.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(stylesheet).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** The frame of a page. */
export const layout = (page: {
  readonly language: PageLanguage
  readonly title: string
  readonly content: Html
}): string =>
  html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style>${trusted(stylesheet)}</style>
</head>
<body>
<main id="main">
${page.content}
</main>
</body>
</html>
`.text
