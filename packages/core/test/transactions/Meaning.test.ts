// Each row of every machine of transactions, and what it means to a shop. Source: D7, D10, D11, D15, D29, D40.
import { assert, describe, it } from "@effect/vitest"
import { methods } from "@florin/core/transfers/methods/Methods"
import * as ChargeMachine from "../../src/cards/ChargeMachine.js"
import * as ChildMachine from "../../src/cards/ChildMachine.js"
import * as Meaning from "../../src/transaction-base/Meaning.js"
import type { TransactionType } from "../../src/transaction-base/TransactionBase.js"
import * as ProofMachine from "../../src/transfers/ProofMachine.js"
import * as RefundPayoutMachine from "../../src/transfers/RefundPayoutMachine.js"

/** By `from trigger to`: what it means, and what it moves of 100. */
type Table = Readonly<Record<string, readonly [Meaning.Meaning, number]>>

const none = ["unchanged", 0] as const

const charges = (type: "authorization" | "payment" | "tokenization"): Table => {
  const succeeded = { authorization: ["held", 0], payment: ["paid", 100], tokenization: ["saved", 0] } as const
  return {
    "none Accepted pending": ["begun", 0],
    "none RulesDeclined failed": ["failed", 0],
    "none NoAcquirer failed": ["failed", 0],
    "pending ChallengeRequired incomplete": ["action_required", 0],
    "pending AuthenticationFailed failed": ["failed", 0],
    "pending ActionNeeded incomplete": ["action_required", 0],
    "pending ActionNeeded expired": ["expired", 0],
    "pending ActionNeeded failed": ["failed", 0],
    "incomplete TimePassed expired": ["expired", 0],
    "incomplete TimePassed pending": none,
    "incomplete Withdrawn expired": ["expired", 0],
    "incomplete ActionReturned pending": none,
    "incomplete Approved successful": succeeded[type],
    "incomplete Approved failed": ["failed", 0],
    "incomplete Declined failed": ["failed", 0],
    "incomplete Returned pending": none,
    "pending VerificationRefused failed": ["failed", 0],
    "pending Approved successful": succeeded[type],
    "pending Approved failed": ["failed", 0],
    "pending Declined failed": ["failed", 0],
    "pending PassedOn pending": none,
    "pending NotDone failed": ["failed", 0],
    "pending NotDone expired": ["expired", 0],
    "pending NoAnswer pending": none,
    "pending Acknowledged pending": none,
    "successful Closed successful": none,
    "successful HoldLapsed successful": ["released", 0],
    "successful ReversalBegun successful": none,
    "failed ReversalBegun failed": none,
    "expired ReversalBegun expired": none,
    "successful ReversalAcknowledged successful": none,
    "failed ReversalAcknowledged failed": none,
    "expired ReversalAcknowledged expired": none,
    "failed ApprovalReported failed": none,
    "expired ApprovalReported expired": none,
    "failed TakenBack failed": none,
    "expired TakenBack expired": none,
    "failed Corrected successful": succeeded[type],
    "expired Corrected successful": succeeded[type],
    "successful Corrected successful": type === "authorization" ? ["held", 0] : none
  }
}

const children = (success: Meaning.Meaning, failure: Meaning.Meaning, moved: number): Table => ({
  "none Accepted pending": ["begun", 0],
  "pending Approved successful": [success, moved],
  "pending Declined failed": [failure, 0],
  "pending NotDone failed": [failure, 0],
  "pending NoAnswer pending": none,
  "pending Acknowledged pending": none
})

const movements = (success: Meaning.Meaning, failure: Meaning.Meaning): Table => ({
  "none Accepted pending": ["begun", 0],
  "none NoProvider failed": [failure, 0],
  "pending Waiting pending": none,
  "pending NoAnswer pending": none,
  "pending Paid successful": [success, -100],
  "pending Rejected failed": [failure, 0],
  "pending NotDone failed": [failure, 0],
  "successful Paid successful": none,
  "successful Rejected successful": none,
  "failed Paid failed": none,
  "pending Corrected successful": [success, -100],
  "pending Corrected failed": [failure, 0],
  "successful Corrected failed": [failure, 100],
  "failed Corrected successful": [success, -100]
})

