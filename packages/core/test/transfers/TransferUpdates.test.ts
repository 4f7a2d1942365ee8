import * as Reads from "@florin/core/commits/Reads"
import type { LateContext } from "@florin/core/operations/TransactionKind"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as TransferUpdates from "@florin/core/transfer-operations/TransferUpdates"
import { writesOf } from "@florin/core/transfer-operations/TransferWrites"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { later, notification, now, reported, shopWith, shown, uid, wakesAfter } from "../samples.js"
import { after, corrected, minutes15, paid, reportWith, timePassed, transferWith } from "./given.js"

const encode = ({ status, version }: Transaction) => `${version} ${status}`
const at = 1000
const context: LateContext = { shop: shopWith(), encode, writesOf, now: later(at), notification }

const hook = { details: { notificationUrl: "https://shop.example/hook" } }
const order = { payload: "https://qr.example/1", account: null, mark: null, bank: null }
const waiting = (given: typeof order | null = null) => TransferEvent.Waiting({ report: noReport, order: given })
const rejected = TransferEvent.Rejected({ report: reportWith(), reason: "provider" })

/** What is committed of an event, or of none, about a transfer as it stands. */
const decided = (transfer: Transfer | undefined, event: TransferEvent | undefined, changes = {}) =>
  TransferUpdates.operation("transfer-report", transferWith(), () => Either.right(event), {
    ...context,
    ...changes
  }).decide({
    transfer
  })

const replaced = (type: string, version: number, status: string): string =>
  `ReplaceTransaction ${type} ${version} ${status}`
const announced = (version: number, status: string): ReadonlyArray<string> => [
  `EnqueueJob notify +${at} https://shop.example|shop`,
  `InsertNotification ${version} https://shop.example/hook ${version} ${status}`
]
const cancelled = "CancelJob recover"
const kept = `KeepEvidence +${at}`

const pending = transferWith({ report: noReport, ...hook })
const successful = after(pending, [1, paid(100_000, 1)])
const failed = after(pending, timePassed(minutes15 + 1))

type Row = readonly [
  title: string,
  transfer: Transfer,
  event: TransferEvent,
  expected: ReadonlyArray<string>,
  reported?: string
]

