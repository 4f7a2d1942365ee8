import * as Reads from "@florin/core/commits/Reads"
import { Amount } from "@florin/core/money/Amount"
import * as Confirmation from "@florin/core/transfer-operations/Confirmation"
import { noReport, type Order } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import { TransferProgress, type TransferStatus } from "@florin/core/transfers/TransferProvider"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { later, now, reported, shown } from "../samples.js"
import { after, shown as lookOf, minutes15, paid, reportWith, timePassed, transferWith } from "./given.js"

const payment = transferWith({ report: noReport })
const failed = after(payment, timePassed(minutes15 + 1))

const windowAt = (at: number) => ({
  after: later(at - 30_000).epochMillis,
  until: later(at + 5000).epochMillis
})

const begun = (transfer: Transfer | undefined, checks = true, at = 0) =>
  Confirmation.begin(payment, checks ? windowAt(at) : undefined, later(at)).decide({ payment: transfer })

const noted = (status: string) => [
  `ReplaceTransaction payment 2 ${status}`,
  `AppendHistory 2 ${status.split(" ")[0]} ConfirmAsked ${status.split(" ")[0]}`
]

describe("a request to confirm", () => {
  it.each<readonly [string, Transfer | undefined, string | ReadonlyArray<string>]>([
    ["a pending payment", payment, noted("pending")],
    ["a pending payment by code", transferWith({ method: "sbp", payBy: null }), noted("pending")],
    ["a successful payment", transferWith({ status: "successful" }), noted("successful")],
    ["a failed payment", transferWith({ status: "failed", reason: "unpaid" }), noted("failed unpaid")],
    ["an expired payment", transferWith({ status: "expired" }), noted("expired")],
    ["a refund", transferWith({ type: "refund" }), "NotFound"],
    ["a payout", transferWith({ type: "payout" }), "NotFound"],
    ["a proof", transferWith({ type: "proof" }), "NotFound"],
    ["nothing", undefined, "NotFound"]
  ])("D30: of %s is noted, or is not found", (_, transfer, expected) => {
    const decision = begun(transfer)
    assert.deepStrictEqual(shown(decision), expected)
    assert.deepStrictEqual(reported(decision), [])
  })

  it("D30: announces nothing, and changes no more than when it was asked", () => {
    const decision = begun(payment, true, 77)
    assert(decision._tag === "Decided")
    assert.deepStrictEqual(decision.answer, {
      ...payment,
      ...{ version: 2, updatedAt: later(77), confirmedAt: later(77) }
    })
    const operation = Confirmation.begin(payment, windowAt(0), now)
    assert.strictEqual(operation.name, "transfer-confirm")
    assert.deepStrictEqual(operation.load, { payment: Reads.transfer(payment.shop, payment.uid) })
  })

  // Source: D12: half-open, and `skip_duplicate_check` neither checks nor hides the request from later checks.
  it.each([
    [0, true, "DuplicateRequest"],
    [29_999, true, "DuplicateRequest"],
    [30_000, true, "taken"],
    [30_001, true, "taken"],
    [0, false, "taken"],
    [29_999, false, "taken"]
  ])(
    "Limits | Duplicate-check window of proof and confirm: %i ms after another, checked: %s: %s (D12)",
    (at, checks, expected) => {
      const first = begun(payment, false, 0)
      assert(first._tag === "Decided")
      const reply = shown(begun(first.answer, checks, at))
      assert.strictEqual(typeof reply === "string" ? reply : "taken", expected)
    }
  )

  it.each([
    [undefined, undefined, "DuplicateRequest"],
    ["a", undefined, "DuplicateRequest"],
    [undefined, "b", "DuplicateRequest"],
    ["a", "b", "taken"],
    ["a", "a", "taken"]
  ])("D12: under the key %s and then %s it is %s", (one, other, expected) => {
    const first = Confirmation.begin(payment, undefined, now, one).decide({ payment })
    assert(first._tag === "Decided")
    const second = Confirmation.begin(payment, windowAt(1), later(1), other).decide({ payment: first.answer })
    const reply = shown(second)
    assert.strictEqual(typeof reply === "string" ? reply : "taken", expected)
    // A later request without a key is not taken for the keyed one.
    const third = Confirmation.begin(payment, undefined, later(2)).decide({ payment: first.answer })
    assert(third._tag === "Decided")
    assert.notProperty(third.answer, "confirmedUnder")
  })

  it.each(["successful", "failed", "expired"] as const)(
    "D12: is refused as a repeat whatever became of it: %s",
    (status) => {
      assert.strictEqual(shown(begun(transferWith({ status, confirmedAt: now }), true, 1)), "DuplicateRequest")
    }
  )

  it("D12: is looked for as a repeat of a confirmation only", () => {
    const proof = { uid: payment.uid, status: "failed", message: null, count: 1 } as const
    assert.deepStrictEqual(shown(begun({ ...failed, proof, updatedAt: now, version: 1 })), noted("failed unpaid"))
  })
})

