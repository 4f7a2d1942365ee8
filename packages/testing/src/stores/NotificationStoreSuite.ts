/**
 * The contract of a store of notifications, as tests that every store runs.
 *
 * @since 0.1.0
 */
import { assert, describe } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { type Notification, NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  assertStorageError,
  at,
  notificationWith,
  onFreshStore,
  otherShop,
  run,
  type StoreLayer,
  type StoreTest,
  shop
} from "./StoreUnderTest.js"

// Ids are ordered by time, so each notification is made in a millisecond of its own.
const insert = Effect.fnUntraced(function* (changes: Partial<Notification> = {}) {
  const store = yield* NotificationStore
  yield* TestClock.adjust(1)
  const notification = yield* notificationWith(changes)
  yield* run(store.insert(notification))
  return notification
})

const update = (notification: Notification, changes: Partial<Notification>) =>
  Effect.flatMap(NotificationStore, (store) => run(store.update({ ...notification, ...changes })))

const present = (notification: Notification) =>
  Effect.flatMap(NotificationStore, (store) => run(store.lock(notification.shop, notification.id)))

const statusOf = (notification: Notification) =>
  Effect.map(present(notification), (found) => Option.getOrThrow(found).status)

const ids = (notifications: ReadonlyArray<Notification>) => notifications.map((_) => _.id)

const rows = (test: StoreTest): void => {
  test("a notification reads as it was written and as it was changed", () =>
    Effect.gen(function* () {
      const written = yield* insert({ body: '{"é":"«"}' })
      assertSome(yield* present(written), written)
      const changes = { status: "exhausted", attempts: 10, lastResult: "timeout", updatedAt: at(9) } as const
      yield* update(written, changes)
      assertSome(yield* present(written), { ...written, ...changes })
    }))

  test("an id is taken once in a shop", () =>
    Effect.gen(function* () {
      const { id } = yield* insert()
      yield* assertStorageError("constraint", insert({ id }))
    }))

  test("another shop finds and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const waiting = yield* insert()
      const exhausted = yield* insert({ status: "exhausted" })
      assertNone(yield* present({ ...waiting, shop: otherShop }))
      assertNone(yield* run(store.waiting(otherShop, waiting.uid)))
      assert.deepStrictEqual(yield* store.list(otherShop, { limit: 10 }), [])
      assert.deepStrictEqual(yield* store.list(otherShop, { limit: 10, status: "exhausted" }), [])
      assert.deepStrictEqual(yield* run(store.exhausted(otherShop, 10)), [])
      yield* update({ ...exhausted, shop: otherShop }, { status: "delivered" })
      yield* insert({ shop: otherShop, uid: waiting.uid, sequence: 9 })
      assert.deepStrictEqual([yield* statusOf(waiting), yield* statusOf(exhausted)], ["waiting", "exhausted"])
    }))
}

const succession = (test: StoreTest): void => {
  for (const before of NotificationStatus.literals) {
    const after = before === "waiting" ? "superseded" : before
    test(`an older one that is ${before} is ${after} once a newer state is announced`, () =>
      Effect.gen(function* () {
        const older = yield* insert({ sequence: 1, status: before })
        const unrelated = yield* insert()
        const newer = yield* insert({ uid: older.uid, sequence: 2, createdAt: at(5) })
        assert.strictEqual(yield* statusOf(older), after)
        assert.deepStrictEqual([yield* statusOf(unrelated), yield* statusOf(newer)], ["waiting", "waiting"])
      }))
  }

  test("a state that is announced again is waited for once", () =>
    Effect.gen(function* () {
      const first = yield* insert({ sequence: 3 })
      const again = yield* insert({ uid: first.uid, sequence: 3 })
      assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(again)], ["superseded", "waiting"])
    }))

  test("the oldest waiting one of a transaction is next", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const first = yield* insert({ sequence: 1, status: "exhausted" })
      const second = yield* insert({ uid: first.uid, sequence: 2 })
      yield* insert({ sequence: 1 })
      const next = () => run(store.waiting(shop, first.uid))
      assertSome(yield* next(), second)
      yield* update(first, { status: "waiting" })
      assert.deepStrictEqual(ids(Option.toArray(yield* next())), [first.id])
      for (const each of [first, second]) yield* update(each, { status: "delivered" })
      assertNone(yield* next())
    }))
}

const lists = (test: StoreTest): void => {
  test("the newest are listed first, page after page, each once", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const made: Array<Notification> = []
      for (let index = 0; index < 5; index++) made.unshift(yield* insert())
      const [first, second] = [yield* store.list(shop, { limit: 2 }), yield* store.list(shop, { limit: 10 })]
      assert.deepStrictEqual(second, made)
      assert.deepStrictEqual(first, made.slice(0, 2))
      assert.deepStrictEqual(yield* store.list(shop, { limit: 2, after: first[1]!.id }), made.slice(2, 4))
      assert.deepStrictEqual(yield* store.list(shop, { limit: 2, after: made[4]!.id }), [])
    }))

  test("a status lists its own only, page after page", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const first = yield* insert({ status: "stopped" })
      yield* insert({ status: "delivered" })
      const second = yield* insert({ status: "stopped" })
      const stopped = (after?: Notification) =>
        Effect.map(store.list(shop, { status: "stopped", limit: 1, ...(after && { after: after.id }) }), ids)
      assert.deepStrictEqual(yield* stopped(), [second.id])
      assert.deepStrictEqual(yield* stopped(second), [first.id])
      assert.deepStrictEqual(yield* stopped(first), [])
    }))

  test("the newest exhausted one of every transaction is found, up to the limit", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const older = yield* insert({ sequence: 1, status: "exhausted" })
      const newer = yield* insert({ uid: older.uid, sequence: 2, status: "exhausted" })
      yield* insert({ uid: older.uid, sequence: 3, status: "delivered" })
      const alone = yield* insert({ status: "exhausted" })
      yield* insert({ status: "stopped" })
      assert.sameMembers(ids(yield* run(store.exhausted(shop, 10))), [newer.id, alone.id])
      assert.strictEqual((yield* run(store.exhausted(shop, 1))).length, 1)
    }))
}

/**
 * Everything `NotificationStore` promises.
 *
 * @since 0.1.0
 * @category suites
 */
export const notificationStoreSuite = (layer: StoreLayer): void => {
  const test = onFreshStore(layer)
  describe("the store of notifications", () => {
    rows(test)
    succession(test)
    lists(test)
  })
}
