/** What our books expect of each transaction, and what is found where two books differ. Source: D38, D40. */
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Rules from "@florin/core/reconciliation/ReconciliationRules"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import { assert, describe, it } from "vitest"
import { later, now, transactionWith, uid } from "../samples.js"
import { after, corrected, minutes15, paid, type Reported, reportWith, transferWith } from "../transfers/given.js"
import { attempt, compare, keyOf, movement, shownDifference, shownExpectation } from "./given.js"

const card = (type: CardTransaction["type"], status: CardTransaction["status"], more: Partial<CardTransaction> = {}) =>
  transactionWith({ type, status, ...more })

const passedOn = [{ gatewayId: 1, reason: "acquirer-temporary", at: now }] as const
const second = { attempts: [attempt("charge", "1:charge-2", 1000, 2)], passedOn }
const takenBack = { attempts: [attempt("reversal", "1:reverse")] }
const released = { attempts: [attempt("release", "1:reverse", 400)], closedAt: now, closedBy: "HoldLapsed" } as const

const cards: ReadonlyArray<readonly [what: string, CardTransaction, ...expected: ReadonlyArray<string>]> = [
  ["a successful authorization", card("authorization", "successful"), "1 at card 1: authorization 1000 EUR"],
  ["a successful payment", card("payment", "successful"), "1 at card 1: payment 1000 EUR"],
  ["a failed payment", card("payment", "failed"), "1 at card 1: nothing"],
  ["an expired payment", card("payment", "expired"), "1 at card 1: nothing"],
  ["a pending payment", card("payment", "pending"), "1 at card 1: in doubt"],
  ["an incomplete payment", card("payment", "incomplete"), "1 at card 1: in doubt"],
  ["a charge that no acquirer was asked for", card("payment", "failed", { gatewayId: null })],
  ["a successful tokenization", card("tokenization", "successful")],
  ["a tokenization of nothing", card("tokenization", "successful", { amount: Amount.make(0) })],
  ["a successful capture", card("capture", "successful"), "1 at card 1: capture 1000 EUR"],
  ["a failed capture", card("capture", "failed"), "1 at card 1: nothing"],
  ["a pending capture", card("capture", "pending"), "1 at card 1: in doubt"],
  ["a successful void", card("void", "successful"), "1 at card 1: void 1000 EUR"],
  ["a successful refund", card("refund", "successful"), "1 at card 1: refund 1000 EUR"],
  ["a successful credit", card("credit", "successful"), "1 at card 1: credit 1000 EUR"],
  ["a successful payout", card("payout", "successful"), "1 at card 1: payout 1000 EUR"],
  [
    "a charge that the second acquirer approved",
    card("payment", "successful", second),
    "1 at card 1: nothing",
    "1:charge-2 at card 2: payment 1000 EUR"
  ],
  [
    "a charge that waits for the second acquirer",
    card("payment", "pending", second),
    "1 at card 1: nothing",
    "1:charge-2 at card 2: in doubt"
  ],
  [
    "an approval that was taken back",
    card("payment", "failed", takenBack),
    "1 at card 1: payment 1000 EUR",
    "1:reverse at card 1: void 1000 EUR"
  ],
  [
    "an expired charge that was taken back before it was decided",
    card("payment", "expired", { attempts: [{ ...attempt("reversal", "1:reverse"), ofOpen: true }] }),
    "1 at card 1: in doubt",
    "1:reverse at card 1: in doubt"
  ],
  [
    "a charge that was approved after it could not be taken back",
    card("payment", "successful", { attempts: [{ ...attempt("reversal", "1:reverse"), ofOpen: true }] }),
    "1 at card 1: payment 1000 EUR",
    "1:reverse at card 1: nothing"
  ],
  [
    "an expired charge whose approval was taken back",
    card("authorization", "expired", takenBack),
    "1 at card 1: authorization 1000 EUR",
    "1:reverse at card 1: void 1000 EUR"
  ],
  [
    "an approval that the acquirer refused to take back",
    card("payment", "successful", takenBack),
    "1 at card 1: payment 1000 EUR",
    "1:reverse at card 1: nothing"
  ],
  [
    "a hold whose rest was released",
    card("authorization", "successful", released),
    "1 at card 1: authorization 1000 EUR",
    "1:reverse at card 1: void 400 EUR"
  ],
  [
    "a hold whose rest was released, after its reversal was refused",
    card("authorization", "successful", {
      ...released,
      attempts: [...takenBack.attempts, attempt("release", "1:reverse-2", 400)]
    }),
    "1 at card 1: authorization 1000 EUR",
    "1:reverse at card 1: nothing",
    "1:reverse-2 at card 1: void 400 EUR"
  ],
  [
    "a hold that was closed without a rest",
    card("authorization", "successful", { closedAt: now, closedBy: "Closed" }),
    "1 at card 1: authorization 1000 EUR"
  ]
]

