import { Amount } from "@florin/core/money/Amount"
import * as OperatorRules from "@florin/core/operator/OperatorRules"
import type { ProofState, Transfer } from "@florin/core/transfers/Transfer"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { later, uid } from "../samples.js"
import { after, corrected, timePassed, transferWith } from "../transfers/given.js"

const amount = Amount.make

const proofOf = (status: ProofState["status"], last = "9"): { readonly proof: ProofState } => ({
  proof: { uid: uid(last), status, message: null, count: 1 }
})
const failed = transferWith({ status: "failed", reason: "unpaid" })
const proving = { ...failed, ...proofOf("pending") }
const proof = transferWith({ type: "proof", uid: uid("9"), parentUid: uid("1"), amount: amount(90_000), payBy: null })

describe("the proof that an operator decides", () => {
  const decided = "The proof is decided already"

  it.each<readonly [string, Transfer | undefined, Transfer | undefined, string]>([
    ["a pending proof", proving, proof, "found"],
    ["no payment", undefined, proof, "NotFound"],
    ["no proof", proving, undefined, "NotFound"],
    ["neither", undefined, undefined, "NotFound"],
    ["an approved proof", proving, { ...proof, status: "successful" }, decided],
    ["a declined proof", proving, { ...proof, status: "failed" }, decided],
    ["an earlier proof of the payment", { ...failed, ...proofOf("pending", "8") }, proof, decided],
    ["a payment that knows no proof", failed, proof, decided]
  ])("D29: of %s: %4$s", (_, payment, named, expected) => {
    const found = OperatorRules.pendingProof(payment, named)
    const reply = Either.match(found, {
      onLeft: (refused) => (refused._tag === "NotFound" ? refused._tag : refused.message),
      onRight: () => "found"
    })
    assert.strictEqual(reply, expected)
    if (Either.isRight(found)) assert.deepStrictEqual([...found.right], [payment, named] as ReadonlyArray<unknown>)
  })

  it.each<readonly [OperatorRules.ProofApproval, number, string]>([
    [{ by: "ann" }, 90_000, "The proof was approved"],
    [{ by: "ann", amount: amount(1) }, 1, "The proof was approved"],
    [{ by: "ann", amount: amount(200_000) }, 200_000, "The proof was approved"],
    [{ by: "ann", message: "Checked" }, 90_000, "Checked"]
  ])("D29: approved with %j counts with %i: %s", (decision, expected, message) => {
    assert.deepStrictEqual(
      OperatorRules.approval(proof, decision),
      Either.right(TransferEvent.ProofApproved({ amount: amount(expected), message, by: "ann" }))
    )
  })

  it("D29: is not approved with nothing", () => {
    const decision = OperatorRules.approval(proof, { by: "ann", amount: amount(0) })
    assert.deepStrictEqual(Either.getLeft(decision).pipe(Option.getOrThrow).errors, [
      { path: ["amount"], sentence: "must be greater than 0" }
    ])
  })

  it.each([
    [{ by: "ann" }, "The proof was declined"],
    [{ by: "ann", message: "Not this account" }, "Not this account"]
  ])("D29: declined with %j says %s", (decision, message) => {
    assert.deepStrictEqual(OperatorRules.refusal(decision), TransferEvent.ProofDeclined({ message, by: "ann" }))
  })
})

type Row = readonly [title: string, of: Transfer, changes: Partial<OperatorRules.Correction>, expected: string]

