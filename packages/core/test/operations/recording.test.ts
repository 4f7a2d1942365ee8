import { closesParent, writesOf } from "@florin/core/card-operations/CardWrites"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Authentication from "@florin/core/cards/Authentication"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { ParentTotals } from "@florin/core/transactions/TransactionStore"
import * as Duration from "effect/Duration"
import { assert, describe, it } from "vitest"
import { record } from "../../src/operations/internal/outcomeRecord.js"
import {
  claimed,
  kindOf,
  later,
  notification,
  now,
  reported,
  shopWith,
  shown,
  totals,
  transactionWith,
  uid,
  wakesAfter
} from "../samples.js"

const encode = ({ status, version }: Transaction) => `${version} ${status}`
const context = { shop: shopWith(), encode, writesOf, now, notification, parentNotification: notification }
const approved = CardEvent.Approved({ report: { ...noReport, cvcResult: "N" } })
const declined = CardEvent.Declined({ reason: "funds", report: noReport })
const noAnswer = CardEvent.NoAnswer()
const hook = { notificationUrl: "https://shop.example/hook" }
const rejectsN = { additionalData: { avsCvcVerification: { cvcVerification: { rejectCodes: ["N"] } } } }

interface Case {
  readonly transaction?: Partial<CardTransaction>
  readonly event: CardEvent
  readonly attempts?: number
  readonly lingers?: boolean
  readonly isUnseen?: boolean
  readonly parent?: CardTransaction | undefined
  readonly totals?: ParentTotals
}

const outcome = ({ attempts, event, isUnseen, lingers, transaction }: Case) => ({
  kind: kindOf("rolls-back"),
  transaction: transactionWith({ uid: uid("2"), status: "pending", ...transaction }),
  event,
  job: claimed("recover", { subject: uid("2"), attempts: attempts ?? 0 }),
  ...(lingers === undefined ? {} : { lingers }),
  ...(isUnseen === undefined ? {} : { isUnseen })
})

const recorded = (row: Case) =>
  record(outcome(row), context).decide({ parent: row.parent, totals: row.totals ?? totals() })

const finish = "FinishJob recover #7"
const notify = "EnqueueJob notify +0 https://shop.example|shop"
const announced = (version: number, status: string) => [
  notify,
  `InsertNotification ${version} https://shop.example/hook ${version} ${status}`
]

