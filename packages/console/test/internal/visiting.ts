/** Requests of somebody who is signed in. */
import * as Console from "@florin/console/Console"
import type { Desk } from "@florin/console/Desk"
import type { Answer } from "@florin/console/Outcome"
import type * as Effect from "effect/Effect"

export const who = { id: "anna", formToken: "f".repeat(64), isOperating: true, isAdministering: true }

export const key = "0123456789abcdef0123456789abcdef"

/** `path`: below the root, with its query. */
export const visit = (desk: Desk, path: string, more: Partial<Console.Request> = {}): Effect.Effect<Answer> => {
  const [below = "", query = ""] = path.split("?")
  return Console.respond(
    {
      ...{ method: "GET", path: below, query: Object.fromEntries(new URLSearchParams(query)), form: {} },
      ...{ language: "en", zone: "Europe/Berlin", who, key },
      ...more
    },
    desk
  )
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
  "settings"
] as const
