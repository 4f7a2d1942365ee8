/** Which acquirers may get a card number, and which a provider's token. Pure. Source: D53. */
import type { AcquirerService } from "../cards/Acquirer.js"
import type { Lacking } from "../cards/AcquirerCapabilities.js"
import type { ShownCard } from "../cards/CardTransaction.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"

/** What is to be sent: a card number, or a token of one provider. */
export type Source = { readonly source: "card" } | { readonly source: "token"; readonly provider: string }

const number: Source = { source: "card" }

/** The source behind a card as answers show it. */
export const sourceOf = (card: Pick<ShownCard, "provider"> | undefined): Source =>
  card?.provider === undefined ? number : { source: "token", provider: card.provider }

/** The part of an acquirer that these rules read. */
export type Taking = Pick<AcquirerService, "capabilities" | "provider">

const cardsOnly: ReadonlyArray<Source["source"]> = ["card"]

/** Whether an acquirer may get it: a token goes to its provider alone, a number to nobody who takes tokens alone. */
export const takes = ({ capabilities, provider }: Taking, wanted: Source): boolean =>
  (capabilities?.sources ?? cardsOnly).includes(wanted.source) &&
  (wanted.source === "card" || wanted.provider === provider)

/** What an acquirer that may not get it lacks; undefined: it may. */
export const missingCapability = (acquirer: Taking, wanted: Source): Lacking | undefined => {
  if (takes(acquirer, wanted)) return undefined
  return wanted.source === "card" ? "card-numbers" : "tokens"
}

/** The section of a request that has the card, and whether the card is new there. */
export interface Sent {
  readonly path: string
  readonly isNew: boolean
}

const lacking = {
  card: { member: "number", sentence: "can't be charged: the acquirers here take tokens of their provider only" },
  token: {
    member: "provider_token",
    sentence: "can't be charged: there is no acquirer here that takes tokens of this provider"
  }
} as const

/** Nobody here may get a card number. Where there is no acquirer at all, numbers are no fault of a request. */
export const isTokensOnly = (acquirers: ReadonlyArray<Taking>): boolean =>
  acquirers.length > 0 && !acquirers.some((acquirer) => takes(acquirer, number))

/** Why a card cannot be kept by its number: it would be stored, and nobody could charge it. `number`: its member. */
export const keepingRefusal = (acquirers: ReadonlyArray<Taking>): InvalidRequest | undefined =>
  isTokensOnly(acquirers) ? invalid(lacking.card.member, lacking.card.sentence) : undefined

/**
 * Why no acquirer takes it, as the merchant can read it; undefined where one does. A number that meets no acquirer at all
 * is no fault of the request: its charge fails.
 */
export const refusal = (
  acquirers: ReadonlyArray<Taking>,
  wanted: Source,
  { isNew, path }: Sent
): InvalidRequest | undefined => {
  const isNobodys = acquirers.length === 0 && wanted.source === "card"
  if (isNobodys || acquirers.some((acquirer) => takes(acquirer, wanted))) return undefined
  const { member, sentence } = lacking[wanted.source]
  return invalid([path, isNew ? member : "token"], sentence)
}
