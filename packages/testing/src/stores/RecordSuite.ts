/**
 * The contract of stored records, as tests that every store runs: whatever the members of a record hold, it reads as it was
 * written. The records are made from the schemas, so a new member is tried without being named.
 */
import { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import { CustomerStore } from "@florin/core/customers/CustomerStore"
import { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import {
  type CardToken,
  type CustomerId,
  Entropy,
  makeCustomerId,
  makePlanId,
  makeSubscriptionId,
  newCardToken,
  newNotificationId,
  newTransactionUid
} from "@florin/core/ids/Ids"
import { Notification, NotificationStore } from "@florin/core/notifications/Notification"
import { Plan } from "@florin/core/plans/Plan"
import { PlanStore } from "@florin/core/plans/PlanStore"
import { Subscription } from "@florin/core/subscriptions/Subscription"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import { Transition } from "@florin/core/transaction-base/TransactionBase"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { defined, someOf } from "./internal/anyRecord.js"
import { look, onFreshStore, type StoreLayer, type StoreTest, shop, write } from "./StoreUnderTest.js"

const count = 16

const ever = { from: DateTime.unsafeMake(0), to: DateTime.unsafeMake("9999-01-01") }

/** Some records, each under an id of its own. */
const named = <A, I, Key extends string, Id>(schema: Schema.Schema<A, I>, key: Key, id: Effect.Effect<Id>) =>
  Effect.forEach(someOf(schema, count), (record) => Effect.map(id, (id) => ({ ...record, shop, [key]: id }) as A))

const makeWith = <Id>(make: (entropy: Entropy["Type"]) => Id): Effect.Effect<Id> => Effect.map(Entropy, make)

const transactions = <A extends CardTransaction | Transfer, I>(
  test: StoreTest,
  kind: string,
  schema: Schema.Schema<A, I>
): void => {
  test(`${kind} reads as it was written and as it was changed: alone, in a commit, and among all of a period`, () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const terms = { fingerprint: "print", trackingIds: [] }
      const first = yield* named(schema, "uid", newTransactionUid)
      const next = first.map((one, index) => ({ ...first.at(index - 1)!, uid: one.uid, version: one.version + 1 }))
      const inserted = first.map((transaction) => ({ _tag: "InsertTransaction", transaction, terms }) as const)
      const replaced = next.map((transaction) => ({ _tag: "ReplaceTransaction", transaction }) as const)
      for (const [written, writes] of [
        [first, inserted],
        [next, replaced]
      ] as const) {
        yield* write(...writes)
        assert.deepStrictEqual(
          yield* store.created(ever, { limit: count }),
          written.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
        )
        for (const one of written) {
          assert.deepStrictEqual<unknown>(yield* store.find(shop, one.uid), Option.some(one))
          assert.deepStrictEqual<unknown>(yield* look(Reads.transaction(shop, one.uid)), one)
        }
      }
    }))
}

const histories = (test: StoreTest): void => {
  test("a line of a history reads as it was written", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      for (const transition of someOf(Transition, count)) {
        const uid = yield* newTransactionUid
        yield* write({ _tag: "AppendHistory", shop, uid, transition })
        assert.deepStrictEqual(yield* store.history(shop, uid), [transition])
      }
    }))
}

const cards = (test: StoreTest): void => {
  test("a saved card reads as it was written and as it was changed, but for its sealed number", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const all = yield* named(SavedCard.omit("providerToken"), "token", newCardToken)
      const first = all.map(({ number = { keyId: "key-1", sealed: "sealed" }, ...card }) => ({ ...card, number }))
      yield* write(...first.map((card) => ({ _tag: "InsertCard", card }) as const))
      const next = first.map((one, index) => ({ ...first.at(index - 1)!, token: one.token }))
      for (const [index, card] of next.entries()) {
        const { number } = first[index]!
        assert.deepStrictEqual(yield* look(Reads.card(shop, card.token)), first[index])
        yield* write({ _tag: "ReplaceCard", card })
        assert.deepStrictEqual(yield* store.find(shop, card.token), Option.some({ ...card, number }))
      }
    }))
}