describe("what our books expect of a card transaction (D40):", () => {
  for (const [what, transaction, ...expected] of cards) {
    it(what, () => assert.deepStrictEqual(Rules.expectationsOf(transaction).map(shownExpectation), expected))
  }
})

const proof: Reported = [minutes15 + 2, TransferEvent.ProofBegun({ uid: uid("9"), message: "Begun" })]
const timePassed: Reported = [minutes15 + 1, TransferEvent.TimePassed({ asOf: later(minutes15 + 1) })]
const rejected: Reported = [1, TransferEvent.Rejected({ report: reportWith(), reason: "provider" })]
const late: Reported = [minutes15 + 1, paid(100_000, minutes15 + 1)]
const approved = (amount: number): Reported => [
  minutes15 + 3,
  TransferEvent.ProofApproved({ amount: Amount.make(amount), message: "Approved" })
]

const payout = transferWith({ type: "payout", method: "sbp" })

const transfers: ReadonlyArray<readonly [what: string, Transfer, expected: string | undefined]> = [
  ["a pending payment", transferWith(), "in doubt"],
  ["a payment in time", after(transferWith(), [1, paid(100_000, 1)]), "transfer 100000 RUB"],
  ["a payment of another amount", after(transferWith(), [1, paid(90_000, 1)]), "transfer 90000 RUB"],
  ["a payment that was never paid", after(transferWith(), timePassed), "nothing"],
  ["a late payment, kept as evidence", after(transferWith(), late), "transfer 100000 RUB"],
  [
    "a payment that was paid twice",
    after(transferWith(), [1, paid(100_000, 1)], [3, paid(100_000, 2)]),
    "transfer 100000 RUB and transfer 100000 RUB"
  ],
  [
    "a late payment that was proven afterwards",
    after(transferWith(), late, proof, approved(100_000)),
    "transfer 100000 RUB"
  ],
  [
    "a late payment, and a proof of another amount",
    after(transferWith(), late, proof, approved(200_000)),
    "transfer 200000 RUB and transfer 100000 RUB"
  ],
  [
    "a proven payment that the bank never reported",
    after(transferWith(), timePassed, proof, approved(100_000)),
    "transfer 100000 RUB"
  ],
  [
    "a proven payment that the bank reported later",
    after(transferWith(), timePassed, proof, approved(100_000), [minutes15 + 9, paid(100_000, 5)]),
    "transfer 100000 RUB"
  ],
  [
    "a payment that an operator corrected to successful",
    after(transferWith(), late, [minutes15 + 9, corrected("successful")]),
    "transfer 100000 RUB"
  ],
  [
    "a payment that an operator corrected to failed",
    after(transferWith(), [1, paid(100_000, 1)], [5, corrected("failed")]),
    "nothing"
  ],
  ["a successful refund", after({ ...payout, type: "refund" }, [1, paid(100_000, 1)]), "refund 100000 RUB"],
  ["a payout of the bank's amount", after(payout, [1, paid(99_000, 1)]), "payout 99000 RUB"],
  [
    "a payment in time that the bank then refused too",
    after(transferWith(), [1, paid(100_000, 1)], [3, rejected[1]]),
    "transfer 100000 RUB"
  ],
  ["a rejected payout", after(payout, rejected), "nothing"],
  [
    "a payout that was rejected, and reported as paid",
    after(payout, rejected, [3, paid(100_000, 2)]),
    "payout 100000 RUB"
  ],
  ["a proof", transferWith({ type: "proof" }), undefined],
  ["a transfer without a provider", transferWith({ status: "failed", gatewayId: null }), undefined]
]

describe("what our books expect of a transfer (D28):", () => {
  it.each(transfers)("%s", (_, transfer, expected) => {
    const found = Rules.expectationsOf(transfer).map(shownExpectation)
    assert.deepStrictEqual(found, expected === undefined ? [] : [`1 at transfer 5: ${expected}`])
  })
})

