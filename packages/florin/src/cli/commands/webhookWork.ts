/** The work of `florin webhooks`. Sends nothing itself: running servers do, as soon as they see the due work. */

import * as Worker from "@florin/core/due-work/Worker"
import { NotificationId } from "@florin/core/ids/Ids"
import { type Notification, NotificationStore } from "@florin/core/notifications/Notification"
import * as Notifications from "@florin/core/queries/Notifications"
import { given } from "@florin/core/request/Given"
import * as Notices from "@florin/wire/Notices"
import { notificationOperations } from "@florin/wire/operations/Notifications"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"
import * as Acquirers from "../server/acquirers.js"
import * as Parts from "../server/parts.js"
import { masked } from "../server/shownUrls.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { page } from "../text/days.js"
import { commanding } from "./acting.js"
import * as GivenFilters from "./givenFilters.js"
import { ran } from "./operationWork.js"
import * as ShopChoice from "./shopChoice.js"

const { listNotifications, resendExhausted, resendNotification } = notificationOperations

const isId = Schema.is(NotificationId)

const idOf = (name: string, text: string) =>
  isId(text)
    ? Effect.succeed(text)
    : bad(name, "must be a notification's id, such as msg_01a206f1-5731-725a-8e6e-4cf17065e558_2")

interface ListRequest {
  readonly shop: Option.Option<string>
  readonly filters: GivenFilters.Given
  readonly limit: number
  readonly after: Option.Option<string>
  readonly as: Option.Option<string>
  readonly json: boolean
}

const readFilters = GivenFilters.reading(Schema.Struct({ status: listNotifications.query!.status }))

const rowOf = ({ attempts, createdAt, id, lastResult, status }: Notification) => ({
  createdAt,
  cells: [id, status, String(attempts), lastResult ?? "–"]
})

const listed = Effect.fnUntraced(function* ({ after, as, filters, json, limit, shop }: ListRequest) {
  const { inShop } = yield* commanding(as)
  const begin = Option.isSome(after) ? { after: yield* idOf("--after", after.value) } : {}
  const { id } = yield* ShopChoice.chosen(shop)
  const { status } = yield* readFilters(filters)
  const { list } = yield* NotificationStore
  const found = yield* inShop(
    listNotifications,
    { shop: id },
    list(id, { ...begin, ...given({ status }), limit: limit + 1 })
  )
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1)?.id : undefined
  const document = () => ({ notifications: shown.map((one) => masked(Notices.toDocument(one))), after: last ?? null })
  const text = () => page(shown.map(rowOf), "There is no such notification.", last)
  yield* Console.log(json ? JSON.stringify(document()) : text())
})

export const list = (request: ListRequest) =>
  Effect.flatMap(Settings.load(Settings.database), (database) =>
    Effect.provide(listed(request), StoreAsIs.layer(database))
  )

interface ResendRequest {
  readonly id: Option.Option<string>
  readonly shop: Option.Option<string>
  readonly exhausted: boolean
  readonly as: Option.Option<string>
  readonly json: boolean
}

const sent = Effect.fnUntraced(function* ({ as, exhausted, id, shop: named }: ResendRequest) {
  const by = yield* commanding(as)
  if (Option.isSome(id) === exhausted) return yield* bad("<id>", "or --exhausted is needed, and not both")
  if (Option.isNone(id)) return yield* ran(by, resendExhausted, yield* ShopChoice.chosen(named))
  const known = yield* idOf("<id>", id.value)
  const shop = yield* ShopChoice.chosen(named)
  return yield* ran(by, resendNotification, shop, { id: known }).pipe(
    Effect.as(1),
    Effect.catchTag("NotFound", () => bad(`${known}:`, `shop ${shop.id} has no notification with this id`))
  )
})

/** Due at once by the clock of the server, which in the sandbox may stand. */
const clock = (given: Acquirers.Given) => (given.sandbox ? Layer.discard(Acquirers.layer(given)) : Layer.empty)

const textOf = (count: number): string => {
  if (count === 0) return "No notification is exhausted; there was nothing to do."
  return `${count === 1 ? "1 notification is" : `${count} notifications are`} due: a running server sends within seconds.`
}

export const resend = (request: ResendRequest) =>
  Effect.gen(function* () {
    const given = yield* Settings.load(Acquirers.settings)
    const { database } = given
    yield* StoreAsIs.existing(database)
    const layer = Notifications.layer.pipe(
      Layer.provide(Worker.layer),
      Layer.provideMerge(StoreAsIs.layer(database)),
      Layer.provideMerge(clock(given))
    )
    const count = yield* Effect.provide(Effect.zipRight(Parts.claimPurpose(given), sent(request)), layer)
    yield* Console.log(request.json ? JSON.stringify({ sent: count }) : textOf(count))
  })