describe("what is written of an event", () => {
  const rows: ReadonlyArray<Row> = [
    [
      "paid in time",
      pending,
      paid(100_000, 1),
      [
        replaced("payment", 2, "successful"),
        "AppendHistory 2 pending Paid successful",
        ...announced(2, "successful"),
        cancelled
      ],
      "payment pending Paid successful"
    ],
    [
      "paid late",
      pending,
      paid(100_000, minutes15 + 1),
      [
        replaced("payment", 2, "failed unpaid"),
        "AppendHistory 2 pending Paid failed",
        ...announced(2, "failed"),
        kept,
        cancelled
      ],
      "payment pending Paid failed"
    ],
    [
      "rejected",
      pending,
      rejected,
      [
        replaced("payment", 2, "failed provider"),
        "AppendHistory 2 pending Rejected failed",
        ...announced(2, "failed"),
        cancelled
      ],
      "payment pending Rejected failed"
    ],
    [
      "corrected while it is pending",
      pending,
      corrected("failed"),
      [
        replaced("payment", 2, "failed provider"),
        "AppendHistory 2 pending Corrected failed The bank's statement",
        ...announced(2, "failed"),
        cancelled
      ],
      "payment pending Corrected failed"
    ],
    [
      "corrected when it is final: nobody asks any more",
      failed,
      corrected("successful"),
      [
        replaced("payment", 3, "successful"),
        "AppendHistory 3 failed Corrected successful The bank's statement",
        ...announced(3, "successful")
      ],
      "payment failed Corrected successful"
    ],
    [
      "waiting for the first time",
      transferWith(hook),
      waiting(order),
      [replaced("payment", 2, "pending"), "AppendHistory 2 pending Waiting pending", ...announced(2, "pending")],
      "payment pending Waiting pending"
    ],
    [
      "waiting, with another order: the provider is asked again as before",
      pending,
      waiting(order),
      [replaced("payment", 2, "pending"), "AppendHistory 2 pending Waiting pending"],
      "payment pending Waiting pending"
    ],
    ["waiting, with nothing new", pending, waiting(), []],
    ["waiting, when it is final", failed, waiting(order), []],
    ["paid again, as it was", successful, paid(100_000, 1), []],
    [
      "paid again, by another payment",
      successful,
      paid(100_000, 2),
      [replaced("payment", 3, "successful"), "AppendHistory 3 successful Paid successful", kept],
      "payment successful Paid successful"
    ],
    ["paid again, as is known", after(successful, [2, paid(100_000, 2)]), paid(100_000, 2), []],
    [
      "rejected when it is paid",
      successful,
      rejected,
      [replaced("payment", 3, "successful"), "AppendHistory 3 successful Rejected successful", kept],
      "payment successful Rejected successful"
    ],
    ["rejected when it has failed", failed, rejected, []],
    ["corrected to what it is", failed, corrected("failed"), []],
    [
      "paid, a payout",
      transferWith({ type: "payout", method: "sbp", payBy: null, report: noReport }),
      paid(500_000, 1),
      [replaced("payout", 2, "successful"), "AppendHistory 2 pending Paid successful", cancelled],
      "payout pending Paid successful"
    ],
    [
      "paid, a refund under a key",
      transferWith({ type: "refund", payBy: null, report: noReport, idempotencyKey: "refund-1" }),
      paid(100_000, 1),
      [
        replaced("refund", 2, "successful"),
        "AppendHistory 2 pending Paid successful",
        "KeepAnswer refund-1 2 successful",
        cancelled
      ],
      "refund pending Paid successful"
    ]
  ]
  const cases = rows.map(
    ([title, transfer, event, expected, reported]) => [title, transfer, event, expected, reported] as const
  )
  it.each(cases)("D28: %s", (_, transfer, event, expected, change) => {
    const decision = decided(transfer, event)
    assert.deepStrictEqual(shown(decision), expected)
    assert.deepStrictEqual(reported(decision), change === undefined ? [] : [change])
    const announces = expected.some((write) => write.startsWith("EnqueueJob notify"))
    assert.strictEqual(wakesAfter(decision), announces ? at : undefined)
    assert(decision._tag === "Decided")
    assert.strictEqual(decision.answer.version, transfer.version + (expected.length === 0 ? 0 : 1))
    assert.strictEqual(TransferUpdates.writes(transfer, event, context) === undefined, expected.length === 0)
  })

  it("D28: cancels the job of the transfer's own shop and uid", () => {
    const decision = decided(pending, paid(100_000, 1))
    assert(decision._tag === "Decided")
    const jobs = decision.writes.flatMap((write) => (write._tag === "CancelJob" ? [write.job] : []))
    assert.deepStrictEqual(jobs, [{ shop: pending.shop, kind: "recover", subject: pending.uid }])
  })

  it("D28: marks the transfer that the evidence is about", () => {
    const decision = decided(successful, rejected)
    assert(decision._tag === "Decided")
    const marks = decision.writes.filter(({ _tag }) => _tag === "KeepEvidence")
    assert.deepStrictEqual(marks, [
      { _tag: "KeepEvidence", shop: successful.shop, uid: successful.uid, at: now.epochMillis + at }
    ])
  })

  it("D36: mails the receipt of a payment where the host has a mailer", () => {
    const buyer = { ...pending, details: { customer: { email: "jane@shop.example" } } }
    const mails = (given: object) => {
      const reply = shown(decided(buyer, paid(100_000, 1), given))
      return typeof reply === "string" ? reply : reply.filter((write) => write.startsWith("EnqueueJob mail"))
    }
    assert.strictEqual(mails({ mails: true }).length, 1)
    assert.deepStrictEqual(mails({ mails: false }), [])
  })

  it("writes nothing where nothing happens, and answers with the transfer as it stands", () => {
    const decision = decided(pending, undefined)
    assert.deepStrictEqual(shown(decision), [])
    assert(decision._tag === "Decided")
    assert.strictEqual(decision.answer, pending)
    assert.deepStrictEqual(reported(decision), [])
  })

  it("D2: of a transfer that is gone is refused", () => {
    assert.strictEqual(shown(decided(undefined, rejected)), "NotFound")
  })

  it("is refused as its event is", () => {
    const operation = TransferUpdates.operation("transfer-correct", pending, () => Either.left(new NotFound()), context)
    assert.strictEqual(shown(operation.decide({ transfer: pending })), "NotFound")
    assert.strictEqual(operation.name, "transfer-correct")
    assert.deepStrictEqual(operation.load, { transfer: Reads.transfer(pending.shop, pending.uid) })
  })

  it("D40: reads the transfer again: what happens is decided about it as it stands", () => {
    const seen: Array<number> = []
    const operation = TransferUpdates.operation(
      "transfer-report",
      { shop: pending.shop, uid: uid("1") },
      (transfer) => {
        seen.push(transfer.version)
        return Either.right(undefined)
      },
      context
    )
    operation.decide({ transfer: { ...pending, version: 7 } })
    assert.deepStrictEqual(seen, [7])
  })
})
