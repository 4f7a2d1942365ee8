/** The work of a command that is an operation: what the row of the table runs. */
import * as Worker from "@florin/core/due-work/Worker"
import { TransactionUid } from "@florin/core/ids/Ids"
import * as Notifications from "@florin/core/queries/Notifications"
import type { Shop } from "@florin/core/shops/Shop"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { bare } from "@florin/settings/Shops"
import * as Operation from "@florin/wire/operations/Operation"
import * as Running from "@florin/wire/operations/Running"
import { table } from "@florin/wire/operations/Table"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BadSetting, bad } from "../badSetting.js"
import { masked } from "../server/shownUrls.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { aligned } from "../text/columns.js"
import * as Commands from "./acting.js"
import * as ShopChoice from "./shopChoice.js"

interface Row<Id, Request, A, S, R> extends Commands.Row, Pick<Operation.Any, "name" | "permission"> {
  readonly uses: Effect.Effect<S, never, R>
  readonly run: (services: S, call: Operation.Call<Id, Request, never>) => Effect.Effect<A, Operation.Refusal>
}

/** Runs an operation of a shop as somebody, without a key, and answers its document. */
export const ran = <Id, Request, A, S, R>(
  { by, inShop }: Commands.Commanding,
  row: Row<Id, Request, A | Operation.Existing<A>, S, R>,
  shop: Shop,
  { id, request }: { readonly id?: Id; readonly request?: Request } = {}
): Effect.Effect<A, Operation.Refusal | BadSetting, R> =>
  Effect.flatMap(row.uses, (services) => {
    const run = Running.run(row, services, {
      shop,
      operator: by.id,
      actor: by,
      key: undefined,
      subject: "",
      id: id as Id,
      request: request as Request,
      query: undefined as never
    })
    return Effect.map(inShop(row, { shop: shop.id, subject: id }, run), (answer) =>
      answer instanceof Operation.Existing ? answer.document : answer
    )
  })

type Made = Operation.Any & Row<unknown, unknown, unknown, unknown, Operation.CommandServices>

/** The rows of a command. */
const rowsOf = (words: string): ReadonlyArray<Made> =>
  Object.values<Operation.Any>(table).filter(
    ({ command }) => typeof command === "object" && command.words === words
  ) as unknown as ReadonlyArray<Made>

interface Given {
  readonly id?: string
  readonly shop?: Option.Option<string>
  /** By the names of the members. */
  readonly request: Readonly<Record<string, Option.Option<unknown>>>
  readonly as: Option.Option<string>
  readonly json: boolean
}

const missing = ({ record, subject }: Made, id = ""): BadSetting =>
  bad(`${id}:`, `there is no ${record} with this ${subject?.name ?? "id"}`)

const shopOf = (row: Made, { id, shop }: Given) => {
  if (row.subject?.name !== "uid") return ShopChoice.chosen(shop ?? Option.none())
  return Effect.gen(function* () {
    const uid = Schema.decodeUnknownOption(TransactionUid)(id)
    const found = yield* Effect.transposeMapOption(uid, (yield* TransactionStore).findPublic)
    const transaction = yield* Option.match(Option.flatten(found), {
      onNone: () => missing(row, id),
      onSome: Effect.succeed
    })
    return bare(transaction.shop, transaction.shop)
  })
}

const textOf = (document: unknown, { member, record }: Made): string => {
  const shown = member == null ? document : (document as Readonly<Record<string, unknown>>)[member]
  if (member === null) return "It is done."
  if (shown === null) return `There is no ${member ?? record}.`
  if (typeof shown !== "object") return String(shown)
  const cellOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value))
  return aligned(Object.entries(shown).map(([name, value]) => [name, cellOf(value)])).join("\n")
}

const performed = (row: Made, sent: object, given: Given) =>
  Effect.gen(function* () {
    const commanding = yield* Commands.commanding(given.as)
    const shop = yield* shopOf(row, given)
    const request = row.body === undefined ? undefined : yield* row.body.decode(sent)
    if (row.subject !== undefined && !Schema.is(row.subject.schema as Schema.Schema<string>)(given.id)) {
      return yield* missing(row, given.id)
    }
    return masked(yield* ran(commanding, row, shop, { request, ...(given.id === undefined ? {} : { id: given.id }) }))
  }).pipe(
    Effect.catchTags({
      NotFound: () => missing(row, given.id),
      InvalidRequest: ({ errors }) =>
        new BadSetting({
          lines: errors.map(({ path, sentence }) => `--${String(path[0]).replaceAll("_", "-")} ${sentence}`)
        })
    })
  )

/** Runs the row with a body where one of its members is given, and otherwise the one without. */
export const perform = (words: string, given: Given) =>
  Effect.gen(function* () {
    const sent = Object.fromEntries(
      Object.entries(given.request).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
    )
    const rows = rowsOf(words)
    const writes = Object.keys(sent).length > 0
    const row = rows.find(({ body }) => (body !== undefined) === writes) ?? rows[0]!
    const database = yield* Settings.load(Settings.database)
    const layer = Notifications.layer.pipe(Layer.provide(Worker.layer), Layer.provideMerge(StoreAsIs.layer(database)))
    const document = yield* Effect.provide(performed(row, sent, given), layer)
    yield* Console.log(given.json ? JSON.stringify(document) : textOf(document, row))
  })
