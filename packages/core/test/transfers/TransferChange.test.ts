import { Amount } from "@florin/core/money/Amount"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { later, uid } from "../samples.js"
import {
  after,
  changed,
  corrected,
  minutes15,
  paid,
  type Reported,
  reportWith,
  shown,
  timePassed,
  transferWith
} from "./given.js"

const begun = (last: string, message = "Proof was initialized"): TransferEvent =>
  TransferEvent.ProofBegun({ uid: uid(last), message })
const approved = (amount: number): TransferEvent =>
  TransferEvent.ProofApproved({ amount: Amount.make(amount), message: "Proof was approved" })
const declined = TransferEvent.ProofDeclined({ message: "Proof was declined" })
const rejectedAs = (refId: string | null): TransferEvent =>
  TransferEvent.Rejected({ report: reportWith({ refId, message: "No money" }), reason: "account-funds" })
const rejected = rejectedAs("bank-1")
/** As `paid`, under another id of the provider, or under none. */
const paidAs = (refId: string | null, amount: number, at: number): TransferEvent =>
  paid(amount, at, reportWith({ refId }))

type Case = readonly [title: string, reported: ReadonlyArray<Reported>, expected: string]

const order = transferWith()
const code = transferWith({ method: "sbp", payBy: null })

describe("the 15 minutes of an order", () => {
  const cases: ReadonlyArray<Case> = [
    ["paid at once", [[0, paid(100_000, 0)]], "successful 100000 @0"],
    ["paid at the last instant", [[minutes15, paid(100_000, minutes15)]], "successful 100000 @900000"],
    ["paid at the last instant, reported a day later", [[9e7, paid(100_000, minutes15)]], "successful 100000 @900000"],
    ["paid 1 ms later", [[9e5 + 1, paid(100_000, 900_001)]], "failed unpaid 100000 +100000@900001"],
    ["paid 1 ms later with another amount", [[9e5 + 1, paid(7, 900_001)]], "failed unpaid 100000 +7@900001"],
    ["unpaid 1 ms after the last instant", [timePassed(minutes15 + 1)], "failed unpaid 100000"]
  ]
  it.each(cases)("D28: %s", (_, reported, expected) => {
    assert.strictEqual(shown(after(order, ...reported)), expected)
  })

  it.each([
    [minutes15 - 1, true],
    [minutes15, true],
    [minutes15 + 1, false]
  ])("D28: have not passed after %i ms: %s", (at, isRefused) => {
    assert.strictEqual(Either.isLeft(changed(order, timePassed(at))), isRefused)
  })

  // Source: D40: nobody is judged by another machine's clock. The bank dates payments, so its clock says when they end.
  it.each([
    ["a day ahead of the bank's", 9e7, minutes15, true],
    ["a day ahead of the bank's, which is 1 ms past the end", 9e7, minutes15 + 1, false],
    ["behind the bank's, which is 1 ms past the end", 0, minutes15 + 1, false]
  ])("D28, D40: are measured by the bank's clock; ours is %s", (_, at, asOf, isRefused) => {
    const over = changed(order, [at, TransferEvent.TimePassed({ asOf: later(asOf) })])
    assert.strictEqual(Either.isLeft(over), isRefused)
    if (Either.isRight(over)) assert.deepStrictEqual(over.right.transaction.updatedAt, later(at))
  })

  it.each([
    ["never", null, true],
    ["1 ms from now", minutes15 * 4 + 1, true],
    ["now", minutes15 * 4, false]
  ])("D27: a code has no 15 minutes; it ends %s", (_, ends, isRefused) => {
    const transfer = { ...code, expiredAt: ends === null ? null : later(ends) }
    assert.strictEqual(Either.isLeft(changed(transfer, timePassed(minutes15 * 4))), isRefused)
    assert.strictEqual(shown(after(code, [9e7, paid(100_000, 8e7)])), "successful 100000 @80000000")
  })

  // The request's own end, after a minute.
  const own: ReadonlyArray<Case> = [
    ["reached unpaid", [timePassed(60_000)], "expired 100000"],
    ["passed unpaid, and the 15 minutes too", [timePassed(minutes15 + 1)], "expired 100000"],
    ["paid at it", [[60_001, paid(100_000, 60_000)]], "successful 100000 @60000"],
    ["paid 1 ms after it", [[60_001, paid(100_000, 60_001)]], "expired 100000 +100000@60001"],
    ["paid after the 15 minutes", [[9e5, paid(100_000, 900_001)]], "expired 100000 +100000@900001"],
    ["reached, and paid before it", [timePassed(6e4), [7e4, paid(100_000, 6e4)]], "expired 100000 +100000@60000"]
  ]
  it.each(own)("D28: an expired_at earlier than that, %s", (_, reported, expected) => {
    for (const transfer of [order, code]) {
      assert.strictEqual(shown(after({ ...transfer, expiredAt: later(60_000) }, ...reported)), expected)
    }
  })

  it.each([
    [minutes15, minutes15 + 1, "failed unpaid 100000"],
    [minutes15 + 1, minutes15 + 1, "failed unpaid 100000"],
    [minutes15 - 1, minutes15 - 1, "expired 100000"]
  ])("D28: an expired_at after %i ms makes an unpaid order after %i ms: %s", (ends, at, expected) => {
    assert.strictEqual(shown(after({ ...order, expiredAt: later(ends) }, timePassed(at))), expected)
    assert.isTrue(Either.isLeft(changed({ ...order, expiredAt: later(ends) }, timePassed(at - 1))))
  })
})

