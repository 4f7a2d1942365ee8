/** The contract of a store of notifications, as tests that every store runs. */

import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { type Notification, NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as ResendRules from "@florin/core/queries/ResendRules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  assertStorageError,
  at,
  atOnce,
  look,
  notificationWith,
  onFreshStore,
  otherShop,
  perform,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

// Ids are ordered by time, so each notification is made in a millisecond of its own.
const insert = Effect.fnUntraced(function* (changes: Partial<Notification> = {}) {
  yield* TestClock.adjust(1)
  const notification = yield* notificationWith(changes)
  yield* write({ _tag: "InsertNotification", notification })
  return notification
})

const update = (notification: Notification, changes: Partial<Notification>) =>
  write({ _tag: "UpdateNotification", notification: { ...notification, ...changes } })

const present = (notification: Notification) => look(Reads.notification(notification.shop, notification.id))

const statusOf = (notification: Notification) => Effect.map(present(notification), (found) => found?.status)

const waiting = (subject: string) => look(Reads.waiting(shop, subject))

const exhausted = (limit: number, after = "") => look(Reads.exhausted(shop, after, limit))

const ids = (notifications: ReadonlyArray<Notification>) => notifications.map((_) => _.id)

const rows = (test: StoreTest): void => {
  test("a notification reads as it was written and as it was changed", () =>
    Effect.gen(function* () {
      const written = yield* insert({ body: '{"é":"«"}' })
      assert.deepStrictEqual(yield* present(written), written)
      const tries = [
        { at: at(8), milliseconds: 71, result: "500" },
        { at: at(9), milliseconds: 10_000, result: "timeout" }
      ]
      const changes = { status: "exhausted", attempts: 10, lastResult: "timeout", tries, updatedAt: at(9) } as const
      yield* update(written, changes)
      assert.deepStrictEqual(yield* present(written), { ...written, ...changes })
    }))

  test("a notification is found by its id, in its shop alone", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const written = yield* insert()
      assert.isSome(yield* store.find(shop, written.id), written)
      assert.isNone(yield* store.find(otherShop, written.id))
    }))

  test("an id is taken once in a shop", () =>
    Effect.gen(function* () {
      const { id } = yield* insert()
      yield* assertStorageError("constraint", insert({ id }))
    }))

  test("a change leaves what it does not name, and one of a missing notification is none", () =>
    Effect.gen(function* () {
      const written = yield* insert()
      const changes = { status: "delivered", attempts: 1, lastResult: "200", updatedAt: at(9) } as const
      yield* update(written, { ...changes, url: "https://elsewhere.example", body: "{}", sequence: 7 })
      assert.deepStrictEqual(yield* present(written), { ...written, ...changes })
      yield* update(yield* notificationWith(), changes)
    }))

  test("another shop finds and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const first = yield* insert()
      const last = yield* insert({ status: "exhausted" })
      assert.isUndefined(yield* present({ ...first, shop: otherShop }))
      assert.isUndefined(yield* look(Reads.waiting(otherShop, first.subject)))
      assert.isNone(yield* store.waiting(otherShop, first.subject))
      assert.strictEqual(yield* look(Reads.newestSequence(otherShop, first.subject)), 0)
      assert.deepStrictEqual(yield* store.list(otherShop, { limit: 10 }), [])
      assert.deepStrictEqual(yield* store.list(otherShop, { limit: 10, status: "exhausted" }), [])
      assert.deepStrictEqual(yield* look(Reads.exhausted(otherShop, "", 10)), [])
      yield* update({ ...last, shop: otherShop }, { status: "delivered" })
      yield* insert({ shop: otherShop, subject: first.subject, sequence: 9 })
      assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(last)], ["waiting", "exhausted"])
    }))
}

const succession = (test: StoreTest): void => {
  for (const before of NotificationStatus.literals) {
    const after = before === "waiting" ? "superseded" : before
    test(`an older one that is ${before} is ${after} once a newer state is announced`, () =>
      Effect.gen(function* () {
        const older = yield* insert({ sequence: 1, status: before })
        const unrelated = yield* insert()
        const newer = yield* insert({ subject: older.subject, sequence: 2, createdAt: at(5) })
        assert.strictEqual(yield* statusOf(older), after)
        assert.deepStrictEqual([yield* statusOf(unrelated), yield* statusOf(newer)], ["waiting", "waiting"])
      }))
  }

  test("a state that is announced again is waited for once", () =>
    Effect.gen(function* () {
      const first = yield* insert({ sequence: 3 })
      const again = yield* insert({ subject: first.subject, sequence: 3 })
      assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(again)], ["superseded", "waiting"])
    }))

  test("one that comes late does not supersede what is newer", () =>
    Effect.gen(function* () {
      const newer = yield* insert({ sequence: 5 })
      const late = yield* insert({ subject: newer.subject, sequence: 4 })
      assert.deepStrictEqual([yield* statusOf(newer), yield* statusOf(late)], ["waiting", "waiting"])
      assert.strictEqual((yield* waiting(newer.subject))?.id, late.id)
    }))

  test("one that is superseded was changed when the newer one was made", () =>
    Effect.gen(function* () {
      const older = yield* insert({ sequence: 1 })
      yield* insert({ subject: older.subject, sequence: 2, createdAt: at(5) })
      assert.deepStrictEqual((yield* present(older))?.updatedAt, at(5))
    }))
}

