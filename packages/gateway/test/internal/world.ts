/** A whole gateway on a temporary database, with the sandbox's acquirer, on the test clock; due work runs on demand. */

import { Cards, type CardsError } from "@florin/core/card-operations/Cards"
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Answer } from "@florin/core/operations/Answer"
import { Transactions } from "@florin/core/queries/Transactions"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import { ofCard } from "@florin/core/transactions/Transaction"
import * as Gateway from "@florin/gateway/Gateway"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import * as SandboxBank from "@florin/sandbox/SandboxBank"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import type { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Requests from "@florin/wire/Requests"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) })

/** Three shops: an ordinary one, one that may use the 3-D Secure flags, one with strict contracts. */
export const listed = [
  { id: "plain", secret_key: "plain-secret-0001", name: "Plain" },
  {
    id: "flags",
    secret_key: "flags-secret-0001",
    three_d_secure: true,
    allow_skip_three_d_secure: true,
    allow_force_three_d_secure: true
  },
  { id: "strict", secret_key: "strict-secret-001", strict_contracts: true }
]

const shops = (list: ReadonlyArray<object>) =>
  Layer.unwrapEffect(Effect.map(Effect.orDie(ShopSettings.fromJson(list)), Shops.layerListed))

const sandbox = Layer.mergeAll(SandboxAcquirer.layer({}), SandboxBank.layer(), SandboxThreeDSecure.layer).pipe(
  Layer.provideMerge(Ledger.layer),
  Layer.provide(SandboxDatabase.layerMemory)
)

export const acquirers = Layer.effect(
  Acquirers,
  Effect.map(SandboxAcquirer.SandboxAcquirer, (acquirer) => [acquirer])
)

/** The sandbox's acquirer with some members replaced. */
export const acquirerWith = (change: (acquirer: AcquirerService) => Partial<AcquirerService>) =>
  Layer.effect(
    Acquirers,
    Effect.map(SandboxAcquirer.SandboxAcquirer, (real) => [{ ...real, ...change(real) }])
  )

export interface WorldOptions {
  readonly shops?: ReadonlyArray<object>
  /** Replaces the sandbox's acquirer as the only one. */
  readonly acquirers?: Layer.Layer<
    Acquirers,
    never,
    SandboxAcquirer.SandboxAcquirer | SandboxBank.SandboxBank | SandboxThreeDSecure.SandboxThreeDSecure
  >
  /** The 3-D Secure servers. Default: none. */
  readonly servers?: Layer.Layer<never, never, SandboxThreeDSecure.SandboxThreeDSecure>
  /** Replaces the empty store. */
  readonly store?: typeof emptyStore
  /** The references of core to override. */
  readonly settings?: Layer.Layer<never>
  /** How notifications are posted. Default: over HTTP. */
  readonly sender?: Layer.Layer<Sender>
  /** Default: `on-request`. A story of a year has 365 nights. */
  readonly reconciliation?: "daily"
}

/** Makes leases follow the test clock. */
const monotonic = Layer.effect(
  MonotonicClock,
  Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() }))
)

export const world = (options: WorldOptions = {}) =>
  Gateway.layerOnDemand({
    baseUrl: "https://pay.example",
    webhooks: { allowHttp: true, allowLoopback: true },
    reconciliation: options.reconciliation ?? "on-request",
    ...(options.sender === undefined ? {} : { sender: options.sender })
  }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops(options.shops ?? listed), Vault.layer, options.acquirers ?? acquirers)),
    Layer.provide(options.servers ?? Layer.empty),
    Layer.provideMerge(
      Layer.mergeAll(options.store ?? emptyStore, KeyProvider.layerText(Redacted.make(ring)), sandbox)
    ),
    Layer.provide(Layer.merge(monotonic, options.settings ?? Layer.empty)),
    Layer.orDie
  )

