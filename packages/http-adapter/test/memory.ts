/** Core's services over plain maps, for tests of what lies in front of them. */

import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { type CardOperation, Cards } from "@florin/core/card-operations/Cards"
import type { CardInput } from "@florin/core/cards/CardInput"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import * as Operations from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import {
  type IdempotencyKey,
  type KeyRecord,
  type KeyRefusal,
  refusalOf
} from "@florin/core/idempotency/IdempotencyKey"
import {
  type AcquirerKey,
  type CardStamp,
  millisOf,
  newCardToken,
  newTransactionUid,
  ShopId
} from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/queries/Notifications"
import { isFindable, Transactions } from "@florin/core/queries/Transactions"
import { DuplicateRequest, type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import * as Explanation from "@florin/core/routing/Explanation"
import { Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import { VaultError } from "@florin/core/store/VaultError"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Documents from "@florin/wire/Documents"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as BillingMemory from "./internal/billingMemory.js"
import * as CheckoutMemory from "./internal/checkoutMemory.js"
import * as SavedCardMemory from "./internal/savedCardMemory.js"
import * as TransferMemory from "./internal/transferMemory.js"

export const shopOf = (id: string) =>
  new Shop({
    id: ShopId.make(id),
    name: `The <${id}> & Sons`,
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: Duration.days(7)
  })

export const secrets: Readonly<Record<string, string>> = { shop: "a:secret:with colons", other: "другой секрет" }

export interface Memory {
  /** By shop; a shop's secret can be changed. */
  readonly secrets: Record<string, string>
  readonly transactions: Map<string, Transaction>
  readonly notifications: Map<string, Notification>
  readonly keys: Map<string, KeyRecord>
  readonly notes: Map<string, string>
  /** Runs in the middle of every card operation and of every command. */
  interlude: Effect.Effect<void>
  /** The same, for the card operations of one shop. */
  interludeOf: (shop: string) => Effect.Effect<void>
  ran: number
}

export const memory = (): Memory => ({
  secrets: { ...secrets },
  transactions: new Map(),
  notifications: new Map(),
  keys: new Map(),
  notes: new Map(),
  interlude: Effect.void,
  interludeOf: () => Effect.void,
  ran: 0
})

const shops = new Map(Object.keys(secrets).map((id) => [id, shopOf(id)]))

/** That of `shop`, and of no other. */
export const publicKey = Buffer.alloc(294, 7).toString("base64")

const directoryOf = ({ secrets }: Memory) =>
  ShopDirectory.of({
    find: (id) => Effect.succeed(Option.fromNullable(shops.get(id))),
    findByPublicKey: (key) => Effect.succeed(Option.fromNullable(shops.get(key === publicKey ? "shop" : ""))),
    authenticate: (id, secret) =>
      Effect.suspend(() =>
        Object.hasOwn(secrets, id) && secrets[id] === Redacted.value(secret)
          ? Effect.succeed(shops.get(id)!)
          : new Unauthorized()
      )
  })

const readFrom = ({ keys }: Memory, read: Reads.Read): KeyRecord | undefined => {
  if (read._tag !== "Key") throw new Error(`${read._tag} is not read here`)
  return keys.get(`${read.shop} ${read.key}`)
}

const subjectIn = ({ subject }: { readonly subject?: string }) => (subject === undefined ? {} : { subject })

const writeTo = ({ keys }: Memory, write: Write): void => {
  if (write._tag === "ForgetKeys") {
    for (const [shop, key] of write.keys) keys.delete(`${shop} ${key}`)
    return
  }
  if (write._tag !== "ClaimKey" && write._tag !== "KeepAnswer") throw new Error(`${write._tag} is not written here`)
  const name = `${write.shop} ${write.key}`
  const known = keys.get(name)
  if (write._tag === "ClaimKey") {
    keys.set(name, { fingerprint: write.fingerprint, claimedAt: write.now, answer: undefined, ...subjectIn(write) })
  } else if (known !== undefined && known.answer === undefined) keys.set(name, { ...known, answer: write.answer })
}

const performedIn = <Facts, Answer, Refusal>(
  store: Memory,
  { decide, load }: Operations.Commit<Facts, Answer, Refusal>
): Operations.CommitOutcome<Answer, Refusal> => {
  try {
    const reads = Object.entries<Reads.Read>(load)
    const decision = decide(Object.fromEntries(reads.map(([name, read]) => [name, readFrom(store, read)])) as Facts)
    if (decision._tag === "Refused") return { _tag: "Failed", error: decision.refusal }
    for (const write of decision.writes) writeTo(store, write)
    return { _tag: "Committed", answer: decision.answer, wakeAt: undefined }
  } catch (defect) {
    return { _tag: "Died", defect }
  }
}

/** Understands what is asked of a store here: keys. Each operation is a whole turn, so none sees another's half. */
const operationsOf = (store: Memory) =>
  Operations.CommitStore.of({
    submit: (operation, done) => queueMicrotask(() => done(performedIn(store, operation)))
  })

type Sent = Partial<Omit<CardTransaction, "details">> & {
  readonly creditCard?: CardInput
  readonly recipientCreditCard?: CardInput
  readonly returnUrl?: string
}

/** What this store refuses: descriptions that ask for it. */
const refusals: Readonly<Record<string, DuplicateRequest | InvalidRequest>> = {
  duplicate: new DuplicateRequest(),
  forbidden: invalid("description", "is not allowed")
}

const savedFacts = { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" } as const

/** Of a token, that of a card which nobody has saved. */
const shownOf = (card: CardInput) =>
  Effect.map(newCardToken, (token) => ({
    ...(card._tag === "CardData"
      ? { facts: card.number.facts, holder: card.holder ?? null, expMonth: card.expMonth, expYear: card.expYear }
      : { facts: savedFacts, holder: null, expMonth: 12, expYear: 2035 }),
    stamp: "0".repeat(64) as CardStamp,
    token: card._tag === "CardToken" ? card.token : token,
    product: null,
    issuerCountry: null,
    issuerName: null,
    tokenProvider: null
  }))

const made = Effect.fnUntraced(function* (shop: Shop, type: CardTransactionType, request: Sent) {
  const now = yield* DateTime.now
  const card = request.creditCard ?? request.recipientCreditCard
  const transaction: CardTransaction = {
    shop: shop.id,
    uid: yield* newTransactionUid,
    type,
    status: "successful",
    reason: null,
    amount: request.amount!,
    currency: request.currency ?? ("EUR" as CardTransaction["currency"]),
    test: request.test ?? false,
    language: request.language ?? "en",
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.trackingId === undefined ? {} : { trackingId: request.trackingId }),
    details: request.returnUrl === undefined ? {} : { returnUrl: request.returnUrl },
    ...(card === undefined ? {} : { card: yield* shownOf(card) }),
    recurringType: null,
    routing: "skipped",
    gatewayId: 1,
    acquirerKey: "key" as AcquirerKey,
    report: null,
    createdAt: now,
    updatedAt: now,
    paidAt: now,
    expiredAt: null,
    closedAt: null,
    settledAt: null,
    manuallyCorrectedAt: null,
    version: 1
  }
  return transaction
})

interface KeyFacts {
  readonly known?: KeyRecord | undefined
}

/** Claims the key of a request, if it has one, unless the request is refused. */
const accepting = (
  shop: Shop,
  key: IdempotencyKey | undefined,
  request: Sent,
  now: number
): Operations.Commit<KeyFacts, undefined, KeyRefusal | DuplicateRequest> => ({
  name: "accept-charge",
  load: key === undefined ? {} : { known: Reads.key(shop.id, key.key) },
  decide: ({ known }) => {
    const refusal = key === undefined ? undefined : refusalOf(key, known, now)
    const refused = refusal ?? refusals[request.description ?? ""]
    if (refused !== undefined) return Operations.refuse(refused)
    return Operations.decided(key === undefined ? [] : [{ _tag: "ClaimKey", shop: shop.id, ...key, now }], undefined)
  }
})

const found = <Kind>(stored: Kind | undefined) => (stored === undefined ? new NotFound() : Effect.succeed(stored))

const cardsOf = (store: Memory) =>
  Effect.gen(function* () {
    const commit = Operations.commit(yield* Operations.CommitStore)
    const documents = yield* TransactionDocuments
    const operation =
      <Request>(type: CardTransactionType): CardOperation<Request> =>
      (shop, request, key) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          yield* commit(accepting(shop, key, request as Sent, DateTime.toEpochMillis(now)))
          store.ran++
          yield* store.interlude
          yield* store.interludeOf(shop.id)
          const transaction = yield* made(shop, type, request as Sent)
          store.transactions.set(transaction.uid, transaction)
          const document = documents.encode(transaction)
          const writes: ReadonlyArray<Write> =
            key === undefined ? [] : [{ _tag: "KeepAnswer", shop: shop.id, key: key.key, answer: { document } }]
          yield* commit({ name: "record", load: {}, decide: () => Operations.decided(writes, undefined) })
          return { transaction, document }
        }).pipe(Effect.catchTag("Stale", Effect.die))
    return Cards.of({
      authorize: operation("authorization"),
      pay: operation("payment"),
      charge: operation("payment"),
      tokenize: operation("tokenization"),
      capture: operation("capture"),
      void: operation("void"),
      refund: operation("refund"),
      credit: operation("credit"),
      payOut: operation("payout"),
      returned: (uid) =>
        Effect.map(found(ofCard(store.transactions.get(uid))), (transaction) => ({
          transaction,
          document: documents.encode(transaction)
        }))
    })
  })