describe("what is recorded of a charge", () => {
  const successful = ["ReplaceTransaction authorization 3 successful", "AppendHistory 3 pending Approved successful"]
  const week = Duration.toMillis("7 days")

  // Source: States and transitions, the authorization and tokenization rows; D6, D10, D13, D18, D20, D33.
  it.each([
    {
      name: "approved",
      event: approved,
      expected: [...successful, `EnqueueJob release-hold +${week} |shop`, finish],
      wakes: week
    },
    {
      name: "approved, with a receiver",
      transaction: { details: hook },
      event: approved,
      expected: [...successful, ...announced(3, "successful"), `EnqueueJob release-hold +${week} |shop`, finish],
      wakes: 0
    },
    {
      name: "approved, under a key",
      transaction: { idempotencyKey: "order-1" },
      event: approved,
      expected: [...successful, `EnqueueJob release-hold +${week} |shop`, "KeepAnswer order-1 3 successful", finish],
      wakes: week
    },
    {
      name: "approved, a payment",
      transaction: { type: "payment" },
      event: approved,
      expected: ["ReplaceTransaction payment 3 successful", "AppendHistory 3 pending Approved successful", finish],
      wakes: undefined
    },
    {
      name: "approved, a tokenization",
      transaction: { type: "tokenization" },
      event: approved,
      expected: ["ReplaceTransaction tokenization 3 successful", "AppendHistory 3 pending Approved successful", finish],
      wakes: undefined
    },
    {
      name: "approved with a result that it rejects",
      transaction: { details: rejectsN },
      event: approved,
      expected: [
        "ReplaceTransaction authorization 3 failed avs-cvc",
        "AppendHistory 3 pending Approved failed",
        "EnqueueJob reverse +0 acquirer 1|shop",
        finish
      ],
      wakes: 0
    },
    {
      name: "declined",
      event: declined,
      expected: ["ReplaceTransaction authorization 3 failed funds", "AppendHistory 3 pending Declined failed", finish],
      wakes: undefined
    },
    {
      name: "not done, a millisecond before expired_at",
      transaction: { expiredAt: later(1) },
      event: CardEvent.NotDone({}),
      expected: [
        "ReplaceTransaction authorization 3 failed acquirer-temporary",
        "AppendHistory 3 pending NotDone failed",
        finish
      ],
      wakes: undefined
    },
    {
      name: "not done, at expired_at",
      transaction: { expiredAt: now },
      event: CardEvent.NotDone({}),
      expected: ["ReplaceTransaction authorization 3 expired", "AppendHistory 3 pending NotDone expired", finish],
      wakes: undefined
    },
    {
      name: "never seen",
      event: CardEvent.NotDone({}),
      isUnseen: true,
      expected: [
        "ReplaceTransaction authorization 3 failed acquirer-temporary",
        "AppendHistory 3 pending NotDone failed",
        "CancelJob look-again",
        "EnqueueJob look-again +60000 acquirer 1|shop",
        finish
      ],
      wakes: 60_000
    },
    {
      name: "never seen, with a receiver, at expired_at",
      transaction: { details: hook, expiredAt: now },
      event: CardEvent.NotDone({}),
      isUnseen: true,
      expected: [
        "ReplaceTransaction authorization 3 expired",
        "AppendHistory 3 pending NotDone expired",
        ...announced(3, "expired"),
        "CancelJob look-again",
        "EnqueueJob look-again +60000 acquirer 1|shop",
        finish
      ],
      wakes: 0
    },
    {
      name: "never seen, a check of a card",
      transaction: { type: "tokenization", amount: Amount.make(0) },
      event: CardEvent.NotDone({}),
      isUnseen: true,
      expected: [
        "ReplaceTransaction tokenization 3 failed acquirer-temporary",
        "AppendHistory 3 pending NotDone failed",
        finish
      ],
      wakes: undefined
    },
    {
      name: "never seen, and refused by the 3-D Secure server",
      event: CardEvent.AuthenticationFailed({
        authentication: Authentication.begun({ advanced: true, forced: false }),
        reason: "authentication-failed"
      }),
      isUnseen: true,
      expected: [
        "ReplaceTransaction authorization 3 failed authentication-failed",
        "AppendHistory 3 pending AuthenticationFailed failed",
        "CancelJob look-again",
        "EnqueueJob look-again +60000 acquirer 1|shop",
        finish
      ],
      wakes: 60_000
    },
    {
      name: "refused by the merchant",
      event: CardEvent.VerificationRefused({}),
      expected: [
        "ReplaceTransaction authorization 3 failed verification-refused",
        "AppendHistory 3 pending VerificationRefused failed",
        finish
      ],
      wakes: undefined
    }
  ] satisfies ReadonlyArray<Case & { name: string; expected: ReadonlyArray<string>; wakes: number | undefined }>)(
    "D6, D18, D20: $name: $expected",
    (row) => {
      const decision = recorded(row)
      assert.deepStrictEqual(shown(decision), row.expected)
      assert.strictEqual(wakesAfter(decision), row.wakes)
      assert.strictEqual(reported(decision).length, 1)
    }
  )

  // Source: D17; D42: recovery of the second attempt has the share of the second acquirer.
  it("D17: passed on: its job moves to the share of the next acquirer, still held, and nothing is announced", () => {
    const attempt = { step: "charge", key: "key-2" as AcquirerKey, gatewayId: 2, amount: Amount.make(1000) } as const
    const event = CardEvent.PassedOn({ attempt, reason: "acquirer-temporary" })
    const decision = recorded({ event, attempts: 3, transaction: { details: hook, gatewayId: 1, idempotencyKey: "o" } })
    assert.deepStrictEqual(shown(decision), [
      "ReplaceTransaction authorization 3 pending",
      "AppendHistory 3 pending PassedOn pending gateway 1: acquirer-temporary",
      finish,
      "HoldJob recover #7 +2000 acquirer 2|shop by one"
    ])
    assert.deepStrictEqual(reported(decision), [])
  })

  const pending = ["ReplaceTransaction authorization 3 pending", "AppendHistory 3 pending NoAnswer pending"]
  const kept = "KeepAnswer order-1 3 pending"

  // Source: D6, P.9999; reliability promise 3: asked again after 2, 5, 15, 60, 300 and 1800 s, then hourly for 7 days.
  it.each([
    { attempts: 0, expected: "PostponeJob recover #7 +2000", wakes: 2000 },
    { attempts: 1, expected: "PostponeJob recover #7 +5000", wakes: 5000 },
    { attempts: 5, expected: "PostponeJob recover #7 +1800000", wakes: 1_800_000 },
    { attempts: 6, expected: "PostponeJob recover #7 +3600000", wakes: 3_600_000 },
    { attempts: 173, expected: "PostponeJob recover #7 +3600000", wakes: 3_600_000 },
    { attempts: 174, expected: "SuspendJob", wakes: undefined },
    { attempts: 0, lingers: true, expected: "ExtendLease recover #7 +2000", wakes: undefined }
  ])("D6, D41: no answer, after $attempts questions, while the call goes on: $lingers: $expected", (row) => {
    const decision = recorded({ ...row, event: noAnswer, transaction: { idempotencyKey: "order-1" } })
    assert.deepStrictEqual(shown(decision), [...pending, kept, row.expected])
    assert.strictEqual(wakesAfter(decision), row.wakes)
    assert.deepStrictEqual(reported(decision), ["authorization pending NoAnswer pending"])
  })

  // Source: D40: another process finished the transaction first.
  it.each([
    { status: "successful", event: approved },
    { status: "failed", event: approved },
    { status: "expired", event: approved },
    { status: "incomplete", event: approved },
    { status: "successful", event: declined },
    { status: "failed", event: declined },
    { status: "failed", event: noAnswer }
  ] as const)("D40: of one that is $status by now, nothing: $event._tag is stale", ({ event, status }) => {
    assert.strictEqual(shown(recorded({ transaction: { status }, event })), "Stale")
  })

  it("D6: nothing is read for it: the version and the fence refuse what has changed", () => {
    assert.deepStrictEqual(Object.keys(record(outcome({ event: approved }), context).load), [])
    assert.strictEqual(record(outcome({ event: approved }), context).name, "record")
    assert.strictEqual(record(outcome({ event: noAnswer }), context).name, "record-no-answer")
  })

  // Nobody hears of a renewal without an address, nor asks for its document.
  it.each([
    { name: "no key and no address", transaction: {}, made: 0 },
    { name: "a key", transaction: { idempotencyKey: "order-1" }, made: 1 },
    { name: "an address", transaction: { details: hook }, made: 1 },
    { name: "both", transaction: { idempotencyKey: "order-1", details: hook }, made: 1 }
  ])("with $name, its document is made $made times before anybody asks, and at most once", ({ made, transaction }) => {
    let times = 0
    const counting = (of: Transaction) => `${encode(of)} ${++times}`
    const counted = record(outcome({ event: approved, transaction }), { ...context, encode: counting })
    const decision = counted.decide({ totals: totals() })
    assert.strictEqual(times, made)
    assert(decision._tag === "Decided")
    assert.strictEqual(decision.answer.document, "3 successful 1")
    assert.strictEqual(decision.answer.document, "3 successful 1")
  })

  it("Transaction | paid_at: is when it was approved, and null where it was not", () => {
    const paidAt = (event: CardEvent) => {
      const decision = recorded({ event })
      return decision._tag === "Decided" ? decision.answer.transaction.paidAt : undefined
    }
    assert.deepStrictEqual([approved, declined, noAnswer].map(paidAt), [now, null, null])
  })
})

