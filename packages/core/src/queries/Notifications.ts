/** Lists notifications, and resends undelivered ones. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CommitStore, commitUnguarded } from "../commits/Commit.js"
import { Worker } from "../due-work/Worker.js"
import type { NotificationId } from "../ids/Ids.js"
import { type Notification, type NotificationStatus, NotificationStore } from "../notifications/Notification.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { given } from "../request/Given.js"
import { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import * as ResendRules from "./ResendRules.js"

export class Notifications extends Context.Tag("@florin/core/Notifications")<
  Notifications,
  {
    readonly find: (shop: Shop, id: NotificationId) => Effect.Effect<Notification, NotFound | StorageError>
    readonly list: (
      shop: Shop,
      options: { readonly status?: NotificationStatus; readonly limit?: number; readonly after?: NotificationId }
    ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
    /** Resends one. It becomes `superseded` instead if a newer one of its subject exists. Source: D34. */
    readonly resend: (
      shop: Shop,
      id: NotificationId
    ) => Effect.Effect<void, NotFound | NotInsideTransaction | StorageError>
    /**
     * Resends the exhausted notification of every subject of which it is the newest; returns how many. Older ones become
     * `superseded`. `made`: what the key of a command that died remembers of it; those it has sent count, too.
     */
    readonly resendExhausted: (shop: Shop, made?: string) => Effect.Effect<number, NotInsideTransaction | StorageError>
  }
>() {}

const pageLimit = 100

/** How many are read per commit: on SQLite every other commit waits for it. Source: D42. */
const batch = 100

export const make = Effect.gen(function* () {
  const store = yield* NotificationStore
  const worker = yield* Worker
  const write = commitUnguarded(yield* CommitStore)

  const resend = Effect.fnUntraced(function* (shop: Shop, id: NotificationId) {
    const now = yield* DateTime.now
    // A notification's subject never changes, so it is safe to read before the unit of work.
    const subject = yield* write(ResendRules.subjectOf(shop.id, id))
    if (subject === undefined) return yield* new NotFound()
    yield* write(ResendRules.resend(shop.id, id, subject, now))
    yield* worker.wake
  })

  const resendExhausted = Effect.fnUntraced(function* (shop: Shop, made?: string) {
    const now = yield* DateTime.now
    let sent = ResendRules.sentIn(made)
    let after = ""
    while (true) {
      const page = yield* write(ResendRules.resendExhaustedPage(shop.id, after, batch, now))
      sent += page.sent
      if (page.last === undefined) return sent
      after = page.last
      yield* worker.wake
    }
  })

  return Notifications.of({
    find: (shop, id) => existing(store.find(shop.id, id)),
    list: (shop, { after, limit = pageLimit, status }) => store.list(shop.id, { limit, ...given({ status, after }) }),
    resend: (shop, id) => outsideUnitOfWork("Notifications.resend", resend(shop, id)),
    resendExhausted: (shop, made) => outsideUnitOfWork("Notifications.resendExhausted", resendExhausted(shop, made))
  })
})

export const layer: Layer.Layer<Notifications, never, CommitStore | NotificationStore | Worker> = Layer.effect(
  Notifications,
  make
)
