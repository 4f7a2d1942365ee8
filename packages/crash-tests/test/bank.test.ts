import { assert, describe, it } from "@effect/vitest"
import * as Bank from "@florin/crash-tests/Bank"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const order: BankRequest = { key: "order-1", kind: "payment", amount: 100_000, currency: "RUB" }

const waiting: Bank.Script = () => Effect.succeed({ ...ScriptedTransferProvider.prompt, verdict: "waits" })

/** A clock that others run beside, as that of the processes. */
const now = Effect.zipRight(Effect.yieldNow(), Clock.currentTimeMillis)

const opened = Effect.gen(function* () {
  const bank = yield* Bank.make(waiting, now)
  yield* Loopback.ask(`${bank.url}/accounts`, { method: "POST", body: JSON.stringify(order) })
  assert.strictEqual(bank.accounts().length, 1)
  return bank
})

const moved = (bank: Bank.Bank) => bank.account(order.key)?.moved.map(({ amount }) => amount)

describe("the bank beside the processes", () => {
  it.scopedLive("takes a waiting order's money once, however many lanes come for it at once", () =>
    Effect.gen(function* () {
      const bank = yield* opened
      yield* Effect.replicateEffect(bank.payWaiting(order.key), 5, { concurrency: "unbounded" })
      assert.deepStrictEqual(moved(bank), [100_000])
    })
  )

  it.scopedLive("takes the money of an order again from a customer who pays it twice", () =>
    Effect.gen(function* () {
      const bank = yield* opened
      yield* bank.pay(order.key)
      yield* bank.pay(order.key, { amount: 5 })
      assert.isUndefined(yield* bank.payWaiting(order.key))
      assert.deepStrictEqual(moved(bank), [100_000, 5])
    })
  )
})
