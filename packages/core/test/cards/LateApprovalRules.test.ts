import * as LateApprovalRules from "@florin/core/card-operations/LateApprovalRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction, FollowUpRequest } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { ProviderStatus } from "@florin/core/operations/TransactionKind"
import { assert, describe, it } from "vitest"
import { claimed, now, shown, transactionWith, uid, wakesAfter } from "../samples.js"

const looked = (transaction: CardTransaction | undefined, known: ProviderStatus, attempts = 0) =>
  LateApprovalRules.conclude(claimed("look-again", { attempts }), known, now).decide({ transaction })

const attempt = (step: FollowUpRequest["step"]): FollowUpRequest => ({
  ...{ step, gatewayId: 2, amount: Amount.make(1000) },
  key: AcquirerKey.make(`${uid("1")}:${step}-2`)
})

const approved = CardEvent.Approved({ report: noReport })
const declined = CardEvent.Declined({ reason: "funds", report: noReport })
const acknowledged = CardEvent.Acknowledged({ reference: "r" })
const failed = transactionWith({ status: "failed", reason: "acquirer-temporary" })
const passedOn = { ...failed, attempts: [attempt("charge")] }
const takenBack = { ...passedOn, attempts: [attempt("charge"), attempt("reversal")] }
const finish = "FinishJob look-again #7"
const inAnHour = "PostponeJob look-again #7 +3600000"
const inADay = "PostponeJob look-again #7 +86400000"
const reverse = "EnqueueJob reverse +0 acquirer 1|shop"

describe("a charge that was given up as never seen is looked for", () => {
  // Source: D40: what a process sends that stood still is not forgotten.
  it.each<{
    name: string
    transaction?: CardTransaction
    known: ProviderStatus
    attempts?: number
    expected: ReadonlyArray<string>
    wakes?: number
  }>([
    { name: "approved", transaction: failed, known: approved, expected: [finish, reverse], wakes: 0 },
    {
      name: "approved, of one that has expired",
      transaction: transactionWith({ status: "expired" }),
      known: approved,
      expected: [finish, reverse],
      wakes: 0
    },
    {
      name: "approved by the acquirer that it was passed on to",
      transaction: passedOn,
      known: approved,
      expected: [finish, "EnqueueJob reverse +0 acquirer 2|shop"],
      wakes: 0
    },
    { name: "under way there", transaction: failed, known: acknowledged, expected: [finish, reverse], wakes: 0 },
    { name: "waiting there", transaction: failed, known: "waiting", expected: [finish, reverse], wakes: 0 },
    { name: "declined", transaction: failed, known: declined, expected: [finish] },
    { name: "never seen", transaction: failed, known: "never-seen", expected: [inAnHour], wakes: 3_600_000 },
    { name: "not known", transaction: failed, known: "unknown", expected: [inAnHour], wakes: 3_600_000 },
    {
      name: "never seen, the second time",
      transaction: failed,
      known: "never-seen",
      attempts: 1,
      expected: [inADay],
      wakes: 86_400_000
    },
    { name: "never seen, the last time", transaction: failed, known: "never-seen", attempts: 2, expected: [finish] },
    { name: "not known, the last time", transaction: failed, known: "unknown", attempts: 2, expected: [finish] },
    {
      name: "approved, the last time",
      transaction: failed,
      known: approved,
      attempts: 2,
      expected: [finish, reverse],
      wakes: 0
    },
    { name: "approved, and taken back already", transaction: takenBack, known: approved, expected: [finish] },
    { name: "approved, and successful here", transaction: transactionWith(), known: approved, expected: [finish] },
    { name: "of one that is gone", known: "unknown", expected: [finish] },
    {
      name: "approved, of one that waits for its customer by now",
      transaction: transactionWith({ status: "incomplete" }),
      known: approved,
      expected: [inAnHour],
      wakes: 3_600_000
    },
    {
      name: "not asked about, of one that is pending",
      transaction: transactionWith({ status: "pending" }),
      known: "unknown",
      attempts: 2,
      expected: [finish]
    }
  ])("D40: $name: $expected", ({ attempts, expected, known, transaction, wakes }) => {
    const decision = looked(transaction, known, attempts)
    assert.deepStrictEqual(shown(decision), expected)
    assert.strictEqual(wakesAfter(decision), wakes)
  })

  it.each([
    { name: "failed", transaction: failed, expected: true },
    { name: "expired", transaction: transactionWith({ status: "expired" }), expected: true },
    { name: "passed on", transaction: passedOn, expected: true },
    { name: "being taken back", transaction: takenBack, expected: false },
    { name: "successful", transaction: transactionWith(), expected: false },
    { name: "pending", transaction: transactionWith({ status: "pending" }), expected: false },
    { name: "waiting for its customer", transaction: transactionWith({ status: "incomplete" }), expected: false }
  ])("D40: its acquirer is asked about one that is $name: $expected", ({ expected, transaction }) => {
    assert.strictEqual(LateApprovalRules.isQueried(transaction), expected)
  })
})
