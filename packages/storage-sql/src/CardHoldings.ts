/** How many card numbers are stored, since when, and how many of them nothing refers to. Source: D58. */
import type { StorageError } from "@florin/core/store/StorageError"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { readCommitted } from "./internal/queries.js"
import { instant, number } from "./internal/values.js"

export interface CardHoldings {
  /** Cards with a number. */
  readonly cards: number
  /** Cards by a provider's token, without a number. */
  readonly tokens: number
  /** Of the cards with a number. Null where there is none. */
  readonly oldest: DateTime.Utc | null
  /**
   * Those that no contract, customer or subscription refers to and that nobody asked to keep: those of guests whose orders
   * are over. A shop that has kept the token can still use one.
   */
  readonly unreferenced: number
  readonly oldestUnreferenced: DateTime.Utc | null
}

const counted = "COUNT(*) AS cards, MIN(created_at) AS oldest"

// The documents are what `JSON.stringify` makes: in a text of a shop the quotes would be escaped.
const unreferenced = `FROM {cards} AS one WHERE provider_token IS NULL AND customer IS NULL AND created_at < ?
  AND document LIKE '%"contracts":[]%' AND document NOT LIKE '%"isKept":true%'
  AND NOT EXISTS (
    SELECT 1 FROM {subscriptions} AS other WHERE other.shop_id = one.shop_id AND other.card_token = one.token
  )`

/** `before`: younger cards may belong to an order that is under way. Reads every card: not for the path of a payment. */
export const read = (before: DateTime.Utc): Effect.Effect<CardHoldings, StorageError, Database> =>
  Effect.gen(function* () {
    const ask = readCommitted(yield* Database)
    const [all] = yield* ask("cards.holdings", `SELECT ${counted} FROM {cards} WHERE provider_token IS NULL`)
    const [tokens] = yield* ask(
      "cards.holdings",
      "SELECT COUNT(*) AS cards FROM {cards} WHERE provider_token IS NOT NULL"
    )
    const [loose] = yield* ask("cards.holdings", `SELECT ${counted} ${unreferenced}`, [before.epochMillis])
    const oldestOf = (row: typeof all) => (row === undefined || row.oldest === null ? null : instant(row, "oldest"))
    return {
      cards: number(all!, "cards"),
      tokens: number(tokens!, "cards"),
      oldest: oldestOf(all),
      unreferenced: number(loose!, "cards"),
      oldestUnreferenced: oldestOf(loose)
    }
  })
