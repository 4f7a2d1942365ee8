/** The documents of saved cards. Source: D51. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { ShownCard } from "@florin/core/cards/CardTransaction"
import { creditCard, timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type * as Schemas from "./SavedCardSchemas.js"

type Document = Written<typeof Schemas.SavedCardDocument.Encoded>

export const toDocument = ({ contracts, createdAt, customer }: SavedCard, shown: ShownCard): Document => ({
  ...creditCard(shown),
  contract: contracts,
  customer: customer === undefined ? null : { external_id: customer },
  created_at: timestamp(createdAt)
})
