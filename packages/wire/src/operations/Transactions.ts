/** Queries and commands about a shop's transactions and notifications. Source: D1, D34. */

import { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/queries/Notifications"
import { Transactions } from "@florin/core/queries/Transactions"
import * as Fields from "@florin/core/request/Fields"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { committing } from "@florin/core/store/FaultPoints"
import { existing } from "@florin/core/store/Records"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Document, Documents } from "../Documents.js"
import * as Explanations from "../Explanations.js"
import * as Samples from "../internal/cardSamples.js"
import { decoder } from "../internal/unwrapped.js"
import * as Movements from "../Movements.js"
import * as Notices from "../Notices.js"
import { command, read } from "./Operation.js"
import { byId, byUid, instant, lastOf, limit, paged, privateText } from "./Parts.js"
import { ofCards } from "./RefusalForm.js"

const { required } = Fields

const pages = { usual: 100, most: 1000 }

const NoteRequest = Fields.named(
  "NoteRequest",
  Fields.object({
    note: required(
      privateText(2000),
      "A text of at most 2,000 characters, without a card number. An empty one removes the note."
    )
  })
)
const readNote = decoder(NoteRequest)

const noteServices = Effect.all({ store: TransactionStore, commit: committing })

/** A command whose answer over HTTP is a sentence. */
const sentence = (message: string) => ({ schema: "DoneDocument" as const, of: () => ({ response: { message } }) })

const services = Effect.all({ transactions: Transactions, document: Documents })

const transactions = { group: "transactions", permission: "shop", record: "transaction", form: ofCards } as const

const sample = () => Samples.documentOf<Document>(Samples.transaction("authorization"))

const byTrackingId = {
  name: "id",
  schema: Schema.String,
  description: "The tracking id, or one of those that it holds."
} as const

