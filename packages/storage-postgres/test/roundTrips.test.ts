import { assert, describe, it } from "@effect/vitest"
import { CardStore, type SavedCard } from "@florin/core/cards/CardStore"
import { decided, refuse } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { PeerWakeup } from "@florin/core/due-work/PeerWakeup"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as BatchCommit from "@florin/storage-sql/BatchCommit"
import {
  addTransaction,
  assertStorageError,
  atOnce,
  cardWith,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  millis,
  perform,
  run,
  shop,
  transactionWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { addressOf, newSchema, optionsOf, ownServer, temporaryStore, withSettings } from "./internal/database.js"
import { proxyTo } from "./internal/proxy.js"

/** A store, and the number of round trips of an effect. */
const counted = Effect.gen(function* () {
  const { directory } = yield* Effect.promise(ownServer)
  const proxy = yield* proxyTo(directory)
  const address = withSettings(addressOf(proxy.place), { search_path: yield* newSchema })
  const context = yield* Layer.build(PostgresStore.layer(optionsOf(address, { poolSize: 1 })))
  // By then the listening connection is idle.
  yield* Context.get(context, PeerWakeup).notified
  const trips = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<unknown, E, R>) {
    let count = 0
    // A large batch arrives in several chunks.
    let isOnTheWay = false
    proxy.onward = (chunk) => {
      if (!isOnTheWay) count += 1
      isOnTheWay = true
      return chunk
    }
    proxy.back = (chunk) => {
      isOnTheWay = false
      return chunk
    }
    yield* effect
    return count
  })
  return { inStore: Effect.provide(context), trips }
})

describe("the round trips of a PostgreSQL store", () => {
  const accepting = Effect.gen(function* () {
    const transaction = yield* transactionWith()
    const load = {
      key: Reads.key(shop, transaction.uid),
      duplicate: Reads.duplicate(shop, transaction.uid, millis(0)),
      parent: Reads.transaction(shop, transaction.uid)
    }
    const card = yield* cardWith()
    const job = { shop, kind: "recover", subject: transaction.uid, fence: 1 }
    const writes: ReadonlyArray<Write> = [
      { _tag: "ClaimKey", shop, key: transaction.uid, fingerprint: "print", now: millis(0) },
      ...inserting(transaction, { trackingIds: ["a", "b"] }),
      { _tag: "HoldJob", job, runAt: millis(1), share: "a share", owner: "p1" },
      { _tag: "InsertCard", card }
    ]
    return perform(load, () => decided(writes, undefined))
  })

  it.scoped("an operation takes two: its reads with BEGIN, its writes with COMMIT", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      // Twice, because a session first prepares each statement.
      for (const _ of [1, 2]) assert.strictEqual(yield* inStore(trips(yield* accepting)), 2)
      assert.strictEqual(yield* inStore(trips(insertTransaction())), 2)
    })
  )

  it.scoped("as many operations as share a commit go twice when they come at once, and one more goes by itself", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const some = (count: number) => Effect.map(Effect.replicateEffect(accepting, count), atOnce)
      assert.strictEqual(yield* inStore(trips(yield* some(BatchCommit.unitsPerCommit))), 2)
      assert.strictEqual(yield* inStore(trips(yield* some(BatchCommit.unitsPerCommit + 1))), 4)
    })
  )

  it.scoped("more share a commit when many come at once: they go in three", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const many = Effect.map(Effect.replicateEffect(accepting, 2 * BatchCommit.unitsPerCommitAtMost), atOnce)
      assert.strictEqual(yield* inStore(trips(yield* many)), 6)
      assert.strictEqual(BatchCommit.shareOf(10 * BatchCommit.unitsPerCommitAtMost), BatchCommit.unitsPerCommitAtMost)
    })
  )

  it.scoped("lookups by key that come at once share a statement of up to 32", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const cards = yield* Effect.replicateEffect(cardWith(), 40)
      const find = Effect.forEach(cards, ({ token }) => Effect.flatMap(CardStore, (store) => store.find(shop, token)), {
        concurrency: "unbounded"
      })
      for (const expected of [2, 2]) assert.strictEqual(yield* inStore(trips(find)), expected)
    })
  )

  it.scoped("one that writes nothing takes one more, to end its transaction", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const { uid } = yield* inStore(insertTransaction())
      assert.strictEqual(yield* inStore(trips(look(Reads.transaction(shop, uid)))), 2)
      const refused = perform({ found: Reads.transaction(shop, uid) }, () => refuse("no"))
      assert.strictEqual(yield* inStore(trips(Effect.flip(refused))), 2)
    })
  )

  it.scoped("the key of a command goes twice to be claimed, found, claimed again and answered", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const key = { shop, key: "a key", fingerprint: "print" }
      const claim = (now: number, unanswered: boolean) =>
        perform({ known: Reads.key(shop, key.key) }, ({ known }) =>
          known === undefined || unanswered
            ? decided([{ _tag: "ClaimKey", ...key, now, unanswered }], undefined)
            : refuse("in flight")
        )
      assert.strictEqual(yield* inStore(trips(claim(0, false))), 2)
      assert.strictEqual(yield* inStore(trips(Effect.flip(claim(1, false)))), 2)
      assert.strictEqual(yield* inStore(trips(claim(2, true))), 2)
      const answer = { document: "{}" }
      assert.strictEqual(yield* inStore(trips(write({ _tag: "KeepAnswer", shop, key: key.key, answer }))), 2)
    })
  )

  it.scoped("due work is looked for once more where there is much", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const job = (subject: string): Write => ({
        _tag: "EnqueueJob",
        job: { shop, kind: "recover", subject },
        runAt: millis(0),
        share: subject
      })
      yield* inStore(write(job("a"), job("b")))
      const due = (limit: number) => look(Reads.dueJobs({ now: millis(1), kinds: ["recover"], limit, perShare: 1 }))
      assert.strictEqual(yield* inStore(trips(due(3))), 2)
      assert.strictEqual(yield* inStore(trips(due(2))), 3)
    })
  )

  it.scoped("a unit goes once for each answer it needs, and once to commit the rest", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const cards = yield* inStore(CardStore)
      const card = yield* cardWith()
      const unit = Effect.gen(function* () {
        const transaction = yield* transactionWith()
        const { lock } = yield* UnitOfWorkContext
        yield* cards.notSealedWith("key-1", 1) // with BEGIN
        yield* lock("duplicate")
        yield* addTransaction(transaction)
        yield* cards.replaceSealed(shop, card.token, card.number!) // with COMMIT
      })
      // Twice, because a session first prepares each statement.
      assert.strictEqual(yield* inStore(trips(run(unit))), 4)
      assert.strictEqual(yield* inStore(trips(run(unit))), 4)
    })
  )

  it.scoped("a unit goes once and again to commit, one that reads or only tells, and an empty one never", () =>
    Effect.gen(function* () {
      const { inStore, trips } = yield* counted
      const cards = yield* inStore(CardStore)
      const transaction = yield* transactionWith()
      const { number, token } = yield* cardWith()
      const tells = cards.replaceSealed(shop, token, number!)
      assert.strictEqual(yield* inStore(trips(run(tells))), 2)
      assert.strictEqual(yield* inStore(trips(run(isCommitted(transaction)))), 2)
      assert.strictEqual(yield* inStore(trips(isCommitted(transaction))), 1)
      assert.strictEqual(yield* inStore(trips(run(Effect.void))), 0)
      assert.strictEqual(yield* inStore(trips(Effect.flip(run(Effect.zipRight(tells, Effect.fail("no")))))), 0)
    })
  )
})

