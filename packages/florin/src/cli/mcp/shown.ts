/** What an assistant may read of a document: no card data, and no secrets in addresses. */
import { masked } from "../server/shownUrls.js"

/** What remains of a card: enough to talk about it, nothing to pay with. */
const shownOfCard: ReadonlySet<string> = new Set([
  ...["brand", "last4", "last_4", "product", "issuerCountry", "issuer_country", "issuerName", "issuer_name"]
])

const cards: ReadonlySet<string> = new Set([
  ...["card", "creditCard", "credit_card", "recipientCard", "recipientCreditCard", "recipient_credit_card", "savedCard"]
])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const cardOf = (card: unknown): unknown =>
  isRecord(card) ? Object.fromEntries(Object.entries(card).filter(([name]) => shownOfCard.has(name))) : null

/** Of cards, wherever they stand: a subscription has the token of its card among its own members. */
const ofCards: ReadonlySet<string> = new Set(["token", "bin"])

/** The token of a checkout is its id. */
const isCheckout = (document: Readonly<Record<string, unknown>>): boolean => isRecord(document.order)

const withoutCards = (document: unknown): unknown => {
  if (Array.isArray(document)) return document.map(withoutCards)
  if (!isRecord(document)) return document
  return Object.fromEntries(
    Object.entries(document)
      .filter(([name]) => !ofCards.has(name) || (name === "token" && isCheckout(document)))
      .map(([name, value]) => [name, cards.has(name) ? cardOf(value) : withoutCards(value)])
  )
}

export const shown = (document: unknown): unknown => withoutCards(masked(document))
