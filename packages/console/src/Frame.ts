/** The frame of every page: search, the way to each screen, who is signed in. */
import { createHash } from "node:crypto"
import { type Html, html } from "@florin/pages/Html"
import * as Theme from "@florin/pages/Theme"
import * as Either from "effect/Either"
import { stylesheet } from "./internal/styles.js"
import { script } from "./Script.js"
import { link, type View } from "./View.js"

const theme = Either.getOrThrow(Theme.make({}))

/** The files of every page, by their names below the root. They change only with the installed version. */
export const assets = {
  "assets/console.css": { type: "text/css", body: stylesheet(theme) },
  "assets/console.js": { type: "text/javascript", body: script }
} as const

/** Names the assets of this version, which browsers keep. Shape: 12 hex digits. */
export const version: string = createHash("sha256").update(JSON.stringify(assets)).digest("hex").slice(0, 12)

/**
 * The `Content-Security-Policy` of every page: its own files, forms to itself, no frames. No script stands in a page.
 */
export const contentSecurityPolicy: string = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

type Place = keyof View["words"]["nav"]

const groups: ReadonlyArray<readonly [keyof View["words"]["groups"], ReadonlyArray<Place>]> = [
  ["money", ["", "doubts", "declines", "charts"]],
  ["health", ["webhooks", "acquirers", "reconciliation"]],
  ["billing", ["subscriptions", "checkouts", "proofs"]],
  ["people", ["shops", "people", "approvals", "audit", "settings"]]
]

/** The first part of a path: `payments/…` stands below the first entry. */
const placeOf = (path: string): string => {
  const first = path.split("/")[0] ?? ""
  return first === "payments" ? "" : first
}

/** What the role of whoever looks would be refused: the acquirers and their books are of all shops. */
const isShown = ({ who }: View, place: Place): boolean => {
  if (place === "people" || place === "audit") return who.isAdministering
  return place === "acquirers" || place === "reconciliation" ? who.isEverywhere : true
}

const navigation = (view: View): Html => {
  const { words } = view
  const here = placeOf(view.path)
  const entry = (place: Place) =>
    html`<li><a href="${link(view, place)}"${place === here && html` aria-current="page"`}>${words.nav[place]}</a></li>`
  return html`<nav class="side" id="menu" aria-label="${words.menu}">
${groups.map(([name, places]) => html`<h2>${words.groups[name]}</h2><ul>${places.filter((place) => isShown(view, place)).map(entry)}</ul>`)}
</nav>`
}

const search = (view: View): Html => {
  const { search: words } = view.words
  return html`<form class="find" role="search" action="${link(view, "")}"><input id="q" name="q" type="search" maxlength="400" value="${view.query.q}" placeholder="${words.placeholder}" aria-label="${words.label}" title="${words.hint}" accesskey="s"><button>${words.button}</button></form>`
}

const person = (view: View): Html => {
  const { path, who, words } = view
  const password = html`<a href="${link(view, "password")}"${path === "password" && html` aria-current="page"`}>${words.password.title}</a>`
  return html`<div class="person"><span>${words.signedInAs(who.id)}</span>${who.isSignedInHere && password}<form method="post" action="${link(view, "sign-out")}" class="inline"><input type="hidden" name="form_token" value="${who.formToken}"><button class="small">${words.signOut}</button></form></div>`
}

const document = (view: Pick<View, "words" | "root" | "version">, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${view.words.tag}" data-root="${view.root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${view.words.product}</title>
<link rel="stylesheet" href="${link(view, "assets/console.css", { v: view.version })}">
<script src="${link(view, "assets/console.js", { v: view.version })}" defer></script>
</head>
<body>
${body}
</body>
</html>
`.text

/** A page of somebody who is signed in. */
export const page = (view: View, title: string, content: Html): string =>
  document(
    view,
    title,
    html`<a class="skip" href="#main">${view.words.skip}</a>
<header class="top"><a class="brand" href="${link(view, "")}">${view.words.product}</a><a class="menu" href="#menu">${view.words.menu}</a>${search(view)}${person(view)}</header>
<main id="main" tabindex="-1">
${content}
</main>
${navigation(view)}`
  )

/** A page of somebody who is not. */
export const bare = (view: Pick<View, "words" | "root" | "version">, title: string, content: Html): string =>
  document(view, title, html`<main id="main">${content}</main>`)