describe("what the bank reports", () => {
  const cases: ReadonlyArray<Case> = [
    ["less than was asked for counts as what it is", [[1, paid(99_900, 1)]], "successful 99900 @1"],
    ["more than was asked for counts as what it is", [[1, paid(100_100, 1)]], "successful 100100 @1"],
    [
      "twice counts once",
      [
        [1, paid(1, 1)],
        [2, paid(1, 1)]
      ],
      "successful 1 @1"
    ],
    [
      "another time is kept",
      [
        [1, paid(1, 1)],
        [2, paid(1, 2)]
      ],
      "successful 1 @1 +1@2"
    ],
    [
      "another amount is kept",
      [
        [1, paid(1, 1)],
        [2, paid(2, 1)]
      ],
      "successful 1 @1 +2@1"
    ],
    [
      "another time twice is kept once",
      [
        [1, paid(1, 1)],
        [2, paid(1, 2)],
        [3, paid(1, 2)]
      ],
      "successful 1 @1 +1@2"
    ],
    [
      "out of order, the first one counts",
      [
        [5, paid(2, 4)],
        [6, paid(1, 1)]
      ],
      "successful 2 @4 +1@1"
    ],
    [
      "after a refusal is kept",
      [
        [1, rejected],
        [2, paid(1, 1)],
        [3, paid(1, 1)]
      ],
      "failed account-funds 100000 +1@1"
    ],
    [
      "another id is kept: it is another payment",
      [
        [1, paid(1, 1)],
        [2, paidAs("bank-2", 1, 1)],
        [3, paidAs("bank-2", 1, 1)]
      ],
      "successful 1 @1 +1@1"
    ],
    [
      "no id is what the same amount and date were",
      [
        [1, paid(1, 1)],
        [2, paidAs(null, 1, 1)]
      ],
      "successful 1 @1"
    ],
    [
      "an id after none is what the same amount and date were",
      [
        [1, paidAs(null, 1, 1)],
        [2, paid(1, 1)]
      ],
      "successful 1 @1"
    ],
    [
      "two late ones with ids of their own are two",
      [
        [1, rejected],
        [2, paidAs("a", 1, 1)],
        [3, paidAs("b", 1, 1)],
        [4, paidAs(null, 1, 1)],
        [5, paidAs("a", 1, 1)]
      ],
      "failed account-funds 100000 +1@1 +1@1"
    ],
    [
      "a refusal of what is paid is kept once",
      [
        [1, paid(1, 1)],
        [2, rejected],
        [3, rejected]
      ],
      "successful 1 @1 +rejected"
    ],
    [
      "refusals with ids of their own are two",
      [
        [1, paid(1, 1)],
        [2, rejectedAs("a")],
        [3, rejectedAs("b")],
        [4, rejectedAs(null)]
      ],
      "successful 1 @1 +rejected +rejected"
    ],
    [
      "late twice is kept once",
      [
        [9e5, paid(1, 9e5 + 1)],
        [9e6, paid(1, 9e5 + 1)]
      ],
      "failed unpaid 100000 +1@900001"
    ],
    [
      "in time, but after the end was told, is kept and changes nothing",
      [timePassed(minutes15 + 1), [minutes15 + 2, paid(1, 5)]],
      "failed unpaid 100000 +1@5"
    ],
    [
      "is evidence in the order in which it is told",
      [
        [1, rejected],
        [2, paid(1, 9)],
        [3, paid(1, 8)],
        [4, paid(2, 9)],
        [5, paid(1, 9)]
      ],
      "failed account-funds 100000 +1@9 +1@8 +2@9"
    ]
  ]
  it.each(cases)("D28: %s", (_, reported, expected) => {
    assert.strictEqual(shown(after(order, ...reported)), expected)
  })

  it("D28: is kept once even where a repetition is applied", () => {
    const twice = [1, 2].reduce(
      (before, at) => Either.getOrThrow(changed(before, [at, paid(1, 1)])).transaction,
      transferWith({ status: "failed", reason: "provider" })
    )
    assert.strictEqual(shown(twice), "failed provider 100000 +1@1")
  })

  it("D28: is kept with the instant of the report", () => {
    const [kept] = after(transferWith({ status: "expired" }), [77, paid(5, 3)]).evidence
    const about = { refId: "bank-1", reportedAt: later(77) }
    assert.deepStrictEqual(kept, { said: "paid", amount: Amount.make(5), paidAt: later(3), ...about })
    const [refusal] = after(transferWith({ status: "successful" }), [77, rejected]).evidence
    assert.deepStrictEqual(refusal, { said: "rejected", amount: Amount.make(100_000), paidAt: null, ...about })
  })

  it.each(["failed", "expired"] as const)("D28: is no refusal of what is %s: that says the same", (status) => {
    assert.isTrue(Either.isLeft(changed(transferWith({ status }), [1, rejected])))
  })

  const paidOnce = after(order, [1, paid(5, 1)])
  it.each([
    ["of a pending one", order, paid(5, 1), false],
    ["that counts", paidOnce, paid(5, 1), true],
    ["with another refId", paidOnce, paidAs("bank-2", 5, 1), false],
    ["with another refId that is evidence", after(paidOnce, [2, paidAs("b", 5, 1)]), paidAs("b", 5, 1), true],
    ["without a refId", paidOnce, paidAs(null, 5, 1), true],
    ["of what has no refId", after(order, [1, paidAs(null, 5, 1)]), paid(5, 1), true],
    ["of a refusal", paidOnce, rejected, false],
    ["of a refusal that is evidence", after(paidOnce, [2, rejected]), rejected, true],
    ["of a refusal without a refId", after(paidOnce, [2, rejected]), rejectedAs(null), true],
    ["of a refusal with another refId", after(paidOnce, [2, rejected]), rejectedAs("b"), false],
    ["of a refusal of what failed by it", after(order, [1, rejected]), rejected, false],
    ["of another amount", paidOnce, paid(6, 1), false],
    ["1 ms later", paidOnce, paid(5, 2), false],
    ["that is evidence", after(paidOnce, [2, paid(5, 2)]), paid(5, 2), true],
    ["that no longer counts", after(paidOnce, [2, corrected("failed")]), paid(5, 1), false],
    ["of another kind", paidOnce, timePassed(3)[1], false]
  ])("D28: repeats what is known, a report %s: %s", (_, transfer, event, expected) => {
    assert.strictEqual(TransferChange.isRepeated(transfer, event), expected)
  })

  // Source: D31: the final amount is the bank's; interface, "Payout response".
  it.each(["payout", "refund"] as const)("D31, D32: of a %s is its outcome, with the bank's amount", (type) => {
    const begun = transferWith({ type, method: "sbp", payBy: null })
    assert.strictEqual(shown(after(begun, [9, paid(99_000, 8)])), "successful 99000 @8")
    assert.strictEqual(shown(after(begun, [9, paid(99_000, 8)], [10, paid(99_000, 8)])), "successful 99000 @8")
    assert.strictEqual(shown(after(begun, [9, rejected])), "failed account-funds 100000")
    assert.strictEqual(shown(after(begun, [9, rejected], [10, paid(1, 8)])), "failed account-funds 100000 +1@8")
    assert.strictEqual(shown(after(begun, [9, TransferEvent.NoAnswer()])), "pending 100000")
  })
})