export const transactionOperations = {
  find: read({
    ...transactions,
    subject: byUid,
    name: "transactions.find",
    id: "find",
    command: "transactions show",
    at: "GET /transactions/:uid",
    title: "Status by uid",
    description:
      "Answers the transaction as it stands, in the form of the answer that accepted it; asks no acquirer. A transfer is told by its method_type.",
    answer: "FoundDocument",
    member: "transaction",
    example: () => ({ answer: sample() }),
    run: Effect.map(
      services,
      ({ document, transactions }) =>
        ({ id, shop }) =>
          Effect.map(transactions.find(shop, id), document)
    )
  }),
  findByTrackingId: read({
    ...transactions,
    subject: byTrackingId,
    name: "transactions.findByTrackingId",
    id: "findByTrackingId",
    at: "GET /v2/transactions/tracking_id/:id",
    title: "Status by tracking id: the ten newest",
    description:
      "Answers those that have the tracking id, or that hold it as one of several, newest first; an empty list where there are none. Older clients find the newest one, as the answer to a query by uid, at /transactions/tracking_id/{id}.",
    answer: "TransactionListDocument",
    member: "transactions",
    mayBeNone: true,
    example: () => ({ answer: { transactions: [sample().transaction] } }),
    run: Effect.map(
      services,
      ({ document, transactions }) =>
        ({ id, shop }) =>
          Effect.map(transactions.findByTrackingId(shop, id), (found) => ({
            transactions: found.map((one) => document(one).transaction)
          }))
    )
  }),
  findNewestByTrackingId: read({
    ...transactions,
    subject: byTrackingId,
    name: "transactions.findNewestByTrackingId",
    id: "findNewestByTrackingId",
    at: "GET /transactions/tracking_id/:id",
    title: "Status by tracking id: the newest",
    description: "For older clients. Answers 404 where nothing has the tracking id.",
    // OpenAPI tools report its path as ambiguous with /transactions/{uid}/recover.
    isHidden: true,
    isHttpOnly: true,
    answer: "FoundDocument",
    run: Effect.map(
      services,
      ({ document, transactions }) =>
        ({ id, shop }) =>
          Effect.flatMap(transactions.findByTrackingId(shop, id), ([newest]) =>
            newest === undefined ? Effect.fail(new NotFound()) : Effect.succeed(document(newest))
          )
    )
  }),
  listTransactions: read({
    ...transactions,
    name: "transactions.list",
    id: "listTransactions",
    command: "transactions list",
    title: "List transactions, newest first",
    description: "The next page is asked for with the last uid as after.",
    query: {
      status: Schema.optional(
        TransactionStatus.annotations({
          message: () => "is invalid",
          description: "Only transactions of this status."
        })
      ),
      limit: limit(pages.most, pages.usual),
      after: lastOf(TransactionUid, "transaction")
    },
    page: pages,
    answer: "TransactionListDocument",
    member: "transactions",
    run: Effect.map(
      services,
      ({ document, transactions }) =>
        ({ query: { status, ...page }, shop }) =>
          Effect.map(
            paged(TransactionUid, (options) => transactions.newest(shop, { ...options, status }))(page),
            (found) => ({
              transactions: found.map((one) => document(one).transaction)
            })
          )
    )
  }),
  explain: read({
    ...transactions,
    subject: byUid,
    name: "transactions.explain",
    id: "explain",
    command: "transactions explain",
    at: "GET /transactions/:uid/explanation",
    title: "Why a charge went where it went",
    description:
      "The facts that the routing rules looked at, the rules that fired, and the acquirers that were asked. Only charges of cards have an explanation.",
    answer: "ExplanationDocument",
    member: "explanation",
    example: () => ({ answer: Samples.explanation() }),
    run: Effect.map(
      Transactions,
      ({ explain }) =>
        ({ id, shop }) =>
          Effect.map(explain(shop, id), Explanations.toDocument)
    )
  }),
  renotify: command({
    ...transactions,
    subject: byUid,
    name: "transactions.renotify",
    id: "renotify",
    at: "POST /transactions/:uid/renotify",
    title: "Repeat the notification",
    description:
      "Sends the newest notification about the transaction again, as an event of its own: each call sends one, on which a receiver acts once more. It moves no money.",
    answer: "Nothing",
    member: null,
    reply: sentence("Notification has been sent"),
    run: Effect.map(
      Transactions,
      ({ renotify }) =>
        ({ id, shop }) =>
          Effect.as(renotify(shop, id), null)
    ),
    done: Effect.succeed(() => Effect.succeed(null))
  }),
  recover: command({
    ...transactions,
    subject: byUid,
    name: "transactions.recover",
    id: "recover",
    at: "POST /transactions/:uid/recover",
    title: "Ask the acquirer again",
    description:
      "Asks the acquirer now what became of a transaction whose outcome is not known. Safe to repeat without a key: what is sent again is sent under its own, so money moves once.",
    answer: "FoundDocument",
    member: "transaction",
    reply: {
      schema: "DoneDocument",
      of: ({ transaction: { uid } }) => ({ response: { message: `Transaction ${uid} was updated` } })
    },
    example: () => ({ answer: sample() }),
    run: Effect.map(
      services,
      ({ document, transactions }) =>
        ({ id, shop }) =>
          Effect.map(transactions.recover(shop, id), document)
    )
  }),
  note: command({
    ...transactions,
    subject: byUid,
    name: "transactions.note",
    id: "note",
    command: { words: "transactions note", example: "01a206f1-5731-725a-8e6e-4cf17065e558 --note Gift" },
    at: "POST /transactions/:uid/note",
    title: "Note something on a transaction",
    description: "Replaces the merchant's private note. No webhook, page, mail or other answer has it.",
    body: { schema: NoteRequest, decode: readNote },
    answer: "NoteDocument",
    member: "note",
    example: () => ({ request: { note: "Gift wrapping" }, answer: { note: "Gift wrapping" } }),
    run: Effect.map(noteServices, ({ commit, store }) => ({ id, request: { note }, shop }) => {
      const kept = Effect.zipRight(existing(store.find(shop.id, id)), store.keepNote(shop.id, id, note))
      return Effect.as(commit("note")(kept), { note: note === "" ? null : note })
    })
  }),
  findNote: read({
    ...transactions,
    subject: byUid,
    name: "transactions.findNote",
    id: "findNote",
    command: { words: "transactions note", example: "01a206f1-5731-725a-8e6e-4cf17065e558" },
    at: "GET /transactions/:uid/note",
    title: "Get the note on a transaction",
    description: "Answers the merchant's private note.",
    answer: "NoteDocument",
    member: "note",
    example: () => ({ answer: { note: "Gift wrapping" } }),
    run: Effect.map(
      TransactionStore,
      (store) =>
        ({ id, shop }) =>
          Effect.map(Effect.zipRight(existing(store.find(shop.id, id)), store.note(shop.id, id)), (note) => ({ note }))
    )
  }),
  listMovements: read({
    ...transactions,
    name: "transactions.movements",
    id: "listMovements",
    at: "GET /movements",
    title: "List what was moved, oldest first",
    description:
      "The transactions that were accepted in a period and have moved money by now, from the gateway's own books, for reconciliation. A page with as many as limit may have a next one, which is asked for with the last id as after.",
    query: {
      from: instant("The first instant of the period: ISO 8601 with an offset."),
      to: instant("The end of the period, not included: ISO 8601 with an offset."),
      limit: limit(pages.most, pages.usual),
      after: lastOf(TransactionUid, "movement")
    },
    page: pages,
    answer: "MovementListDocument",
    member: "movements",
    example: () => ({
      answer: Movements.listOf([Samples.transaction("authorization"), Samples.transaction("capture")])
    }),
    run: Effect.map(
      Transactions,
      ({ moved }) =>
        ({ query: { from, to, ...page }, shop }) =>
          Effect.map(paged(TransactionUid, (options) => moved(shop, { from, to }, options))(page), Movements.listOf)
    )
  })
}

const notifications = { group: "notifications", permission: "shop", record: "notification", form: ofCards } as const

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
    run: Effect.map(
      Notifications,
      ({ find }) =>
        ({ id, shop }) =>
          Effect.map(find(shop, id), Notices.toDocument)
    )
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
      status: Schema.optional(
        NotificationStatus.annotations({
          message: () => "is invalid",
          description: "Only notifications of this status."
        })
      ),
      limit: limit(pages.most, pages.usual),
      after: lastOf(NotificationId, "notification")
    },
    page: pages,
    answer: "NotificationListDocument",
    member: "notifications",
    example: () => ({ answer: Notices.listOf([Samples.notification]) }),
    run: Effect.map(
      Notifications,
      ({ list }) =>
        ({ query: { status, ...page }, shop }) =>
          Effect.map(
            paged(NotificationId, (options) => list(shop, status === undefined ? options : { ...options, status }))(
              page
            ),
            Notices.listOf
          )
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
    run: Effect.map(
      Notifications,
      ({ resend }) =>
        ({ id, shop }) =>
          Effect.as(resend(shop, id), null)
    ),
    done: Effect.succeed(() => Effect.succeed(null))
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
    run: Effect.map(
      Notifications,
      ({ resendExhausted }) =>
        ({ shop }) =>
          resendExhausted(shop)
    )
  })
}