export const shop = (id = "plain") =>
  Effect.map(
    Effect.flatMap(ShopDirectory, (directory) => directory.find(ShopId.make(id))),
    (found): Shop => Option.getOrThrow(found)
  )

export const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

export const charge = (changes: object = {}) => ({
  request: { amount: 1000, currency: "EUR", description: "An order", credit_card: card, ...changes }
})

/** A charge with a holder's name that is a test trigger of the sandbox. */
export const holder = (holder: string) => charge({ credit_card: { ...card, holder } })

/** A charge of the card for which the last three digits of amounts are test triggers, also in captures and the like. */
export const triggered = (amount: number) => charge({ amount, credit_card: { ...card, number: "4111111111111111" } })

interface Request<A> {
  readonly decode: (body: unknown) => Either.Either<A, InvalidRequest>
  readonly perform: (
    cards: Cards["Type"]
  ) => (shop: Shop, request: A, key?: IdempotencyKey) => Effect.Effect<Answer<CardTransaction>, CardsError>
}

export interface Sent {
  readonly shop?: string
  readonly key?: IdempotencyKey
}

const operation =
  <A>({ decode, perform }: Request<A>) =>
  (body: { readonly request: object }, sent: Sent = {}) =>
    Effect.gen(function* () {
      const cards = yield* Cards
      const merchant = yield* shop(sent.shop)
      const { transaction } = yield* perform(cards)(merchant, yield* decode(body), sent.key)
      return transaction
    })

export const authorize = operation({ decode: Requests.authorization, perform: (cards) => cards.authorize })
export const pay = operation({ decode: Requests.payment, perform: (cards) => cards.pay })
export const tokenize = operation({ decode: Requests.tokenization, perform: (cards) => cards.tokenize })
export const capture = operation({ decode: Requests.capture, perform: (cards) => cards.capture })
export const cancel = operation({ decode: Requests.capture, perform: (cards) => cards.void })
export const refund = operation({ decode: Requests.refund, perform: (cards) => cards.refund })
export const credit = operation({ decode: Requests.credit, perform: (cards) => cards.credit })
export const payOut = operation({ decode: Requests.payout, perform: (cards) => cards.payOut })

/** The verdict on a request: `accepted`, or its refusal. */
export const verdict = <A, E extends { readonly _tag: string; readonly message: string }, R>(
  work: Effect.Effect<A, E, R>
) =>
  Effect.match(work, {
    onSuccess: () => "accepted",
    onFailure: (error) => (error._tag === "InvalidRequest" ? error.message : error._tag)
  })

export const child = (parent: { readonly uid: string }, amount: number, changes: object = {}) => ({
  request: { parent_uid: parent.uid, amount, ...changes }
})

export const find = (uid: string, of = "plain") =>
  Effect.gen(function* () {
    const found = yield* (yield* Transactions).find(yield* shop(of), TransactionUid.make(uid))
    return ofCard(found)!
  })

/** Moves the clock and runs what falls due in between, each job at its instant. Returns how many ran. */
export const pass = (duration: Duration.DurationInput) =>
  Effect.gen(function* () {
    const scheduler = yield* Scheduler
    const end = DateTime.addDuration(yield* DateTime.now, duration)
    let ran = yield* scheduler.runDue(yield* DateTime.now)
    while (true) {
      const next = yield* scheduler.nextDue
      if (Option.isNone(next) || DateTime.greaterThan(next.value, end)) break
      yield* TestClock.setTime(next.value.epochMillis)
      ran += yield* scheduler.runDue(next.value)
    }
    yield* TestClock.setTime(end.epochMillis)
    return ran
  })

/** Movements in the acquirer's own ledger, oldest first. */
export const movements = Effect.flatMap(Ledger.Ledger, (books) => books.movements)

/** Pauses in real time: units of work and the sandbox's ledger need it, and polling without a pause slows them down. */
export const soon = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))

/** Tests begin on an ordinary day, not in 1970. */
export const morning = TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
