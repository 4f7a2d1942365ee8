/** A shop's notifications over the operations of the gateway. */
import { NotificationId } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/queries/Notifications"
import * as Notices from "@florin/wire/Notices"
import * as Effect from "effect/Effect"
import type * as Face from "../notifications.js"
import { type Answering, idOf, nothing, shortPageOf, wordOf } from "./calls.js"
import type { Effectful } from "./twoFaces.js"

const idIn = idOf(NotificationId)

const statusOf = wordOf("status", NotificationStatus)

export const make = (answer: Answering): Effectful<Face.Notifications> => ({
  find: (id) =>
    answer("notification", (shop) =>
      Effect.gen(function* () {
        const { find } = yield* Notifications
        return JSON.stringify(Notices.toDocument(yield* find(shop, yield* idIn(id))))
      })
    ),
  list: ({ status, ...page } = {}) => {
    const answered = answer<{ readonly notifications: ReadonlyArray<Face.Notification> }>("notification", (shop) =>
      Effect.gen(function* () {
        const { list } = yield* Notifications
        const wanted = yield* statusOf(status)
        const only = wanted === undefined ? {} : { status: wanted }
        return Notices.encodeList(yield* shortPageOf(idIn, page, (options) => list(shop, { ...options, ...only })))
      })
    )
    return Effect.map(answered, ({ notifications }) => notifications)
  },
  resend: (id) =>
    Effect.asVoid(
      answer("notification", (shop) =>
        Effect.gen(function* () {
          const { resend } = yield* Notifications
          yield* resend(shop, yield* idIn(id))
          return nothing
        })
      )
    ),
  resendAll: () =>
    answer("notification", (shop) =>
      Effect.flatMap(Notifications, ({ resendExhausted }) => Effect.map(resendExhausted(shop), String))
    )
})