const opened = { payload: "https://qr.example/1", account: "+79990000000", mark: "17", bank: "Bank" }
const waiting = (refId: string | null, message: string | null, given: typeof opened | null = null): TransferEvent =>
  TransferEvent.Waiting({ report: { refId, message }, order: given })

describe("what the provider says", () => {
  it.each<readonly [string, ReadonlyArray<TransferEvent>, unknown]>([
    ["nothing yet", [TransferEvent.NoAnswer()], null],
    ["words while it waits", [waiting("a", "Open")], { refId: "a", message: "Open" }],
    [
      "no refId, which leaves the known one",
      [waiting("a", null), waiting(null, "Open")],
      { refId: "a", message: "Open" }
    ],
    ["nothing more", [waiting("a", "Open"), TransferEvent.NoAnswer()], { refId: "a", message: "Open" }],
    [
      "that it is paid",
      [waiting("a", "Open"), paid(1, 1, reportWith({ message: "Paid" }))],
      reportWith({ message: "Paid" })
    ],
    ["a refusal", [waiting("a", "Open"), rejected], reportWith({ message: "No money" })],
    ["nothing when it was not done", [TransferEvent.NotDone()], { refId: null, message: null }],
    ["that a late one is paid", [paid(1, 9e5 + 1, reportWith({ message: "Paid" }))], reportWith()],
    [
      "words about a final one",
      [rejected, paid(1, 1, reportWith({ refId: "b", message: "Paid" }))],
      reportWith({ message: "No money" })
    ],
    ["words that are over", [rejected, corrected("successful")], reportWith()]
  ])("D28: %s", (_, reported, expected) => {
    const transfer = after(order, ...reported.map((event) => [1, event] as const))
    assert.deepStrictEqual(transfer.report, expected)
  })

  it("D28: its words end with the time to pay", () => {
    const over = after(order, [1, waiting("a", "Open")], timePassed(minutes15 + 1))
    assert.deepStrictEqual(over.report, { refId: "a", message: null })
  })

  const open = after(order, [1, waiting("a", "Open", opened)])
  const words = after(order, [1, waiting("a", "Open")])
  it.each<readonly [string, typeof order, TransferEvent, boolean]>([
    ["the first words", order, waiting(null, null), false],
    ["the same words", words, waiting("a", "Open"), true],
    ["the same words without the refId", words, waiting(null, "Open"), true],
    ["another refId", words, waiting("b", "Open"), false],
    ["other words", words, waiting("a", "Still open"), false],
    ["no words any more", words, waiting("a", null), false],
    ["the first order", words, waiting("a", "Open", opened), false],
    ["the same order", open, waiting("a", "Open", opened), true],
    ["no order any more", open, waiting("a", "Open"), true],
    ["another mark", open, waiting("a", "Open", { ...opened, mark: "18" }), false],
    ["another code", open, waiting("a", "Open", { ...opened, payload: "https://qr.example/2" }), false],
    ["the same words about what is final", { ...words, status: "failed" }, waiting("a", "Open"), false]
  ])("D41: while it waits, nothing new is %s: %#", (_, transfer, event, expected) => {
    assert.strictEqual(TransferChange.isRepeated(transfer, event), expected)
  })

  // Source: interface, "Events | Instant bank-transfer payment webhook"; D9: the first answer says what to pay by.
  it.each<readonly [string, ReadonlyArray<TransferEvent>, boolean]>([
    ["the first answer", [waiting("a", "Open", opened)], true],
    ["the first answer after none", [TransferEvent.NoAnswer(), waiting("a", "Open", opened)], true],
    ["another answer", [waiting("a", "Open"), waiting("a", "Open", opened)], false],
    ["no answer", [TransferEvent.NoAnswer()], false],
    ["no answer after one", [waiting("a", "Open", opened), TransferEvent.NoAnswer()], false]
  ])("D34: while it waits, the merchant is told of %s: %#", (_, reported, isReported) => {
    for (const transfer of [order, transferWith({ type: "payout", method: "sbp", payBy: null })]) {
      const before = after(transfer, ...reported.slice(0, -1).map((event) => [1, event] as const))
      const { effects } = Either.getOrThrow(changed(before, [2, reported.at(-1)!]))
      assert.deepStrictEqual(effects, isReported ? ["notify"] : [])
    }
  })

  it("names what the customer pays by, once or again", () => {
    assert.deepStrictEqual(after(order, [1, waiting("a", null, opened)], [2, waiting("a", null)]).order, opened)
    const again = { ...opened, mark: "18" }
    assert.deepStrictEqual(after(order, [1, waiting("a", null, opened)], [2, waiting("a", null, again)]).order, again)
  })

  it.each([
    ["Rejected", rejected, "account-funds"],
    ["NotDone", TransferEvent.NotDone(), "provider"],
    ["VerificationRefused", TransferEvent.VerificationRefused(), "verification-refused"]
  ])("D6: %s is a reason of its own", (_, event, reason) => {
    assert.strictEqual(after(order, [1, event]).reason, reason)
  })
})

