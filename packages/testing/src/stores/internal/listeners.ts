/** What the host's listeners write in the commits of operations. */

import { decided } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import type { StorageError } from "@florin/core/store/StorageError"
import type { CommitListener } from "@florin/core/transactions/CommitListeners"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as assert from "../../internal/assert.js"
import {
  assertStale,
  assertStorageError,
  atOnce,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  perform,
  replacing,
  run,
  type StoreTest,
  storeWorks,
  transactionWith
} from "../StoreUnderTest.js"

const order = (sql: string, ...parameters: ReadonlyArray<string | number>) => Effect.asVoid(execute(sql, ...parameters))

const insertOrder: CommitListener = ({ change, transaction }) =>
  order("INSERT INTO host_orders (uid, state) VALUES (?, ?)", transaction.uid, change.to)

const makeOrders = run(execute("CREATE TABLE host_orders (uid TEXT NOT NULL, state TEXT NOT NULL)"))

const orders = Effect.map(run(execute("SELECT uid, state FROM host_orders ORDER BY uid, state")), (rows) =>
  rows.map(({ state, uid }) => [uid, state])
)

/** An operation with its change, as the host's listeners are told of it. */
const reported = (transaction: Transaction, writes: ReadonlyArray<Write> = inserting(transaction)) =>
  perform({}, () =>
    decided(writes, undefined, {
      changes: [{ transaction, transition: { trigger: "Accepted", from: "none", to: transaction.status } }]
    })
  )

const failing =
  (end: Effect.Effect<void, StorageError>): CommitListener =>
  (change) =>
    change.transaction.amount === 13 ? end : Effect.void

const realSleep = (millis: number) => Clock.make().sleep(Duration.millis(millis))

const writingListeners = (test: StoreTest): void => {
  test(
    "what listeners write is committed with the change, in their order, each told of every change",
    () =>
      Effect.gen(function* () {
        yield* makeOrders
        const [first, second] = [yield* transactionWith(), yield* transactionWith({ status: "failed" })]
        yield* atOnce([reported(first), reported(second)])
        const rows = [first, second].flatMap(({ status, uid }) => [
          [uid, status],
          [uid, "seen"]
        ])
        assert.sameMembers(yield* orders, rows)
      }),
    {
      listeners: [
        insertOrder,
        ({ transaction }) => order("INSERT INTO host_orders (uid, state) VALUES (?, 'seen')", transaction.uid)
      ]
    }
  )

  test(
    "nothing of a listener stays whose operation is stale or meets a constraint",
    () =>
      Effect.gen(function* () {
        yield* makeOrders
        const there = yield* insertTransaction()
        yield* assertStale(reported(there, replacing({ ...there, version: 7 })))
        yield* assertStorageError("constraint", reported(there))
        assert.deepStrictEqual(yield* orders, [])
      }),
    { listeners: [insertOrder] }
  )
}

const brokenListeners = (test: StoreTest): void => {
  for (const [how, end] of [
    ["dies", Effect.die("a broken listener")],
    ["fails at a statement", order("INSERT INTO host_nothing (uid) VALUES ('')")],
    ["handles its statement's failure", Effect.ignore(order("INSERT INTO host_nothing (uid) VALUES ('')"))]
  ] as const) {
    test(
      `a listener that ${how} takes its own operation back, and no other`,
      () =>
        Effect.gen(function* () {
          yield* makeOrders
          const amounts = [1, 13, 2, 13, 3]
          const transactions = yield* Effect.forEach(amounts, (amount) => transactionWith({ amount: amount as never }))
          const exits = yield* atOnce(transactions.map((_) => Effect.exit(reported(_))))
          const good = amounts.map((amount) => amount !== 13)
          assert.deepStrictEqual(exits.map(Exit.isSuccess), good)
          assert.deepStrictEqual(yield* Effect.forEach(transactions, isCommitted), good)
          const uids = transactions.filter((_, index) => good[index]).map(({ uid }) => String(uid))
          assert.sameMembers(
            (yield* orders).map(([uid]) => String(uid)),
            uids
          )
          yield* storeWorks
        }),
      { listeners: [insertOrder, failing(end as Effect.Effect<void, StorageError>)] }
    )
  }
}

const waitingListeners = (test: StoreTest): void => {
  test(
    "a listener may wait for its own statements, while others wait for theirs",
    () =>
      Effect.gen(function* () {
        yield* makeOrders
        const transactions = yield* Effect.forEach([1, 2, 3], (amount) => transactionWith({ amount: amount as never }))
        yield* atOnce(transactions.map((transaction) => reported(transaction)))
        const written = yield* orders
        assert.sameMembers(
          written.map(([uid]) => String(uid)),
          transactions.map(({ uid }) => String(uid))
        )
        yield* storeWorks
      }),
    {
      listeners: [
        (change) =>
          Effect.gen(function* () {
            for (let line = 0; line < 20; line++) {
              yield* order("UPDATE host_orders SET state = 'x' WHERE uid = ?", change.transaction.uid)
              yield* Effect.promise(() => Promise.resolve())
            }
            yield* insertOrder(change)
          })
      ]
    }
  )

  // It must not wait for the outside. A store that cannot wait for it says so; none lets it write when all is over.
  test(
    "a listener that waits is told by its end or not at all, and never writes into another's commit",
    () =>
      Effect.gen(function* () {
        yield* makeOrders
        const [slow, quick] = [yield* transactionWith({ amount: 13 as never }), yield* transactionWith()]
        const exits = yield* atOnce([slow, quick].map((_) => Effect.exit(reported(_))))
        yield* realSleep(60)
        yield* storeWorks
        const expected = [slow, quick].filter((_, index) => Exit.isSuccess(exits[index]!)).map(({ uid }) => String(uid))
        assert.include(expected, String(quick.uid))
        assert.strictEqual(yield* isCommitted(slow), Exit.isSuccess(exits[0]!))
        assert.sameMembers(
          (yield* orders).map(([uid]) => String(uid)),
          expected
        )
      }),
    {
      listeners: [
        (change) =>
          change.transaction.amount === 13 ? Effect.zipRight(realSleep(20), insertOrder(change)) : insertOrder(change)
      ]
    }
  )
}

export const listeners = (test: StoreTest): void => {
  writingListeners(test)
  brokenListeners(test)
  waitingListeners(test)
}
