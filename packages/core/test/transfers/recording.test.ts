import type { TransactionKind } from "@florin/core/operations/TransactionKind"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as QueryTimes from "@florin/core/transfer-operations/QueryTimes"
import { writesOf } from "@florin/core/transfer-operations/TransferWrites"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { apply } from "@florin/core/transfers/TransferChange"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { record } from "../../src/operations/internal/outcomeRecord.js"
import { claimed, later, notification, reported, shopWith, shown, totals, wakesAfter } from "../samples.js"
import { minutes15, paid, reportWith, timePassed, transferWith } from "./given.js"

const kind: TransactionKind<Transfer> = {
  unknownOutcome: "rolls-forward",
  writesOf,
  decide: apply as TransactionKind<Transfer>["decide"],
  status: () => Effect.succeed("unknown"),
  inFlightWindow: () => Duration.zero,
  nextQueryAt: QueryTimes.nextQueryAt,
  sendAgain: () => undefined
}

const encode = ({ status, version }: Transaction) => `${version} ${status}`
const order = { payload: "https://qr.example/1", account: null, mark: null, bank: null }
const waiting = TransferEvent.Waiting({ report: reportWith(), order })
const rejected = TransferEvent.Rejected({ report: reportWith(), reason: "provider" })

interface Given {
  readonly at?: number
  readonly attempts?: number
  readonly lingers?: boolean
}

const recording = (transfer: Transfer, event: TransferEvent, { at = 0, attempts = 0, lingers }: Given = {}) => {
  const job = claimed("recover", { subject: transfer.uid, attempts })
  const outcome = { kind: kind as unknown as TransactionKind, transaction: transfer, event, job }
  const context = { shop: shopWith(), encode, writesOf, now: later(at), notification, parentNotification: notification }
  return record({ ...outcome, ...(lingers === undefined ? {} : { lingers }) }, context)
}

const recorded = (...given: Parameters<typeof recording>) =>
  recording(...given).decide({ parent: undefined, totals: totals() })

const days30 = Duration.toMillis(QueryTimes.queryPeriod)
const code = transferWith({ method: "sbp", payBy: null })
const open = { ...code, report: noReport }

type Row = readonly [title: string, transfer: Transfer, event: TransferEvent, given: Given, job: string, wakes?: number]

describe("what is recorded of a transfer", () => {
  // Source: D40, D41: what waits is asked about again by its age, what is unknown as every transaction is, and neither
  // later than its end.
  const rows: ReadonlyArray<Row> = [
    ["the first answer", code, waiting, {}, "PostponeJob recover #7 +5000", 5000],
    ["the first answer after a query", code, waiting, { attempts: 3 }, "PostponeJob recover #7 +5000", 5000],
    ["another answer, 100 s old", open, waiting, { at: 100_000 }, "PostponeJob recover #7 +110000", 110_000],
    ["an answer to a call that goes on", code, waiting, { lingers: true }, "ExtendLease recover #7 +5000"],
    ["no answer", code, TransferEvent.NoAnswer(), {}, "PostponeJob recover #7 +2000", 2000],
    ["no answer, again", code, TransferEvent.NoAnswer(), { attempts: 1 }, "PostponeJob recover #7 +5000", 5000],
    [
      "no answer from a call that goes on",
      code,
      TransferEvent.NoAnswer(),
      { lingers: true },
      "ExtendLease recover #7 +2000"
    ],
    [
      "no answer about what is known",
      open,
      TransferEvent.NoAnswer(),
      { attempts: 9 },
      "PostponeJob recover #7 +5000",
      5000
    ],
    [
      "an answer 1 s before its end",
      transferWith(),
      waiting,
      { at: minutes15 - 999 },
      `PostponeJob recover #7 +${minutes15 + 1}`,
      minutes15 + 1
    ],
    [
      "an answer after 30 days",
      open,
      waiting,
      { at: days30 },
      `PostponeJob recover #7 +${days30 + 3_600_000}`,
      days30 + 3_600_000
    ],
    ["that it is paid", code, paid(100_000, 0), { attempts: 5 }, "FinishJob recover #7"],
    ["that it is rejected", code, rejected, {}, "FinishJob recover #7"],
    ["that it was not done", code, TransferEvent.NotDone(), {}, "FinishJob recover #7"],
    ["that the merchant refused it", code, TransferEvent.VerificationRefused(), {}, "FinishJob recover #7"],
    ["that its time has passed", transferWith(), timePassed(minutes15 + 1)[1], {}, "FinishJob recover #7"]
  ]
  it.each(rows.map(([title, ...row]) => [title, row] as const))(
    "D40, D41: %s",
    (_, [transfer, event, given, job, wakes]) => {
      const decision = recorded(transfer, event, given)
      const writes = shown(decision)
      // Last: a report locks the transaction first, too.
      assert.strictEqual(writes.at(-1), job)
      assert.strictEqual(writes.length, 3)
      assert.strictEqual(wakesAfter(decision), wakes)
      assert.strictEqual(
        recording(transfer, event, given).name,
        event._tag === "NoAnswer" ? "record-no-answer" : "record"
      )
      assert.strictEqual(reported(decision).length, 1)
    }
  )

  it.each([
    ["successful", waiting],
    ["failed", waiting],
    ["failed", TransferEvent.NoAnswer()],
    ["expired", timePassed(minutes15 + 1)[1]]
  ] as const)("D40: of one that is %s by now, nothing: another process or a report came first", (status, event) => {
    assert.strictEqual(shown(recorded(transferWith({ status }), event)), "Stale")
  })
})
