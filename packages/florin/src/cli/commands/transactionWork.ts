/** The work of `florin transactions`. Reads only. */

import { TransactionUid } from "@florin/core/ids/Ids"
import * as Explanation from "@florin/core/routing/Explanation"
import type { Transition } from "@florin/core/transaction-base/TransactionBase"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import type { Stores } from "@florin/storage-sql/Stores"
import * as Documents from "@florin/wire/Documents"
import * as Explanations from "@florin/wire/Explanations"
import * as Filters from "@florin/wire/operations/Filters"
import { transactionOperations } from "@florin/wire/operations/Transactions"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"
import { masked } from "../server/shownUrls.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { commanding } from "./acting.js"
import * as GivenFilters from "./givenFilters.js"
import * as ShopChoice from "./shopChoice.js"
import * as Text from "./transactionText.js"

const isUid = Schema.is(TransactionUid)

const uidOf = (name: string, text: string) =>
  isUid(text)
    ? Effect.succeed(text)
    : bad(name, "must be a transaction's uid, such as 01a206f1-5731-725a-8e6e-4cf17065e558")

/** Provides the store of the settings, as it is. */
const reading = <A, E>(work: Effect.Effect<A, E, Stores>) =>
  Effect.flatMap(Settings.load(Settings.database), (database) => Effect.provide(work, StoreAsIs.layer(database)))

const find = Effect.fnUntraced(function* (text: string) {
  const uid = yield* uidOf("<uid>", text)
  const found = yield* (yield* TransactionStore).findPublic(uid)
  return yield* Option.match(found, {
    onNone: () => bad(`${uid}:`, "there is no transaction with this uid"),
    onSome: (transaction) => Effect.succeed(transaction)
  })
})

const documentOf = (baseUrl: string) => (transaction: Transaction) =>
  masked(Documents.toDocument(transaction, { baseUrl }).transaction)

const transitionOf = ({ at, detail, from, to, trigger, version }: Transition) => ({
  version,
  at: DateTime.formatIso(at),
  trigger,
  from,
  to,
  detail
})

interface OneRequest {
  readonly uid: string
  readonly as: Option.Option<string>
  readonly json: boolean
}

export const show = ({ as, json, uid }: OneRequest) =>
  Effect.gen(function* () {
    const { inShop } = yield* commanding(as)
    const baseUrl = yield* Settings.load(Settings.baseUrl)
    const transaction = yield* find(uid)
    const { shop } = transaction
    const { history: read } = yield* TransactionStore
    const history = yield* inShop(
      transactionOperations.find,
      { shop, subject: transaction.uid },
      read(shop, transaction.uid)
    )
    const document = () => ({
      transaction: documentOf(baseUrl)(transaction),
      shop,
      history: history.map(transitionOf)
    })
    yield* Console.log(json ? JSON.stringify(document()) : Text.one(transaction, history))
  }).pipe(reading)

export const explain = ({ as, json, uid }: OneRequest) =>
  Effect.gen(function* () {
    const { inShop } = yield* commanding(as)
    const transaction = yield* find(uid)
    const { shop } = transaction
    const explanation = yield* inShop(
      transactionOperations.explain,
      { shop, subject: transaction.uid },
      Effect.sync(() => Option.getOrUndefined(Option.map(Option.fromNullable(ofCard(transaction)), Explanation.of)))
    )
    if (explanation === undefined) {
      return yield* bad(`${transaction.uid}:`, `is a ${transaction.type}, and only charges of cards are routed`)
    }
    yield* Console.log(json ? JSON.stringify(Explanations.toDocument(explanation)) : Text.explained(explanation))
  }).pipe(reading)

interface ListRequest {
  readonly shop: Option.Option<string>
  readonly filters: GivenFilters.Given
  readonly limit: number
  readonly after: Option.Option<string>
  readonly as: Option.Option<string>
  readonly json: boolean
}

const readFilters = GivenFilters.reading(Schema.Struct(Filters.filters))

/** One more is read than is shown, to know whether there is more. */
const page = Effect.fnUntraced(function* ({ after, as, filters, limit, shop }: ListRequest) {
  const { inShop } = yield* commanding(as)
  const begin = Option.isSome(after) ? yield* uidOf("--after", after.value) : undefined
  const filter = Filters.filterOf(yield* readFilters(filters))
  const { id } = yield* ShopChoice.chosen(shop)
  const { newest } = yield* TransactionStore
  const found = yield* inShop(
    transactionOperations.listTransactions,
    { shop: id },
    newest(id, { ...filter, limit: limit + 1, after: begin })
  )
  return { found: found.slice(0, limit), isMore: found.length > limit }
})

export const list = (request: ListRequest) =>
  Effect.gen(function* () {
    const baseUrl = yield* Settings.load(Settings.baseUrl)
    const { found, isMore } = yield* page(request)
    const last = isMore ? found.at(-1)?.uid : undefined
    const document = () => ({ transactions: found.map(documentOf(baseUrl)), after: last ?? null })
    yield* Console.log(request.json ? JSON.stringify(document()) : Text.list(found, last))
  }).pipe(reading)