const bank = { of: "card", gatewayId: 1 } as const

type Case = readonly [what: string, Transaction, theirs: ReadonlyArray<string>, ...expected: ReadonlyArray<string>]

const compared: ReadonlyArray<Case> = [
  ["a payment that both have", card("payment", "successful"), ["1 payment 1000"]],
  ["a failed payment that neither has", card("payment", "failed"), []],
  ["a pending payment that they do not have", card("payment", "pending"), []],
  ["a pending payment that they have", card("payment", "pending"), ["1 payment 1000"]],
  ["a payment that only we have", card("payment", "successful"), [], "missing-there 1: successful payment 1000 EUR"],
  [
    "a payment that only they have",
    card("payment", "successful"),
    ["1 payment 1000", "2 payment 500"],
    "missing-here 2: nothing, theirs payment 500 EUR"
  ],
  [
    "a payment that they made twice",
    card("payment", "successful"),
    ["1 payment 1000", "1 payment 1000"],
    "missing-here 1: nothing, theirs payment 1000 EUR"
  ],
  [
    "a cent too little",
    card("payment", "successful"),
    ["1 payment 999"],
    "other-amount 1: successful payment 1000 EUR, theirs payment 999 EUR"
  ],
  [
    "another currency",
    card("payment", "successful"),
    ["1 payment 1000 USD"],
    "other-amount 1: successful payment 1000 EUR, theirs payment 1000 USD"
  ],
  [
    "a failed payment that they made",
    card("payment", "failed"),
    ["1 payment 1000"],
    "other-state 1: failed payment 1000 EUR, theirs payment 1000 EUR"
  ],
  [
    "another kind under its key",
    card("authorization", "successful"),
    ["1 capture 1000"],
    "other-state 1: successful authorization 1000 EUR, theirs capture 1000 EUR"
  ],
  ["an approval that was taken back", card("payment", "failed", takenBack), ["1 payment 1000", "1:reverse void 1000"]],
  [
    "a payment whose reversal they call a refund",
    card("payment", "failed", takenBack),
    ["1 payment 1000", "1:reverse refund 1000"]
  ],
  [
    "an authorization whose reversal they call a refund",
    card("authorization", "failed", takenBack),
    ["1 authorization 1000", "1:reverse refund 1000"],
    "other-state 1:reverse: failed void 1000 EUR, theirs refund 1000 EUR"
  ],
  [
    "an approval that was not taken back after all",
    card("payment", "failed", takenBack),
    ["1 payment 1000"],
    "missing-there 1:reverse: failed void 1000 EUR"
  ],
  ["a refused reversal", card("payment", "successful", takenBack), ["1 payment 1000"]],
  [
    "a refused reversal that was made all the same",
    card("payment", "successful", takenBack),
    ["1 payment 1000", "1:reverse void 1000"],
    "other-state 1:reverse: successful void 1000 EUR, theirs void 1000 EUR"
  ],
  [
    "a release of another amount",
    card("authorization", "successful", released),
    ["1 authorization 1000", "1:reverse void 500"],
    "other-amount 1:reverse: successful void 400 EUR, theirs void 500 EUR"
  ],
  [
    "a charge that the first acquirer made too",
    card("payment", "successful", { attempts: [attempt("charge", "1:charge-2")], passedOn }),
    ["1 payment 1000", "1:charge-2 payment 1000"],
    "other-state 1: successful payment 1000 EUR, theirs payment 1000 EUR"
  ],
  ["a credit that they call a payout", card("credit", "successful"), ["1 payout 1000"]],
  [
    "a payout that they call a credit",
    card("payout", "successful"),
    ["1 credit 1000"],
    "other-state 1: successful payout 1000 EUR, theirs credit 1000 EUR"
  ],
  [
    "a tokenization that moved money",
    card("tokenization", "successful"),
    ["1 payment 1000"],
    "missing-here 1: nothing, theirs payment 1000 EUR"
  ]
]

describe("two books of cards are compared (D38):", () => {
  for (const [what, transaction, theirs, ...expected] of compared) {
    it(what, () => {
      const found = compare(bank, Rules.expectationsOf(transaction), theirs.map(movement))
      assert.deepStrictEqual(found.map(shownDifference), expected)
    })
  }
})

const unpaid = after(transferWith(), timePassed)
const provider = { of: "transfer", gatewayId: 5 } as const

