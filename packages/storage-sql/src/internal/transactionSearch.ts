/** The newest transactions that are wanted, by whichever index finds the least. */
import type { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { isWanted } from "@florin/core/transactions/TransactionFilter"
import { byUid, type NewestPageRequest, type TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "../Database.js"
import { listing, read } from "./queries.js"
import { transactionOf } from "./records.js"
import * as Names from "./searchNames.js"
import * as Texts from "./searchTexts.js"
import { type Condition, leastOf, type Range, rangeOf, type Way, waysOf } from "./searchWays.js"
import { number, text } from "./values.js"

const operation = "transactions.newest"

/** How many transactions are looked at at a time of those that others have a name for. */
const lookedAt = 500

type Found = Effect.Effect<ReadonlyArray<Transaction>, StorageError>

// A database refuses such texts, or ends at the character: nothing is called so.
const isStorable = (value: unknown): boolean => typeof value !== "string" || !value.includes("\u0000")

/** `countedTo`: to how many rows a way is counted. So many are sorted, or looked at, for a page. */
export const make = (
  database: DatabaseService,
  findAll: TransactionStore["Type"]["findAll"],
  countedTo: number
): TransactionStore["Type"]["newest"] => {
  const ask = ({ text, values }: Condition) => read(database)(operation, text)(...values)
  const documents = ({ text, values }: Condition): Found => listing(database)(operation, text, transactionOf)(...values)
  const count = (statement: Condition) => Effect.map(ask(statement), ([row]) => number(row!, "found"))

  const counted = (ways: ReadonlyArray<Way>, range: Range) =>
    Effect.forEach(ways, (way) => Effect.map(count(Texts.counting(way, range, countedTo)), (found) => ({ way, found })))

  /** Where one way is in order it needs no counting: the range has no fewer. */
  const chosen = (ways: ReadonlyArray<Way>, range: Range): Effect.Effect<Way | undefined, StorageError> =>
    ways.length === 1 && ways[0]!.isOrdered
      ? Effect.succeed(ways[0])
      : Effect.map(counted(ways, range), (all) => leastOf(all, countedTo))

  const compared = Effect.fnUntraced(function* (
    range: Range,
    page: NewestPageRequest,
    besides: ReadonlyArray<Condition>
  ) {
    const way = yield* chosen(waysOf(page, range), range)
    return yield* documents(Texts.pageOf(way, { range, page, besides }))
  })

  /** Those of a few uids that are wanted. */
  const among = Effect.fnUntraced(function* (uids: ReadonlyArray<TransactionUid>, page: NewestPageRequest) {
    const wanted: Array<Transaction> = []
    for (let from = 0; from < uids.length && wanted.length < page.limit; from += lookedAt) {
      const some = yield* findAll(uids.slice(from, from + lookedAt))
      const inOrder = some.toSorted(byUid(page.order))
      wanted.push(...inOrder.filter((one) => isWanted(page, one)))
    }
    return wanted.slice(0, page.limit)
  })

  /** By what others call them. Where they are many that others call so, like any others. */
  const named = Effect.fnUntraced(function* (list: Names.List, range: Range, page: NewestPageRequest) {
    const found = yield* count(list.counting)
    if (found >= countedTo && list.exists !== undefined) return yield* compared(range, page, [list.exists])
    const rows = yield* ask(list.uids)
    return yield* among(
      rows.map((row) => text(row, "uid") as TransactionUid),
      page
    )
  })

  return (shop: ShopId | null, page: NewestPageRequest): Found => {
    if (!Object.values(page).every(isStorable)) return Effect.succeed([])
    const range = rangeOf(shop, page)
    const list = Names.listOf(page, range, countedTo)
    return list === undefined ? compared(range, page, []) : named(list, range, page)
  }
}
