/** Lists of Stripe's, read to their end. */
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import type Stripe from "stripe"
import type { Client } from "./client.js"
import { Page, read } from "./documents.js"

/** Unit: entries. The most that Stripe lists at once. */
const pageLimit = 100

/** Unit: pages. More than that is not read through. */
const pagesLimit = 100

type Listing = (sdk: Stripe, page: Paging, options: Stripe.RequestOptions) => Promise<unknown>

interface Paging {
  readonly limit: number
  readonly starting_after?: string
}

interface WithId {
  readonly id: string
}

/** Reads a list to its end, page by page, or to the page that has what is looked for. */
export const listed = <A extends WithId, I>(
  client: Client,
  entry: Schema.Schema<A, I>,
  listing: Listing,
  isWanted: (one: A) => boolean = () => false
): Effect.Effect<ReadonlyArray<A>, Unclear> =>
  Effect.gen(function* () {
    const decode = read(entry)
    const found: Array<A> = []
    for (let pages = 0; pages < pagesLimit; pages += 1) {
      const last = found.at(-1)
      const paging = { limit: pageLimit, ...(last === undefined ? {} : { starting_after: last.id }) }
      const page = yield* client.ask(Page, (sdk, options) => listing(sdk, paging, options))
      const entries = yield* Either.all(page.data.map(decode))
      found.push(...entries)
      if (!page.has_more || entries.length === 0 || entries.some(isWanted)) return found
    }
    return yield* new Unclear({ because: "its list has too many pages" })
  })
