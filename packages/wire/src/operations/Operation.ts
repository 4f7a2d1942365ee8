/**
 * An operation, written once. Its route and its entry in OpenAPI, the effect and the promise in process, and the pages of the
 * reference are made from its row.
 */

import type { CardStore } from "@florin/core/cards/CardStore"
import type { CommitStore } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import type { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import type { IdempotencyKey, KeyRefusal } from "@florin/core/idempotency/IdempotencyKey"
import type { TransactionUid } from "@florin/core/ids/Ids"
import type { JobStore } from "@florin/core/jobs/Job"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { NotificationStore } from "@florin/core/notifications/Notification"
import type { Answer } from "@florin/core/operations/Answer"
import type { Actor } from "@florin/core/people/Actor"
import type { Role, VisibleShops } from "@florin/core/people/Role"
import type { PlanStore } from "@florin/core/plans/PlanStore"
import type { Notifications } from "@florin/core/queries/Notifications"
import type { DuplicateRequest, InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { NotInsideTransaction, UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import type { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import type { TransactionStore } from "@florin/core/transactions/TransactionStore"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { AnswerName, Answers } from "../Answers.js"
import type { Target } from "../EncryptedCards.js"
import type { Written } from "../internal/written.js"
import type { Decoder } from "../Requests.js"
import type { RefusalForm } from "./RefusalForm.js"

/** The method of a route. `GET` reads; the others take a key. */
export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** What a record of a missing id would have been. */
export type RecordKind =
  | "transaction"
  | "transfer"
  | "notification"
  | "plan"
  | "customer"
  | "subscription"
  | "shop"
  | "checkout"
  | "card"
  | "product"
  | "approval"
  | "coupon"

/** Why an operation was not carried out. A decline is an answer. */
export type Refusal =
  | InvalidRequest
  | DuplicateRequest
  | NotFound
  | KeyRefusal
  | VaultError
  | NotInsideTransaction
  | StorageError

/** A call, decoded. */
export interface Call<Id = unknown, Request = unknown, Query = unknown> {
  /** Of an operator's call: none. */
  readonly shop: Shop
  /** Who calls, of an operator's call. */
  readonly operator: string
  readonly id: Id
  readonly request: Request
  readonly query: Query
  /** The key of an operation that keeps its first answer in its own commit. */
  readonly key: IdempotencyKey | undefined
  /** 16 hex digits that are the same when a claimed key runs again; the id of what is created ends in them. */
  readonly subject: string
  /** Whoever calls has not the shop's credentials: only its public key, or the token of what the call is about. */
  readonly isGuest?: boolean
  /** `X-Api-Version`, the form of documents that a client over HTTP expects. In process: none. */
  readonly apiVersion?: string | undefined
  /** The person or operator who calls. Absent: a shop with its secret, a customer, or the host, who may do everything. */
  readonly actor?: Actor | undefined
  /** The shops of an operator's call. Default: all. */
  readonly sight?: VisibleShops | undefined
  /** What the commit of an actor's action writes, too: the approval that it uses up. */
  readonly uses?: ReadonlyArray<Write> | undefined
}

/** The answer of a creation that found what it would have created. */
export class Existing<Document> {
  constructor(readonly document: Document) {}
}

/** A segment of the path: which record the operation is about. An ill-formed one is not found, like an unknown one. */
export interface Subject<Id extends string> {
  readonly name: "id" | "uid" | "token"
  readonly schema: Schema.Schema<Id, string>
  readonly description: string
}

export interface Body<Request> {
  /** Of the request, without what it is wrapped in. For the contract and the test kit: `decode` reads bodies. */
  readonly schema: Schema.Schema.Any
  readonly decode: Decoder<Request>
  /** The member in which the request stands over HTTP. */
  readonly wrapper?: "request" | "checkout"
  /** Where the fields of `encrypted_credit_card` belong. Absent: it is not taken. Over HTTP only. Source: D51. */
  readonly encrypted?: Target
  /** No body says what an empty object says. Default: a body is required. */
  readonly isOptional?: boolean
  /** Has the bytes of a document, and is longer than other bodies: each edge reads them in its own way. */
  readonly hasDocument?: true
}

/** A group of operations in the contract. */
export type Group =
  | "cards"
  | "savedCards"
  | "checkouts"
  | "products"
  | "transactions"
  | "notifications"
  | "transfers"
  | "plans"
  | "coupons"
  | "customers"
  | "subscriptions"
  | "operators"
  | "sandbox"

/**
 * Who may call.
 *
 * - `shop`: a shop with its credentials
 * - `capability`: the same; besides a guest, who has the public key of a shop that lets guests in, or, where the row says
 *   whose a token is (`owner`), nothing but the token. Source: D45, D46.
 * - `operator`: an operator with theirs
 * - `sandbox`: a shop where there is a sandbox
 */
export type Permission = "shop" | "capability" | "operator" | "sandbox"

/**
 * The least role with which people may call. `nobody`: what takes a card's number, which no person of the gateway types.
 * Source: D74.
 */
export type LeastRole = Role | "nobody"

/**
 * What a request moves, for the limit above which a second person approves. `uid`: of the transaction that has the amount
 * and the currency that the request does not say. Source: D74.
 */
export interface MovedMoney {
  readonly uid?: TransactionUid | undefined
  readonly amount?: Amount | undefined
  readonly currency?: Currency | undefined
}

/** A request, without what it is wrapped in, and an answer for the documents. */
export interface Example<Answer> {
  readonly request?: object
  readonly answer: Answer
}

/**
 * A command of the command line that is made of its rows. Rows with the same words are one command: an option given, it runs
 * the one with a body.
 */
export interface CommandOf {
  /** A group and a word, without `florin`. */
  readonly words: `${string} ${string}`
  /** What follows the words in the help's example. */
  readonly example: string
}

/** What HTTP answers in the place of the document. */
export interface Reply<Document> {
  readonly schema: AnswerName
  readonly of: (document: Document) => unknown
}

/** How many records a page has where a host says nothing, and the most that it may ask for. */
export interface PageSizes {
  readonly usual: number
  readonly most: number
}

type Fields = Schema.Struct.Fields

type Document<A extends AnswerName> = Written<Schema.Schema.Encoded<Answers[A]>>

interface Row<Id extends string, Request, Query extends Fields, A extends AnswerName, S, R> {
  /** As hosts call it. Its idempotency keys stand under this name, too. */
  readonly name: string
  /** In HTTP. Absent: only in process. */
  readonly at?: `${Method} /${string}`
  /** The id of the operation in the contract. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** In which group of the contract. */
  readonly group: Group
  readonly permission: Permission
  /** The least role of people. Default: `view` of what takes no key, `operate` of the rest. */
  readonly role?: LeastRole
  /** It is about all shops at once: the role of one shop is not enough. */
  readonly isEverywhere?: true
  /** A read that answers nothing about a person: a look at it has no entry in the audit. */
  readonly isImpersonal?: true
  /** Absent: it moves no money. */
  readonly moves?: (call: Named<Id, Request>) => MovedMoney
  readonly record: RecordKind
  readonly form: RefusalForm
  readonly subject?: Subject<Id>
  readonly body?: Body<Request>
  /** The members of a query. Over HTTP unknown ones are ignored, in process they are refused. */
  readonly query?: Query
  readonly answer: A
  /** Only this member of the document is answered in process; null: nothing is. */
  readonly member?: string | null
  readonly reply?: Reply<Document<A>>
  /** The HTTP status of what is new, or of an answer without a body. Default: 200. */
  readonly status?: 201 | 204
  /**
   * Members of the document that are secrets: answered to the request that made them, and `null` to its repetitions, because
   * the answer that is kept has them no longer.
   */
  readonly shownOnce?: ReadonlyArray<string>
  /** What it would create may be there already, which 200 says. */
  readonly mayExist?: true
  /** Of a subject that nothing has it answers an empty list. */
  readonly mayBeNone?: true
  /** The ids on a page, of which the last one leads to the next page. */
  readonly idsOn?: (document: Document<A>, query: Schema.Struct.Type<Query>) => ReadonlyArray<string>
  readonly page?: PageSizes
  /** The command that does it: the words of one written by hand, or what one is made of. */
  readonly command?: string | CommandOf
  /** In process it promises no key: a call is safe to repeat without one, or is an operator's. */
  readonly isKeyless?: true
  /** It changes nothing, although it takes a key over HTTP. */
  readonly changesNothing?: true
  /** Only over HTTP: what hosts have otherwise. */
  readonly isHttpOnly?: true
  /** Not in the contract: for clients that know it from elsewhere. */
  readonly isHidden?: true
  /** Other paths, for older clients, by the ids of their operations. With a method where it is another one. */
  readonly aliases?: Readonly<Record<string, `${"" | `${Method} `}/${string}`>>
  /** Absent where nothing is answered, or where the contract does not show the operation. */
  readonly example?: () => Example<Document<A>>
  /** The services of the gateway that it works with. */
  readonly uses: Effect.Effect<S, never, R>
  /**
   * Of a `capability`: the shop of what the token in the path or in the request names, for a guest who has nothing else.
   * Absent: a guest needs the shop's public key.
   */
  readonly owner?: (services: S, call: Named<Id, Request>) => Effect.Effect<Shop, NotFound | StorageError>
}

/** What a call is about. */
export type Named<Id, Request> = Pick<Call<Id, Request>, "id" | "request">

/** What a row does, by the services that it `uses`. */
type Run<S, Id, Request, Query extends Fields, A> = (
  services: S,
  call: Call<Id, Request, Schema.Struct.Type<Query>>
) => Effect.Effect<A, Refusal>

/** Keeps its first answer under its key in the commit that decides it. Source: D13. */
export interface Kept<Id extends string, Request, Query extends Fields, A extends AnswerName, S, R>
  extends Row<Id, Request, Query, A, S, R> {
  readonly key: "kept"
  readonly run: Run<S, Id, Request, Query, Answer>
}

/** Claims its key before it runs, and keeps its answer after it. Source: D13. */
export interface Command<Id extends string, Request, Query extends Fields, A extends AnswerName, S, R>
  extends Row<Id, Request, Query, A, S, R> {
  readonly key: "claimed"
  readonly run: Run<S, Id, Request, Query, Document<A> | Existing<Document<A>>>
  /** Answers one that has had its effect, from what it made: `request`. Absent: it may run again. */
  readonly done?: Run<S, Id, string, Query, Document<A>>
}

/** Takes no key. */
export interface Read<Id extends string, Request, Query extends Fields, A extends AnswerName, S, R>
  extends Row<Id, Request, Query, A, S, R> {
  readonly key: "none"
  readonly run: Run<S, Id, Request, Query, Document<A>>
}

/** What the command line has: the stores, and what reads notifications. */
export type CommandServices =
  | CommitStore
  | UnitOfWork
  | TransactionStore
  | NotificationStore
  | JobStore
  | CardStore
  | PlanStore
  | EntitlementStore
  | SubscriptionStore
  | Notifications

/** A command is made only of a row that needs no more than the command line has. */
type Commanded<R> = [R] extends [CommandServices] ? unknown : { readonly command?: string }

export const kept = <A extends AnswerName, S, R, Id extends string = never, Request = never, Query extends Fields = {}>(
  row: Omit<Kept<Id, Request, Query, A, S, R>, "key"> & Commanded<R>
): Kept<Id, Request, Query, A, S, R> => ({ ...row, key: "kept" })

export const command = <
  A extends AnswerName,
  S,
  R,
  Id extends string = never,
  Request = never,
  Query extends Fields = {}
>(
  row: Omit<Command<Id, Request, Query, A, S, R>, "key"> & Commanded<R>
): Command<Id, Request, Query, A, S, R> => ({ ...row, key: "claimed" })

export const read = <A extends AnswerName, S, R, Id extends string = never, Request = never, Query extends Fields = {}>(
  row: Omit<Read<Id, Request, Query, A, S, R>, "key"> & Commanded<R>
): Read<Id, Request, Query, A, S, R> => ({ ...row, key: "none" })

/** Some operation, as the edges handle it: what it takes is what its own row decodes. */
export interface Any
  extends Omit<
    Row<string, unknown, Fields, AnswerName, unknown, unknown>,
    "subject" | "idsOn" | "reply" | "status" | "example" | "owner" | "moves"
  > {
  readonly key: "kept" | "claimed" | "none"
  readonly subject?: Pick<Subject<string>, "name" | "description"> & { readonly schema: Schema.Schema.All }
  readonly status?: number
  readonly idsOn?: (document: never, query: never) => ReadonlyArray<string>
  readonly reply?: Reply<never>
  readonly example?: () => Example<unknown>
  readonly owner?: (services: never, call: never) => Effect.Effect<Shop, NotFound | StorageError>
  readonly moves?: (call: never) => MovedMoney
  readonly run: (services: never, call: never) => Effect.Effect<unknown, Refusal>
  readonly done?: (services: never, call: never) => Effect.Effect<unknown, Refusal>
}

/** What an operation needs of the gateway. */
export type Services<Row extends Any> = Row["uses"] extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

/** Whether a call in process takes a key: it has an effect, and is not safe to repeat without one. */
export const takesKey = ({ isKeyless, key }: Pick<Any, "isKeyless" | "key">): boolean =>
  key !== "none" && isKeyless !== true

/** Whether an operator decides about money, and says in process who does. */
export const isDecision = ({ body, permission, record, subject }: Any): boolean =>
  permission === "operator" && record !== "shop" && subject !== undefined && body !== undefined

/** What HTTP answers for the document of an operation. */
export const replyOf = ({ reply }: Pick<Any, "reply">, document: unknown): unknown =>
  reply === undefined ? document : (reply.of as (document: unknown) => unknown)(document)

/** A document with secrets as it is kept, and as it is answered once. */
export const shownOnce = (
  secrets: ReadonlyArray<string>,
  document: string
): { readonly document: string; readonly once: string } => {
  const blank = Object.fromEntries(secrets.map((name) => [name, null]))
  return { document: JSON.stringify({ ...JSON.parse(document), ...blank }), once: document }
}

/** A request as its body is sent over HTTP. */
export const bodyOf = ({ body }: Pick<Any, "body">, request: unknown): unknown =>
  body?.wrapper === undefined ? request : { [body.wrapper]: request }

/** An operation's request and answer over HTTP, as the contract shows them. */
export const exampleOf = (row: Any): { readonly request: unknown; readonly answer: unknown } => {
  const { answer = null, request } = row.example?.() ?? {}
  return { request: bodyOf(row, request), answer: replyOf(row, answer) }
}
