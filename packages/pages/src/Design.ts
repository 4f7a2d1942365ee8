/** What all pages have in common: their look, their languages, the frame of a page, and its content security policy. */
import { createHash } from "node:crypto"
import { originOf, type ProviderFields } from "@florin/core/cards/ProviderFields"
import * as LanguageTag from "@florin/core/language/LanguageTag"
import type * as Arr from "effect/Array"
import * as Either from "effect/Either"
import { english } from "./English.js"
import { type Html, html, trusted } from "./Html.js"
import { stylesheet } from "./internal/stylesheet.js"
import type { Language } from "./Language.js"
import { russian } from "./Russian.js"
import * as Theme from "./Theme.js"

/** What a page needs beyond its stylesheet and logo. Default of each: nothing. */
export interface Allowances {
  /** Scripts of this host, which may ask this host. */
  readonly script?: boolean
  /** The script of ours that stands in the page: it alone is allowed, by its hash. It may ask this host. */
  readonly inline?: string
  /**
   * Where its forms lead. Browsers hold every redirect that follows a form to this too, so a form that leaves this host
   * needs a scheme, such as `https:`.
   */
  readonly forms?: ReadonlyArray<string>
  /** What its frames show. */
  readonly frames?: ReadonlyArray<string>
  /** Who may frame it. */
  readonly framedBy?: ReadonlyArray<string>
  /** The card fields of a provider, which stand in the page. Source: D58. */
  readonly fields?: ProviderFields
}

/** A page as the frame takes it. */
export interface Content {
  /** Gives the page its `lang` and direction. */
  readonly language: Language
  /** Stands on the browser's tab. */
  readonly title: string
  /** What stands in `<main>`. */
  readonly content: Html
  /** Seconds after which a browser without scripts loads the page again. */
  readonly refresh?: number
  /** URL of a script. */
  readonly script?: string
  /** A script of this package, which stands at the end of the page: nothing waits for it. */
  readonly inline?: string
  /** It stands in a frame. */
  readonly isFramed?: boolean
}

export interface DesignOptions extends Theme.ThemeOptions {
  /** Languages to add. One with the tag of another replaces it. Default: English and Russian. */
  readonly languages?: ReadonlyArray<Language>
}

export interface Design {
  /** The default comes first. */
  readonly languages: Arr.NonEmptyReadonlyArray<Language>
  /** The language for a tag such as `ru-RU`, or for an `Accept-Language` header. Default: English. */
  readonly languageOf: (text: string) => Language
  /** A whole document around some content. */
  readonly layout: (page: Content) => string
  /** The host's logo. */
  readonly logo: Html | undefined
  /**
   * The `Content-Security-Policy` of a page: its own stylesheet, by hash, and what it is allowed. No inline scripts but
   * that of the page, by its hash, and nothing from other hosts is loaded but a provider's fields.
   */
  readonly contentSecurityPolicy: (allowances: Allowances) => string
}

const sources = (list: ReadonlyArray<string> = []): string => (list.length === 0 ? "'none'" : list.join(" "))

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The script in the page, by its hash, and a provider's, by its origin. */
const scriptsOf = (inline: string, fields: ProviderFields | undefined): ReadonlyArray<string> => {
  const origin = fields === undefined ? undefined : originOf(fields.script)
  return [
    `script-src ${[hashOf(inline), ...(origin === undefined ? [] : [origin]), ...(fields?.scripts ?? [])].join(" ")}`,
    `connect-src ${["'self'", ...(fields?.connects ?? [])].join(" ")}`
  ]
}

const policyOf = (style: string, hasLogo: boolean) => {
  const styleHash = hashOf(style)
  return ({ fields, forms, framedBy, frames, inline, script }: Allowances): string =>
    [
      "default-src 'none'",
      `style-src ${styleHash}`,
      ...(hasLogo ? ["img-src data:"] : []),
      ...(script === true ? ["script-src 'self'", "connect-src 'self'"] : []),
      ...(inline === undefined ? [] : scriptsOf(inline, fields)),
      ...(frames === undefined && fields === undefined
        ? []
        : [`frame-src ${sources([...(frames ?? []), ...(fields?.frames ?? [])])}`]),
      "base-uri 'none'",
      `form-action ${sources(forms)}`,
      `frame-ancestors ${sources(framedBy)}`
    ].join("; ")
}

const logoOf = (logo: Theme.Logo | undefined): Html | undefined =>
  logo &&
  html`<picture>${logo.imageInDark !== undefined && html`<source media="screen and (prefers-color-scheme:dark)" srcset="${logo.imageInDark}">`}<img class="logo" src="${logo.image}" alt="${logo.text}"></picture>`

const layoutWith =
  (style: string) =>
  ({ content, inline, isFramed, language, refresh, script, title }: Content): string =>
    html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}"${isFramed === true && html` class="framed"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${refresh !== undefined && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
<title>${title}</title>
<style>${trusted(style)}</style>
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<main>
${content}
</main>
${inline !== undefined && html`<script>${trusted(inline)}</script>`}
</body>
</html>
`.text

const joined = (added: ReadonlyArray<Language> = []): Arr.NonEmptyReadonlyArray<Language> => {
  const byTag = new Map([english, russian, ...added].map((language) => [language.tag.toLowerCase(), language]))
  const { [english.tag]: first = english, ...others } = Object.fromEntries(byTag)
  return [first, ...Object.values(others)]
}

/** A design with what a host has chosen. */
export const make = (options: DesignOptions): Either.Either<Design, Theme.PageOptionRefused> =>
  Either.map(Theme.make(options), (theme) => {
    const style = stylesheet(theme)
    const languages = joined(options.languages)
    return {
      languages,
      languageOf: (text) => LanguageTag.choose(languages, text),
      layout: layoutWith(style),
      logo: logoOf(theme.logo),
      contentSecurityPolicy: policyOf(style, theme.logo !== undefined)
    }
  })