const order: Order = { payload: "https://qr.example/1", account: null, mark: null, bank: null }
const status = {
  unknown: { _tag: "Unknown" },
  notFound: { _tag: "NotFound" },
  waiting: TransferProgress.Waiting({ report: noReport, order: null }),
  opened: TransferProgress.Waiting({ report: noReport, order }),
  inTime: TransferProgress.Paid({ report: reportWith(), amount: Amount.make(99_900), paidAt: later(minutes15) }),
  late: TransferProgress.Paid({ report: reportWith(), amount: Amount.make(99_900), paidAt: later(minutes15 + 1) }),
  rejected: TransferProgress.Rejected({ report: reportWith(), reason: "provider" })
} satisfies Readonly<Record<string, TransferStatus>>

/** The payment once the bank has answered, and how the confirmation ends. */
const ended = (transfer: Transfer, received: TransferStatus, at: number): string => {
  const event = Confirmation.eventOf(transfer, received, later(at))
  const changed = event === undefined || TransferChange.isRepeated(transfer, event) ? undefined : event
  const change = changed && Either.getOrUndefined(TransferChange.apply(transfer, changed, later(at)))
  const payment = change?.transaction ?? transfer
  return `${lookOf(payment)}, ${Confirmation.resultOf(payment, now).status}`
}

describe("what the bank answers to a confirmation", () => {
  const own = { ...payment, expiredAt: later(60_000) }
  const successful = after(payment, [1, paid(99_900, minutes15)])
  const unpaid = "failed unpaid 100000"

  it.each<readonly [string, Transfer, TransferStatus, number, string]>([
    ["paid in time", payment, status.inTime, minutes15, "successful 99900 @900000, successful"],
    ["paid in time, asked a day later", payment, status.inTime, 9e7, "successful 99900 @900000, successful"],
    ["paid late", payment, status.late, 9e7, "pending 100000, failed"],
    ["paid later than an expired_at of its own", own, status.inTime, 9e7, "pending 100000, failed"],
    ["rejected", payment, status.rejected, 1, "pending 100000, failed"],
    ["waiting", payment, status.waiting, 1, "pending 100000, failed"],
    ["waiting, with an order", payment, status.opened, 1, "pending 100000, failed"],
    ["waiting, when the time has passed", payment, status.waiting, 9e7, "pending 100000, failed"],
    ["waiting, when an expired_at of its own has passed", own, status.waiting, 9e7, "pending 100000, failed"],
    ["not found", payment, status.notFound, 1, "pending 100000, failed"],
    ["not found, when the time has passed", payment, status.notFound, 9e7, "pending 100000, failed"],
    ["no answer", payment, status.unknown, 9e7, "pending 100000, failed"],
    ["paid in time, of a failed one", failed, status.inTime, 9e7, `${unpaid} +99900@900000, failed`],
    ["paid late, of a failed one", failed, status.late, 9e7, `${unpaid} +99900@900001, failed`],
    ["rejected, of a failed one", failed, status.rejected, 9e7, `${unpaid}, failed`],
    ["waiting, of a failed one", failed, status.opened, 9e7, `${unpaid}, failed`],
    [
      "paid, of an expired one",
      { ...failed, status: "expired", reason: null },
      status.inTime,
      9e7,
      "expired 100000 +99900@900000, failed"
    ],
    ["paid, of a successful one", successful, status.inTime, 9e7, "successful 99900 @900000, successful"]
  ])("Errors | Confirm that fails: never fails the payment: %s (D30)", (_, transfer, received, at, expected) => {
    assert.strictEqual(ended(transfer, received, at), expected)
  })

  it("D30: opens the order where the answer names it", () => {
    const event = Confirmation.eventOf(payment, status.opened, now)
    assert(event !== undefined)
    assert.deepStrictEqual(Either.getOrThrow(TransferChange.apply(payment, event, now)).transaction.order, order)
  })

  it("D30: makes a payment successful, or leaves its status as it is", () => {
    const instants = FastCheck.integer({ min: 0, max: 2 * minutes15 })
    const received = FastCheck.oneof(
      FastCheck.constantFrom(...Object.values(status)),
      instants.map((at) => TransferProgress.Paid({ report: reportWith(), amount: Amount.make(1), paidAt: later(at) }))
    )
    const transfers = FastCheck.record({
      status: FastCheck.constantFrom<Transfer["status"][]>("pending", "successful", "failed", "expired"),
      ends: FastCheck.option(instants, { nil: null }),
      isOrder: FastCheck.boolean()
    }).map(({ ends, isOrder, status }) =>
      transferWith({
        ...{ status, paidAt: status === "successful" ? now : null, reason: status === "failed" ? "unpaid" : null },
        ...{ method: isOrder ? "sbp_data" : "sbp", payBy: isOrder ? later(minutes15) : null },
        expiredAt: ends === null ? null : later(ends)
      })
    )
    FastCheck.assert(
      FastCheck.property(transfers, received, instants, (transfer, received, at) => {
        const [next] = ended(transfer, received, at).split(" ")
        assert.include(transfer.status === "pending" ? ["pending", "successful"] : [transfer.status], next)
      }),
      { numRuns: 1000 }
    )
  })

  it.each([
    ["pending", "failed"],
    ["successful", "successful"],
    ["failed", "failed"],
    ["expired", "failed"]
  ] as const)("Confirm response | status: of a payment that is %s by now is %s (D30)", (is, expected) => {
    const about = transferWith({ status: is })
    assert.deepStrictEqual(Confirmation.resultOf(about, later(5)), {
      ...{ status: expected, createdAt: later(5), payment: about }
    })
  })
})
