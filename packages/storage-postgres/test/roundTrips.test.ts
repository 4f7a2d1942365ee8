import { assert, describe, it } from "@effect/vitest"
import { CardStore } from "@florin/core/cards/CardStore"
import { IdempotencyStore } from "@florin/core/idempotency/IdempotencyStore"
import { JobStore } from "@florin/core/jobs/Job"
import { PeerWakeup } from "@florin/core/jobs/PeerWakeup"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import {
  addTransaction,
  assertStorageError,
  at,
  cardWith,
  insertTransaction,
  isCommitted,
  run,
  shop,
  transactionWith,
  transitionOf
} from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addressOf, newSchema, optionsOf, ownServer, temporaryStore, withSettings } from "./internal/database.js"
import { proxyTo } from "./internal/proxy.js"

/** A store, and how often an effect makes it go to the server and wait. */
const counted = Effect.gen(function* () {
  const { directory } = yield* Effect.promise(ownServer)
  const proxy = yield* proxyTo(directory)
  const address = withSettings(addressOf(proxy.place), { search_path: yield* newSchema })
  const context = yield* Layer.build(PostgresStore.layer(optionsOf(address, { poolSize: 1 })))
  // The connection that listens has nothing more to say then.
  yield* Context.get(context, PeerWakeup).told
  const trips = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<unknown, E, R>) {
    let count = 0
    proxy.onward = (chunk) => {
      count += 1
      return chunk
    }
    yield* effect
    return count
  })
  return { inStore: Effect.provide(context), trips }
})

describe("the ways of a PostgreSQL store to its server", () => {
  it.scoped("a unit goes once for each answer it needs, and once to commit the rest", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const [cards, jobs, keys, transactions] = yield* inStore(
        Effect.all([CardStore, JobStore, IdempotencyStore, TransactionStore])
      )
      const unit = Effect.gen(function* () {
        const transaction = yield* transactionWith()
        const { lock } = yield* UnitOfWorkContext
        yield* keys.claim(shop, { key: transaction.uid, fingerprint: "print" }, at(0)) // with BEGIN
        yield* lock("duplicate")
        yield* transactions.duplicateOf(shop, "another print", at(0))
        yield* addTransaction(transaction, { trackingIds: ["a", "b"] })
        yield* jobs.add({ shop, kind: "recover", subject: transaction.uid }, at(1))
        yield* cards.insert(yield* cardWith()) // with COMMIT
      })
      // Twice, because at first a session prepares each statement.
      assert.strictEqual(yield* inStore(trips(run(unit))), 4)
      assert.strictEqual(yield* inStore(trips(run(unit))), 4)
    })
  )

  it.scoped("a unit goes once and again to commit, one that reads or only tells, and an empty one never", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const transaction = yield* transactionWith()
      assert.strictEqual(yield* inStore(trips(run(addTransaction(transaction)))), 2)
      assert.strictEqual(yield* inStore(trips(run(isCommitted(transaction)))), 2)
      assert.strictEqual(yield* inStore(trips(isCommitted(transaction))), 1)
      assert.strictEqual(yield* inStore(trips(run(Effect.void))), 0)
      assert.strictEqual(
        yield* inStore(trips(Effect.flip(run(Effect.zipRight(addTransaction(transaction), Effect.fail("no")))))),
        0
      )
    })
  )
})

describe("a statement that goes with a later one", () => {
  it.effect("fails its unit under its own name, and nothing behind it is carried out", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const there = yield* insertTransaction()
      const next = yield* transactionWith()
      const late = Effect.zipRight(addTransaction(there), addTransaction(next))
      const error = yield* assertStorageError("constraint", run(late))
      assert.deepStrictEqual([error.operation, error.detail], ["transactions.insert", "23505 transactions_pkey"])
      const changed = { ...there, version: 2, updatedAt: at(1) }
      const asked = Effect.zipRight(addTransaction(there), store.update(changed, transitionOf(changed)))
      assert.deepStrictEqual(yield* assertStorageError("constraint", run(asked)), error)
      assert.isFalse(yield* isCommitted(next))
      assert.lengthOf(yield* store.history(shop, there.uid), 1)
    }).pipe(Effect.provide(temporaryStore()))
  )

  it.effect("is prepared anew after it failed, as often as it takes", () =>
    Effect.gen(function* () {
      const cards = yield* CardStore
      const card = yield* cardWith()
      yield* run(cards.insert(card))
      for (let times = 0; times < 3; times++) yield* assertStorageError("constraint", run(cards.insert(card)))
      yield* run(cards.insert(yield* cardWith()))
    }).pipe(Effect.provide(temporaryStore({ poolSize: 1 })))
  )
})
