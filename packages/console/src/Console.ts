/** The console: from a request of somebody who is signed in to a page. Source: D73. */
import type { Html } from "@florin/pages/Html"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Desk, Refused } from "./Desk.js"
import { english } from "./English.js"
import * as Frame from "./Frame.js"
import { routes } from "./internal/routes.js"
import * as Others from "./internal/screens/others.js"
import type { Answer, Outcome } from "./Outcome.js"
import { russian } from "./Russian.js"
import type { View, Who } from "./View.js"
import type { Words } from "./Words.js"

/** A request below the root of the console. */
export interface Request {
  readonly method: "GET" | "POST"
  /** Below the root, without slashes around it. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** What a form has sent; its token is checked by the server that has read it. */
  readonly form: Readonly<Record<string, string>>
  /** `Accept-Language`, or what the browser has chosen in the console. */
  readonly language: string
  /** IANA name, as the browser's script or its user has said. */
  readonly zone: string | undefined
  readonly who: Who
  readonly key: string
}

const languages: Readonly<Record<string, Words>> = { en: english, ru: russian }

/** The words for `Accept-Language`; the first one that is known counts. */
export const wordsFor = (accepted: string): Words => {
  const wanted = accepted
    .toLowerCase()
    .split(/[,;]/)
    .map((one) => one.trim().slice(0, 2))
  return languages[wanted.find((one) => Object.hasOwn(languages, one)) ?? "en"] ?? english
}

const utc = DateTime.zoneMakeOffset(0)

const zoneOf = (name: string | undefined): DateTime.TimeZone =>
  name === undefined ? utc : Option.getOrElse(DateTime.zoneMakeNamed(name), () => utc)

/** From a page's address to the root. */
export const rootOf = (path: string): string => "../".repeat(path.split("/").length - 1) || "./"

const viewOf = ({ key, language, path, query, who, zone }: Request, now: DateTime.Utc): View => {
  const words = wordsFor(language)
  const locale = words.tag === "ru" ? "ru-RU" : "en-GB"
  return { who, words, locale, zone: zoneOf(zone), now, root: rootOf(path), path, query, key, version: Frame.version }
}

const statusOf = ({ status }: Refused): number => (status >= 400 && status < 600 ? status : 500)

/** A page in the place of another. */
const instead = (refused: Refused, view: View): Answer => {
  const kind = Others.problemOf(refused)
  const { title } = view.words.problems
  const content = Others.problem(kind, kind === "refused" ? refused.sentences : [], view)
  return { _tag: "Page", status: statusOf(refused), body: Frame.page(view, title[kind], content) }
}

const answerOf = (outcome: Outcome, view: View): Answer => {
  switch (outcome._tag) {
    case "Shown":
      return { _tag: "Page", status: outcome.status ?? 200, body: Frame.page(view, outcome.title, outcome.content) }
    case "Refused":
      return instead(outcome, view)
    case "Waits":
      return {
        _tag: "Page",
        status: 202,
        body: Frame.page(view, view.words.waits.title, Others.waits(outcome.approval, view))
      }
    case "Json":
    case "SeeOther":
    case "Download":
    case "File":
      return outcome
  }
}

const missing = new Refused(404, [])

/** Answers a request. Never fails. */
export const respond = (request: Request, desk: Desk): Effect.Effect<Answer> =>
  Effect.flatMap(DateTime.now, (now) => {
    const view = viewOf(request, now)
    const found = routes.find(request.method, request.path)
    const outcome: Effect.Effect<Outcome> =
      found === undefined
        ? Effect.succeed(missing)
        : found.handle({ view, desk, form: request.form, params: found.params })
    return Effect.map(outcome, (one) => answerOf(one, view))
  })

/** A page in the place of any, in the words of a browser: nobody is signed in, or the form is of another site. */
export const problemPage = (
  kind: Others.Problem | "form",
  { language, path }: Pick<Request, "language" | "path">
): string => {
  const words = wordsFor(language)
  const place = { words, root: rootOf(path), version: Frame.version }
  const { text, title } = words.problems
  const content = kind === "form" ? Others.problem("refused", [text.form], place) : Others.problem(kind, [], place)
  return Frame.bare(place, title[kind === "form" ? "refused" : kind], content)
}

/** A page that is no row's, of somebody who is signed in: what lets them in, and whom they manage. */
export const ownPage = (
  request: Request,
  draw: (view: View) => { readonly title: string; readonly content: Html },
  status = 200
): Effect.Effect<Answer> =>
  Effect.map(DateTime.now, (now) => {
    const view = viewOf(request, now)
    const { content, title } = draw(view)
    return { _tag: "Page", status, body: Frame.page(view, title, content) }
  })

/** A page of somebody who is not signed in. */
export const barePage = (
  { language, path }: Pick<Request, "language" | "path">,
  draw: (view: Pick<View, "words" | "root" | "version">) => { readonly title: string; readonly content: Html }
): string => {
  const view = { words: wordsFor(language), root: rootOf(path), version: Frame.version }
  const { content, title } = draw(view)
  return Frame.bare(view, title, content)
}
