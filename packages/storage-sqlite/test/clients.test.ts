import { assert, describe, it } from "@effect/vitest"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  addTransaction,
  assertStorageError,
  insertTransaction,
  isCommitted,
  run,
  transactionWith
} from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./internal/files.js"

describe("two clients of one SQLite file", () => {
  const two = Effect.fnUntraced(function* (patience: string) {
    const filename = yield* temporaryFile
    const open = Layer.build(SqliteStore.layer({ filename, patience: patience as "1 second" }))
    return [yield* open, yield* Effect.zipRight(Effect.yieldNow(), open)] as const
  })

  /** Locks the file with the first client until released. */
  const locking = Effect.fnUntraced(function* (client: Context.Context<UnitOfWork>) {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const unit = Context.get(client, UnitOfWork)
    const work = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
    const fiber = yield* Effect.fork(unit.run(work))
    yield* Deferred.await(begun)
    return Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber))
  })

  it.scoped("one waits for the other's unit and then sees what it wrote", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("10 seconds")
      const release = yield* locking(first)
      const waiting = yield* Effect.fork(Effect.provide(insertTransaction(), second))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
      assert.isNull(waiting.unsafePoll())
      yield* release
      const transaction = yield* Fiber.join(waiting)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )

  it.scoped("one that has waited too long fails with busy, and works again later", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("100 millis")
      const release = yield* locking(first)
      const error = yield* assertStorageError("busy", Effect.provide(insertTransaction(), second))
      assert.deepStrictEqual([error.operation, error.detail], ["unit.begin", "SQLITE_BUSY"])
      yield* release
      const transaction = yield* Effect.provide(insertTransaction(), second)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )

  it.scoped("an interruption while waiting for the other frees the writer", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("1 minute")
      const release = yield* locking(first)
      const late = yield* transactionWith()
      const waiting = yield* Effect.fork(Effect.provide(run(addTransaction(late)), second))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 30)))
      yield* Fiber.interrupt(waiting)
      yield* release
      assert.isFalse(yield* Effect.provide(isCommitted(late), first))
      const transaction = yield* Effect.provide(insertTransaction(), second)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )
})
