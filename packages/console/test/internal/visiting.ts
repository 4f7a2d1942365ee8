/** Requests of somebody who is signed in. */
import * as Console from "@florin/console/Console"
import type { Desk } from "@florin/console/Desk"
import * as DoorPages from "@florin/console/DoorPages"
import type { Answer } from "@florin/console/Outcome"
import * as PeoplePages from "@florin/console/PeoplePages"
import type { View } from "@florin/console/View"
import type { ListedPerson } from "@florin/core/people-operations/PersonRules"
import type { Html } from "@florin/pages/Html"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

export const who = {
  id: "anna",
  formToken: "f".repeat(64),
  isOperating: true,
  isAdministering: true,
  isAdministeringAll: true,
  isSignedInHere: true,
  isEverywhere: true,
  shops: ["books"]
}

export const key = "0123456789abcdef0123456789abcdef"

const requestOf = (path: string, more: Partial<Console.Request>): Console.Request => {
  const [below = "", query = ""] = path.split("?")
  return {
    ...{ method: "GET", path: below, query: Object.fromEntries(new URLSearchParams(query)), form: {} },
    ...{ language: "en", zone: "Europe/Berlin", who, key },
    ...more
  }
}

/** `path`: below the root, with its query. */
export const visit = (desk: Desk, path: string, more: Partial<Console.Request> = {}): Effect.Effect<Answer> =>
  Console.respond(requestOf(path, more), desk)

interface Drawn {
  readonly title: string
  readonly content: Html
}

const personOf = (text: string): ListedPerson =>
  ({
    id: text,
    grants: { everywhere: "view", shops: { [text]: "operate" } },
    ...{ signsIn: true, createdAt: DateTime.unsafeMake(0), seenAt: DateTime.unsafeMake(0) }
  }) as unknown as ListedPerson

const people = (text: string) => ({ people: [personOf(text)], isFull: true, faults: [text], isDone: true })

const uri = "otpauth://totp/Florin:anna?secret=JBSWY3DPEHPK3PXP&issuer="

const sessions = [true, false].map((isThis) => ({
  ...{ openedAt: DateTime.unsafeMake(0), seenAt: DateTime.unsafeMake(0), isThis }
}))

const secondFactor = (text: string) =>
  ({ hasPassword: true, uri: uri + text, faults: [text], done: "password", sessions }) as const

/** Pages of somebody who is signed in that are of no row, by their paths. `text`: whatever others have written. */
const ownDrawn: Readonly<Record<string, (text: string, view: View) => Drawn>> = {
  people: (text, view) => PeoplePages.people(people(text), view),
  "people?of=nobody": (text, view) => PeoplePages.people({ people: [], isFull: false, faults: [text] }, view),
  "people/kim": (text, view) => PeoplePages.linkOf(text, text, view),
  "people/kim/link": (text, view) => PeoplePages.confirmed(text, "link", view),
  "people/kim/reset": (text, view) => PeoplePages.confirmed(text, "reset", view),
  "people/kim/remove": (text, view) => PeoplePages.confirmed(text, "remove", view),
  password: (text, view) => DoorPages.password({ hasPassword: false, faults: [text], sessions: [] }, view),
  "password?step=begin": (text, view) => DoorPages.password(secondFactor(text), view)
}

type Bare = Pick<View, "words" | "root" | "version">

/** Pages of somebody who is not signed in. */
const bareDrawn: Readonly<Record<string, (text: string, view: Bare) => Drawn>> = {
  "sign-in": (_, view) => DoorPages.signIn({}, view),
  "sign-in?token=1": (text, view) => DoorPages.signIn({ token: text, fault: "refused" }, view),
  "sign-in?wait=1": (_, view) => DoorPages.signIn({ fault: { wait: 3 } }, view)
}

export const ownPages = Object.keys({ ...ownDrawn, ...bareDrawn })

/** One of those pages, of which everything that others have written is `text`. */
export const visitOwn = (path: string, text: string, more: Partial<Console.Request> = {}): Effect.Effect<Answer> => {
  const request = requestOf(path, more)
  const drawn = ownDrawn[path]
  if (drawn !== undefined) return Console.ownPage(request, (view) => drawn(text, view))
  const body = Console.barePage(request, (view) => bareDrawn[path]!(text, view))
  return Effect.succeed({ _tag: "Page", status: 200, body })
}

/** Every page that a GET shows. */
export const pages = [
  "",
  "?q=jane@example.com+tuesday",
  "payments/0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35",
  "doubts",
  "declines?day=2035-03-01",
  "charts?days=7",
  "webhooks",
  "acquirers",
  "subscriptions?shop=shop",
  "subscriptions/shop/sub_1",
  "checkouts?shop=shop",
  "proofs",
  "proofs/0190b6a0-6d11-7f02-b3c4-5a6978f0e1d2/approve",
  "proofs/0190b6a0-6d11-7f02-b3c4-5a6978f0e1d2/decline",
  "reconciliation",
  "shops",
  "shops/books",
  "shops/books/rotate",
  "shops/books/retire",
  "shops/books/disable",
  "shops/books/enable",
  "settings",
  "webhooks/demo/resend",
  "approvals",
  "approvals/01a1fc89-8a64-7f57-8e45-7192ad5c6068/approve",
  "approvals/01a1fc89-8a64-7f57-8e45-7192ad5c6068/decline",
  "audit",
  "audit?kind=look&from=2035-03-01"
] as const