const subjects = (test: StoreTest): void => {
  test("the oldest waiting one of a subject is next", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const first = yield* insert({ sequence: 1, status: "exhausted" })
      const second = yield* insert({ subject: first.subject, sequence: 2 })
      yield* insert({ sequence: 1 })
      const next = () => store.waiting(shop, first.subject)
      assert.isSome(yield* next(), second)
      const { attempts, id, status, tries } = second
      assert.deepStrictEqual(yield* waiting(first.subject), { shop, id, status, attempts, tries })
      yield* update(first, { status: "waiting" })
      assert.deepStrictEqual(ids(Option.toArray(yield* next())), [first.id])
      assert.strictEqual((yield* waiting(first.subject))?.id, first.id)
      for (const each of [first, second]) yield* update(each, { status: "delivered" })
      assert.isNone(yield* next())
      assert.isUndefined(yield* waiting(first.subject))
    }))

  for (const status of NotificationStatus.literals) {
    const counts = status !== "superseded"
    test(`a state whose notification is ${status} has ${counts ? "" : "not "}been told`, () =>
      Effect.gen(function* () {
        const older = yield* insert({ sequence: 1, status: "delivered" })
        yield* insert({ subject: older.subject, sequence: 4, status })
        yield* insert({ sequence: 9 })
        assert.strictEqual(yield* look(Reads.newestSequence(shop, older.subject)), counts ? 4 : 1)
        assert.strictEqual(yield* look(Reads.newestSequence(shop, "never heard of")), 0)
      }))
  }

  // Source: promise 5. An attempt that fails beside a newer state must not bring the older one back.
  test("an attempt that is recorded while a newer state is announced leaves the newer one waiting, alone", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 10; round++) {
        const older = yield* insert({ sequence: 1 })
        const newer = yield* notificationWith({ subject: older.subject, sequence: 2 })
        const load = { current: Reads.notification(shop, older.id), next: Reads.waiting(shop, older.subject) }
        const record = perform(load, ({ current }) =>
          decided(
            current!.status === "waiting"
              ? [{ _tag: "UpdateNotification", notification: { ...current!, attempts: 1, lastResult: "500" } } as const]
              : [],
            undefined
          )
        )
        const announce = write({ _tag: "InsertNotification", notification: newer })
        yield* atOnce(round % 2 === 0 ? [record, announce] : [announce, record])
        assert.deepStrictEqual([yield* statusOf(older), yield* statusOf(newer)], ["superseded", "waiting"])
      }
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

  test("what is exhausted is found with the newest of its subject that is not superseded", () =>
    Effect.gen(function* () {
      const older = yield* insert({ sequence: 1, status: "exhausted" })
      const newer = yield* insert({ subject: older.subject, sequence: 2, status: "exhausted" })
      const delivered = yield* insert({ subject: older.subject, sequence: 3, status: "delivered" })
      yield* insert({ subject: older.subject, sequence: 4, status: "superseded" })
      const alone = yield* insert({ status: "exhausted" })
      const again = yield* insert({ subject: alone.subject, sequence: 1, status: "exhausted" })
      yield* insert({ status: "stopped" })
      const found = yield* exhausted(10)
      assert.deepStrictEqual(found, [
        { ...older, newest: delivered.id },
        { ...newer, newest: delivered.id },
        { ...alone, newest: again.id },
        { ...again, newest: again.id }
      ])
    }))

  // Asked for again and again: thousands may be about one state.
  test("D34: of one subject's exhausted ones, each is read and written once, a page at a time; the newest is sent", () =>
    Effect.gen(function* () {
      const { id, subject } = yield* insert({ sequence: 1, status: "exhausted" })
      for (let nth = 0; nth < 40; nth++) {
        yield* insert({ subject, sequence: nth < 20 ? 1 : nth, status: "exhausted" })
      }
      const steps: Array<readonly [read: number, written: number, sent: number]> = []
      let after: string | undefined = ""
      while (after !== undefined) {
        const found: ReadonlyArray<Reads.Exhausted> = yield* exhausted(10, after)
        const decision = ResendRules.resendExhaustedPage(shop, after, 10, at(9)).decide({ exhausted: found })
        assert.isTrue(decision._tag === "Decided")
        yield* write(...decision.writes)
        steps.push([found.length, decision.writes.length, decision.answer.sent])
        after = decision.answer.last
      }
      // The newest also becomes due.
      assert.deepStrictEqual(steps, [...Array.from({ length: 4 }, () => [10, 10, 0] as const), [1, 2, 1]])
      assert.deepStrictEqual([yield* exhausted(10), (yield* waiting(subject))?.id !== id], [[], true])
    }))

  test("what is exhausted comes page after page, by id, each once", () =>
    Effect.gen(function* () {
      const made: Array<Notification> = []
      for (let index = 0; index < 5; index++) made.push(yield* insert({ status: "exhausted" }))
      const first = yield* exhausted(2)
      const second = yield* exhausted(2, first[1]!.id)
      const third = yield* exhausted(2, second[1]!.id)
      assert.deepStrictEqual(ids([...first, ...second, ...third]), ids(made))
      assert.deepStrictEqual([first.length, second.length, third.length], [2, 2, 1])
      assert.deepStrictEqual(yield* exhausted(2, third[0]!.id), [])
    }))
}

/** Everything that is promised of notifications. */
export const notificationStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("the store of notifications", () => {
    rows(test)
    succession(test)
    subjects(test)
    lists(test)
  })
}