describe("the proof of a payment", () => {
  const failed = after(order, timePassed(minutes15 + 1))

  it("D29: is pending, and the payment stays failed", () => {
    const { proof, ...payment } = after(failed, [1e6, begun("9")])
    assert.strictEqual(shown(payment), "failed unpaid 100000")
    const pending = { uid: uid("9"), status: "pending", message: "Proof was initialized", count: 1 }
    assert.deepStrictEqual(proof, pending as typeof proof)
  })

  it("D29: when approved makes the payment successful, with the approved amount", () => {
    const payment = after(failed, [1e6, begun("9")], [2e6, approved(90_000)])
    assert.strictEqual(shown(payment), "successful 90000 @2000000")
    assert.deepInclude(payment.proof, { status: "successful", message: "Proof was approved", count: 1 })
  })

  it("D29: when declined leaves the payment failed for its reason", () => {
    const payment = after(failed, [1e6, begun("9")], [2e6, declined])
    assert.strictEqual(shown(payment), "failed unpaid 100000")
    assert.deepInclude(payment.proof, { status: "failed", message: "Proof was declined", count: 1 })
    const change = Either.getOrThrow(changed(after(failed, [1e6, begun("9")]), [2e6, declined]))
    assert.deepStrictEqual(change.effects, ["notify"])
  })

  it.each<readonly [string, TransferEvent, string | null]>([
    ["approved by an operator", { ...approved(1), by: "ann" } as TransferEvent, "ann"],
    ["declined by an operator", { ...declined, by: "ann" } as TransferEvent, "ann"],
    ["approved by nobody who is known", approved(1), null],
    ["declined by nobody who is known", declined, null]
  ])("D29: %s has it in the history alone", (_, event, expected) => {
    const proof = transferWith({ type: "proof", payBy: null })
    for (const transfer of [after(failed, [1, begun("9")]), proof]) {
      const { transaction, transition } = Either.getOrThrow(changed(transfer, [2, event]))
      assert.strictEqual(transition.detail, expected)
      assert.notInclude(JSON.stringify(transaction), "ann")
    }
  })

  // Source: shapes, "Transfer | proof": its own message is that of the operator, and so is the payment's `proof`.
  it.each([
    ["approved", approved(1), "Proof was approved"],
    ["declined", declined, "Proof was declined"]
  ])("D29: that is %s says so itself, and leaves the words of the bank to the payment", (_, event, message) => {
    const proof = transferWith({ type: "proof", payBy: null, report: { refId: null, message: "Begun" } })
    assert.deepStrictEqual(after(proof, [1, event]).report, { refId: null, message })
    const paying = after(order, [0, waiting("bank-1", "Open")], timePassed(minutes15 + 1), [1e6, begun("9")])
    const payment = after(paying, [2e6, event])
    assert.deepStrictEqual([payment.report?.refId, payment.report?.message], ["bank-1", null])
    assert.strictEqual(payment.proof?.message, message)
  })

  it("D29: is decided once, and only one is open", () => {
    const pending = after(failed, [1, begun("9")])
    assert.isTrue(Either.isLeft(changed(pending, [2, begun("8")])))
    for (const payment of [failed, after(pending, [2, declined]), after(pending, [2, approved(90_000)])]) {
      assert.isTrue(Either.isLeft(changed(payment, [3, approved(90_000)])))
      assert.isTrue(Either.isLeft(changed(payment, [3, declined])))
    }
  })

  it("D29: after a declined one is counted as another", () => {
    const { proof } = after(failed, [1, begun("9")], [2, declined], [3, begun("8")])
    assert.deepInclude(proof, { uid: uid("8"), status: "pending", count: 2 })
  })

  it("D29: the bank's report beside it is evidence and decides nothing", () => {
    const payment = after(failed, [1, begun("9")], [2, paid(100_000, 1)], [3, approved(100_000)])
    assert.strictEqual(shown(payment), "successful 100000 @3 +100000@1")
  })

  it("D29: is a transfer of its own that is decided once", () => {
    const proof = transferWith({ type: "proof", payBy: null })
    const decided = after(proof, [1, approved(90_000)])
    assert.strictEqual(shown(decided), "successful 90000 @1")
    for (const transfer of [decided, after(proof, [1, declined])]) {
      for (const event of [approved(1), declined, corrected("successful")]) {
        assert.isTrue(Either.isLeft(changed(transfer, [2, event])))
      }
    }
    assert.strictEqual(after(proof, [1, declined]).reason, "not-proven")
    const words = [decided, after(proof, [1, declined])].map(({ report }) => report?.message)
    assert.deepStrictEqual(words, ["Proof was approved", "Proof was declined"])
  })
})