describe("an operator's correction", () => {
  const correction = { status: "successful", reason: "The bank's statement", by: "ann" } as const
  const reply = (of: Transfer, changes: Partial<OperatorRules.Correction>): string =>
    Either.match(OperatorRules.correction(of, { ...correction, ...changes }), {
      onLeft: ({ message }) => message,
      onRight: () => "taken"
    })
  const toFailed = { status: "failed" } as const
  const pending = transferWith()
  const successful = transferWith({ status: "successful" })
  const expired = transferWith({ status: "expired" })
  const blank = "reason can't be blank"
  const already = "status is that of the transfer already"

  it.each<Row>([
    ["a failed payment", failed, {}, "taken"],
    ["a pending payment", pending, {}, "taken"],
    ["a pending payment to failed", pending, toFailed, "taken"],
    ["an expired payment", expired, {}, "taken"],
    ["a successful payment to failed", successful, toFailed, "taken"],
    ["a failed refund", transferWith({ type: "refund", status: "failed" }), {}, "taken"],
    ["a pending payout to failed", transferWith({ type: "payout" }), toFailed, "taken"],
    ["a payment whose proof was declined", { ...failed, ...proofOf("failed") }, {}, "taken"],
    ["a payment whose proof was approved", { ...successful, ...proofOf("successful") }, toFailed, "taken"],
    ["no reason", failed, { reason: "" }, blank],
    ["a blank reason", failed, { reason: " \t\n" }, blank],
    ["1 character of reason", failed, { reason: "x" }, "taken"],
    ["255 characters of reason", failed, { reason: "x".repeat(255) }, "taken"],
    ["255 characters of reason between spaces", failed, { reason: ` ${"x".repeat(255)} ` }, "taken"],
    ["256 characters of reason", failed, { reason: "x".repeat(256) }, "reason is too long (maximum is 255 characters)"],
    ["an amount", failed, { amount: amount(1) }, "taken"],
    ["an amount of 0", failed, { amount: Amount.make(0) }, "amount must be greater than 0"],
    ["an amount to failed", successful, { ...toFailed, amount: amount(1) }, "amount is for a successful transfer"],
    ["a pending proof", proof, {}, "A proof is approved or declined"],
    ["a declined proof", { ...proof, status: "failed" }, {}, "A proof is approved or declined"],
    ["a payment whose proof is pending", proving, {}, "A proof is pending. Approve or decline it"],
    ["a successful payment to what it is", successful, {}, already],
    ["a failed payment to what it is", failed, toFailed, already],
    ["everything wrong", proving, { reason: "", amount: Amount.make(0), ...toFailed }, blank],
    ["an amount of 0 to failed", proof, { ...toFailed, amount: Amount.make(0) }, "amount must be greater than 0"]
  ])("D7: of %s", (_, of, changes, expected) => {
    assert.strictEqual(reply(of, changes), expected)
  })

  it.each<readonly [Partial<OperatorRules.Correction>, number, string]>([
    [{}, 100_000, "ann: The bank's statement"],
    [{ amount: amount(7) }, 7, "ann: The bank's statement"],
    [{ reason: "  Paid in cash\n" }, 100_000, "ann: Paid in cash"],
    [{ by: "bob" }, 100_000, "bob: The bank's statement"]
  ])("D7: with %j is of %i, because of %s", (changes, expected, reason) => {
    assert.deepStrictEqual(
      Either.getOrThrow(OperatorRules.correction(failed, { ...correction, ...changes })),
      TransferEvent.Corrected({ status: "successful", amount: amount(expected), reason })
    )
  })

  it("D7, D40: is taken where a machine takes it, and refused where none does", () => {
    const all: ReadonlyArray<Transfer> = (["payment", "refund", "payout"] as const).flatMap((type) =>
      (["pending", "successful", "failed"] as const).map((status) => transferWith({ type, status }))
    )
    for (const of of all) {
      for (const status of ["successful", "failed"] as const) {
        const isTaken = reply(of, { status }) === "taken"
        const corrects = () => after(of, [1, corrected(status)]).status === status
        if (isTaken) assert.isTrue(corrects())
        else assert.throws(() => after(of, [1, corrected(status)]))
      }
    }
    const own = after({ ...pending, expiredAt: later(1) }, timePassed(1))
    assert.strictEqual(after(own, [2, corrected("successful")]).status, "successful")
    // It is unpaid as it is: the operation that finds no row says so.
    assert.throws(() => after(own, [2, corrected("failed")]))
  })
})

// Source: D32: what is refunded never exceeds what was paid, and pending refunds count.
describe("a correction and the sums of a payment", () => {
  const paid = transferWith({ status: "successful" })
  const refundOf = (status: Transfer["status"]) =>
    transferWith({ type: "refund", parentUid: uid("1"), status, amount: amount(30_000) })
  const toFailed = { status: "failed" } as const
  const failed = "status can't be failed while refunds count"

  it.each<
    readonly [title: string, of: Transfer, payment: Transfer, refunded: number, changes: object, expected: string]
  >([
    ["a payment without refunds, to failed", paid, paid, 0, toFailed, "taken"],
    ["a payment with refunds, to failed", paid, paid, 1, toFailed, failed],
    ["a failed refund, of what is left", refundOf("failed"), paid, 70_000, {}, "taken"],
    ["a failed refund, of one more", refundOf("failed"), paid, 70_001, {}, "amount can't be greater than 29999"],
    [
      "a failed refund of a failed payment",
      refundOf("failed"),
      transferWith({ status: "failed" }),
      0,
      {},
      "amount can't be greater than 0"
    ],
    ["a pending refund, counted already", refundOf("pending"), paid, 100_000, {}, "taken"],
    [
      "a pending refund, with more than is left",
      refundOf("pending"),
      paid,
      90_000,
      { amount: amount(40_001) },
      "amount can't be greater than 40000"
    ],
    ["a successful refund, to failed", refundOf("successful"), paid, 100_000, toFailed, "taken"],
    ["a payout", transferWith({ type: "payout", status: "failed" }), paid, 0, {}, "taken"]
  ])("D32: of %s: %5$s", (_, of, payment, refunded, changes, expected) => {
    const requested = { status: "successful", reason: "Seen", by: "ann", ...changes } as const
    const totals = { captured: amount(0), voided: amount(0), refunded: amount(refunded), pending: 0 }
    const reply = Either.match(OperatorRules.corrected(of, requested, { payment, totals }), {
      onLeft: ({ message }) => message,
      onRight: () => "taken"
    })
    assert.strictEqual(reply, expected)
  })
})
