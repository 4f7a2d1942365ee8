import { assert, describe, it } from "@effect/vitest"
import type { TransferProgress } from "@florin/core/transfers/TransferProvider"
import { charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import Sqlite from "better-sqlite3"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { SandboxBank } from "../src/SandboxBank.js"
import { overBank, recipient } from "./banking.js"
import { databases, inFile } from "./databases.js"
import { temporaryPath } from "./files.js"
import { approving, card } from "./paying.js"

const movements = Effect.flatMap(Ledger.Ledger, ({ movements }) => movements)

// D38.
describe.each(databases)("On $kind the bank's books", ({ empty }) => {
  it.scoped("D38: are listed with the acquirer's in the order of booking, and apart for each", () =>
    Effect.gen(function* () {
      const place = yield* empty
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(1_000)
        const bank = yield* SandboxBank
        const acquirer = yield* SandboxAcquirer.SandboxAcquirer
        const order = yield* payment("sbp", { amount: 100_000 })
        const sent = yield* payout(recipient, { amount: 500_000 })
        yield* Effect.forEach([order, sent], bank.provider.perform)
        yield* bank.pay(order.key, {})
        const charged = yield* charge("payment", card(approving), { amount: 1000 })
        yield* acquirer.perform(charged)
        yield* TestClock.adjust("1 second")
        yield* bank.complete(sent.key, {})
        const back = yield* refund(order.key, { amount: 40_000 })
        yield* bank.provider.perform(back)
        yield* bank.complete(back.key, {})
        assert.deepStrictEqual(
          (yield* movements).map(({ at, id, kind, parent, reference }) => [
            id,
            kind,
            reference,
            parent,
            at.epochMillis
          ]),
          [
            ["mov_1", "transfer", order.key, undefined, 1000],
            ["mov_2", "payment", charged.key, undefined, 1000],
            ["mov_3", "payout", sent.key, undefined, 2000],
            ["mov_4", "refund", back.key, order.key, 2000]
          ]
        )
        const listed = (of: Pick<typeof bank.provider, "movements">, from: number, to: number) =>
          Effect.map(of.movements!({ from: DateTime.unsafeMake(from), to: DateTime.unsafeMake(to) }), (all) =>
            all.map(({ amount, currency, key, kind }) => [key, kind, amount, currency] as const)
          )
        assert.deepStrictEqual(yield* listed(acquirer, 0, 3000), [[charged.key, "payment", 1000, "EUR"]] as never)
        assert.deepStrictEqual(
          (yield* listed(bank.provider, 0, 3000)).map(([key]) => key),
          [order.key, sent.key, back.key]
        )
        for (const [from, to, count] of [
          [1000, 1001, 1],
          [999, 1000, 0],
          [1001, 2000, 0],
          [2000, 2001, 2]
        ] as const) {
          assert.strictEqual((yield* listed(bank.provider, from, to)).length, count, `${from} to ${to}`)
        }
      }).pipe(Effect.provide(Layer.provideMerge(SandboxAcquirer.layer(), overBank(place))))
    })
  )

  it.scoped("are listed by the bank's dates, whenever they were booked", () =>
    Effect.gen(function* () {
      const place = yield* empty
      yield* Effect.gen(function* () {
        const { pay, provider } = yield* SandboxBank
        const order = yield* payment("sbp", { amount: 100_000 })
        yield* provider.perform(order)
        for (const millis of [20, 10, 30, 10]) yield* pay(order.key, { paidAt: DateTime.unsafeMake(millis) })
        const all = yield* provider.movements!({ from: DateTime.unsafeMake(0), to: DateTime.unsafeMake(30) })
        assert.deepStrictEqual(
          all.map(({ at }) => at.epochMillis),
          [10, 10, 20]
        )
        assert.deepStrictEqual(
          (yield* movements).map(({ at }) => at.epochMillis),
          [20, 10, 30, 10]
        )
      }).pipe(Effect.provide(overBank(place)))
    })
  )

  it.scoped("are the same after a restart: answers, standings, movements", () =>
    Effect.gen(function* () {
      const live = overBank(yield* empty)
      const order = yield* payment("sbp_data", { amount: 100_000 })
      const round = Effect.gen(function* () {
        const { provider } = yield* SandboxBank
        const all = [yield* provider.perform(order), yield* provider.status(order.key), yield* movements]
        return JSON.parse(JSON.stringify(all))
      })
      const first = yield* Effect.provide(round, live)
      assert.deepStrictEqual(yield* Effect.provide(round, live), first)
      yield* Effect.provide(
        Effect.flatMap(SandboxBank, ({ pay }) => pay(order.key, {})),
        live
      )
      const paid = yield* Effect.provide(round, live)
      assert.notDeepEqual(paid, first)
      assert.deepStrictEqual(yield* Effect.provide(round, live), paid)
    })
  )

  // D39: what the acquirer follows is the acquirer's.
  it.scoped("are none of the acquirer's: it refunds no transfer, and the bank refunds no charge", () =>
    Effect.gen(function* () {
      const place = yield* empty
      yield* Effect.gen(function* () {
        const bank = yield* SandboxBank
        const acquirer = yield* SandboxAcquirer.SandboxAcquirer
        const order = yield* payment("sbp", { amount: 100_000 })
        yield* bank.provider.perform(order)
        yield* bank.pay(order.key, {})
        const charged = yield* charge("payment", card(approving), { amount: 1000, currency: "RUB" })
        yield* acquirer.perform(charged)
        const ofCharge = yield* refund(charged.key, { amount: 1000 })
        const ofTransfer = yield* child("Refund", order.key, { amount: 1000, currency: "RUB" })
        assert.strictEqual((yield* acquirer.perform(ofTransfer))._tag, "Declined")
        assert.strictEqual((yield* bank.provider.perform(ofCharge))._tag, "Rejected")
      }).pipe(Effect.provide(Layer.provideMerge(SandboxAcquirer.layer(), overBank(place))))
    })
  )
})