const banks: ReadonlyArray<Case> = [
  ["a late payment that is kept as evidence", after(transferWith(), late), ["1 transfer 100000 RUB"]],
  [
    "a late payment that is not",
    unpaid,
    ["1 transfer 100000 RUB"],
    "other-state 1: failed transfer 100000 RUB, theirs transfer 100000 RUB"
  ],
  [
    "a second late payment that is not",
    after(transferWith(), late),
    ["1 transfer 100000 RUB", "1 transfer 5000 RUB"],
    "missing-here 1: nothing, theirs transfer 5000 RUB"
  ],
  ["evidence that they do not have", after(transferWith(), late), [], "missing-there 1: failed transfer 100000 RUB"],
  [
    "a proven payment that never arrived",
    after(unpaid, proof, approved(100_000)),
    [],
    "missing-there 1: successful transfer 100000 RUB"
  ],
  [
    "a proven payment that had arrived late",
    after(transferWith(), late, proof, approved(100_000)),
    ["1 transfer 100000 RUB"]
  ],
  [
    "a payment that was corrected to failed",
    after(transferWith(), [1, paid(100_000, 1)], [5, corrected("failed")]),
    ["1 transfer 100000 RUB"],
    "other-state 1: failed transfer 100000 RUB, theirs transfer 100000 RUB"
  ],
  [
    "a payment that was paid twice",
    after(transferWith(), [1, paid(100_000, 1)], [3, paid(50_000, 2)]),
    ["1 transfer 50000 RUB", "1 transfer 100000 RUB"]
  ]
]

describe("the books of a bank are compared (D28):", () => {
  for (const [what, transfer, theirs, ...expected] of banks) {
    it(what, () => {
      const found = compare(provider, Rules.expectationsOf(transfer), theirs.map(movement))
      assert.deepStrictEqual(found.map(shownDifference), expected)
    })
  }
})

describe("when only a part of a key's movements is listed", () => {
  const twice = after(transferWith(), [1, paid(100_000, 1)], [3, paid(50_000, 2)])

  it.each<readonly [string, ReadonlyArray<string>]>([
    ["50000", []],
    ["100000", []],
    ["60000", ["other-amount 1: successful transfer 100000 RUB, theirs transfer 60000 RUB"]]
  ])("%s of 100000 and 50000 says nothing about the rest (D38)", (amount, expected) => {
    const [expectation] = Rules.expectationsOf(twice)
    const account = Rules.enter(Rules.open(expectation!), movement(`1 transfer ${amount} RUB`))
    assert.deepStrictEqual<unknown>(Rules.differences(account, false).map(shownDifference), expected)
  })
})

describe("the transaction of a key (D38)", () => {
  it.each([
    [uid("1"), uid("1")],
    [keyOf("1:reverse"), uid("1")],
    [keyOf("1:charge-2"), uid("1")],
    [`${uid("1")}x`, undefined],
    [uid("1").slice(1), undefined],
    ["order-7", undefined]
  ])("of %s is %s", (key, expected) => {
    assert.strictEqual(Rules.uidOf(AcquirerKey.make(key)), expected)
  })
})

describe("what a transaction has moved for its merchant (D38):", () => {
  it.each([
    [card("payment", "successful"), "payment 1000 EUR"],
    [card("payment", "successful", second), "payment 1000 EUR"],
    [card("authorization", "successful", released), "authorization 1000 EUR"],
    [card("payment", "failed", takenBack), undefined],
    [card("payment", "pending"), undefined],
    [card("tokenization", "successful"), undefined],
    [after(transferWith(), [1, paid(100_000, 1)]), "transfer 100000 RUB"],
    [after(transferWith(), late), undefined],
    [transferWith({ type: "proof", status: "successful" }), undefined]
  ] as const)("%#: %s", (transaction, expected) => {
    const moved = Rules.movementOf(transaction)
    assert.deepStrictEqual(moved && `${moved.kind} ${moved.amount} ${moved.currency}`, expected)
  })
})

it("an amount of another currency is another amount (D38)", () => {
  const account = Rules.open(Rules.expectationsOf(card("payment", "successful"))[0]!)
  const [found] = Rules.differences(
    Rules.enter(account, { ...movement("1 payment 1000"), currency: Currency.make("RUB") }),
    true
  )
  assert.strictEqual(found?.kind, "other-amount")
})