describe("what is recorded of a capture, void or refund", () => {
  const parent = transactionWith({ details: hook })
  const child = (type: "capture" | "void" | "refund") => ({ type, parentUid: parent.uid })
  const own = (type: string) => [
    `ReplaceTransaction ${type} 3 successful`,
    "AppendHistory 3 pending Approved successful"
  ]
  const closing = [
    "ReplaceTransaction authorization 3 successful",
    "AppendHistory 3 successful Closed successful",
    "CancelJob release-hold"
  ]

  // Source: D7: a hold that was fully voided or captured gets `closed_at`. The totals include the child itself.
  it.each([
    { name: "the last unit", type: "capture", taken: { captured: 1000, pending: 1 }, closes: true },
    { name: "the last unit, recorded again", type: "capture", taken: { captured: 1000, pending: 0 }, closes: true },
    { name: "all but one unit", type: "capture", taken: { captured: 999, pending: 1 }, closes: false },
    {
      name: "the rest of what was voided",
      type: "capture",
      taken: { captured: 400, voided: 600, pending: 1 },
      closes: true
    },
    {
      name: "the rest of what was captured",
      type: "void",
      taken: { captured: 400, voided: 600, pending: 1 },
      closes: true
    },
    {
      name: "all but one unit in two parts",
      type: "void",
      taken: { captured: 400, voided: 599, pending: 1 },
      closes: false
    },
    { name: "the last unit, with another in doubt", type: "void", taken: { captured: 1000, pending: 2 }, closes: false }
  ] as const)("D7: a $type of $name closes its hold: $closes", ({ closes, taken, type }) => {
    const decision = recorded({ transaction: child(type), event: approved, parent, totals: totals(taken) })
    assert.deepStrictEqual(shown(decision), [...own(type), ...(closes ? closing : []), finish])
    assert.deepStrictEqual(
      reported(decision),
      closes
        ? [`${type} pending Approved successful`, "authorization successful Closed successful"]
        : [`${type} pending Approved successful`]
    )
  })

  it.each([
    { name: "closed before", parent: transactionWith({ closedAt: now }) },
    { name: "not successful", parent: transactionWith({ status: "failed" }) },
    { name: "gone", parent: undefined }
  ])("D7: a parent that is $name is left alone", ({ parent }) => {
    const taken = totals({ captured: 1000, pending: 1 })
    assert.deepStrictEqual(shown(recorded({ transaction: child("capture"), event: approved, parent, totals: taken })), [
      ...own("capture"),
      finish
    ])
  })

  // An outcome that does not affect the parent reads none, and is recorded whatever the parent's state.
  it.each([
    { type: "capture", event: approved, reads: true },
    { type: "void", event: approved, reads: true },
    { type: "refund", event: approved, reads: false },
    { type: "capture", event: declined, reads: false },
    { type: "void", event: CardEvent.NotDone({}), reads: false },
    { type: "capture", event: noAnswer, reads: false }
  ] as const)("D7: a $type that is $event._tag looks at its parent: $reads", ({ event, reads, type }) => {
    const { load } = record(outcome({ transaction: child(type), event }), context)
    assert.deepStrictEqual(Object.keys(load), reads ? ["parent", "totals"] : [])
  })

  it.each([
    {
      event: declined,
      expected: ["ReplaceTransaction capture 3 failed funds", "AppendHistory 3 pending Declined failed"]
    },
    {
      event: CardEvent.NotDone({}),
      expected: ["ReplaceTransaction capture 3 failed acquirer-temporary", "AppendHistory 3 pending NotDone failed"]
    }
  ])("D10: one that is $event._tag fails, whatever is taken: $expected", ({ event, expected }) => {
    const taken = totals({ captured: 1000, pending: 1 })
    assert.deepStrictEqual(shown(recorded({ transaction: child("capture"), event, parent, totals: taken })), [
      ...expected,
      finish
    ])
  })

  it("D10: a child has no hold of its own, and never expires", () => {
    const row = { transaction: { ...child("refund"), expiredAt: now }, event: CardEvent.NotDone({}) }
    assert.deepStrictEqual(shown(recorded(row)), [
      "ReplaceTransaction refund 3 failed acquirer-temporary",
      "AppendHistory 3 pending NotDone failed",
      finish
    ])
  })

  it.each([
    { amount: 1, taken: { captured: 1, pending: 1 }, whole: true },
    { amount: 1, taken: { captured: 0, pending: 1 }, whole: false },
    { amount: Number.MAX_SAFE_INTEGER, taken: { captured: Number.MAX_SAFE_INTEGER - 1, pending: 1 }, whole: false },
    { amount: Number.MAX_SAFE_INTEGER, taken: { captured: Number.MAX_SAFE_INTEGER - 1, voided: 1 }, whole: true }
  ])("Conventions | Monetary amounts: of $amount, $taken is the whole: $whole", ({ amount, taken, whole }) => {
    assert.strictEqual(closesParent(transactionWith({ amount: Amount.make(amount) }), totals(taken)), whole)
  })
})

