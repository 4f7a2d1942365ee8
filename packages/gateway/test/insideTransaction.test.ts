/** Operations that commit on their own are refused inside the host's unit of work. Source: D43. */
import { assert, it } from "@effect/vitest"
import type { Cards } from "@florin/core/card-operations/Cards"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import { NotificationId } from "@florin/core/ids/Ids"
import { Notifications } from "@florin/core/queries/Notifications"
import { Transactions } from "@florin/core/queries/Transactions"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  authorize,
  cancel,
  capture,
  charge,
  child,
  credit,
  find,
  morning,
  movements,
  pay,
  payOut,
  refund,
  shop,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

const card = { number: "4200000000000000", exp_month: "12", exp_year: "2035" }
const payout = { request: { amount: 500, currency: "EUR", description: "Winnings", recipient_credit_card: card } }
const saved = { ...charge().request, credit_card: { token: "0".repeat(64) } }

const id = NotificationId.make(`msg_${crypto.randomUUID()}`)

interface Command {
  readonly name: string
  /** Receives the transaction to operate on. */
  readonly run: (
    of: CardTransaction
  ) => Effect.Effect<string, StorageError, Cards | Transactions | Notifications | ShopDirectory>
}

const commands: ReadonlyArray<Command> = [
  { name: "authorize", run: () => verdict(authorize(charge({ amount: 900 }))) },
  { name: "pay", run: () => verdict(pay(charge({ amount: 900 }))) },
  { name: "tokenize", run: () => verdict(tokenize(charge({ amount: 0 }))) },
  { name: "capture", run: (of: CardTransaction) => verdict(capture(child(of, 100))) },
  { name: "void", run: (of: CardTransaction) => verdict(cancel(child(of, 100))) },
  { name: "refund", run: (of: CardTransaction) => verdict(refund(child(of, 100, { reason: "Back" }))) },
  { name: "credit", run: () => verdict(credit({ request: saved })) },
  { name: "payOut", run: () => verdict(payOut(payout)) },
  {
    name: "Transactions.recover",
    run: ({ uid }: CardTransaction) =>
      Effect.flatMap(Effect.all([Transactions, shop()]), ([{ recover }, of]) => verdict(recover(of, uid)))
  },
  {
    name: "Transactions.renotify",
    run: ({ uid }: CardTransaction) =>
      Effect.flatMap(Effect.all([Transactions, shop()]), ([{ renotify }, of]) => verdict(renotify(of, uid)))
  },
  {
    name: "Notifications.resend",
    run: () => Effect.flatMap(Effect.all([Notifications, shop()]), ([{ resend }, of]) => verdict(resend(of, id)))
  },
  {
    name: "Notifications.resendExhausted",
    run: () =>
      Effect.flatMap(Effect.all([Notifications, shop()]), ([{ resendExhausted }, of]) => verdict(resendExhausted(of)))
  }
]

describeOnStores("a unit of work of the host's", () => {
  it.effect.each(commands)("D43: refuses $name, and the acquirer is not asked", ({ run }) =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* find((yield* authorize(charge())).uid)
      const before = yield* movements
      const unit = yield* UnitOfWork
      assert.strictEqual(yield* unit.run(run(transaction)), "NotInsideTransaction")
      assert.deepStrictEqual(yield* movements, before)
      assert.strictEqual((yield* authorize(charge({ amount: 901 }))).status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("is not waited for by a commit that it would have to wait for itself", () =>
    Effect.gen(function* () {
      const store = yield* CommitStore
      const unit = yield* UnitOfWork
      const write = commit(store)({ name: "renotify", load: {}, decide: () => decided([], undefined) })
      const exit = yield* Effect.exit(unit.run(write))
      const defect = exit._tag === "Failure" ? Option.getOrThrow(Cause.dieOption(exit.cause)) : undefined
      assert.propertyVal(defect, "_tag", "NotInsideTransaction")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D43: may look at transactions", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      const unit = yield* UnitOfWork
      const transactions = yield* Transactions
      assert.strictEqual((yield* unit.run(transactions.find(yield* shop(), uid))).status, "successful")
    }).pipe(Effect.provide(world()))
  )
})