const billing = (test: StoreTest): void => {
  test("a plan reads as it was written", () =>
    Effect.gen(function* () {
      const store = yield* PlanStore
      for (const plan of yield* named(Plan, "id", makeWith(makePlanId))) {
        yield* write({ _tag: "InsertPlan", plan })
        assert.deepStrictEqual(yield* store.find(shop, plan.id), Option.some(plan))
      }
    }))

  test("a customer reads as it was written", () =>
    Effect.gen(function* () {
      const store = yield* CustomerStore
      for (const customer of yield* named(StoredCustomer, "id", makeWith(makeCustomerId))) {
        yield* write({ _tag: "InsertCustomer", customer })
        assert.deepStrictEqual(yield* store.find(shop, customer.id), Option.some(customer))
      }
    }))

  test("a subscription reads as it was written and as it was changed, with and without what was agreed", () =>
    Effect.gen(function* () {
      const store = yield* SubscriptionStore
      const idsOf = (card: CardToken) => Effect.map(store.byCard(shop, card), (all) => all.map(({ id }) => id))
      const ofCustomer = (customer: CustomerId) =>
        Effect.map(store.byCustomer(shop, customer), (all) => all.map(({ id }) => id))
      const first = yield* named(Subscription, "id", makeWith(makeSubscriptionId))
      yield* write(...first.map((subscription) => ({ _tag: "InsertSubscription", subscription }) as const))
      for (const [index, one] of first.entries()) {
        assert.deepStrictEqual(defined(yield* look(Reads.subscription(shop, one.id))), one)
        const { version } = one
        const subscription = { ...first.at(index - 1)!, id: one.id, version: version + 1 }
        yield* write({ _tag: "ReplaceSubscription", subscription, replaces: version, termsUnchanged: false })
        assert.deepStrictEqual(defined(Option.getOrUndefined(yield* store.find(shop, one.id))), subscription)
        // What is known is read again only if it has changed.
        assert.strictEqual(yield* look(Reads.subscription(shop, one.id, subscription)), subscription)
        assert.deepStrictEqual(defined(yield* look(Reads.subscription(shop, one.id, one))), subscription)
        const token = subscription.card?.token
        if (token !== undefined) assert.include(yield* idsOf(token), one.id)
        const before = one.card?.token ?? token
        if (before !== undefined) assert.strictEqual((yield* idsOf(before)).includes(one.id), before === token)
        const customer = subscription.customerId
        if (customer !== null) assert.include(yield* ofCustomer(customer), one.id)
        const was = one.customerId ?? customer
        if (was !== null) assert.strictEqual((yield* ofCustomer(was)).includes(one.id), was === customer)
        const paused = { ...subscription, pausedAt: one.createdAt, version: version + 2 }
        yield* write({
          _tag: "ReplaceSubscription",
          subscription: paused,
          replaces: version + 1,
          termsUnchanged: true
        })
        assert.deepStrictEqual(defined(Option.getOrUndefined(yield* store.find(shop, one.id))), paused)
      }
    }))
}

const notifications = (test: StoreTest): void => {
  test("a notification reads as it was written", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      for (const notification of yield* named(Notification, "id", newNotificationId)) {
        yield* write({ _tag: "InsertNotification", notification })
        assert.deepStrictEqual(yield* store.find(shop, notification.id), Option.some(notification))
        assert.deepStrictEqual(yield* look(Reads.notification(shop, notification.id)), notification)
      }
    }))
}

/** Every kind of record. */
export const recordSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("whatever it holds", () => {
    transactions(test, "a card's transaction", CardTransaction)
    transactions(test, "a bank's transfer", Transfer)
    histories(test)
    cards(test)
    billing(test)
    notifications(test)
  })
}
