/** Core's services over plain maps, for tests of what lies in front of them. */

import type { CardInput } from "@florin/core/cards/CardRequest"
import { Cards, type Operation } from "@florin/core/cards/Cards"
import { VaultError } from "@florin/core/cards/CardVault"
import {
  AlreadyAnswered,
  type Claim,
  IdempotencyInFlight,
  IdempotencyMismatch,
  IdempotencyStore,
  type KeptAnswer
} from "@florin/core/idempotency/IdempotencyStore"
import { type AcquirerKey, type CardStamp, cardToken, ShopId, transactionUid } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/notifications/Notifications"
import { DuplicateRequest, type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { Transaction, TransactionType } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transactions } from "@florin/core/transactions/Transactions"
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
  readonly keys: Map<string, { readonly fingerprint: string; readonly at: DateTime.Utc; answer?: KeptAnswer }>
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
  interlude: Effect.void,
  interludeOf: () => Effect.void,
  ran: 0
})

const shops = new Map(Object.keys(secrets).map((id) => [id, shopOf(id)]))

const directoryOf = ({ secrets }: Memory) =>
  ShopDirectory.of({
    find: (id) => Effect.succeed(Option.fromNullable(shops.get(id))),
    authenticate: (id, secret) =>
      Effect.suspend(() =>
        Object.hasOwn(secrets, id) && secrets[id] === Redacted.value(secret)
          ? Effect.succeed(shops.get(id)!)
          : new Unauthorized()
      )
  })

/** A failed unit leaves nothing behind; a flat copy is enough, values are never changed in place. */
const unitOf = (store: Memory) => {
  const lock = Effect.unsafeMakeSemaphore(1)
  const writing = UnitOfWorkContext.of({
    execute: () => Effect.succeed([]),
    lock: () => Effect.void,
    afterCommit: (hint) => hint
  })
  return UnitOfWork.of({
    run: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      lock.withPermits(1)(
        Effect.suspend(() => {
          const before = new Map(store.keys)
          return work.pipe(
            Effect.provideService(UnitOfWorkContext, writing),
            Effect.onError(() =>
              Effect.sync(() => {
                store.keys.clear()
                for (const [key, value] of before) store.keys.set(key, value)
              })
            )
          )
        })
      ) as Effect.Effect<A, E, Exclude<R, UnitOfWorkContext>>
  })
}

const idempotencyOf = ({ keys }: Memory) =>
  IdempotencyStore.of({
    claim: (shop, { fingerprint, key }, now, abandonedAfter) =>
      Effect.sync((): Claim => {
        const name = `${shop} ${key}`
        const known = keys.get(name)
        const abandoned =
          known !== undefined &&
          known.answer === undefined &&
          abandonedAfter !== undefined &&
          DateTime.lessThan(DateTime.addDuration(known.at, abandonedAfter), now)
        if (known === undefined || abandoned) {
          keys.set(name, { fingerprint, at: now })
          return { _tag: "Claimed" }
        }
        if (known.fingerprint !== fingerprint) return { _tag: "Mismatch" }
        return known.answer === undefined ? { _tag: "InFlight" } : { _tag: "Answered", answer: known.answer }
      }),
    answer: (shop, key, answer) =>
      Effect.sync(() => {
        const name = `${shop} ${key}`
        keys.set(name, { ...keys.get(name)!, answer })
      }),
    sweep: () => Effect.succeed(0)
  })

type Sent = Partial<Omit<Transaction, "details">> & { readonly creditCard?: CardInput; readonly returnUrl?: string }

/** What this store refuses: descriptions that ask for it. */
const refusals: Readonly<Record<string, Effect.Effect<void, DuplicateRequest | InvalidRequest>>> = {
  duplicate: new DuplicateRequest(),
  forbidden: invalid("description", "is not allowed")
}