describe("The bank's books in a file", () => {
  it.scoped("that can't be used give no answer and no status, and can't be listed", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const { pay, provider } = yield* Effect.provide(SandboxBank, overBank(inFile(path)))
      const request = yield* payment("sbp", { amount: 100_000 })
      assert.strictEqual((yield* provider.perform(request))._tag, "NoAnswer")
      assert.strictEqual((yield* provider.status(request.key))._tag, "Unknown")
      assert.strictEqual((yield* Effect.flip(pay(request.key, {})))._tag, "StorageError")
      const period = { from: DateTime.unsafeMake(0), to: DateTime.unsafeMake(1) }
      assert.strictEqual((yield* Effect.flip(provider.movements!(period)))._tag, "MovementsUnavailable")
    })
  )

  it.scoped("that can't be read give no answer and no status", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const live = overBank(inFile(path))
      const request = yield* payment("sbp", { amount: 100_000 })
      const performed = Effect.flatMap(SandboxBank, ({ provider }) => provider.perform(request))
      assert.strictEqual((yield* Effect.provide(performed, live))._tag, "Waiting")
      const file = new Sqlite(path)
      file.exec("UPDATE transfers SET record = '{}'")
      file.close()
      yield* Effect.gen(function* () {
        const { pay, provider } = yield* SandboxBank
        assert.strictEqual((yield* performed)._tag, "NoAnswer")
        assert.strictEqual((yield* provider.status(request.key))._tag, "Unknown")
        const error = yield* Effect.flip(pay(request.key, {}))
        assert.strictEqual(error._tag === "StorageError" && error.reason, "corrupt")
      }).pipe(Effect.provide(live))
    })
  )

  it.scopedLive("are served by two processes: twenty payments at once are twenty, and one of them stands", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const processes = yield* Effect.replicateEffect(Layer.build(overBank(inFile(path))), 2)
      const order = yield* payment("sbp", { amount: 100_000 })
      const { provider } = yield* Effect.provide(SandboxBank, processes[0]!)
      yield* provider.perform(order)
      const paid = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => processes[index % 2]!),
        (process, index) =>
          Effect.provide(
            Effect.flatMap(SandboxBank, ({ pay }) => pay(order.key, { paidAt: DateTime.unsafeMake(index) })),
            process
          ),
        { concurrency: "unbounded" }
      )
      const status = yield* provider.status(order.key)
      const dates = paid.map((one) => (one as Extract<TransferProgress, { _tag: "Paid" }>).paidAt.epochMillis)
      assert.strictEqual(new Set(dates).size, 20)
      assert.include(dates, status._tag === "Paid" ? status.paidAt.epochMillis : -1)
      assert.strictEqual((yield* Effect.provide(movements, processes[1]!)).length, 20)
    })
  )
})
