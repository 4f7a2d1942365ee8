import {
  type Consequence,
  consequence,
  type JobsInFlight,
  type OutcomeReport
} from "@florin/core/card-operations/ReportRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { type AcquirerDecision, CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction, FollowUpRequest } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { uidIn } from "@florin/core/ids/AcquirerKeys"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { assert, describe, it } from "vitest"
import { now, transactionWith, uid } from "../samples.js"

const own = AcquirerKey.make(uid("1"))
const second = AcquirerKey.make(`${uid("1")}:charge-2`)
const reverse = AcquirerKey.make(`${uid("1")}:reverse`)
const release = AcquirerKey.make(`${uid("1")}:reverse-2`)

const approved = CardEvent.Approved({ report: noReport }) as AcquirerDecision
const declinedFor = (reason: DeclineReason) => CardEvent.Declined({ reason, report: noReport }) as AcquirerDecision
const declined = declinedFor("do-not-honour")

const attempt = (step: FollowUpRequest["step"], key: AcquirerKey, gatewayId = 1): FollowUpRequest => ({
  ...{ step, key, gatewayId, amount: Amount.make(1000) }
})

const reference = "pi_1"
const pending = transactionWith({ status: "pending" })
const known = transactionWith({ status: "pending", report: { ...noReport, refId: reference } })
const successful = transactionWith({})
const failed = transactionWith({ status: "failed", reason: "acquirer-temporary" })
const expired = transactionWith({ status: "expired" })
const rejected = transactionWith({ status: "failed", reason: "avs-cvc", attempts: [attempt("reversal", reverse)] })
/** Its reversal began before the acquirer had decided. */
const left = transactionWith({ status: "expired", attempts: [{ ...attempt("reversal", reverse), ofOpen: true }] })
const passedOn = transactionWith({ status: "pending", attempts: [attempt("charge", second, 2)] })
const lapsed = transactionWith({
  ...{ closedAt: now, closedBy: "HoldLapsed" },
  attempts: [attempt("reversal", reverse), attempt("release", release)]
})
const withdrawn = transactionWith({
  status: "expired",
  attempts: [{ ...attempt("reversal", reverse), ofOpen: true, reference: "re_1" }]
})
const acknowledged = transactionWith({
  status: "pending",
  atProvider: { reference, action: null, waitingSince: null, returns: 0, returned: null }
})
const capture = (status: CardTransaction["status"]) => transactionWith({ type: "capture", status })

const idle: JobsInFlight = { isCalled: false, isReversing: false }
const called: JobsInFlight = { ...idle, isCalled: true }
const reversing: JobsInFlight = { ...idle, isReversing: true }

const shown = (found: Consequence): string => {
  if (found._tag === "Question" && found.mismatch === true) return "Question of another amount"
  return "event" in found ? `${found._tag} ${found.event._tag}` : found._tag
}

interface Row {
  readonly name: string
  readonly transaction: CardTransaction
  /** Default: of the first key, approved, at acquirer 1. */
  readonly report?: Partial<OutcomeReport>
  readonly underway?: JobsInFlight
  readonly expected: string
}