const transactionsOf = (store: Memory) => {
  const own = (shop: Shop, uid: string) => {
    const transaction = store.transactions.get(uid)
    return found(transaction?.shop === shop.id ? transaction : undefined)
  }
  const command = (shop: Shop, uid: string) =>
    Effect.tap(own(shop, uid), () => {
      store.ran++
      return store.interlude
    })
  return Transactions.of({
    find: own,
    findByTrackingId: (shop, id) =>
      Effect.succeed(
        [...store.transactions.values()]
          .filter((_) => _.shop === shop.id && _.trackingId === id && isFindable(id))
          .reverse()
      ),
    newest: (shop, { after, limit, status }) =>
      Effect.succeed(
        [...store.transactions.values()]
          .filter((_) => _.shop === shop.id && (status === undefined || _.status === status))
          .filter(({ uid }) => after === undefined || uid < after)
          .reverse()
          .slice(0, limit)
      ),
    moved: (shop, { from, to }, { after = "", limit }) =>
      Effect.succeed(
        [...store.transactions.values()]
          .filter((_) => _.shop === shop.id && _.status === "successful" && _.uid > after)
          .filter(({ uid }) => millisOf(uid) >= from.epochMillis && millisOf(uid) < to.epochMillis)
          .slice(0, limit)
      ),
    findPublic: (uid) => found(store.transactions.get(uid)),
    history: () => Effect.succeed([]),
    explain: (shop, uid) => Effect.map(own(shop, uid), (transaction) => Explanation.of(ofCard(transaction)!)!),
    renotify: (shop, uid) => Effect.asVoid(command(shop, uid)),
    recover: command
  })
}

