import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { leastUidAt } from "@florin/core/ids/Ids"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Movements from "../src/Movements.js"
import * as Schemas from "../src/Schemas.js"

const accepted = DateTime.unsafeMake("2029-01-02T03:04:05.006Z")
const uid = leastUidAt(accepted.epochMillis)

// What is shown of a transaction is in these members alone.
const transaction = (changes: Partial<CardTransaction> | Partial<Transfer> = {}): Transaction =>
  ({
    ...{ uid, acquirerKey: uid, gatewayId: 1, type: "payment", status: "successful", amount: 1995, currency: "EUR" },
    ...{ createdAt: DateTime.unsafeMake("2029-01-02T03:04:05.900Z"), ...changes }
  }) as Transaction

const shown = {
  id: uid,
  kind: "payment",
  amount: 1995,
  currency: "EUR",
  reference: null,
  at: "2029-01-02T03:04:05.006Z"
}

const listed = (...transactions: ReadonlyArray<Transaction>) => Movements.listOf(transactions).movements

const transfer = { method: "sbp", evidence: [], manuallyCorrectedAt: null } as const

describe("movements of a shop", () => {
  it.each<readonly [what: string, Transaction, expected: object | undefined]>([
    ["a payment, with the instant of its uid", transaction(), shown],
    [
      "the reference of the merchant",
      transaction({ trackingId: "order-1;payment 1995 EUR" }),
      { ...shown, reference: "order-1;payment 1995 EUR" }
    ],
    [
      "a capture, with its parent",
      transaction({ type: "capture", parentUid: leastUidAt(1) }),
      { ...shown, kind: "capture", parent: leastUidAt(1) }
    ],
    [
      "a refund, with no reference that its request did not send",
      transaction({ type: "refund", parentUid: leastUidAt(1), trackingId: "order-1", trackingIdFrom: "parent" }),
      { ...shown, kind: "refund", parent: leastUidAt(1) }
    ],
    ["a payment by bank transfer", transaction(transfer), { ...shown, kind: "transfer" }],
    ["a payout by bank transfer", transaction({ ...transfer, type: "payout" }), { ...shown, kind: "payout" }],
    ["a tokenization", transaction({ type: "tokenization" }), undefined],
    ["a payment that failed", transaction({ status: "failed" }), undefined],
    ["a payment in doubt", transaction({ status: "pending" }), undefined]
  ])("D1 | movements: %s", (_, transaction, expected) => {
    assert.deepStrictEqual<unknown>(listed(transaction), expected === undefined ? [] : [expected])
  })

  it("D1 | movements: are listed in the order given, as the contract says", () => {
    const all = listed(transaction({ amount: 1 as never }), transaction({ amount: 2 as never }))
    assert.deepStrictEqual(
      all.map((one) => (one as { amount: number }).amount),
      [1, 2]
    )
    assert.isTrue(Schema.is(Schemas.MovementListDocument)({ movements: all }))
    assert.deepStrictEqual(Movements.listOf([]), { movements: [] })
  })
})