describe("a statement that goes with others", () => {
  it.effect("fails its operation under its own name, and nothing behind it is carried out", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const there = yield* insertTransaction()
      const next = yield* transactionWith()
      const late = write(...inserting(next), { _tag: "InsertCard", card: yield* cardWith() }, ...inserting(there))
      const error = yield* assertStorageError("constraint", late)
      assert.deepStrictEqual(
        [error.operation, error.detail],
        ["transactions.insert", "23505 florin_transactions_3_pkey"]
      )
      const card = yield* cardWith()
      yield* write({ _tag: "InsertCard", card })
      const again = yield* assertStorageError("constraint", write(...inserting(next), { _tag: "InsertCard", card }))
      assert.deepStrictEqual([again.operation, again.detail], ["cards.insert", "23505 florin_cards_pkey"])
      assert.isFalse(yield* isCommitted(next))
      assert.lengthOf(yield* store.history(shop, there.uid), 1)
    }).pipe(Effect.provide(temporaryStore()))
  )

  it.effect("is prepared anew after it failed, as often as it takes", () =>
    Effect.gen(function* () {
      const insert = (card: SavedCard) => write({ _tag: "InsertCard", card })
      const card = yield* cardWith()
      yield* insert(card)
      for (let times = 0; times < 3; times++) yield* assertStorageError("constraint", insert(card))
      yield* insert(yield* cardWith())
    }).pipe(Effect.provide(temporaryStore({ poolSize: 1 })))
  )
})

describe("a store that is closed", () => {
  it.effect("answers what was submitted before", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Scope.extend(Layer.build(temporaryStore({ poolSize: 1 })), scope)
      const submitted = Array.from({ length: 20 }, () => Effect.exit(insertTransaction()))
      const answers = yield* Effect.fork(Effect.provide(atOnce(submitted), context))
      for (let turn = 0; turn < 3; turn++) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* Scope.close(scope, Exit.void)
      assert.lengthOf(yield* Fiber.join(answers), 20)
    })
  )
})
