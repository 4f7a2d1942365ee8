/** What every page has around its content, and the policy that browsers hold it to. */
import { createHash } from "node:crypto"
import { type Html, html, trusted } from "./internal/html.js"
import { stylesheet } from "./internal/stylesheet.js"

/** The languages that pages speak. */
export type PageLanguage = "en" | "ru"

/**
 * The page language for a language tag such as `ru-RU`.
 *
 * Default: `en`, for every language that pages do not speak.
 */
export const languageOf = (tag: string): PageLanguage => (/^ru(?:[-_;,]|$)/i.test(tag.trim()) ? "ru" : "en")

/**
 * The `Content-Security-Policy` of every page: its own stylesheet, by hash, and nothing else. No script, no image, no
 * frame around it, nothing loaded from anywhere.
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
