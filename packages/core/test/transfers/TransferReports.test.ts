import { assert, describe, it } from "@effect/vitest"
import { type AcquirerKey, ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransferKinds } from "@florin/core/transfer-operations/TransferKinds"
import * as TransferReports from "@florin/core/transfer-operations/TransferReports"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferProgress, type TransferStatus } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { now, transactionWith, uid } from "../samples.js"
import { after, minutes15, paid as paidEvent, reportWith, timePassed, transferWith } from "./given.js"
import { type Held, holding, layerOf } from "./holding.js"

const payment = transferWith({ report: noReport })
const progress = {
  waiting: TransferProgress.Waiting({ report: noReport, order: null }),
  paid: TransferProgress.Paid({ report: reportWith(), amount: Amount.make(99_900), paidAt: now }),
  rejected: TransferProgress.Rejected({ report: reportWith(), reason: "provider" })
}

interface Requested {
  readonly gatewayId: number
  readonly key: string
  readonly status: Effect.Effect<TransferStatus>
}

/** A provider that is asked of nothing. */
const silent = Effect.dieMessage("Nobody asks about this") as Effect.Effect<TransferStatus>

const kinds = (status: Effect.Effect<TransferStatus>) =>
  Layer.succeed(TransferKinds, { status: () => status } as unknown as TransferKinds["Type"])

/** What a report is answered with. */
const reported = (
  held: Held,
  reply: unknown,
  { gatewayId = 5, key = uid("1") as string, status = silent }: Partial<Requested> = {}
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now.epochMillis)
    const reports = yield* TransferReports.make
    return yield* reports.report(gatewayId, key as AcquirerKey, reply as TransferProgress).pipe(
      Effect.as("heard"),
      Effect.catchAll((error) => Effect.succeed(error._tag === "InvalidRequest" ? error.message : error._tag))
    )
  }).pipe(Effect.provide(layerOf(held)), Effect.provide(kinds(status)), Effect.scoped)

const notification = ["EnqueueJob notify +0 https://shop.example|shop"]

describe("a report that a provider makes by itself", () => {
  it.effect.each<readonly [string, Transfer, TransferProgress, ReadonlyArray<string>]>([
    [
      "paid",
      payment,
      progress.paid,
      [
        ...["ReplaceTransaction payment 2 successful", "AppendHistory 2 pending Paid successful", ...notification],
        ...["InsertNotification 2 https://shop.example/hook 2 successful", "CancelJob recover"]
      ]
    ],
    [
      "rejected",
      payment,
      progress.rejected,
      [
        ...["ReplaceTransaction payment 2 failed provider", "AppendHistory 2 pending Rejected failed", ...notification],
        ...["InsertNotification 2 https://shop.example/hook 2 failed", "CancelJob recover"]
      ]
    ],
    ["waiting, with nothing new", payment, progress.waiting, []],
    [
      "paid, of one that has failed",
      after(payment, timePassed(minutes15 + 1)),
      progress.paid,
      ["ReplaceTransaction payment 3 failed unpaid", "AppendHistory 3 failed Paid failed", "KeepEvidence +0"]
    ],
    ["paid, as it is known", after(payment, [0, paidEvent(99_900, 0)]), progress.paid, []]
  ])("D28: %s", ([, transfer, reply, expected]) =>
    Effect.gen(function* () {
      const held = holding(transfer)
      assert.strictEqual(yield* reported(held, reply), "heard")
      assert.deepStrictEqual(
        held.commits.map(({ did, name }) => [name, did]),
        [["transfer-report", expected]]
      )
    })
  )

  it.effect("D28: twice, late and contradicted, changes a payment once and keeps what contradicts", () =>
    Effect.gen(function* () {
      const held = holding(payment)
      for (const reply of [progress.paid, progress.paid, progress.rejected, progress.rejected, progress.waiting]) {
        assert.strictEqual(yield* reported(held, reply), "heard")
      }
      const { evidence, status, version } = held.rows.get(uid("1")) as Transfer
      assert.deepStrictEqual(
        [status, version, evidence.map(({ said: reply }) => reply)],
        ["successful", 3, ["rejected"]]
      )
    })
  )

  const paidAt = (millis: number) => ({ ...progress.paid, paidAt: DateTime.add(now, { millis }) })
  const ending = { status: "failed", reason: "unpaid" }
  const paidInTime = { status: "successful", reason: null }

  it.effect.each<readonly [string, TransferStatus, object, ReadonlyArray<string>]>([
    ["that another one came in time", paidAt(minutes15), paidInTime, ["paid"]],
    ["of this one alone", paidAt(minutes15 + 1), ending, ["paid"]],
    ["of nothing", progress.waiting, ending, ["paid"]],
    ["that there is no order", { _tag: "NotFound" }, ending, ["paid"]],
    ["that it was rejected", progress.rejected, ending, ["paid"]],
    ["not a word", { _tag: "Unknown" }, { status: "pending", reason: null }, []]
  ])("D28: of a payment that came too late: the provider is asked, and knows %s", ([, status, expected, kept]) =>
    Effect.gen(function* () {
      const held = holding(payment)
      const late = { ...paidAt(minutes15 + 1), report: reportWith({ refId: "second" }) }
      assert.strictEqual(yield* reported(held, late, { status: Effect.succeed(status) }), "heard")
      const { evidence, reason, status: now } = held.rows.get(uid("1")) as Transfer
      assert.deepStrictEqual({ status: now, reason }, expected)
      assert.deepStrictEqual(
        evidence.map(({ said: reply }) => reply),
        kept
      )
    })
  )

  const notOne = "The report is not how a transfer stands"
  it.effect.each<readonly [string, Transaction, unknown, object, string]>([
    ["of another provider's transfer", payment, progress.paid, { gatewayId: 6 }, "NotFound"],
    ["of a key that nobody has", payment, progress.paid, { key: uid("2") }, "NotFound"],
    ["of a key that is no uid", payment, progress.paid, { key: "order-1" }, "NotFound"],
    ["of an empty key", payment, progress.paid, { key: "" }, "NotFound"],
    ["of a proof", transferWith({ type: "proof" }), progress.paid, {}, "NotFound"],
    ["of a card transaction", transactionWith({ gatewayId: 5 }), progress.paid, {}, "NotFound"],
    ["of a shop that is gone", transferWith({ shop: ShopId.make("gone") }), progress.paid, {}, "NotFound"],
    ["of nothing", payment, undefined, {}, notOne],
    ["that no order was found", payment, { _tag: "NotFound" }, {}, notOne],
    ["that nothing was sent", payment, { _tag: "NotSent" }, {}, notOne],
    ["that nothing is paid", payment, { ...progress.paid, amount: 0 }, {}, notOne],
    ["of nothing, about a key that nobody has", payment, undefined, { key: uid("2") }, notOne]
  ])("D28, D41: %s, is refused and writes nothing", ([, transaction, reply, about, expected]) =>
    Effect.gen(function* () {
      const held = holding(transaction)
      assert.strictEqual(yield* reported(held, reply, about), expected)
      assert.deepStrictEqual(held.commits, [])
      assert.strictEqual(held.rows.get(uid("1")), transaction)
    })
  )

  it.effect("D41: loses card numbers and control characters before it is stored", () =>
    Effect.gen(function* () {
      const held = holding(payment)
      const report = { refId: "4200000000000000", message: "Card 4200 0000 0000 0000\nrefused" }
      yield* reported(held, { ...progress.rejected, report })
      const { report: kept } = held.rows.get(uid("1")) as Transfer
      assert.deepStrictEqual(kept, { refId: "[removed]", message: "Card [removed] refused" })
    })
  )
})