/** Notes, and nothing else of the store. */
const noting = ({ notes, transactions }: Memory) => {
  const store: Pick<TransactionStore["Type"], "find" | "note" | "keepNote"> = {
    find: (shop, uid) =>
      Effect.sync(() => Option.filter(Option.fromNullable(transactions.get(uid)), (found) => found.shop === shop)),
    note: (_, uid) => Effect.sync(() => notes.get(uid) ?? null),
    keepNote: (_, uid, note) => Effect.sync(() => void (note === "" ? notes.delete(uid) : notes.set(uid, note)))
  }
  return Context.make(TransactionStore, store as TransactionStore["Type"]).pipe(
    Context.add(UnitOfWork, { run: (work) => work as never })
  )
}

const notificationsOf = (store: Memory) =>
  Notifications.of({
    find: (shop, id) => {
      const notification = store.notifications.get(id)
      return found(notification?.shop === shop.id ? notification : undefined)
    },
    list: (shop, { after, limit, status }) =>
      Effect.sync(() => {
        const all = [...store.notifications.values()].filter((_) => _.shop === shop.id)
        const rest = after === undefined ? all : all.slice(all.findIndex((_) => _.id === after) + 1)
        return rest.filter((_) => status === undefined || _.status === status).slice(0, limit)
      }),
    resend: (_, id) => (store.notifications.has(id) ? Effect.sync(() => void store.ran++) : new NotFound()),
    resendExhausted: () => Effect.sync(() => ++store.ran)
  })

/** A real vault on a ring of its own; one stands for all tests that do not say otherwise. */
const vault = (stampKey: number | "none") => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
  const ring = { current: "k1", keys: { k1: key(1) }, stamp: key(stampKey === "none" ? 0 : stampKey) }
  const none = { ring: Effect.fail(new VaultError({ reason: "no-key" })), reload: Effect.void }
  return Vault.layer.pipe(
    Layer.provide(
      stampKey === "none"
        ? Layer.succeed(KeyProvider.KeyProvider, none)
        : Layer.orDie(KeyProvider.layerText(Redacted.make(JSON.stringify(ring))))
    )
  )
}

/** No acquirer tells. */
export const unreported = AcquirerReports.of({ receivers: [], counts: () => [], receive: () => new NotFound() })

export const layer = (store: Memory, stampKey: number | "none" = 2) =>
  Layer.effect(Cards, cardsOf(store)).pipe(
    Layer.provideMerge(vault(stampKey)),
    Layer.provideMerge(
      Layer.succeedContext(
        noting(store).pipe(
          Context.add(ShopDirectory, directoryOf(store)),
          Context.add(Operations.CommitStore, operationsOf(store)),
          Context.add(Transactions, transactionsOf(store)),
          Context.add(AcquirerReports, unreported),
          Context.add(Notifications, notificationsOf(store))
        )
      )
    ),
    Layer.provideMerge(Layer.merge(Documents.layer({ baseUrl: "https://pay.example" }), BillingMemory.layer())),
    Layer.provideMerge(Layer.mergeAll(TransferMemory.layer, CheckoutMemory.layer(), SavedCardMemory.layer()))
  )
