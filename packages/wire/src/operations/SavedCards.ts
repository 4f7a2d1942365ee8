/** Saved cards: kept without a charge, listed, changed, erased. Source: D51, D51a. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import { SavedCardChange, SavedCardRequest } from "@florin/core/cards/SavedCardRequest"
import { CardToken } from "@florin/core/ids/Ids"
import { savedCard as meanings } from "@florin/core/request/FieldDescriptions"
import * as Fields from "@florin/core/request/Fields"
import { invalid } from "@florin/core/request/InvalidRequest"
import { SavedCards } from "@florin/core/saved-cards/SavedCards"
import * as Effect from "effect/Effect"
import * as Samples from "../internal/savedCardSamples.js"
import * as Requests from "../Requests.js"
import * as SavedCardDocuments from "../SavedCardDocuments.js"
import { command, read, type Subject } from "./Operation.js"
import { sentence } from "./Parts.js"
import { ofCards } from "./RefusalForm.js"

const byToken: Subject<CardToken> = { name: "token", schema: CardToken, description: "Token of the card." }

const shared = {
  group: "savedCards",
  permission: "shop",
  record: "card",
  form: ofCards,
  uses: SavedCards
} as const

const one = { ...shared, subject: byToken, answer: "SavedCardDocument" } as const

const documentWith =
  ({ shown }: SavedCards["Type"]) =>
  (card: SavedCard) =>
    SavedCardDocuments.toDocument(card, shown(card))

const customer = Fields.requiredText(255).annotations({
  description: meanings.listed,
  jsonSchema: { type: "string", minLength: 1, maxLength: 255, description: meanings.listed }
})

export const savedCardOperations = {
  createCard: command({
    ...shared,
    role: "nobody",
    name: "cards.create",
    id: "createCard",
    at: "POST /credit_cards",
    aliases: { createCardV2: "/v2/credit_cards" },
    title: "Keep a card",
    description:
      "Makes a token for a card without charging it: no acquirer is asked. With the token of a card that is kept, and without a number, it changes that card.",
    body: { schema: SavedCardRequest, decode: Requests.savedCard, wrapper: "request", encrypted: "request" },
    answer: "SavedCardDocument",
    example: () => ({ request: Samples.request, answer: Samples.document() }),
    run: (cards, { request, shop, subject }) => {
      const { token } = request
      const kept =
        token === undefined
          ? cards.create(shop, request, subject)
          : Effect.catchTag(cards.update(shop, token, request), "NotFound", () => invalid("token", "does not exist"))
      return Effect.map(kept, documentWith(cards))
    }
  }),
  listCards: read({
    ...shared,
    name: "cards.list",
    id: "listCards",
    at: "GET /v2/credit_cards",
    aliases: { listCardsV1: "/credit_cards" },
    title: "List a customer's cards",
    description: "Answers the cards that a customer has kept, newest first; of equal numbers the newest.",
    query: { customer },
    answer: "SavedCardListDocument",
    member: "cards",
    example: () => ({ answer: { cards: [Samples.document()] } }),
    run: (cards, { query: { customer }, shop }) =>
      Effect.map(cards.list(shop, customer), (found) => ({ cards: found.map(documentWith(cards)) }))
  }),
  findCard: read({
    ...one,
    name: "cards.find",
    id: "findCard",
    at: "GET /v2/credit_cards/:token",
    aliases: { findCardV1: "/credit_cards/:token" },
    title: "Get a saved card",
    description: "Answers what may be shown of the card that a token stands for.",
    example: () => ({ answer: Samples.document() }),
    run: (cards, { id, shop }) => Effect.map(cards.find(shop, id), documentWith(cards))
  }),
  updateCard: command({
    ...one,
    name: "cards.update",
    id: "updateCard",
    at: "POST /credit_cards/:token",
    aliases: { updateCardV2: "/v2/credit_cards/:token", replaceCardV2: "PUT /v2/credit_cards/:token" },
    title: "Change a saved card",
    description:
      "Gives a card that was renewed its holder and expiry, and adds contracts. The token stays, and what is not sent. Another number is another card.",
    body: { schema: SavedCardChange, decode: Requests.savedCardChange, wrapper: "request" },
    example: () => ({ request: Samples.change, answer: Samples.changed() }),
    run: (cards, { id, request, shop }) => Effect.map(cards.update(shop, id, request), documentWith(cards))
  }),
  deleteCard: command({
    ...shared,
    subject: byToken,
    name: "cards.delete",
    id: "deleteCard",
    at: "DELETE /v2/credit_cards/:token",
    aliases: { deleteCardV1: "/credit_cards/:token" },
    title: "Delete a saved card",
    description:
      "Erases the number, under every token of the same customer that has it. Transactions keep the brand and the last digits. Subscriptions that are charged by it are told with the event card_deleted.subscription.",
    answer: "Nothing",
    member: null,
    reply: sentence("Card has been deleted"),
    run: (cards, { id, shop }) => Effect.as(cards.delete(shop, id), null),
    done: () => Effect.succeed(null)
  })
}