const made = Effect.fnUntraced(function* (shop: Shop, type: TransactionType, request: Sent) {
  const now = yield* DateTime.now
  const card = request.creditCard
  const transaction: Transaction = {
    shop: shop.id,
    uid: yield* transactionUid,
    type,
    status: "successful",
    reason: null,
    amount: request.amount!,
    currency: request.currency ?? ("EUR" as Transaction["currency"]),
    test: request.test ?? false,
    language: request.language ?? "en",
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.trackingId === undefined ? {} : { trackingId: request.trackingId }),
    details: request.returnUrl === undefined ? {} : { returnUrl: request.returnUrl },
    ...(card?._tag === "CardData"
      ? {
          card: {
            facts: card.number.facts,
            holder: card.holder ?? null,
            expMonth: card.expMonth,
            expYear: card.expYear,
            stamp: "0".repeat(64) as CardStamp,
            token: yield* cardToken,
            product: null,
            issuerCountry: null,
            issuerName: null,
            tokenProvider: null
          }
        }
      : {}),
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

/** How an operation ends because of its key; nothing when it is new. */
const refusing = (claim: Claim) => {
  switch (claim._tag) {
    case "Claimed":
      return Effect.void
    case "Answered":
      return new AlreadyAnswered(claim.answer)
    case "InFlight":
      return new IdempotencyInFlight()
    case "Mismatch":
      return new IdempotencyMismatch()
  }
}

const cardsOf = (store: Memory) =>
  Effect.gen(function* () {
    const unit = yield* UnitOfWork
    const idempotency = yield* IdempotencyStore
    const documents = yield* TransactionDocuments
    const operation =
      <Request>(type: TransactionType): Operation<Request> =>
      (shop, request, key) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const claimed = Effect.gen(function* () {
            if (key !== undefined) yield* refusing(yield* idempotency.claim(shop.id, key, now))
            yield* refusals[(request as Sent).description ?? ""] ?? Effect.void
          })
          yield* unit.run(claimed)
          store.ran++
          yield* store.interlude
          yield* store.interludeOf(shop.id)
          const transaction = yield* made(shop, type, request as Sent)
          store.transactions.set(transaction.uid, transaction)
          const document = documents.encode(transaction)
          if (key !== undefined) yield* unit.run(idempotency.answer(shop.id, key.key, { status: 200, body: document }))
          return { transaction, document }
        })
    return Cards.of({
      authorize: operation("authorization"),
      pay: operation("payment"),
      tokenize: operation("tokenization"),
      capture: operation("capture"),
      void: operation("void"),
      refund: operation("refund"),
      credit: operation("credit"),
      payOut: operation("payout")
    })
  })

const transactionsOf = (store: Memory) => {
  const found = (transaction: Transaction | undefined) =>
    transaction === undefined ? new NotFound() : Effect.succeed(transaction)
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
        [...store.transactions.values()].filter((_) => _.shop === shop.id && _.trackingId === id).reverse()
      ),
    findPublic: (uid) => found(store.transactions.get(uid)),
    history: () => Effect.succeed([]),
    renotify: (shop, uid) => Effect.asVoid(command(shop, uid)),
    recover: command
  })
}

const notificationsOf = (store: Memory) =>
  Notifications.of({
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

export const layer = (store: Memory, stampKey: number | "none" = 2) =>
  Layer.effect(Cards, cardsOf(store)).pipe(
    Layer.provideMerge(vault(stampKey)),
    Layer.provideMerge(
      Layer.succeedContext(
        Context.empty().pipe(
          Context.add(ShopDirectory, directoryOf(store)),
          Context.add(UnitOfWork, unitOf(store)),
          Context.add(IdempotencyStore, idempotencyOf(store)),
          Context.add(Transactions, transactionsOf(store)),
          Context.add(Notifications, notificationsOf(store))
        )
      )
    ),
    Layer.provideMerge(Documents.layer({ baseUrl: "https://pay.example" }))
  )