describe("an operator's correction", () => {
  const cases: ReadonlyArray<Case> = [
    ["of an unpaid order", [timePassed(minutes15 + 1), [1e6, corrected("successful", 7)]], "successful 7 @1000000"],
    [
      "of a paid one",
      [
        [1, paid(5, 1)],
        [2, corrected("failed", 7)]
      ],
      "failed provider 5"
    ],
    [
      "there and back",
      [
        [1, paid(5, 1)],
        [2, corrected("failed")],
        [3, corrected("successful", 6)]
      ],
      "successful 6 @3"
    ],
    ["to successful of a pending one", [[1, corrected("successful", 7)]], "successful 7 @1"],
    ["to failed of a pending one", [[1, corrected("failed", 7)]], "failed provider 100000"],
    [
      "keeps what the bank reports again",
      [
        [1, paid(5, 1)],
        [2, corrected("failed")],
        [3, paid(5, 1)]
      ],
      "failed provider 5 +5@1"
    ]
  ]
  // Source: D7; D40: where the outcome is unknown, an operator is asked.
  it.each(cases)("D7, D40: %s", (_, reported, expected) => {
    const transfer = after(order, ...reported)
    assert.strictEqual(shown(transfer), expected)
    assert.isNotNull(transfer.manuallyCorrectedAt)
  })

  it("D7: is dated, and its reason is in the history alone", () => {
    const change = Either.getOrThrow(changed(transferWith({ status: "expired" }), [42, corrected("successful")]))
    assert.deepStrictEqual(change.transaction.manuallyCorrectedAt, later(42))
    assert.strictEqual(change.transition.detail, "The bank's statement")
    assert.notInclude(JSON.stringify(change.transaction), "statement")
  })

  it("D7: is no correction of what is so already", () => {
    assert.isTrue(Either.isLeft(changed(after(order, [1, paid(1, 1)]), [2, corrected("successful")])))
    assert.isTrue(Either.isLeft(changed(after(order, [1, rejected]), [2, corrected("failed")])))
  })

  it("stays dated when something else happens", () => {
    const transfer = after(order, [1, rejected], [2, corrected("successful")], [3, paid(1, 1)])
    assert.deepStrictEqual([transfer.manuallyCorrectedAt, transfer.updatedAt], [later(2), later(3)])
  })
})
