/** Queries and commands about a shop's notifications. Source: D1, D34. */

import { NotificationId } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/queries/Notifications"
import * as Effect from "effect/Effect"
import * as Samples from "../internal/cardSamples.js"
import * as Notices from "../Notices.js"
import { command, read } from "./Operation.js"
import { byId, lastOf, limit, ofStatus, paged, pages, sentence } from "./Parts.js"
import { ofCards } from "./RefusalForm.js"

const notifications = {
  group: "notifications",
  permission: "shop",
  record: "notification",
  form: ofCards,
  isKeyless: true,
  uses: Notifications
} as const

export const notificationOperations = {
  findNotification: read({
    ...notifications,
    subject: byId(NotificationId, "notification"),
    name: "notifications.find",
    id: "findNotification",
    command: { words: "webhooks show", example: "msg_01a206f1-5731-725a-8e6e-4cf17065e558_2 --shop books" },
    title: "Get a notification",
    description:
      "Answers a notification with the result of its last attempt, by the webhook-id that its receiver gets.",
    answer: "Notice",
    run: ({ find }, { id, shop }) => Effect.map(find(shop, id), Notices.toDocument)
  }),
  listNotifications: read({
    ...notifications,
    name: "notifications.list",
    id: "listNotifications",
    command: "webhooks list",
    at: "GET /notifications",
    title: "List notifications, newest first",
    description: "The next page is asked for with the last id as after.",
    query: {
      status: ofStatus(NotificationStatus, "notifications"),
      limit: limit(pages.most, pages.usual),
      after: lastOf(NotificationId, "notification")
    },
    page: pages,
    answer: "NotificationListDocument",
    member: "notifications",
    example: () => ({ answer: Notices.listOf([Samples.notification]) }),
    run: ({ list }, { query: { status, ...page }, shop }) =>
      Effect.map(
        paged(NotificationId, (options) => list(shop, status === undefined ? options : { ...options, status }))(page),
        Notices.listOf
      )
  }),
  resendNotification: command({
    ...notifications,
    subject: byId(NotificationId, "notification"),
    name: "notifications.resend",
    id: "resendNotification",
    command: "webhooks resend",
    at: "POST /notifications/:id/resend",
    title: "Send a notification again",
    description:
      "Begins its attempts anew, unless a newer one about the transaction was delivered. It stays the same event, so a receiver that has acted on it does not again: safe to repeat without a key.",
    answer: "Nothing",
    member: null,
    reply: sentence("Notification has been sent"),
    run: ({ resend }, { id, shop }) => Effect.as(resend(shop, id), null),
    done: () => Effect.succeed(null)
  }),
  resendExhausted: command({
    ...notifications,
    name: "notifications.resendAll",
    id: "resendExhausted",
    command: "webhooks resend",
    at: "POST /notifications/resend",
    title: "Send all exhausted notifications again",
    description:
      "Begins the attempts of every notification anew whose attempts all failed, the newest of each subject. Answers how many. Safe to repeat without a key: those are exhausted no longer.",
    answer: "Count",
    reply: {
      schema: "ResentDocument",
      of: (sent) => ({ response: { message: "Notifications have been sent", sent } })
    },
    example: () => ({ answer: 3 }),
    run: ({ resendExhausted }, { shop }) => resendExhausted(shop),
    // What is left of the pages is sent, too.
    done: ({ resendExhausted }, { request: made, shop }) => resendExhausted(shop, made)
  })
}
