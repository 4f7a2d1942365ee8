/** Queries and commands about a shop's transactions. Source: D1. */

import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import * as Fields from "@florin/core/request/Fields"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { committing } from "@florin/core/store/FaultPoints"
import { existing } from "@florin/core/store/Records"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Document, Documents } from "../Documents.js"
import * as Explanations from "../Explanations.js"
import * as Samples from "../internal/cardSamples.js"
import { decoder } from "../internal/unwrapped.js"
import * as Movements from "../Movements.js"
import { filterOf, filters } from "./Filters.js"
import { command, read } from "./Operation.js"
import { byUid, instant, lastOf, limit, paged, pages, privateText, sentence } from "./Parts.js"
import { ofCards } from "./RefusalForm.js"

const { required } = Fields

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

const services = Effect.all({ transactions: Transactions, document: Documents })

const transactions = {
  group: "transactions",
  permission: "shop",
  record: "transaction",
  form: ofCards,
  isKeyless: true,
  uses: services
} as const

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
    run: ({ document, transactions }, { id, shop }) => Effect.map(transactions.find(shop, id), document)
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
    run: ({ document, transactions }, { id, shop }) =>
      Effect.map(transactions.findByTrackingId(shop, id), (found) => ({
        transactions: found.map((one) => document(one).transaction)
      }))
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
    run: ({ document, transactions }, { id, shop }) =>
      Effect.flatMap(transactions.findByTrackingId(shop, id), ([newest]) =>
        newest === undefined ? Effect.fail(new NotFound()) : Effect.succeed(document(newest))
      )
  }),
  listTransactions: read({
    ...transactions,
    name: "transactions.list",
    id: "listTransactions",
    command: "transactions list",
    at: "GET /transactions",
    title: "List or search transactions, newest first",
    description:
      "Answers the transactions that fit everything the query asks for, in the order of their uids, newest first unless order says otherwise; all of them where it asks for nothing. A page with as many as limit may have a next one, which is asked for with the last uid as after.",
    query: {
      ...filters,
      limit: limit(pages.most, pages.usual),
      after: lastOf(TransactionUid, "transaction")
    },
    page: pages,
    answer: "TransactionListDocument",
    member: "transactions",
    example: () => ({ answer: { transactions: [sample().transaction] } }),
    run: ({ document, transactions }, { query: { after, limit, ...query }, shop }) =>
      Effect.map(
        paged(TransactionUid, (page) => transactions.newest(shop, { ...filterOf(query), ...page }))({ after, limit }),
        (found) => ({ transactions: found.map((one) => document(one).transaction) })
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
    uses: Transactions,
    run: ({ explain }, { id, shop }) => Effect.map(explain(shop, id), Explanations.toDocument)
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
    uses: Transactions,
    run: ({ renotify }, { id, shop }) => Effect.as(renotify(shop, id), null),
    done: () => Effect.succeed(null)
  }),
  recover: command({
    ...transactions,
    subject: byUid,
    name: "transactions.recover",
    id: "recover",
    at: "POST /transactions/:uid/recover",
    title: "Ask the acquirer again",
    description:
      "Asks the acquirer now what became of a transaction whose outcome is not known. Asked by a person, it takes a contradiction off the list of what is in doubt. Safe to repeat without a key: what is sent again is sent under its own, so money moves once.",
    answer: "FoundDocument",
    member: "transaction",
    reply: {
      schema: "DoneDocument",
      of: ({ transaction: { uid } }) => ({ response: { message: `Transaction ${uid} was updated` } })
    },
    example: () => ({ answer: sample() }),
    run: ({ document, transactions }, { id, shop }) => Effect.map(transactions.recover(shop, id), document)
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
    uses: noteServices,
    run: ({ commit, store }, { id, request: { note }, shop }) => {
      const kept = Effect.zipRight(existing(store.find(shop.id, id)), store.keepNote(shop.id, id, note))
      return Effect.as(commit("note")(kept), { note: note === "" ? null : note })
    }
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
    uses: TransactionStore,
    run: (store, { id, shop }) =>
      Effect.map(Effect.zipRight(existing(store.find(shop.id, id)), store.note(shop.id, id)), (note) => ({ note }))
  }),
  listMovements: read({
    ...transactions,
    isImpersonal: true,
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
    uses: Transactions,
    run: ({ moved }, { query: { from, to, ...page }, shop }) =>
      Effect.map(paged(TransactionUid, (options) => moved(shop, { from, to }, options))(page), Movements.listOf)
  })
}
