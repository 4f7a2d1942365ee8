/** Lists notifications and sends them again. Source: D1, D34. */
import { NotificationId } from "@florin/core/ids/Ids"
import { Notifications } from "@florin/core/queries/Notifications"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as Notices from "@florin/wire/Notices"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Commands from "./commands.js"
import { done, json } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { notificationQuery } from "./merchantContract.js"
import { queryOf } from "./merchantQuery.js"

const isId = Schema.is(NotificationId)
const query = queryOf(notificationQuery)

export const make = Effect.gen(function* () {
  const notifications = yield* Notifications
  const { asking } = yield* Merchant.Merchant
  const command = yield* Commands.make

  return {
    listNotifications: asking((visit) =>
      query(visit).pipe(
        Effect.flatMap(({ after, limit, status }) =>
          notifications.list(visit.shop, {
            limit,
            ...(after === undefined ? {} : { after }),
            ...(status === undefined ? {} : { status })
          })
        ),
        Effect.map((found) => json(Notices.encodeList(found)))
      )
    ),
    resendNotification: command(
      (visit) => {
        const { id } = visit.params
        const sent = isId(id) ? notifications.resend(visit.shop, id) : Effect.fail(new NotFound())
        return Effect.as(sent, done("Notification has been sent"))
      },
      () => done("Notification has been sent")
    ),
    resendExhausted: command((visit) =>
      Effect.map(notifications.resendExhausted(visit.shop), (sent) => done("Notifications have been sent", { sent }))
    )
  }
})