// Source: D18: a listed result voids the approval; a missing or unlisted one does not.
describe("the results that a request rejects", () => {
  it.each([
    { avs: ["N"], cvc: [], avsResult: "N", cvcResult: "M", status: "failed" },
    { avs: ["A", "N"], cvc: [], avsResult: "N", cvcResult: "M", status: "failed" },
    { avs: ["A"], cvc: [], avsResult: "N", cvcResult: "M", status: "successful" },
    { avs: [], cvc: ["N"], avsResult: "N", cvcResult: "M", status: "successful" },
    { avs: [], cvc: ["N"], avsResult: "N", cvcResult: "N", status: "failed" },
    { avs: ["N"], cvc: [], avsResult: "Y", cvcResult: "N", status: "successful" },
    { avs: [], cvc: [], avsResult: "N", cvcResult: "N", status: "successful" },
    { avs: ["N"], cvc: ["N"], avsResult: null, cvcResult: null, status: "successful" },
    { avs: ["N"], cvc: ["N"], avsResult: "n", cvcResult: "", status: "successful" }
  ])(
    "Transaction | avs_cvc_verification: address $avs and code $cvc rejected, answered $avsResult and $cvcResult: $status (D18)",
    ({ avs, avsResult, cvc, cvcResult, status }) => {
      const details = {
        additionalData: {
          avsCvcVerification: {
            ...(avs.length === 0 ? {} : { avsVerification: { rejectCodes: avs } }),
            ...(cvc.length === 0 ? {} : { cvcVerification: { rejectCodes: cvc } })
          }
        }
      }
      const event = CardEvent.Approved({ report: { ...noReport, avsResult, cvcResult } })
      const decision = recorded({ transaction: { type: "payment", details }, event })
      assert(decision._tag === "Decided")
      const { transaction } = decision.answer
      assert.deepStrictEqual(
        [transaction.status, transaction.reason, transaction.report],
        [status, status === "failed" ? "avs-cvc" : null, event.report]
      )
      const reversals = decision.writes.filter((write) => write._tag === "EnqueueJob" && write.job.kind === "reverse")
      assert.strictEqual(reversals.length, status === "failed" ? 1 : 0)
    }
  )
})