const transferPayments: Table = {
  "none Accepted pending": ["begun", 0],
  "none NoProvider failed": ["failed", 0],
  "pending VerificationRefused failed": ["failed", 0],
  "pending Waiting pending": none,
  "pending NoAnswer pending": none,
  "pending Rejected failed": ["failed", 0],
  "pending NotDone failed": ["failed", 0],
  "pending Paid successful": ["paid", 100],
  "pending Paid failed": ["failed", 0],
  "pending Paid expired": ["expired", 0],
  "pending TimePassed expired": ["expired", 0],
  "pending TimePassed failed": ["failed", 0],
  "successful Paid successful": none,
  "successful Rejected successful": none,
  "failed Paid failed": none,
  "expired Paid expired": none,
  "pending ConfirmAsked pending": none,
  "successful ConfirmAsked successful": none,
  "failed ConfirmAsked failed": none,
  "expired ConfirmAsked expired": none,
  "pending Corrected successful": ["paid", 100],
  "pending Corrected failed": ["failed", 0],
  "successful Corrected failed": ["revoked", -100],
  "failed Corrected successful": ["paid", 100],
  "expired Corrected successful": ["paid", 100]
}

const provenPayments: Table = {
  ...transferPayments,
  "failed ProofBegun failed": none,
  "failed ProofApproved successful": ["paid", 100],
  "failed ProofDeclined failed": none
}

const proofs: Table = {
  "none Accepted pending": ["begun", 0],
  "pending ProofApproved successful": ["proof_approved", 0],
  "pending ProofDeclined failed": ["proof_declined", 0]
}

interface Drawn {
  readonly rows: ReadonlyArray<{ readonly state: string; readonly trigger: string; readonly next: string }>
}

const cases: ReadonlyArray<readonly [string, TransactionType, Drawn, Table]> = [
  ["an authorization", "authorization", ChargeMachine.machine, charges("authorization")],
  ["a payment", "payment", ChargeMachine.machine, charges("payment")],
  ["a tokenization", "tokenization", ChargeMachine.machine, charges("tokenization")],
  ["a capture", "capture", ChildMachine.machine, children("captured", "capture_failed", 100)],
  ["a void", "void", ChildMachine.machine, children("released", "release_failed", 0)],
  ["a refund", "refund", ChildMachine.machine, children("refunded", "refund_failed", -100)],
  ["a credit", "credit", ChildMachine.machine, children("paid_out", "payout_failed", -100)],
  ["a card payout", "payout", ChildMachine.machine, children("paid_out", "payout_failed", -100)],
  ["an sbp payment", "payment", methods.sbp.machine, transferPayments],
  ["an sbp_data payment", "payment", methods.sbp_data.machine, provenPayments],
  ["a transfer refund", "refund", RefundPayoutMachine.refund, movements("refunded", "refund_failed")],
  ["a transfer payout", "payout", RefundPayoutMachine.payout, movements("paid_out", "payout_failed")],
  ["a proof", "proof", ProofMachine.machine, proofs]
]

describe("what each row means to a shop", () => {
  it.each(cases)("of %s", (_, type, { rows }, table) => {
    const reported = rows.map(({ next: to, state: from, trigger }) => {
      const meaning = Meaning.of(type, { from, to, trigger })
      return [
        `${from} ${trigger} ${to}`,
        [meaning, Meaning.receivedAmount({ type, amount: 100 }, { from, to })]
      ] as const
    })
    assert.deepStrictEqual(Object.fromEntries(reported), Object.fromEntries(Object.entries(table)) as never)
  })
})
