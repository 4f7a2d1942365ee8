/** A request that waits for a second person, as people read it: what it does, to whom, and nothing to pay with. */
import type { CardFacts } from "@florin/core/cards/CardNumber"
import { snakeCase } from "@florin/core/request/Fields"
import * as Option from "effect/Option"

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const cards: ReadonlySet<string> = new Set(["credit_card", "recipient_credit_card"])

const accounts: ReadonlySet<string> = new Set(["account_number"])

/** What pays or lets in by itself. Tags are ours, and say nothing to a reader. */
const secrets: ReadonlySet<string> = new Set(["token", "number", "verification_value", "encrypted_credit_card", "_tag"])

/** Enough to compare with a paper: of a number that is too short for it, nothing. */
const maskedNumber = (value: unknown): string => {
  const text = typeof value === "string" ? value.replace(/[^0-9A-Za-z]/g, "") : ""
  return text.length < 8 ? "••••" : `•••• ${text.slice(-4)}`
}

const cardOf = (card: CardFacts | undefined): Members => {
  const { brand = null, last4 = null } = card ?? {}
  return { brand, last_4: last4 }
}

const shownMember = (name: string, value: unknown, card: CardFacts | undefined): unknown => {
  if (cards.has(name)) return cardOf(card)
  return accounts.has(name) ? maskedNumber(value) : shown(value, card)
}

const shown = (value: unknown, card: CardFacts | undefined): unknown => {
  if (Array.isArray(value)) return value.map((one) => shown(one, card))
  if (!isMembers(value)) return value
  const named = Object.entries(value).map(([name, member]) => [snakeCase(name), member] as const)
  return Object.fromEntries(
    named
      .filter(([name, member]) => member !== null && !secrets.has(name))
      .map(([name, member]) => [name, shownMember(name, member, card)])
  )
}

const parsed: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** From the text that is kept of a request. `card`: what is known of the saved card in it. */
export const requestedBody = (text: string, card: CardFacts | undefined): Members => {
  const body = shown(Option.getOrUndefined(parsed(text)), card)
  return isMembers(body) ? body : {}
}
