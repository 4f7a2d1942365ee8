import * as LateApprovalRules from "@florin/core/card-operations/LateApprovalRules"
import type { CardTransaction, FollowUpRequest } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { assert, describe, it } from "vitest"
import { claimed, now, shown, transactionWith, uid, wakesAfter } from "../samples.js"

const looked = (transaction: CardTransaction | undefined, attempts: number) =>
  LateApprovalRules.lookAgain(claimed("look-again", { attempts }), { now }).decide({ transaction })

const attempt = (step: FollowUpRequest["step"]): FollowUpRequest => ({
  ...{ step, gatewayId: 2, amount: Amount.make(1000) },
  key: AcquirerKey.make(`${uid("1")}:${step}-2`)
})

const failed = transactionWith({ status: "failed", reason: "acquirer-temporary" })
const passedOn = { ...failed, attempts: [attempt("charge")] }
const takenBack = { ...passedOn, attempts: [attempt("charge"), attempt("reversal")] }
const finish = "FinishJob look-again #7"
const inAnHour = "PostponeJob look-again #7 +3600000"
const inADay = "PostponeJob look-again #7 +86400000"
const question = "EnqueueJob reverse +0 acquirer 1|shop"

describe("a charge that was given up as never seen is looked for", () => {
  // Source: D40: what a process sends that stood still is not forgotten. The one who takes back asks first.
  it.each([
    { name: "failed", transaction: failed, attempts: 0, expected: [inAnHour, question], wakes: 0 },
    { name: "failed, the second time", transaction: failed, attempts: 1, expected: [inADay, question], wakes: 0 },
    { name: "failed, the last time", transaction: failed, attempts: 2, expected: [finish, question], wakes: 0 },
    {
      name: "expired",
      transaction: transactionWith({ status: "expired" }),
      attempts: 0,
      expected: [inAnHour, question],
      wakes: 0
    },
    {
      name: "passed on before",
      transaction: passedOn,
      attempts: 0,
      expected: [inAnHour, "EnqueueJob reverse +0 acquirer 2|shop"],
      wakes: 0
    },
    { name: "taken back already", transaction: takenBack, attempts: 0, expected: [finish], wakes: undefined },
    { name: "successful after all", transaction: transactionWith(), attempts: 0, expected: [finish], wakes: undefined },
    { name: "gone", transaction: undefined, attempts: 0, expected: [finish], wakes: undefined },
    {
      name: "waiting for its customer",
      transaction: transactionWith({ status: "incomplete" }),
      attempts: 0,
      expected: [inAnHour],
      wakes: 3_600_000
    },
    {
      name: "pending, the last time",
      transaction: transactionWith({ status: "pending" }),
      attempts: 2,
      expected: [finish],
      wakes: undefined
    }
  ])("D40: $name: $expected", ({ attempts, expected, transaction, wakes }) => {
    const decision = looked(transaction, attempts)
    assert.deepStrictEqual(shown(decision), expected)
    assert.strictEqual(wakesAfter(decision), wakes)
  })
})