const rows: ReadonlyArray<Row> = [
  // Of the attempt whose decision is the outcome.
  { name: "an approval of what is pending", transaction: pending, expected: "Record Approved" },
  { name: "the same while its call runs", transaction: pending, underway: called, expected: "Record Approved" },
  {
    name: "a decline of what is pending",
    transaction: pending,
    report: { decision: declined },
    expected: "Record Declined"
  },
  {
    name: "a decline of what is pending while its call runs",
    ...{ transaction: pending, underway: called, report: { decision: declined }, expected: "Record Declined" }
  },
  {
    name: "a decline with which the running call goes on to the next acquirer",
    ...{ transaction: pending, underway: called, report: { decision: declinedFor("acquirer-temporary") } },
    expected: "Nothing"
  },
  {
    name: "the same of the issuer",
    ...{ transaction: pending, underway: called, report: { decision: declinedFor("issuer-temporary") } },
    expected: "Nothing"
  },
  {
    name: "the same where no call runs",
    ...{ transaction: pending, report: { decision: declinedFor("acquirer-temporary") } },
    expected: "Record Declined"
  },
  {
    name: "an approval while the customer is away",
    transaction: transactionWith({ status: "incomplete" }),
    expected: "Record Approved"
  },
  { name: "what is not decided", transaction: pending, report: { decision: undefined }, expected: "Question" },
  {
    name: "what is not decided, of a success",
    transaction: successful,
    report: { decision: undefined },
    expected: "Question"
  },
  { name: "an approval of a success", transaction: successful, expected: "Nothing" },
  {
    name: "a decline of a success",
    transaction: successful,
    report: { decision: declined },
    expected: "Contradiction"
  },
  { name: "a decline of a failure", transaction: failed, report: { decision: declined }, expected: "Nothing" },
  { name: "an approval of a failure", transaction: failed, expected: "TakeBack" },
  { name: "an approval of what expired", transaction: expired, expected: "TakeBack" },
  { name: "an approval that is being taken back", transaction: rejected, underway: reversing, expected: "Nothing" },
  { name: "an approval that was taken back", transaction: rejected, expected: "Nothing" },
  { name: "an approval after it could not be taken back", transaction: left, expected: "TakeBack" },
  { name: "the same while that is tried", transaction: left, underway: reversing, expected: "TakeBack" },
  {
    name: "that what was not approved yet cannot be taken back",
    ...{ transaction: left, underway: reversing, report: { key: reverse, decision: declined }, expected: "Question" }
  },
  {
    name: "that what was not approved yet is taken back",
    ...{ transaction: left, underway: reversing, report: { key: reverse, decision: approved }, expected: "TakenBack" }
  },
  { name: "an approval of a capture", transaction: capture("pending"), expected: "Record Approved" },
  { name: "an approval of a failed capture", transaction: capture("failed"), expected: "Contradiction" },
  {
    name: "a decline of a successful capture",
    ...{ transaction: capture("successful"), report: { decision: declined }, expected: "Contradiction" }
  },

  // Of what failed after it was taken.
  ...(
    [
      ["paid", { type: "payment" }, "Contradiction"],
      ["pending", { type: "payment", status: "pending" }, "Question"],
      ["waiting for its customer", { type: "payment", status: "incomplete" }, "Question"],
      ["failed", { type: "payment", status: "failed" }, "Nothing"],
      ["a hold, which stays", { type: "authorization" }, "Nothing"],
      ["a capture, which is told by its own key", { type: "capture" }, "Nothing"]
    ] as const
  ).map(
    ([name, more, expected]): Row => ({
      ...{ name: `a later failure of what is ${name}`, transaction: transactionWith(more), expected },
      report: { decision: declined, hasFailedSince: true }
    })
  ),

  // Of another amount or currency.
  { name: "the amount", transaction: pending, report: { amount: Amount.make(1000) }, expected: "Record Approved" },
  {
    name: "one unit more",
    ...{ transaction: pending, report: { amount: Amount.make(1001) }, expected: "Question of another amount" }
  },
  {
    name: "one unit less",
    ...{ transaction: pending, report: { amount: Amount.make(999) }, expected: "Question of another amount" }
  },
  {
    name: "the currency",
    ...{ transaction: pending, report: { currency: Currency.make("EUR") }, expected: "Record Approved" }
  },
  {
    name: "another currency",
    ...{ transaction: pending, report: { currency: Currency.make("USD") }, expected: "Question of another amount" }
  },
  {
    name: "another amount of a decline",
    ...{ transaction: pending, report: { decision: declined, amount: Amount.make(0) }, expected: "Record Declined" }
  },

  // Of another attempt, acquirer or transaction.
  { name: "another acquirer", transaction: pending, report: { gatewayId: 2 }, expected: "Nothing" },
  {
    name: "another acquirer, with the reference",
    ...{ transaction: known, report: { gatewayId: 2, reference }, expected: "Nothing" }
  },
  { name: "an approval of a charge that was passed on", transaction: passedOn, expected: "Contradiction" },
  {
    name: "a decline of a charge that was passed on",
    ...{ transaction: passedOn, report: { decision: declined }, expected: "Nothing" }
  },
  {
    name: "the next charge",
    ...{ transaction: passedOn, report: { key: second, gatewayId: 2 }, expected: "Record Approved" }
  },
  {
    name: "the next charge, by the acquirer before",
    ...{ transaction: passedOn, report: { key: second }, expected: "Nothing" }
  },
  { name: "a charge that was never begun", transaction: pending, report: { key: second }, expected: "Nothing" },

  // By reference.
  {
    name: "its reference alone",
    transaction: known,
    report: { key: undefined, reference },
    expected: "Record Approved"
  },
  {
    name: "another reference alone",
    ...{ transaction: known, report: { key: undefined, reference: "pi_2" }, expected: "Nothing" }
  },
  {
    name: "a reference of what has none",
    ...{ transaction: pending, report: { key: undefined, reference }, expected: "Nothing" }
  },
  {
    name: "a key of another system, with its reference",
    ...{ transaction: known, report: { key: AcquirerKey.make("order-17"), reference }, expected: "Record Approved" }
  },
  {
    name: "a key of ours that it does not have, with its reference",
    ...{ transaction: known, report: { key: second, reference }, expected: "Nothing" }
  },

  // Of a reversal.
  {
    name: "an approval that is taken back",
    ...{ transaction: rejected, underway: reversing, report: { key: reverse }, expected: "TakenBack" }
  },
  {
    name: "an approval that is not taken back",
    ...{ transaction: rejected, underway: reversing, report: { key: reverse, decision: declined } },
    expected: "Kept Corrected"
  },
  {
    name: "a reversal that is not decided",
    ...{
      transaction: rejected,
      underway: reversing,
      report: { key: reverse, decision: undefined },
      expected: "Question"
    }
  },
  { name: "a reversal that has ended", transaction: rejected, report: { key: reverse }, expected: "Nothing" },
  {
    name: "a refusal after the reversal has ended",
    ...{ transaction: rejected, report: { key: reverse, decision: declined }, expected: "Nothing" }
  },
  {
    name: "the reversal before, while its hold is released",
    ...{ transaction: lapsed, underway: reversing, report: { key: reverse, decision: declined }, expected: "Nothing" }
  },
  {
    name: "the release",
    ...{ transaction: lapsed, underway: reversing, report: { key: release }, expected: "TakenBack" }
  },
  {
    name: "a release that is refused",
    ...{ transaction: lapsed, underway: reversing, report: { key: release, decision: declined } },
    expected: "Kept Corrected"
  },
  {
    name: "what was open and is taken back",
    ...{ transaction: withdrawn, underway: reversing, report: { key: reverse }, expected: "TakenBack" }
  },
  {
    name: "what was open and is not taken back",
    ...{
      transaction: withdrawn,
      underway: reversing,
      report: { key: reverse, decision: declined },
      expected: "Question"
    }
  },
  { name: "an approval of what was taken back while it was open", transaction: withdrawn, expected: "TakeBack" },
  {
    name: "a reversal by its own reference",
    ...{ transaction: withdrawn, underway: reversing, report: { key: undefined, reference: "re_1" } },
    expected: "TakenBack"
  },
  {
    name: "a reversal by its own reference at another acquirer",
    ...{ transaction: withdrawn, underway: reversing, report: { key: undefined, reference: "re_1", gatewayId: 2 } },
    expected: "Nothing"
  },
  {
    name: "what the acquirer has acknowledged, by the reference that it gave",
    ...{ transaction: acknowledged, report: { key: undefined, reference }, expected: "Record Approved" }
  },
  {
    name: "a reversal of another amount",
    ...{ transaction: rejected, underway: reversing, report: { key: reverse, amount: Amount.make(1) } },
    expected: "Question of another amount"
  }
]

describe("D53 What an acquirer tells by itself", () => {
  it.each(rows)("$name: $expected", ({ expected, report, transaction, underway = idle }) => {
    const whole: OutcomeReport = { gatewayId: 1, key: own, decision: approved, ...report }
    assert.strictEqual(shown(consequence(transaction, whole, underway)), expected)
  })

  it.each([
    [own, uid("1")],
    [second, uid("1")],
    [`${own}:charge-17`, uid("1")],
    [reverse, uid("1")],
    [release, uid("1")],
    [`${own}:charge-0`, undefined],
    [`${own}:refund`, undefined],
    [`${own}:`, undefined],
    [`${own} `, undefined],
    ["order-17", undefined],
    ["", undefined]
  ])("the key %s is of %s", (key, of) => {
    assert.strictEqual(uidIn(key), of)
  })
})
